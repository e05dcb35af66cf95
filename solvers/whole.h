/* whole.h - is a shared object there to its end?
 *
 * dlopen() maps the pages that an ELF file's headers promise without looking at the file's
 * length; one that was cut short ends the process when such a page is touched.  So the promises
 * are compared with the length first. */
#ifndef SS_WHOLE_H
#define SS_WHOLE_H

/* 0 if the file is an ELF object that ends before its segments or its section table do; else
 * 1, also for what is not ELF or cannot be read: dlopen() has the word on those. */
int ss_file_is_whole(const char *path);

#endif
