/* whole.c - the length of a shared object against what its headers promise */
#include "solvers/whole.h"

#ifdef __ELF__
#include <link.h>
#include <stdio.h>
#include <string.h>

/* from + count*each <= size, whatever the numbers */
static int fits(size_t from, size_t count, size_t each, size_t size)
{
    return from <= size && (!each || count <= (size - from) / each);
}

static int segments_fit(FILE *f, const ElfW(Ehdr) * head, size_t size)
{
    for (int i = 0; i < head->e_phnum; i++) {
        ElfW(Phdr) segment;
        const size_t at = head->e_phoff + (size_t)i * sizeof segment;
        if (fseek(f, (long)at, SEEK_SET) != 0 || fread(&segment, sizeof segment, 1, f) != 1)
            return 0;
        if (segment.p_type == PT_LOAD && !fits(segment.p_offset, segment.p_filesz, 1, size))
            return 0;
    }
    return 1;
}

int ss_file_is_whole(const char *path)
{
    FILE *const f = fopen(path, "rb");
    ElfW(Ehdr) head;
    int whole = 1;

    if (!f) return 1;
    if (fread(&head, sizeof head, 1, f) == 1 && memcmp(head.e_ident, ELFMAG, SELFMAG) == 0 &&
        head.e_phentsize == sizeof(ElfW(Phdr)) && fseek(f, 0, SEEK_END) == 0) {
        const long end = ftell(f);
        const size_t size = end > 0 ? (size_t)end : 0;
        whole = fits(head.e_phoff, head.e_phnum, head.e_phentsize, size) &&
                fits(head.e_shoff, head.e_shnum, head.e_shentsize, size) &&
                segments_fit(f, &head, size);
    }
    fclose(f);
    return whole;
}
#else
int ss_file_is_whole(const char *path)
{
    (void)path;
    return 1;
}
#endif
