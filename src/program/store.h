/* The cache: files that hold what compilers made of programs, each ended by a checksum of its name
 * and bytes. Several processes may use one folder at once: a file appears whole or not at all. What
 * is loaded will be run: only files of this user are, from a folder that others cannot write to. */
#pragma once

#include "contract/toolchain.h"
#include "program/program.h"

/* Reads <cache>/<key>.<ending> into the empty *out, without the checksum. Returns 1; 0 when there
 * is no cache, no such file, or it is damaged, or the folder is not safe, both of which the
 * toolchain's notice reports. */
int jx_store_load(const jx_toolchain *toolchain, const char *key, const char *ending,
                  const jato_allocator *allocator, jx_string *out);

/* Puts bytes there, making the folder when it is missing. What goes wrong is a notice, not an
 * error: the run can go on without. */
void jx_store_save(const jx_toolchain *toolchain, const char *key, const char *ending,
                   const char *bytes, size_t length);

/* Tells the toolchain's notice, if there is one. */
void jx_notice(const jx_toolchain *toolchain, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(__printf__, 2, 3)))
#endif
    ;
