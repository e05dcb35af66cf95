/* folder.h - where the data that ships with the command lies */
#ifndef SS_FOLDER_H
#define SS_FOLDER_H

#include <stddef.h>

/* The data folder: $STICKSLIP_DATA, data/ of a source tree around the command or the
 * current folder, or the installed one.  NULL if there is none. */
const char *ss_folder_data(char *buf, size_t size);

/* The folder of the papers: $STICKSLIP_PAPERS, papers/ in the data folder (installed) or beside
 * it (a source tree).  NULL if there is none. */
const char *ss_folder_papers(char *buf, size_t size);

/* Calls each(ctx, name) for the files in data/`what`, in the order of their names and without
 * their endings. */
void ss_folder_each(const char *what, void (*each)(void *ctx, const char *name), void *ctx);

/* Calls each(ctx, "gomez2008/2.11") for every recipe papers/PAPER/FIGURE.cfg; papers in
 * alphabetical order, figures as people count.  What begins with _ or . is no recipe of its own. */
void ss_folder_figures(void (*each)(void *ctx, const char *name), void *ctx);

#endif
