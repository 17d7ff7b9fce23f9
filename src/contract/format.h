/* What a format of run files supplies: it writes a whole file, and reads one. It knows nothing of
 * when, where and how often: that is src/record. A file holds a jx_record_content, the same for
 * writer and reader, and a swarm. */
#pragma once

#include "base/memory.h"
#include "base/status.h"
#include "contract/record_info.h"
#include "population/shape.h"

/* The longest text that a file takes whole, in bytes: HDF5 has room for 64 KiB of an attribute with
 * all that goes along. Sources and data may be longer. */
#define JX_TEXT_MOST 60000

/* The version of the format that is written, and that of files whose swarm lies in shards, which
 * earlier versions of jato would take for a run without a swarm. Older ones are read. */
#define JX_FORMAT_VERSION 2
#define JX_FORMAT_OF_SHARDS 3

/* The first bytes of a file while it is being written, instead of its format's: they tell an
 * unfinished run file of jato from any other file that cannot be read. */
#define JX_UNFINISHED "jato.new"

/* The array of a file's state that holds the constraints at the best point; files from before it
 * was kept have none. */
#define JX_RECORD_CONSTRAINTS "run_constraints"

/* Outcomes on their way into a run whose objective is evaluated outside of devices. */
typedef struct jx_outcomes {
  int moved; /* not 0: the swarm has been moved, or the method asked, and values are awaited */

  /* Those that are here and not yet applied; all NULL: none. */
  const unsigned char *marks;        /* [count]: 0, or 1 + jato_eval_status of an outcome */
  const double *ranks;               /* [count]: as the search compares them */
  const double *values, *violations; /* [count]: as they came */
  size_t count;                      /* points of the generation: the particles of a swarm */

  uint64_t failed_in_row; /* failures one after the other, up to the last one that was applied */

  const uint32_t *arrival; /* [arrival_count]: whose outcomes were applied, in order; only of the
                              order "arrival" */
  size_t arrival_count;
} jx_outcomes;

/* A swarm that lies in files of its own, the shards: each has an unbroken range of particles, in
 * order. A shard is a run file, too, which names the same checkpoint and has no parts. */
typedef struct jx_shards {
  const char *checkpoint; /* "run.h5.shards/5f3a9c21-120", beside the run file: what the names of
                             its shards begin with; NULL or "": the swarm is in the file itself */
  const uint64_t *parts;  /* [count][JX_SHARD_COLUMNS] */
  size_t count;
} jx_shards;

/* What is known of a shard: its first particle, how many it has, and the digest of its seal. */
enum { JX_SHARD_FIRST, JX_SHARD_PARTICLES, JX_SHARD_SEAL, JX_SHARD_COLUMNS };

/* All that a file holds but its swarm: what users are shown, and what only resuming needs. */
typedef struct jx_record_content {
  jx_record_info info;
  jx_outcomes outcomes;
  jx_shards shards;
} jx_record_content;

/* A file being written, and one being read. Each format has its own. */
typedef struct jx_writer jx_writer;
typedef struct jx_reader jx_reader;

typedef struct jx_format_ops {
  const char *name;  /* "hdf5" */
  const char *state; /* "built"; otherwise why it cannot be used, and all functions are NULL */

  /* Whether a thread of our own may write while the caller's use the library of the format. */
  int (*is_thread_safe)(void);

  /* Writes to `file`, an empty file that is open for reading and writing and stays the caller's:
   * begin, each tile in order (own bests settled), end. Whatever is in the file before `end` has
   * gone well is behind JX_UNFINISHED. The bytes are handed to the system, not
   * synced. *content and what it points to stay as they are until the end, but for the digest:
   * that is known, and looked at, only in `end`. Where `begin` fails *out is NULL; after a tile
   * that failed comes `abandon`; `end` and `abandon` free the writer in any case. Fails with
   * JATO_E_FILE (what was asked, and the system's reason) and JATO_E_MEMORY. */
  jato_status (*begin)(int file, const jx_record_content *content, const jx_shape *shape,
                       const jato_allocator *allocator, jx_writer **out, jato_error *error);
  jato_status (*tile)(jx_writer *writer, uint64_t number, const jx_tile *tile, jato_error *error);
  jato_status (*end)(jx_writer **writer, jato_error *error);
  void (*abandon)(jx_writer **writer);

  /* Reads all but the swarm into *content, whose pointers live as long as the reader. `file` stays
   * the caller's, and open. Everything in the file is checked before it is believed: a file of
   * another program, a damaged one or a hostile one fails with JATO_E_FILE and words. */
  jato_status (*open)(int file, const jato_allocator *allocator, jx_reader **out,
                      jx_record_content *content, jato_error *error);
  void (*close)(jx_reader **reader);

  /* The rows of particles first..first + count - 1, [count][dim] reals of the file's precision (for
   * values [count]); checksums are looked at. */
  jato_status (*rows)(jx_reader *reader, jato_record_field field, uint64_t first, uint64_t count,
                      void *out, jato_error *error);

  /* The same format, whose three functions above do their work in forks of this process and cannot
   * crash it; NULL: there is none. */
  const struct jx_format_ops *forked;
} jx_format_ops;
