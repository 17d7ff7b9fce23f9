/* The speed of a step of the swarm against a bare loop over the same memory. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jato/jato.h>

enum { CLI_MOST_REPEATS = 50 };

typedef struct cli_case {
  uint64_t particles, dim;
  jato_precision precision;
  const char *algorithm;
  const char *device; /* NULL for the default */
  uint64_t repeat;    /* 1..CLI_MOST_REPEATS: the best of so many is taken */
  uint64_t together;  /* iterations of sub-swarms that are timed as one; 0: each by itself */
} cli_case;

typedef struct cli_measure {
  double bare_seconds; /* of one pass of the bare loop */
  double jato_seconds; /* of one step */
  uint64_t bytes;      /* that the bare loop moves, and that a step has to move */
  jato_result run;     /* how algorithm and device were understood */
} cli_measure;

/* Measures on the sphere. A swarm of a few MiB is too quick for one step to be timed: there each of
 * the repeats is the mean over 2000 steps. */
jato_status cli_measure_step(const cli_case *asked, cli_measure *measure, jato_error *error);

/* What a user's C text costs against the same function of the gallery, on the cpu. */
typedef struct cli_source_cost {
  const char *name; /* of the problem of the gallery */
  double gallery;   /* ns a coordinate on one core, by evaluating alone */
  double source;    /* of the text */
  double plain;     /* of a loop in plain C with the system's math; NaN where not measured */
  bool same;        /* text and gallery gave the same values */
  jato_result run;  /* how the text was compiled */
} cli_source_cost;

/* Measures row `index`; 0 in *more past the last one. */
jato_status cli_measure_source(size_t index, uint64_t repeat, cli_source_cost *cost, int *more,
                               jato_error *error);
