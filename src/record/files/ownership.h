/* The one rule of files that a user can name, or that are named after one (.new, .1, .journal,
 * .lock, .shards): none is removed or replaced unless its own bytes say that it is jato's, and
 * where they can say it, of this run. Everything in src/record that removes or replaces a file asks
 * here first; what is not allowed is refused in words, and stays as it is.
 *
 *   run file    HDF5 with a seal behind its end: seal.h. Which run: its settings and its problem
 *   unfinished  begins with JX_UNFINISHED until it is whole: contract/format.h. One that was whole
 *               but for its seal begins as HDF5, with the names of jato's groups
 *   journal     begins with JX_JOURNAL_MAGIC. Which run: journal/layout.h
 *   lock        is a line, "pid 4711 on host node7 since ..." */
#pragma once

#include "contract/record_info.h"

/* What is at a path, a link followed. For JATO_FILE_OTHER errno says why the file could not be
 * looked at; 0: it could. */
jato_file_kind jx_file_kind(const char *path);

/* The same, but a link is JATO_FILE_OTHER: files that jato makes itself are none. */
jato_file_kind jx_file_kind_unlinked(const char *path);

/* Whether the text, all of a file that is not empty, is that of a lock, be it cut short. */
int jx_is_lock_text(const char *text, size_t length);

/* Which run it is, as far as its settings and its problem decide that: what a file must have in
 * common with a run to be resumed as that run. Limits, devices and workers are not in it. */
uint64_t jx_run_key(const jx_record_info *info);

/* Fails with JATO_E_FILE: "NAME is WHAT; move it away, or save elsewhere". */
jato_status jx_ownership_refuse(const char *name, jato_error *error);
