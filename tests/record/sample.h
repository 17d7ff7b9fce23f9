/* A made-up run to be written to a file. Its numbers follow from simple formulas, which
 * tests/record/check_run.py knows as well; all of them are exact as floats. */
#ifndef TESTS_SAMPLE_H
#define TESTS_SAMPLE_H

#include "record/formats.h"

typedef struct sample_config {
  uint64_t particles;
  size_t dim;
  jato_precision precision;
  int moves; /* not 0: the swarm has velocities and own bests */
  jato_record_kind kind;
  size_t rows, frames, data, state;
} sample_config;

/* With something of everything. */
extern const sample_config sample_usual;

typedef struct sample {
  jx_record_content content;
  jx_shape shape;
  char *swarm; /* all tiles */
  double *lower, *upper, *x, *data, *row_x, *frame_x;
  uint64_t *frame_iteration;
  jato_trace_row *rows;
  double *state;        /* [3][state] */
  uint64_t *counts;     /* [state][1] */
  jato_array arrays[2]; /* of these two */
} sample;

/* The formulas: field of particle p, coordinate d. */
double sample_number(jato_record_field field, uint64_t p, size_t d);

/* Frees nothing and fails never: a test without memory may end. */
void sample_make(const sample_config *config, sample *made);
void sample_free(sample *made);

/* The tile of a swarm that sample_make has filled. */
jx_tile sample_tile(const sample *made, uint64_t number);

/* begin, every tile, end. */
jato_status sample_write(const sample *made, int file, const jato_allocator *allocator,
                         jato_error *error);

#endif
