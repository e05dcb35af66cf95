/* module.h - parts of the library that need a foreign library are opened on first use, so
 * that a run that does not need them does not carry them.
 *
 * A module NAME is the file ss-NAME.so in $STICKSLIP_MODULES, in .libs beside the running
 * command (a build tree), or in the installed library's own folder.
 */
#ifndef SS_MODULE_H
#define SS_MODULE_H

#include <stddef.h>

/* Address of `symbol` in module NAME, or NULL with one line in why[].  The module stays
 * open until the process ends. */
void *ss_module_open(const char *name, const char *symbol, char *why, size_t why_size);

#endif
