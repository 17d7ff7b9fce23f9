/* Options: what a run is to be, when it ends, and who hears of it. */
#ifndef JATO_OPTIONS_H
#define JATO_OPTIONS_H

#include "base.h"

JATO_C_BEGIN

/* ---- Options ----------------------------------------------------------------------------------
 */

typedef enum jato_precision { JATO_DOUBLE = 0, JATO_FLOAT = 1 } jato_precision;

/* A swarm, its random stream and its limits. Two runs share nothing but their problem. */
typedef struct jato_run jato_run;

/* The progress of a run. Pointers are valid during the call that passes it. */
typedef struct jato_progress {
  size_t size;          /* of this struct in the library */
  uint64_t iteration;   /* moves made; 0 after the first evaluation of the swarm */
  uint64_t evaluations; /* objective values computed, including the non-finite ones */
  uint64_t nonfinite;   /* how many of them were NaN or infinite */
  uint64_t failed;      /* how many gave no value at all: see jato_run_failures */
  double best;          /* smallest value so far, or the largest (jato_options.maximize);
                           +infinity (-infinity) until a value is finite */
  double violation;     /* of its constraints; with feasibility rules, best is +infinity while
                           this is above 0 */
  double seconds;       /* spent on the run so far, including before it was resumed */
  double fraction; /* 0..1: share of iterations, evaluations or seconds used; NaN if unlimited */
  jato_run *run;   /* for jato_run_get_info and jato_run_diversity; stepping it fails */
} jato_progress;

/* Called on the thread that steps the run, after each iteration and, while it waits for evaluations
 * outside of devices, about ten times a second. Return 0 to continue, anything else to stop with
 * JATO_STOP_CALLBACK. */
typedef int (*jato_progress_fn)(const jato_progress *progress, void *user);

/* Something a user should know although nothing failed: a damaged cache file was rebuilt, a slower
 * compiler was used. One sentence; valid during the call. */
typedef void (*jato_notice_fn)(const char *text, void *user);

/* Events of a run other than its iterations. */
typedef enum jato_event_kind {
  JATO_EVENT_IMPROVED = 0, /* the best improved */
  JATO_EVENT_SAVING,       /* a checkpoint is started; text is its file */
  JATO_EVENT_SAVED,        /* a checkpoint is on disk; text is its file */
  JATO_EVENT_SAVE_FAILED,  /* it is not; text says why. The previous checkpoint is still there */
  JATO_EVENT_STOPPED, /* a limit was reached, or the caller stopped it; see jato_run_get_info */
  JATO_EVENT_CHANGED  /* the algorithm does something else from now on; text says what, and why */
} jato_event_kind;

typedef struct jato_event {
  size_t size; /* of this struct in the library */
  jato_event_kind kind;
  const jato_progress *progress;
  const char *text; /* "" unless described above */
} jato_event;

/* Called on the thread that steps the run, between iterations. Pointers are valid during the call.
 */
typedef void (*jato_event_fn)(const jato_event *event, void *user);

/* Always start from jato_options_default(). Zero or NULL means the default. */
typedef struct jato_options {
  size_t size;           /* of this struct, by which the library knows which members there are */
  const char *algorithm; /* "auto", "pso:topology=ring,radius=2", "random"; NULL means "auto", which
                            chooses by the problem, the other options, and what it sees */
  const char *device;    /* "cpu", "cpu:threads=8", "opencl:0", "opencl:0+cpu"; NULL means "cpu" */
  const char *walls; /* "reflect", "clamp", ...: what happens at the box; NULL means "reflect" */
  jato_precision precision;
  bool maximize; /* true: the largest value is looked for, by the run that minimises -f, bit for
                   bit. Values, targets and results keep the objective's sign; -infinity stands
                   where +infinity would. Not with residuals, whose squares can only be fitted */
  uint64_t particles; /* 0 lets the algorithm choose; with a limit of evaluations and none of
                         iterations, swarms and differential evolution take 8 and one more for
                         every 200 evaluations where that is fewer than usual */
  uint64_t seed;      /* the whole run follows from (problem, options, seed) */

  /* Limits; a run ends at the first one reached. If none is set, or only a target, the limit is
   * 1000 iterations of a swarm, or 64,000 evaluations of any other algorithm; of programs 500
   * evaluations for each coordinate, or 50 for each particle that was asked for, 1000 at least and
   * 64,000 at most (a swarm: as many iterations as come nearest). Where the algorithm is auto and
   * there is no target either, a known minimum is one, to 1e-8. */
  uint64_t iterations;  /* moves of the whole swarm */
  uint64_t evaluations; /* exact: the last iteration may be cut short */
  uint64_t stall;       /* iterations in a row without improvement */
  double seconds;       /* checked between iterations; counts anew when a run is resumed */
  double target; /* stop once best <= target, or >= where it maximises; NaN (the default) means no
                    target */
  bool no_converge; /* true: a population that has come together goes on. Otherwise the run
                      stops with JATO_STOP_CONVERGED once all points lie within 1e-6 of the
                      range and their values within rounding (4 units of the last place),
                      which is looked at every 16 iterations of an objective outside of
                      devices, and of others every 64 from iteration 1024 on. Of methods that
                      neither begin again nor know by themselves when to end: pso, de, jde,
                      shade; by iteration, with 4 particles or more */

  /* Objectives evaluated outside of devices: functions, programs, shared objects, ask and tell.
   * Of these, only `order` affects the result. */
  const char *order;  /* in which outcomes are applied, and so when particles move; NULL: iteration.
                         "iteration": all together, once an iteration is complete.
                         "particle": one by one in the order of particles, each moving at once: no
                         waiting for the slowest of an iteration, and the result is the same for
                         any number of workers.
                         "arrival": as they arrive; the order is kept in the run file, and
                         jato_run_replay follows it */
  unsigned workers;   /* parallel evaluations; 0 means 1, or for a concurrent function, as many
                         threads as the device has */
  double timeout;     /* seconds an evaluation may take; 0: no limit; programs and workers only */
  uint64_t memory;    /* bytes of address space that each process of a program may have; 0: no
                         limit */
  double cpu_seconds; /* processor time that each process of a program may use, in whole seconds,
                         rounded up; 0: no limit. Not with jato_command.persistent */
  uint64_t file_size; /* bytes of a file that a program may write; 0: no limit */
  bool sandbox;       /* true: programs are run by bubblewrap (bwrap in PATH), without network,
                        with all files read-only but those in the evaluation's own folder, which
                        is TMPDIR too, and without the file `key`. Fails with JATO_E_OBJECTIVE
                        where that is not possible */
  bool setuid;        /* true: programs may gain rights by running files that are setuid, as sudo
                        is; otherwise the system never lets them (no_new_privs) */
  unsigned retries;   /* how often a failed evaluation is retried */
  bool repeat_points; /* true: a point that comes again is evaluated again: for objectives that
                        differ from call to call. Otherwise programs and shared objects are not run
                        twice for the same values: what was found the first time counts again
                        (jato_result.reused), also after a resumption. A point that failed is tried
                        again, and algorithms that repeat points on purpose always do */
  const char *warm_start; /* what is known already: the file of an earlier run of the same variables
                         and constraints, whose journal is read; or a table of comma-separated
                         values, with a column for each variable and constraint, and "value". None
                         of these points is evaluated again, and the best of them take up to half of
                         the first generation, in place of `initial` values. The run keeps them in
                         its own journal. Not with repeat_points; NULL: nothing is known */
  const char *study;   /* the text of the study file that the run is of, as its author wrote it: run
                      files keep it, reports show it, nothing else reads it. jato_study_options
                      has it; NULL: none */
  bool reuse_points;   /* true: functions are not called twice for the same values either */
  bool adopt_children; /* true: this process is a subreaper (PR_SET_CHILD_SUBREAPER) and has no
                         children other than evaluations, so all descendants of an evaluation can
                         be killed */
  bool stop_on_failure;     /* true: an evaluation that fails after all retries stops the run with
                              JATO_STOP_FAILURE; otherwise it counts as worst */
  uint64_t failures_in_row; /* evaluations in a row, by their numbers, whose failure stops the run
                               with JATO_STOP_FAILURE; 0: 50, or all of a first generation of 10
                               or more. A value that is not finite is no failure here, but a
                               run that has seen no other in so many, and in a whole first
                               generation, stops, too */

  /* How C source, and the kernels of OpenCL and CUDA devices, are compiled. */
  const char *cache;      /* folder for compiled code, created if missing; NULL: none */
  const char *compiler;   /* for the cpu device; NULL: gcc, clang or cc, as found */
  double compile_seconds; /* a compiler that takes longer is killed; 0 means 60 */
  const char *temporary;  /* folder in which the compiler works, in a folder of its own that is
                             removed; NULL: /tmp */

  /* Saving the run: see record.h. */
  const char *save;  /* run file; NULL: not saved */
  double checkpoint; /* seconds between checkpoints; 0 means 30, infinity: only when it stops. The
                        first comes after one second at the latest */
  unsigned keep_checkpoints; /* earlier checkpoints to keep, as save.1, save.2, ...; 0 means 1 */
  bool shards; /* true: of several ranks each writes its part of the swarm to a file of its
                 own, in the folder save.shards; so it is for a swarm of 1 GiB or more */
  uint64_t record_frames; /* about how many snapshots of the swarm, for a movie; 0: none */
  bool save_new;   /* true: refused with JATO_E_FILE if a run has that name already, be it since
                      a moment ago; a run that is resumed into its own file is not */
  const char *key; /* file of the user's key, made if missing: what resuming would run (C source,
                      program, shared object) is signed by it; NULL: not signed */
  const char *journal; /* file for single evaluations, see evaluations.h; NULL: FILE.journal beside
                          the run file, or none where the run is not saved */
  bool no_journal;     /* true: single evaluations are not kept */
  bool resume_journal; /* true: evaluations that a run of the same problem and settings has left
                         in the journal, without a run file, are not made again, and the journal is
                         continued. Otherwise jato_run_create fails with JATO_E_FILE rather than
                         replace them */
  bool must_save;      /* true: a checkpoint that cannot be written ends the run with JATO_E_FILE;
                          otherwise the run continues, and notice and event are called once */

  /* True: checkpoints are written by a fork of this process, so that a crash inside HDF5, which
   * does not survive want of memory, costs a checkpoint and not the run; the run file of a warm
   * start, and those that a jato_server resumes, are read as with jato_record_request.read_forked.
   * Only for a program that owns its process: no other thread may hold HDF5 meanwhile. */
  bool save_forked;

  bool ranks; /* true: all ranks (jato_ranks_begin, see ranks.h) make this run together: each
                calls the same functions in the same order, with the same problem and options, and
                gets the same result. The seed is that of rank 0, which also writes the run file, in
                a file system that all of them see. jato_run_diversity is that of the last row of
                the trace then, NaN where no file is written, and jato_run_particle knows the
                particles of its own rank. Not used by jato_minimize_many */
  double rank_timeout; /* seconds after which ranks that do not answer are given up, and the run
                          fails; 0: 600. A checkpoint is written by one rank, and the others wait.
                          Memory that their messages may still come to is not released then */

  bool profile; /* true: each kind of work is timed by itself, which takes time and changes no
                  bit of the run; see jato_run_profile */

  jato_progress_fn progress;
  void *progress_user;
  jato_event_fn event;
  void *event_user;
  jato_notice_fn notice;
  void *notice_user;
  const jato_allocator *allocator;  /* copied; NULL means malloc and free */
  const struct jato_method *method; /* a method of the caller's (method.h), which outlives the run
                      and is taken where algorithm is NULL, "auto" or "plugin:NAME=VALUE,..." with
                      its parameters. Resuming such a run takes it again; NULL: none */
} jato_options;

/* Writes the defaults to *options, and `size` to its member of that name: the size of the struct as
 * the caller was compiled. */
JATO_API void jato_options_init(jato_options *options, size_t size);

static inline jato_options jato_options_default(void)
{
  jato_options options;
  jato_options_init(&options, sizeof options);
  return options;
}

/* Copies *from, which may have more or fewer members, to *options. */
JATO_API void jato_options_copy_sized(const jato_options *from, jato_options *options);

/* A copy of options that the library holds, such as those of a run file, to be changed. */
static inline jato_options jato_options_copy(const jato_options *from)
{
  jato_options options = jato_options_default();
  jato_options_copy_sized(from, &options);
  return options;
}

JATO_C_END

#endif
