/* A search made of local searches by a library that calls back and cannot be stopped and saved.
 *
 * The state of a local search is its start and the results since then. After a resumption the
 * library is run again from that start and gets these results, until it is where it was. This is
 * exact if the arithmetic of the library is the same. If it is not, the resumption fails with a
 * message, since a hash of the points that it asked for is saved, too. When a local search ends its
 * results are dropped, and another one begins from the best of some uniformly random points. */
#pragma once

#include "algorithm/callback_adapter/coroutine.h"
#include "contract/algorithm.h"

typedef struct jx_callback_search jx_callback_search;

/* What a library supplies. */
typedef struct jx_local {
  /* A local search from r->start, in the coroutine. Returns why it ended: the number of a row of
   * `reasons`, not 0. Releases all it allocated, also if jx_callback_search_values ends it. */
  int (*search)(jx_callback_search *r);

  const char *const *reasons; /* why the last one ended, in words; row 0 is not used */
  size_t reason_count;
  int wants_residuals; /* a result is a row of residuals, and the first point that is asked for
                          is the start, whose residuals are known */

  /* Size of r->scratch; width as below. */
  size_t (*scratch)(size_t n, size_t width);
} jx_local;

/* Why an interrupted local search ended: any row, since it is never shown. */
#define JX_BROKEN_OFF 1

struct jx_callback_search {
  jx_search head;
  const jx_local *local;
  int restarts; /* 0: there is only one local search */
  size_t n;
  size_t choices;              /* random points among which a start is chosen */
  const double *lower, *upper; /* [n] */
  uint64_t seed;
  int has_initial;
  jx_values values; /* of the method's parameters */

  /* The state. */
  uint64_t search;    /* number of the local search, from 0 */
  uint64_t under_way; /* 0: its start is being chosen */
  uint64_t reason;    /* why the last one ended, if no other follows; 0: not ended */
  uint64_t path;      /* hash of the points of this local search that have results */
  double *start;      /* [n] */
  double *results;    /* [result_count][width]: results in the order in which they were asked
                         for; "told" in run files */
  size_t result_count, width;

  size_t result_room; /* size of `results`, which grows */
  double *x;          /* [the larger of choices and n][n]: the points that are asked for */
  size_t count;       /* how many of them */
  double *out;        /* as x: the generation that is out. After a tell the library writes its
                         next points to x, while the run still reads these */

  /* The thread of the library. */
  jx_coroutine *coroutine; /* NULL: the library is not running */
  double *scratch;         /* [scratch_room]: for the local search */
  size_t scratch_room;
  size_t served;        /* results that this run of the library has got */
  uint64_t served_path; /* hash of the points that it has asked for again */
  int ended_by;         /* what `search` returned */
};

/* Fails with JATO_E_MEMORY. restarts: another local search follows when one has ended. */
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

/* For a local search, which has written up to n points inside the box to r->x: returns their
 * results [count][width], valid until the next call, or NULL if the local search must end. */
const double *jx_callback_search_values(jx_callback_search *r, size_t count);
