/* Run files: saving, inspecting, resuming and verifying a run. docs/run-file.md describes the file
 * itself, which is HDF5: h5dump, h5py, MATLAB and Julia open it without jato. */
#ifndef JATO_RECORD_H
#define JATO_RECORD_H

#include "ask.h"
#include "run.h"

JATO_C_BEGIN

/* ---- Saving a run ------------------------------------------------------------------------------
 *
 * With jato_options.save a run saves itself to that file, after its first second, then every
 * jato_options.checkpoint seconds, and whenever it stops. In addition:
 */

/* Writes the current state of the run to `path`, completely or not at all: to path.new, which is
 * synced, read back and renamed. An earlier file of this run becomes path.1. What stands at path,
 * path.1 or path.new and is no file of this run stays as it is, and the call fails. Returns when it
 * is on disk. Fails with JATO_E_FILE, JATO_E_MEMORY, JATO_E_NOT_BUILT, and as jato_run_result does.
 */
JATO_API jato_status jato_run_save(jato_run *run, const char *path, jato_error *error);

/* The spread of the swarm: the root mean square of (x - mean) / (upper - lower), over coordinates
 * and up to 256 particles evenly spaced in the swarm. 0.29 for a swarm spread uniformly over its
 * box, 0 for one in a single point. Same seed, same bits. NaN if a device fails. */
JATO_API double jato_run_diversity(jato_run *run);

/* ---- Reading a run file ------------------------------------------------------------------------
 */

/* One row of a run's history. Never gets more members: what is added to a row has an array of its
 * own in jato_record_info, as row_x. */
typedef struct jato_trace_row {
  uint64_t iteration, evaluations, nonfinite; /* as in jato_progress */
  double best, seconds, diversity;
  uint64_t submethod; /* which of the record's submethods found the best, counted from 1; 0: none */
} jato_trace_row;

/* The kind of objective of a run file. */
typedef enum jato_record_kind {
  JATO_RECORD_GALLERY = 0, /* a gallery problem, which can be recreated */
  JATO_RECORD_SOURCE,      /* C source, stored in the file: can be recreated too */
  JATO_RECORD_FUNCTION,    /* a user callback: to resume, the caller must supply it */
  JATO_RECORD_STUDY        /* a program or shared object, stored as a study: can be recreated too */
} jato_record_kind;

/* The type of an array that an algorithm keeps between generations: 8-byte numbers. */
typedef enum jato_array_kind {
  JATO_ARRAY_DOUBLES = 0, /* double */
  JATO_ARRAY_COUNTS       /* uint64_t */
} jato_array_kind;

/* Never gets more members. */
typedef struct jato_array {
  char name[32]; /* "covariance": small letters, digits and '_' */
  jato_array_kind kind;
  size_t rows, columns;
  void *data; /* [rows][columns] */
} jato_array;

/* Everything in a run file except its swarm. Pointers are valid as long as the record. */
typedef struct jato_record_info {
  size_t size;      /* of this struct in the library */
  const char *path; /* what was read: the requested file, or an earlier checkpoint of it */
  int format;       /* version of the format */
  const char *version, *compiler, *host; /* of the jato that wrote it, and the machine */
  const char *saved_at;                  /* UTC: "2026-11-15T08:30:00Z" */

  /* How the run was made: the settings that are JATO_USED_IN_RUN_FILES (setting.h), the algorithm
   * with every parameter written out, the device as asked; everything else is 0. To change
   * some, begin with jato_options_copy(). */
  const jato_options *options;
  uint64_t planned_iterations;  /* the limits it started with; 0 if none. Schedules of algorithms */
  uint64_t planned_evaluations; /* follow them, whatever the limits are now */

  /* The problem. */
  jato_record_kind kind;
  const char *problem; /* "quadrature:m_max=5", "my_objective.c", "callback" */
  size_t dim;
  const double *lower, *upper; /* [dim] */
  const char *source; /* JATO_RECORD_SOURCE: its text, with includes expanded; JATO_RECORD_STUDY:
                         the text of a study file; JATO_RECORD_FUNCTION: variables and
                         constraints as one line of JSON if it was asked and told, otherwise
                         ""; JATO_RECORD_GALLERY: "" */
  const double *data; /* [data_count]; NULL if none */
  size_t data_count;
  const char *signature; /* of what resuming would run, by the key of who saved it; "" if none */
  bool made_here;        /* true: it is that of jato_record_request.key, in the current folder */

  /* The result so far. */
  const jato_result *result;
  const double *x; /* [dim]: the best point */
  const double *c; /* [constraints]: those at x, NaN where not known; NULL: the file has none */
  uint64_t improved_at; /* iteration of the last improvement */

  /* The history. There is a row for each iteration that is a multiple of row_stride, which doubles
   * when there are too many, and one for the iteration at which the file was saved. */
  const jato_trace_row *rows; /* [row_count] */
  const double *row_x;        /* [row_count][dim]: the best point at that time */
  size_t row_count;
  uint64_t row_stride;
  const char *submethods; /* names of the methods inside of the algorithm, with commas between:
                          "lines,descent,..."; "" if there are none */

  /* Positions of some particles over time, thinned in the same way; frame_count 0 if none. */
  const uint64_t *frame_iteration; /* [frame_count] */
  const double *frame_x;           /* [frame_count][frame_particles][2]: coordinates 0 and 1 */
  size_t frame_count, frame_particles;
  uint64_t frame_stride;

  /* For objectives evaluated outside of devices: the outcomes of evaluations. */
  uint64_t by_status[JATO_EVAL_STATUS_ROOM];
  uint64_t attempts;
  uint64_t waiting_nonfinite; /* of result.waiting, those whose value was NaN or infinite */

  /* What the algorithm keeps between generations, in the algorithm's order. */
  const jato_array *state; /* [state_count] */
  size_t state_count;
  int state_version;
} jato_record_info;

/* An open run file that was found intact. */
typedef struct jato_record jato_record;

/* How to open a run file. Leave members 0 or NULL for their defaults. */
typedef struct jato_record_request {
  size_t size; /* JATO_RECORD_REQUEST_INIT */
  const char *path;
  bool only_this;        /* true: fail if the file is damaged, rather than use an earlier one */
  jato_notice_fn notice; /* called for a damaged file, naming the one used instead */
  void *notice_user;
  const char *key;  /* file of the user's key (jato_options.key), to recognise the user's own files;
                       it is not made here; NULL: no file is known to be the user's */
  bool read_forked; /* true: forks of this process read it, so that a crash inside HDF5 is a
                     failure; they can do nothing but read files that are open, where the kernel
                     has seccomp. What they read is in memory shared with them, which the allocator
                     is not asked for. For a program that owns its process, as
                     jato_options.save_forked */
  bool trust;       /* true: what the file holds may be run, whoever made it */
  const jato_allocator *allocator; /* copied; NULL means malloc and free */
} jato_record_request;
#define JATO_RECORD_REQUEST_INIT .size = sizeof(jato_record_request)

/* Opens the newest intact checkpoint: path, or path.new, path.1, ... if path is missing or
 * damaged. Fails with JATO_E_FILE, JATO_E_MEMORY, JATO_E_NOT_BUILT; *out is then NULL. On success
 * *out belongs to the caller. */
JATO_API jato_status jato_record_open(const jato_record_request *request, jato_record **out,
                                      jato_error *error);

/* Whether a file with the name of one of the run's checkpoints exists: path, path.1 to path.9 or
 * path.new, tried in this order. Nothing is opened. The name found, or "", is written to
 * found[size], truncated if needed; found may be NULL. */
JATO_API bool jato_record_exists(const char *path, char *found, size_t size);

/* What stands at a path, by its own bytes. */
typedef enum jato_file_kind {
  JATO_FILE_NONE = 0,   /* nothing */
  JATO_FILE_EMPTY,      /* a file without data */
  JATO_FILE_RUN,        /* a run file, or a shard of one, sound or damaged */
  JATO_FILE_UNFINISHED, /* one that is being written, was never finished or has lost its end */
  JATO_FILE_JOURNAL,    /* the evaluations of a run: evaluations.h */
  JATO_FILE_LOCK,       /* of a run that is going on, or was killed */
  JATO_FILE_OTHER /* anything else: a file of somebody else's, a folder, what cannot be read */
} jato_file_kind;

/* For programs that write files where their users say, so that no run is lost by that. NULL is
 * JATO_FILE_NONE. */
JATO_API jato_file_kind jato_file_kind_of(const char *path);

JATO_API const jato_record_info *jato_record_get_info(const jato_record *record);

/* Recreates the problem of the file. What a file holds is not run unasked: C source, a program or a
 * shared object fails with JATO_E_TRUST, and a list of what would be run, unless the file was made
 * here by the user, or is trusted: see jato_record_request. Fails with JATO_E_ARGUMENT for a user
 * callback, which is not in the file, and as jato_problem_from_gallery and jato_problem_from_source
 * do. On success *out belongs to the caller. */
JATO_API jato_status jato_record_problem(const jato_record *record, jato_problem **out,
                                         jato_error *error);

/* The variables of the file, as a problem that has no objective: for their names and values
 * (jato_problem_space, jato_problem_values). Nothing of the file is run, whoever made it. *out
 * belongs to the caller; it is NULL where coordinates have no names, as in a box. */
JATO_API jato_status jato_record_variables(const jato_record *record, jato_problem **out,
                                           jato_error *error);

/* The fields of a particle. */
typedef enum jato_record_field {
  JATO_RECORD_POSITION = 0, /* [dim] */
  JATO_RECORD_VELOCITY,     /* [dim] */
  JATO_RECORD_OWN,          /* [dim]: the best point it has visited */
  JATO_RECORD_VALUE         /* one number: the best value it has seen */
} jato_record_field;

/* Copies a field of particles first..first + count - 1 to out[count][dim], or out[count] for
 * values. Fails with JATO_E_ARGUMENT for particles or a field that the swarm lacks, and
 * with JATO_E_FILE. */
JATO_API jato_status jato_record_particles(jato_record *record, jato_record_field field,
                                           uint64_t first, uint64_t count, double *out,
                                           jato_error *error);

/* Closes the file and sets *record to NULL. NULL and a pointer to NULL are allowed. */
JATO_API void jato_record_close(jato_record **record);

/* ---- Resuming ----------------------------------------------------------------------------------
 */

/* Whether a run of these options would be the file's, as far as options decide its bits: algorithm,
 * walls, order (each NULL: not compared), particles (0: not compared), goal, precision, seed. Begin
 * with those of jato_record_get_info(), and put in what was asked for; NULL: nothing was. Fails
 * with JATO_E_ARGUMENT, naming the first that differs, and as jato_spec_complete does. */
JATO_API jato_status jato_record_compare(const jato_record *record, const jato_options *asked,
                                         jato_error *error);

/* Resumes the run of the file where it was saved, as if it had never been interrupted. problem is
 * that of jato_record_problem, or the same callback again. Options that affect the bits are ignored
 * (algorithm, walls, precision, particles and seed are the file's); device, limits, saving,
 * callbacks and compiling are used. NULL: all as in the file. To change a few, start from
 * jato_record_get_info(record)->options. The limit in seconds counts anew. Fails as
 * jato_run_create does, and with JATO_E_FILE if the swarm does not have the file's digest. */
JATO_API jato_status jato_run_load(jato_record *record, const jato_problem *problem,
                                   const jato_options *options, jato_run **out, jato_error *error);

/* Restarts the run of the file from the beginning, without any limit, to be stepped to the state in
 * the file and compared. options as in jato_run_load; its limits are ignored, and nothing is
 * saved. */
JATO_API jato_status jato_run_replay(const jato_record *record, const jato_problem *problem,
                                     const jato_options *options, jato_run **out,
                                     jato_error *error);

JATO_C_END
#endif
