/* test_pcg_reference.cc - our PCG32 against the author's own, bit for bit.
 *
 * Needs the C++ header pcg_random.hpp (Debian: libpcg-cpp-dev); a plain program, because
 * the C test header is not meant for C++.
 */
#include <cinttypes>
#include <cstdio>
#include <pcg_random.hpp>

extern "C" {
#include "problems/base/pcg.h"
}

/* The first draws differ already if seeding differs; a million pass every rotation. */
static bool agrees(std::uint64_t seed, std::uint64_t stream)
{
    pcg32 theirs(seed, stream);
    ss_pcg ours;

    ss_pcg_seed(&ours, seed, stream);
    for (long i = 0; i < 1000000; i++) {
        const std::uint32_t want = theirs(), got = ss_pcg_next(&ours);

        if (want != got) {
            std::printf("seed %" PRIu64 " stream %" PRIu64 " draw %ld: %" PRIu32
                        " expected, %" PRIu32 " drawn\n",
                        seed, stream, i, want, got);
            return false;
        }
    }
    return true;
}

int main()
{
    const std::uint64_t seeds[] = {0, 1, 42, 0x853c49e6748fea9b, UINT64_MAX};
    const std::uint64_t streams[] = {0, 1, 54, 0xda3e39cb94b95bdb, UINT64_MAX};
    int passed = 0, failed = 0;

    for (const std::uint64_t seed : seeds)
        for (const std::uint64_t stream : streams) (agrees(seed, stream) ? passed : failed)++;

    std::printf("%d passed, %d failed, 0 skipped\n", passed, failed);
    return failed ? 1 : 0;
}
