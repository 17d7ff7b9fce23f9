/* A format of run files for tests: a head and plain numbers, and failures on demand. And a run that
 * fits it, all of whose numbers follow from its iteration. */
#ifndef PLAIN_FORMAT_H
#define PLAIN_FORMAT_H

#include "record/files/rotate.h"

#include <stdatomic.h>

/* What the format does wrong, and what it has open. Set while nothing is written. */
typedef struct plain_behaviour {
  int fail_begin, fail_tile, fail_end; /* not 0: that call fails */
  int wrong_digest;                    /* not 0: written instead of the right one */
  int not_thread_safe;
  atomic_int hold; /* not 0: nothing is written until it is again */
  atomic_int writers, readers, written;
} plain_behaviour;
extern plain_behaviour plain;
extern const jx_format_ops plain_format;

enum { PLAIN_PARTICLES = 45, PLAIN_DIM = 3, PLAIN_STATE = 5 };

typedef struct plain_run {
  jx_shape shape;
  void *memory;
  double lower[PLAIN_DIM], upper[PLAIN_DIM], x[PLAIN_DIM];
  uint64_t state[PLAIN_STATE];
  jato_array array;
  jx_record_content content;
  jato_trace_row last;
} plain_run;

void plain_run_make(plain_run *run, jato_precision precision);
void plain_run_free(plain_run *run);

/* The run at this iteration. */
void plain_run_step(plain_run *run, uint64_t iteration);

/* What coordinate d (for values: 0) of a particle is then. */
double plain_number(uint64_t iteration, jato_record_field field, uint64_t particle, size_t d);

/* The digest of the run, made from its numbers one by one. */
jx_digest plain_head(const plain_run *run); /* of all but its tiles */
uint64_t plain_digest(const plain_run *run);

/* Iteration of the checkpoint at path, read from the file itself; -1 where there is none. */
long plain_iteration_at(const char *path);

/* What writes the run to path, and writing it whole. */
jx_rotation plain_rotation(const plain_run *run, const char *path, unsigned keep);
jato_status plain_write(jx_rotation *rotation, plain_run *run, jato_error *error);

#endif
