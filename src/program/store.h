/* The cache of compiled programs: files that end with a checksum of their name and bytes. Several
 * processes may use one folder at the same time, since a file appears whole or not at all. Programs
 * that are loaded will be run, so only files of this user are, from a folder that others cannot
 * write to. */
#pragma once

#include "contract/toolchain.h"
#include "program/program.h"

/* Reads <cache>/<key>.<ending> into the empty *out, without the checksum. Returns 1; 0 if there is
 * no cache or no such file, and, with a notice, if the file is damaged or the folder is not safe.
 */
int jx_store_load(const jx_toolchain *toolchain, const char *key, const char *ending,
                  const jato_allocator *allocator, jx_string *out);

/* Saves bytes there, creating the folder if needed. A failure is a notice, not an error, since the
 * run can continue without the cache. */
void jx_store_save(const jx_toolchain *toolchain, const char *key, const char *ending,
                   const char *bytes, size_t length);

/* Sends a notice to the toolchain's callback, if there is one. */
void jx_notice(const jx_toolchain *toolchain, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(__printf__, 2, 3)))
#endif
    ;
