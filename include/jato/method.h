/* A search method of your own, outside of jato's tree: a shared object that a run loads, as in
 *
 *   jato minimize sphere -a plugin:path=./climber.so,step=0.3
 *
 * or a method of the calling program (jato_options.method). Its runs are saved, resumed, verified
 * and compared like those of jato's own methods. docs/your-own-method.md shows one.
 *
 * A method gives points, generation by generation, and gets their ranks. It keeps what decides
 * its next points in arrays that it names; run files hold them. It takes all randomness from
 * jato_draws, which has no state. So the same seed gives the same bits, also after a resumption.
 *
 * This header stays compatible: structs begin with their size, new members come at their ends, and
 * the library uses only members that the size of yours covers. */
#ifndef JATO_METHOD_H
#define JATO_METHOD_H

#include <stdbool.h>

#include "base.h"

JATO_C_BEGIN

/* The version of this interface; a library refuses other ones, in words. */
#define JATO_METHOD_ABI 1

/* ---- What the library hands to a method --------------------------------------------------------
 */

/* Random numbers, as functions of seed, generation, point and coordinate: the same arguments give
 * the same number on every machine. A method that needs several numbers for a coordinate counts on
 * from dim, as in coordinate = dim + d. */
typedef struct jato_draws {
  size_t size;

  /* Uniform in [0, 1). */
  double (*uniform)(uint64_t seed, uint64_t generation, uint64_t point, uint32_t coordinate);

  /* Normal, with mean 0 and variance 1. */
  double (*normal)(uint64_t seed, uint64_t generation, uint64_t point, uint32_t coordinate);
} jato_draws;

/* What a search is made from. Pointers are valid until it is destroyed. */
typedef struct jato_method_setup {
  size_t size;
  void *user;               /* jato_method.user */
  size_t dim;               /* coordinates of a point */
  const double *lower;      /* [dim]: the box; points must lie in it */
  const double *upper;      /* [dim] */
  uint64_t points;          /* in a generation, as the user wants them (--particles); not 0 */
  uint64_t seed;            /* of all draws */
  const double *parameters; /* one for each row of jato_method.parameters, within its bounds; a
                               choice by its index */
  const double *initial;    /* [initial_count][dim]: where the user would begin, the best first;
                               NULL: nowhere in particular */
  size_t initial_count;
  const jato_draws *draws;
} jato_method_setup;

/* What is evaluated together. */
typedef struct jato_method_generation {
  size_t size;
  uint64_t number; /* 0, 1, ...: the generation of draws */
  size_t count;    /* points; ask sets it, from 1 on, and may set another one each time */
  const double *x; /* [count][dim]: ask lets it point to the method's memory, which stays as it is
                      until the next ask. Each coordinate is finite and in the box, or the run
                      fails and says which one is not: use jato_into_box */
  const double *rank; /* [count], in tell: what is to be minimised; +infinity for a point without a
                         value, never NaN */
  double best;        /* the smallest rank of the run so far; +infinity without one */
} jato_method_generation;

/* The nearest number in the box. */
static inline double jato_into_box(double x, double lower, double upper)
{
  return x < lower ? lower : x > upper ? upper : x;
}

/* ---- What a method hands to the library --------------------------------------------------------
 */

/* A parameter: what the user writes as name=value behind plugin:path=FILE. */
typedef struct jato_method_parameter {
  size_t size;
  const char *name;         /* small letters, digits and _; not path, bytes, sha256 or method */
  const char *help;         /* a few words, for jato list algorithms plugin:path=FILE */
  const char *choices;      /* "none some all", separated by blanks; NULL: it is a number */
  double fallback;          /* the default: a number, or the index of a choice, from 0 */
  double smallest, largest; /* inclusive */
  bool whole;               /* whole numbers only */
} jato_method_parameter;

/* Rows of the table. */
#define JATO_REAL_PARAMETER(name, fallback, smallest, largest, help)                    \
  {                                                                                     \
    sizeof(jato_method_parameter), name, help, NULL, fallback, smallest, largest, false \
  }
#define JATO_WHOLE_PARAMETER(name, fallback, smallest, largest, help)                  \
  {                                                                                    \
    sizeof(jato_method_parameter), name, help, NULL, fallback, smallest, largest, true \
  }
#define JATO_CHOICE_PARAMETER(name, choices, fallback, help)                  \
  {                                                                           \
    sizeof(jato_method_parameter), name, help, choices, fallback, 0, 0, false \
  }

#define JATO_METHOD_MOST_PARAMETERS 16

/* What the numbers of an array may be. A run file may come from anybody: it is checked against
 * these bounds before the method sees a number of it. */
typedef enum jato_bounds {
  JATO_BOUNDS_RANGE = 1, /* doubles, low to high, which may be infinite; never NaN */
  JATO_BOUNDS_BOX,       /* doubles: column i lies in lower[i]..upper[i] */
  JATO_BOUNDS_ANY,       /* doubles, NaN too */
  JATO_BOUNDS_COUNTS     /* uint64_t, least to most */
} jato_bounds;

/* An array that decides what the method will ask for: numbers of 8 bytes in its own memory. */
typedef struct jato_method_array {
  size_t size;
  const char *name; /* small letters, digits and _; at most 31 of them */
  void *data;       /* [rows][columns]; where it is, and how many, stays the same */
  size_t rows, columns;
  jato_bounds bounds;
  double low, high;
  uint64_t least, most;
} jato_method_array;

/* Rows of the list. */
#define JATO_RANGE_ARRAY(name, data, rows, columns, low, high)                               \
  {                                                                                          \
    sizeof(jato_method_array), name, data, rows, columns, JATO_BOUNDS_RANGE, low, high, 0, 0 \
  }
#define JATO_BOX_ARRAY(name, data, rows, columns)                                     \
  {                                                                                   \
    sizeof(jato_method_array), name, data, rows, columns, JATO_BOUNDS_BOX, 0, 0, 0, 0 \
  }
#define JATO_ANY_ARRAY(name, data, rows, columns)                                     \
  {                                                                                   \
    sizeof(jato_method_array), name, data, rows, columns, JATO_BOUNDS_ANY, 0, 0, 0, 0 \
  }
#define JATO_COUNTS_ARRAY(name, data, rows, columns, least, most)                               \
  {                                                                                             \
    sizeof(jato_method_array), name, data, rows, columns, JATO_BOUNDS_COUNTS, 0, 0, least, most \
  }

#define JATO_METHOD_MOST_ARRAYS 64

/* A method. A call that fails returns another status than JATO_OK and may say why in error->text;
 * it ends the run. Searches share nothing but this table and `user`: several may be at work in
 * different threads. */
typedef struct jato_method {
  size_t size;  /* sizeof(jato_method) */
  unsigned abi; /* JATO_METHOD_ABI */

  const char *name;                        /* small letters, digits and _; at most 31 of them */
  const char *summary;                     /* a line for jato list algorithms plugin:path=FILE */
  const char *source;                      /* the paper; "" or NULL: none */
  uint64_t points;                         /* in a generation where the user does not say; 0: 64 */
  const jato_method_parameter *parameters; /* [parameter_count] */
  size_t parameter_count;
  void *user; /* for create; NULL in a shared object */

  /* Makes a search: takes the memory that it needs. */
  jato_status (*create)(const jato_method_setup *setup, void **search, jato_error *error);

  /* The next generation. Changes no array of `state`: asked again, after a resumption, it gives the
   * same points. */
  jato_status (*ask)(void *search, jato_method_generation *generation, jato_error *error);

  /* The ranks of the generation that was asked for last. */
  jato_status (*tell)(void *search, const jato_method_generation *generation, jato_error *error);

  /* The arrays that, with the setup, decide all that follows; *count is their number. Called once,
   * after create; the list is copied. NULL: there are none. */
  const jato_method_array *(*state)(void *search, size_t *count);

  void (*destroy)(void *search);
} jato_method;

/* What a shared object has to define: its method, as in
 *
 *   const jato_method jato_plugin = {.size = sizeof(jato_method), .abi = JATO_METHOD_ABI, ...};
 */
extern JATO_API const jato_method jato_plugin;

JATO_C_END
#endif
