/* hdf5_module.h - what the module ss-hdf5.so offers: the only part that knows HDF5
 *
 * One function table, so that the command itself is not linked with the library.
 */
#ifndef SS_HDF5_MODULE_H
#define SS_HDF5_MODULE_H

#include <stddef.h>

typedef struct ss_hdf5_text { /* an attribute */
    const char *key, *value;
} ss_hdf5_text;

typedef struct ss_hdf5_api {
    size_t size; /* sizeof, as built */

    /* Makes the file with an empty 1-D dataset per column in /run and /events, and the
     * attributes (ended by a NULL key) at /run.  NULL with one line in why[]. */
    void *(*create)(const char *path, const char *const *columns, int ncolumns,
                    const char *const *event_columns, int nevent_columns,
                    const ss_hdf5_text *attributes, char *why, size_t why_size);
    /* Append n rows, row-major.  Nonzero on failure. */
    int (*rows)(void *file, const double *rows, int n);
    /* Append one event: the word of its kind and its numbers. */
    int (*event)(void *file, const char *kind, const double *numbers);
    int (*number)(void *file, const char *key, double value); /* an attribute at /run */
    int (*text)(void *file, const char *key, const char *value);
    int (*close)(void *file); /* nonzero if something could not be written */
} ss_hdf5_api;

#define SS_HDF5_SYMBOL "ss_hdf5_entry"
extern const ss_hdf5_api ss_hdf5_entry; /* in the module */

#endif
