/* sheets.h - tables for tests, from texts by way of files */
#ifndef SS_TESTS_SHEETS_H
#define SS_TESTS_SHEETS_H

#include "bench/sheet.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TEXT = 512 }; /* of messages and expressions */

static const char run_csv[] = "t,y,lN_0,lN_1,lN_2,hole_0,hole_2,kind\n"
                              "0,0,1,10,100,1,1,free\n"
                              "1,2,2,20,200,1,1,impact\n"
                              "1,-2,3,30,300,1,1,impact\r\n" /* y jumps */
                              "3,0,,50,500,1,1,free\n"
                              "4,4.5e-1,5,nan,-inf,1,1,rest"; /* and the last line does not end */
static const char run_summary[] = "verdict ok\nsteps 12\nE_end -1.5e-3\n"
                                  "two words more\n leading blank\nalone\ny 99\nsteps 13\n";
static const char sweep_csv[] = "R,CoT,ok\n.3,1,1\n.1,2,1\n.3,3,0\n.2,nan,1\n.1,5,1\nnan,7,1\n";

/* A file that holds `text`, whose name is put into path[]. */
static inline int file_of(const char *text, size_t n, char path[32])
{
    strcpy(path, "test_sheet.XXXXXX");
    const int fd = mkstemp(path);
    if (fd < 0) return 1;
    FILE *const f = fdopen(fd, "w");
    const int bad = !f || fwrite(text, 1, n, f) != n;
    return (f ? fclose(f) : close(fd)) || bad;
}

typedef int reader(ss_sheets *s, const char *name, const char *path, char *why, size_t size);

/* `text` as a file that is read as the table `name`; @ in why[] is the file. */
static inline int read_text(ss_sheets *s, reader *read, const char *name, const char *text,
                            char *why, size_t size)
{
    char path[32];

    if (file_of(text, strlen(text), path)) return -1;
    const int bad = read(s, name, path, why, size);
    remove(path);
    const size_t n = strlen(path);
    if (bad && strncmp(why, path, n) == 0) {
        why[0] = '@';
        memmove(why + 1, why + n, strlen(why + n) + 1);
    }
    return bad;
}

static inline int tables(ss_sheets *s)
{
    char why[TEXT] = "";
    *s = (ss_sheets){0};
    return read_text(s, ss_sheets_read_csv, "run", run_csv, why, sizeof why) ||
           read_text(s, ss_sheets_read_summary, "run", run_summary, why, sizeof why) ||
           read_text(s, ss_sheets_read_csv, "s", sweep_csv, why, sizeof why);
}

#endif
