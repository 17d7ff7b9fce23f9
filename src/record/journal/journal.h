/* The journal of a run: a row for every evaluation outside of devices, written as they end. */
#pragma once

#include "base/memory.h"
#include "base/status.h"
#include "contract/outcome.h"
#include "jato/evaluations.h"
#include "record/files/rotate.h"

/* What the rows of a journal are about. */
typedef struct jx_journal_shape {
  size_t variables, objectives, constraints;
  uint64_t
      space;    /* a hash of the variables and constraints: rows of others are not read as these */
  uint64_t run; /* jx_run_key of the run whose journal it is; 0: not known */
  uint64_t seed;
} jx_journal_shape;

/* What may become of the rows that are there: files/ownership.h. */
typedef enum jx_journal_use {
  JX_JOURNAL_NEW = 0, /* there may be none */
  JX_JOURNAL_AGAIN,   /* those of this very run are replaced; it was saved and is begun again */
  JX_JOURNAL_GO_ON    /* they stay, but for one that was cut short, and more follow */
} jx_journal_use;

/* FILE.journal of a run file. */
void jx_journal_name(const char *run_file, jx_name *out);

/* ---- Writing: write.c. Used by one thread. */
typedef struct jx_journal jx_journal;

/* Fails with JATO_E_FILE, also for what is no journal, or one of something else, and with
 * JATO_E_MEMORY. */
jato_status jx_journal_create(const char *path, const jx_journal_shape *shape, jx_journal_use use,
                              const jato_allocator *allocator, jx_journal **out, jato_error *error);

/* Writes what waits, and ends. */
void jx_journal_destroy(jx_journal **journal);

/* Adds a row. It is handed to the system at once where it took long to make, otherwise together
 * with some more. Returns 0, or errno's why some could not be written: they are lost then. */
int jx_journal_add(jx_journal *journal, const jx_outcome *outcome);

/* Hands rows that wait to the system. */
int jx_journal_flush(jx_journal *journal);

/* ---- Reading: read.c */
typedef struct jato_evaluations jx_journal_reader;

jato_status jx_journal_open(const char *path, const jato_allocator *allocator,
                            jx_journal_reader **out, jato_error *error);
void jx_journal_close(jx_journal_reader **reader);
const jato_evaluations_info *jx_journal_get_info(const jx_journal_reader *reader);
int jx_journal_matches_space(const jx_journal_reader *reader, const jx_journal_shape *shape);

/* The same, and of the same run. */
int jx_journal_matches_run(const jx_journal_reader *reader, const jx_journal_shape *shape);

/* Bytes of the file up to the end of its last whole row, and the version that its rows have. */
uint64_t jx_journal_end(const jx_journal_reader *reader);
uint32_t jx_journal_version(const jx_journal_reader *reader);

/* What *out points to is valid until the next call on the reader. */
jato_status jx_journal_read(jx_journal_reader *reader, uint64_t index, jx_outcome *out,
                            jato_error *error);
