/* sha256.c - SHA-256 as FIPS 180-4 defines it */
#include "bench/sha256.h"
#include <stdio.h>
#include <string.h>

/* the first 32 bits of the fractional parts of the cube roots of the first 64 primes */
static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t turn(uint32_t x, int n)
{
    return x >> n | x << (32 - n);
}

static void fold(uint32_t h[8], const unsigned char *p)
{
    uint32_t w[64], v[8];

    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)p[4 * i] << 24 | (uint32_t)p[4 * i + 1] << 16 |
               (uint32_t)p[4 * i + 2] << 8 | (uint32_t)p[4 * i + 3];
    for (int i = 16; i < 64; i++) {
        const uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ a >> 3) + w[i - 7] +
               (turn(b, 17) ^ turn(b, 19) ^ b >> 10);
    }
    memcpy(v, h, sizeof v);
    for (int i = 0; i < 64; i++) {
        const uint32_t e = v[4], a = v[0];
        const uint32_t t1 = v[7] + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) +
                            ((e & v[5]) ^ (~e & v[6])) + K[i] + w[i];
        const uint32_t t2 =
            (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += t1;
        v[0] = t1 + t2;
    }
    for (int i = 0; i < 8; i++) h[i] += v[i];
}

void ss_sha_begin(ss_sha256 *s)
{
    static const uint32_t first[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    memcpy(s->h, first, sizeof first);
    s->length = 0;
}

void ss_sha_add(ss_sha256 *s, const void *bytes, size_t n)
{
    const unsigned char *p = bytes;

    for (size_t i = 0; i < n; i++) {
        s->block[s->length++ % 64] = p[i];
        if (s->length % 64 == 0) fold(s->h, s->block);
    }
}

void ss_sha_end(ss_sha256 *s, char text[SS_SHA_TEXT])
{
    const uint64_t bits = 8 * s->length;
    const unsigned char one = 0x80, zero = 0;

    ss_sha_add(s, &one, 1);
    while (s->length % 64 != 56) ss_sha_add(s, &zero, 1);
    for (int i = 7; i >= 0; i--) {
        const unsigned char byte = (unsigned char)(bits >> 8 * i & 0xff);
        ss_sha_add(s, &byte, 1);
    }
    for (int i = 0; i < 8; i++) snprintf(text + 8 * i, 9, "%08x", (unsigned)s->h[i]);
}

void ss_sha_string(const char *string, char text[SS_SHA_TEXT])
{
    ss_sha256 s;
    ss_sha_begin(&s);
    ss_sha_add(&s, string, strlen(string));
    ss_sha_end(&s, text);
}

int ss_sha_file(const char *path, char text[SS_SHA_TEXT])
{
    unsigned char buffer[16384];
    ss_sha256 s;
    size_t n;
    FILE *f = fopen(path, "rb");

    text[0] = '\0';
    if (!f) return 1;
    ss_sha_begin(&s);
    while ((n = fread(buffer, 1, sizeof buffer, f)) > 0) ss_sha_add(&s, buffer, n);
    const int bad = ferror(f);
    fclose(f);
    if (!bad) ss_sha_end(&s, text);
    return bad;
}
