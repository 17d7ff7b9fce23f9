/* A search made of local searches by a library that calls back and cannot be stopped and stored.
 *
 * What is kept of one is its start and the values told since. After a resumption the library is run
 * again from that start and fed with them, until it is where it was: exact where the library's
 * arithmetic is the same, and refused with words where it is not, since a hash of the points it has
 * asked for is kept, too. When a local search ends its values are forgotten, and another begins
 * from the best of some uniformly random points. */
#pragma once

#include "algorithm/callback_adapter/coroutine.h"
#include "contract/algorithm.h"

typedef struct jx_callback_search jx_callback_search;

/* What a library supplies. */
typedef struct jx_local {
  /* A local search from r->start, in the coroutine. Returns why it ended: a row of
   * `reasons` other than 0. Gives back all it took, also where jx_callback_search_values says to
   * end. */
  int (*search)(jx_callback_search *r);

  const char *const *reasons; /* words about the end of the last one; row 0 is not used */
  size_t reason_count;
  int wants_residuals; /* a value is a row of residuals; and the first that is asked for is that of
                          the start, which is known */

  /* Numbers that r->scratch has to have room for; width as below. */
  size_t (*scratch)(size_t n, size_t width);
} jx_local;

/* Why a local search that was broken off ended: any row, since it is never shown. */
#define JX_BROKEN_OFF 1

struct jx_callback_search {
  jx_search head;
  const jx_local *local;
  int restarts; /* 0: one local search is all */
  size_t n;
  size_t choices;              /* random points that a start is chosen from */
  const double *lower, *upper; /* [n] */
  uint64_t seed;
  int has_initial;
  jx_values values; /* of the method's parameters */

  /* The state. */
  uint64_t search;    /* number of the local search, from 0 */
  uint64_t under_way; /* 0: its start is being chosen */
  uint64_t reason;    /* why the last one ended, where no other follows; 0: it goes on */
  uint64_t path;      /* hash of the points of this local search that were told */
  double *start;      /* [n] */
  double *told;       /* [told_count][width]: values in the order they were asked for */
  size_t told_count, width;

  size_t told_room; /* numbers that `told` has room for: it grows */
  double *x;        /* [the larger of choices and n][n]: the points that are asked for */
  size_t count;     /* how many */
  double *out;      /* as x: the generation that is out. Once it is told the library writes its
                       next points to x, while the run still looks at these */

  /* The library's thread. */
  jx_coroutine *coroutine; /* NULL: the library is not running */
  double *scratch;         /* [scratch_room]: the local search's own */
  size_t scratch_room;
  size_t served;        /* values that this run of the library has got */
  uint64_t served_path; /* hash of the points that it has asked for again */
  int ended_by;         /* what `search` returned */
};

/* Fails with JATO_E_MEMORY. restarts: whether another local search follows the first. */
jato_status jx_callback_search_create(const jx_algorithm_ops *ops, const jx_local *local,
                                      const jx_search_setup *setup, int restarts, jx_search **out,
                                      jato_error *error);

/* The rest of jx_algorithm_ops. */
void jx_callback_search_destroy(jx_search **search);
jato_status jx_callback_search_ask(jx_search *search, jx_generation *generation, jato_error *error);
jato_status jx_callback_search_tell(jx_search *search, const jx_generation *generation,
                                    jato_error *error);
int jx_callback_search_is_done(const jx_search *search, const char **why);
size_t jx_callback_search_state(jx_search *search, jx_array *arrays);
jato_status jx_callback_search_resize(jx_search *search, const jato_array *arrays, size_t count,
                                      jato_error *error);
const char *jx_callback_search_contradiction(const jx_search *search);

#define JX_CALLBACK_SEARCH_OPS                                            \
  .destroy = jx_callback_search_destroy, .ask = jx_callback_search_ask,   \
  .tell = jx_callback_search_tell, .is_done = jx_callback_search_is_done, \
  .state = jx_callback_search_state, .resize = jx_callback_search_resize, \
  .contradiction = jx_callback_search_contradiction

/* For a local search: the values [count][width] of the points in r->x, at most n, which it has
 * written there, inside the box. They stay until the next call. NULL: it is to end. */
const double *jx_callback_search_values(jx_callback_search *r, size_t count);
