/* Run files: a run that is kept, looked at, gone on with and proved. docs/run-file.md describes the
 * file itself, which is HDF5: h5dump, h5py, MATLAB and Julia open it without jato. */
#ifndef JATO_RECORD_H
#define JATO_RECORD_H

#include "ask.h"
#include "run.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Keeping a run -----------------------------------------------------------------------------
 *
 * jato_options.save names a file, and the run keeps itself: every jato_options.checkpoint seconds
 * and whenever it stops. Besides that:
 */

/* Writes the run as it stands to `path`, whole or not at all: to path.new, which is synced, read
 * back and renamed. A file that was there becomes path.1. Returns when it is on the disk. Fails
 * with JATO_E_FILE, JATO_E_MEMORY, JATO_E_NOT_BUILT, and as jato_run_result does. */
JATO_API jato_status jato_run_save(jato_run *run, const char *path, jato_error *error);

/* How far the swarm is spread: the root mean square of (x - mean) / (upper - lower), over
 * coordinates and up to 256 particles evenly taken from the swarm. 0.29 for a swarm all over its
 * box, 0 for one that stands in a point. Same seed, same bits. NaN where a device fails. */
JATO_API double jato_run_diversity(jato_run *run);

/* ---- Reading a run file ------------------------------------------------------------------------
 */

/* One line of a run's history. */
typedef struct jato_trace_row {
  uint64_t iteration, evaluations, nonfinite; /* as in jato_progress */
  double best, seconds, diversity;
} jato_trace_row;

/* What a run file's objective was. */
typedef enum jato_record_kind {
  JATO_RECORD_GALLERY = 0, /* a name of the gallery: the problem can be made again */
  JATO_RECORD_SOURCE,      /* C source, which the file holds: so can this one */
  JATO_RECORD_FUNCTION,    /* a function of the caller's: who goes on has to bring it */
  JATO_RECORD_STUDY /* a program or shared object; the file holds its study: so can this one */
} jato_record_kind;

/* An array that an algorithm keeps between generations: numbers of 8 bytes. */
typedef enum jato_array_kind {
  JATO_ARRAY_DOUBLES = 0, /* double */
  JATO_ARRAY_COUNTS       /* uint64_t */
} jato_array_kind;

typedef struct jato_array {
  char name[32]; /* "covariance": small letters, digits and '_' */
  jato_array_kind kind;
  size_t rows, columns;
  void *data; /* [rows][columns] */
} jato_array;

/* All that a run file holds but its swarm. Pointers are valid as long as the record. */
typedef struct jato_record_info {
  const char *path; /* what was read: the file asked for, or an earlier checkpoint of it */
  int format;       /* version of the format */
  const char *version, *compiler, *host; /* of the jato that wrote it, and where */
  const char *saved_at;                  /* UTC: "2026-11-15T08:30:00Z" */

  /* How the run was made: the settings that are JATO_USED_IN_RUN_FILES (setting.h), the algorithm
   * with every parameter written out, the device as asked; everything else is 0. */
  jato_options options;
  uint64_t planned_iterations; /* the limit of iterations it began with; 0 without one. Schedules
                                  of algorithms follow it, whatever the limit is now */

  /* The problem. */
  jato_record_kind kind;
  const char *problem; /* "quadrature:m_max=5", "my_objective.c", "callback" */
  size_t dim;
  const double *lower, *upper; /* [dim] */
  const char *source; /* JATO_RECORD_SOURCE: its text, includes taken in; JATO_RECORD_STUDY:
                         the text of a study file; JATO_RECORD_FUNCTION: variables and
                         constraints in one line of JSON, where it was asked and told, and ""
                         otherwise, as for JATO_RECORD_GALLERY */
  const double *data; /* [data_count]; NULL without */
  size_t data_count;

  /* How it stands. */
  jato_result result;
  const double *x;      /* [dim]: the best place */
  uint64_t improved_at; /* iteration of the last better best */

  /* Its history. Rows are those of iterations that are multiples of row_stride, which doubles as
   * they become too many, and the last one, which is of the file's own iteration. */
  const jato_trace_row *rows; /* [row_count] */
  const double *row_x;        /* [row_count][dim]: the best place at that time */
  size_t row_count;
  uint64_t row_stride;

  /* Positions of some particles over time, thinned in the same way; frame_count 0 without. */
  const uint64_t *frame_iteration; /* [frame_count] */
  const double *frame_x;           /* [frame_count][frame_particles][2]: coordinates 0 and 1 */
  size_t frame_count, frame_particles;
  uint64_t frame_stride;

  /* Of objectives evaluated outside of devices: what became of evaluations, and those of the swarm
   * as it stands whose outcomes are here but not yet applied. */
  uint64_t by_fate[JATO_FATES];
  uint64_t attempts;
  int moved;                 /* not 0: the swarm has been moved and waits for values */
  const unsigned char *told; /* [told_count]: 0, or 1 + jato_fate of an outcome; NULL without */
  const double *told_value;  /* [told_count]: its value as the search compares them */
  const double *told_f, *told_violation; /* [told_count] */
  size_t told_count;       /* points of the generation in work: the particles of a swarm */
  const uint32_t *arrival; /* [arrival_count]: the particles in the order in which their outcomes
                              were applied; of the order "arrival" only */
  size_t arrival_count;

  /* What the algorithm keeps between generations, in its order. */
  const jato_array *state; /* [state_count] */
  size_t state_count;
  int state_version;
} jato_record_info;

/* A run file that was opened and found sound. */
typedef struct jato_record jato_record;

/* How a run file is opened. Zero or NULL where nothing special is wanted. */
typedef struct jato_record_request {
  const char *path;
  int only_this; /* not 0: fail where the file is damaged, rather than take an earlier one */
  jato_notice_fn notice; /* is told of a damaged file, and which one was taken instead */
  void *notice_user;
  const jato_allocator *allocator; /* copied; NULL means malloc and free */
} jato_record_request;

/* Opens the newest sound checkpoint: path, or path.new, path.1, ... where path is missing or
 * damaged. Fails with JATO_E_FILE, JATO_E_MEMORY, JATO_E_NOT_BUILT; *out is then NULL. On success
 * *out belongs to the caller. */
JATO_API jato_status jato_record_open(const jato_record_request *request, jato_record **out,
                                      jato_error *error);

/* Whether there is anything by the name of one of the run's checkpoints: path, path.1 to path.9 or
 * path.new, looked for in this order. Nothing is opened. The name that is there is written to
 * found[size], cut where it is longer, or ""; found may be NULL with a size of 0. */
JATO_API int jato_record_exists(const char *path, char *found, size_t size);

JATO_API const jato_record_info *jato_record_describe(const jato_record *record);

/* The problem of the file, made anew. Fails with JATO_E_ARGUMENT for a function of the caller's,
 * which is not in the file, and as jato_problem_from_gallery and jato_problem_from_source do. On
 * success *out belongs to the caller. */
JATO_API jato_status jato_record_problem(const jato_record *record, jato_problem **out,
                                         jato_error *error);

/* What there is of each particle. */
typedef enum jato_record_field {
  JATO_RECORD_POSITION = 0, /* [dim] */
  JATO_RECORD_VELOCITY,     /* [dim] */
  JATO_RECORD_OWN,          /* [dim]: the best place it has been */
  JATO_RECORD_VALUE         /* one number: the best value it has seen */
} jato_record_field;

/* Copies a field of particles first..first + count - 1 to out[count][dim], or out[count] for
 * values. Fails with JATO_E_ARGUMENT for particles or a field that the swarm does not have, and
 * with JATO_E_FILE. */
JATO_API jato_status jato_record_particles(jato_record *record, jato_record_field field,
                                           uint64_t first, uint64_t count, double *out,
                                           jato_error *error);

/* Closes the file and sets *record to NULL. NULL and a pointer to NULL are both fine. */
JATO_API void jato_record_close(jato_record **record);

/* ---- Going on ----------------------------------------------------------------------------------
 */

/* Whether a run of these options would be the file's, as far as options decide its bits: algorithm,
 * walls, order (each NULL: not compared), particles (0: not compared), precision and seed. Begin
 * with those of jato_record_describe(), and put in what was asked for. Fails with JATO_E_ARGUMENT,
 * naming the first that differs, and as jato_spec_complete does. */
JATO_API jato_status jato_record_compare(const jato_record *record, const jato_options *asked,
                                         jato_error *error);

/* Makes the run of the file go on where it was saved: as if it had never been interrupted. problem
 * is the one of jato_record_problem, or the same function again. Of the options, what decides the
 * bits is not looked at (algorithm, walls, precision, particles, seed are the file's); device,
 * limits, saving, callbacks and compiling are. NULL: all as in the file. Start from
 * jato_record_describe(record)->options to change a few. The limit of seconds counts anew. Fails as
 * jato_run_create does, and with JATO_E_FILE where the swarm does not have the file's digest. */
JATO_API jato_status jato_run_load(jato_record *record, const jato_problem *problem,
                                   const jato_options *options, jato_run **out, jato_error *error);

/* Makes the run of the file anew from its beginning, without any limit, to be stepped to where the
 * file stands and compared. options as in jato_run_load; its limits are not looked at, and nothing
 * is saved. */
JATO_API jato_status jato_run_replay(const jato_record *record, const jato_problem *problem,
                                     const jato_options *options, jato_run **out,
                                     jato_error *error);

#ifdef __cplusplus
}
#endif
#endif
