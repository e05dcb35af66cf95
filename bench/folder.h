/* folder.h - where the data that ships with the command lies */
#ifndef SS_FOLDER_H
#define SS_FOLDER_H

#include <stddef.h>

/* The data folder: $STICKSLIP_DATA, data/ of a source tree around the command or the
 * current folder, or the installed one.  NULL if there is none. */
const char *ss_folder_data(char *buf, size_t size);

/* Calls each(ctx, name) for the files in data/`what`, in the order of their names and without
 * their endings; those in a folder below as folder/name. */
void ss_folder_each(const char *what, void (*each)(void *ctx, const char *name), void *ctx);

#endif
