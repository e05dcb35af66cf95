/* sha256.h - SHA-256 of bytes and of files: names for content */
#ifndef SS_SHA256_H
#define SS_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SS_SHA_TEXT = 65 }; /* 64 hexadecimal digits and the end */

typedef struct ss_sha256 {
    uint32_t h[8];
    uint64_t length;         /* bytes so far */
    unsigned char block[64]; /* those not yet folded in */
} ss_sha256;

void ss_sha_begin(ss_sha256 *s);
void ss_sha_add(ss_sha256 *s, const void *bytes, size_t n);
void ss_sha_end(ss_sha256 *s, char text[SS_SHA_TEXT]);

void ss_sha_string(const char *string, char text[SS_SHA_TEXT]);
int ss_sha_file(const char *path, char text[SS_SHA_TEXT]); /* nonzero: cannot be read */

#endif
