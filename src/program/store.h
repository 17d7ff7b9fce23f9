/* The cache: files that hold what compilers made of programs, each ended by a checksum. Several
 * processes may use one folder at once: a file appears whole or not at all. */
#ifndef JX_STORE_H
#define JX_STORE_H

#include "contract/workshop.h"
#include "program/program.h"

/* Reads <cache>/<key>.<ending> into the empty *out, without the checksum. Returns 1; 0 when there
 * is no cache, no such file, or it is damaged, which the workshop's notice is told of. */
int jx_store_load(const jx_workshop *workshop, const char *key, const char *ending,
                  const jato_allocator *allocator, jx_string *out);

/* Puts bytes there, making the folder when it is missing. What goes wrong is a notice, not an
 * error: the run can go on without. */
void jx_store_save(const jx_workshop *workshop, const char *key, const char *ending,
                   const char *bytes, size_t length);

/* Where the file is that jx_store_load reads, for who then needs the file itself (a shared object:
 * bytes behind its end do no harm). Returns 1, or 0 when there is no cache or no such file. */
int jx_store_path(const jx_workshop *workshop, const char *key, const char *ending, char *path,
                  size_t size);

/* Tells the workshop's notice, if there is one. */
void jx_notice(const jx_workshop *workshop, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(__printf__, 2, 3)))
#endif
    ;

#endif
