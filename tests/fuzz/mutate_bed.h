/* Searches, and the states that mutate_state.c changes: taken on the way of a true search. */
#ifndef MUTATE_BED_H
#define MUTATE_BED_H

#include "registry/registry.h"
#include "run/run.h"

#define BED_DIM_MOST 310
#define BED_STATES_MOST 40

enum { BED_CELLS = 1, BED_ONE_BY_ONE = 2, BED_EQUALITIES = 4, BED_LIMITS = 8 };

typedef double bed_function(const double *x, size_t n);

/* A method, and what it searches. */
typedef struct bed_case {
  const char *name; /* of the row: begins with the method's */
  const char *spec;
  size_t n;
  bed_function *function;
  unsigned traits;     /* BED_... */
  uint64_t particles;  /* 0: usual */
  size_t first, apart; /* generations before the first state is taken, and between two */
} bed_case;

/* The last one has no name. Functions with noise count their calls. */
extern const bed_case bed_cases[];
extern uint64_t bed_calls;

typedef struct bed_state {
  size_t count, n, points; /* arrays; coordinates, and points of a generation */
  jato_array array[JX_ARRAYS_MOST];
  double *memory; /* all numbers of the arrays */
  size_t room;
} bed_state;

typedef struct bed {
  const bed_case *row;
  const jx_algorithm_ops *ops;
  double lower[BED_DIM_MOST], upper[BED_DIM_MOST], cells[BED_DIM_MOST];
  jx_values values;
  jx_search_setup setup;
  jx_generation generation;
  double *rank, *value, *violation, *residual;
  size_t room;
  bed_state taken[BED_STATES_MOST], changed;
  size_t taken_count;
} bed;

/* 0 where the method is not in this build, or has no state. */
int bed_begin(bed *b, const bed_case *row);
void bed_end(bed *b);

jx_search *bed_create(bed *b);
int bed_is_done(const jx_search *search);

/* Ends the process where a search that nothing was changed of fails; otherwise 0. */
int bed_ask(bed *b, jx_search *search);
int bed_tell(bed *b, jx_search *search);

/* What is wrong with the points that are out; NULL where nothing is. */
const char *bed_look_at_points(const bed *b);

void bed_copy(const bed_state *from, bed_state *to);

/* mutate_numbers.c: a random number below `count`; some changes of a state. */
size_t bed_below(uint64_t *random, size_t count);
void bed_change(uint64_t *random, bed_state *state);

/* Pieces of memory that searches have. */
size_t bed_memory(void);

/* Before a sanitizer ends the process. */
void bed_tell_at_death(void (*tell)(void));

#endif
