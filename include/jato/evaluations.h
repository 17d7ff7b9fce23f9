/* Every evaluation of a run, one by one: of objectives that are evaluated outside of devices
 * (functions, programs, shared objects, ask and tell). A run that is saved keeps them in a file of
 * its own beside the run file, its journal, FILE.journal, to which they are added as they end: what
 * was evaluated is there even if the run is killed: jato_options.resume_journal takes it up where
 * there is no run file yet.
 *
 * Every call here may be made by several threads at once, but for those on one jato_evaluations. */
#ifndef JATO_EVALUATIONS_H
#define JATO_EVALUATIONS_H

#include "base.h"
#include "objective.h"

JATO_C_BEGIN

/* An evaluation that is over. Where a failed one was retried, each try is one of its own. */
typedef struct jato_evaluation {
  size_t size;             /* of this struct, as that of jato_result */
  uint64_t number;         /* as jato_trial.id */
  unsigned attempt;        /* 0, then 1, ... of one that was retried */
  unsigned worker;         /* which of the parallel evaluations it was, from 0 */
  jato_eval_status status; /* what became of it */
  bool is_last;            /* true: it was not retried after that */
  bool is_given;           /* true: it was known before the run began */
  double start;         /* seconds from the beginning of the run, those before a resumption too */
  double seconds;       /* that it took */
  double f;             /* NaN where there is no value */
  double violation;     /* of the constraints; 0 where all are met, NaN where there is no value */
  const double *values; /* [variables]: in the user's units */
  const double *c;      /* [constraints]; NaN where there is no value */
} jato_evaluation;

/* A journal that is open for reading. */
typedef struct jato_evaluations jato_evaluations;

/* Opens the journal of a run file, or one by its own name. It may be written to meanwhile: what is
 * there now is read. Fails with JATO_E_FILE, JATO_E_MEMORY. *out belongs to the caller. */
JATO_API jato_status jato_evaluations_open(const char *path, jato_evaluations **out,
                                           jato_error *error);
JATO_API void jato_evaluations_close(jato_evaluations **evaluations);

typedef struct jato_evaluations_info {
  size_t size;                   /* of this struct in the library */
  const char *path;              /* of the journal */
  uint64_t count;                /* evaluations, in the order in which they ended */
  size_t variables, constraints; /* of each */
  uint64_t seed;                 /* of their run; 0 if it was made by an earlier version */
} jato_evaluations_info;

/* Valid until they are closed. */
JATO_API const jato_evaluations_info *
jato_evaluations_get_info(const jato_evaluations *evaluations);

/* Reads one, from 0 on. What *out points to is valid until the next call on `evaluations`. Fails
 * with JATO_E_FILE where it is damaged: others may still be read. */
JATO_API jato_status jato_evaluations_read_sized(jato_evaluations *evaluations, uint64_t index,
                                                 jato_evaluation *out, jato_error *error);
static inline jato_status jato_evaluations_read(jato_evaluations *evaluations, uint64_t index,
                                                jato_evaluation *out, jato_error *error)
{
  if (out != NULL) out->size = sizeof *out;
  return jato_evaluations_read_sized(evaluations, index, out, error);
}

JATO_C_END
#endif
