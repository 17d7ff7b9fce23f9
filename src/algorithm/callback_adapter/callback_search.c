#include "algorithm/callback_adapter/callback_search.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "algorithm/algorithms.h"
#include "algorithm/places.h"
#include "base/digest.h"

/* ---- Memory ---- */

/* Makes room for `count` results of `width` numbers each; existing results stay. */
static jato_status reserve(jx_callback_search *r, size_t count, size_t width, jato_error *error)
{
  const char *method = r->head.ops->name;
  if (width > 0 && count > SIZE_MAX / 32 / width)
    return jx_search_no_memory(method, count, width, error);
  size_t numbers = count * width;
  if (numbers <= r->result_room) return JATO_OK;
  double *longer = jx_pool_take(&r->head.pool, 2 * numbers + 64, sizeof *longer);
  JX_TRY(jx_search_check_pool(&r->head.pool, method, count, width, error));
  memcpy(longer, r->results, r->result_count * r->width * sizeof *longer);
  jx_pool_drop(&r->head.pool, r->results);
  r->results = longer;
  r->result_room = 2 * numbers + 64;
  return JATO_OK;
}

static jato_status take_memory(jx_callback_search *r, jato_error *error)
{
  jx_pool *pool = &r->head.pool;
  size_t most = r->choices > r->n ? r->choices : r->n;
  r->start = jx_pool_take(pool, r->n, sizeof *r->start);
  r->x = jx_pool_take(pool, most, r->n * sizeof *r->x);
  r->out = jx_pool_take(pool, most, r->n * sizeof *r->out);
  r->results = jx_pool_take(pool, 1, sizeof *r->results);
  r->result_room = 1;
  return jx_search_check_pool(pool, r->head.ops->name, most, r->n, error);
}

void jx_callback_search_destroy(jx_search **search)
{
  if (*search != NULL) jx_coroutine_destroy(&((jx_callback_search *)*search)->coroutine);
  jx_search_destroy(search);
}

jato_status jx_callback_search_create(const jx_algorithm_ops *ops, const jx_local *local,
                                      const jx_search_setup *setup, int restarts, jx_search **out,
                                      jato_error *error)
{
  *out = NULL;
  if (setup->particles > SIZE_MAX / 64)
    return jx_search_no_memory(ops->name, setup->particles, setup->dim, error);
  JX_TRY(jx_search_create(ops, setup, sizeof(jx_callback_search), out, error));
  jx_callback_search *r = (jx_callback_search *)*out;
  r->local = local;
  r->restarts = restarts;
  r->n = setup->dim;
  r->choices = (size_t)setup->particles;
  r->lower = setup->lower;
  r->upper = setup->upper;
  r->seed = setup->seed;
  r->values = *setup->values;
  r->width = 1;
  jato_status status = take_memory(r, error);
  if (status != JATO_OK) {
    jx_callback_search_destroy(out);
    return status;
  }
  r->has_initial = setup->initial != NULL;
  if (r->has_initial) memcpy(r->start, setup->initial, r->n * sizeof *r->start);
  r->under_way = r->has_initial && !local->wants_residuals;
  return JATO_OK;
}

/* ---- One local search ---- */

static uint64_t hash_points(uint64_t before, const double *x, size_t numbers)
{
  jx_digest digest;
  jx_digest_begin(&digest);
  jx_digest_add_u64(&digest, before);
  jx_digest_add(&digest, x, numbers * sizeof *x);
  return jx_digest_end(&digest);
}

/* Runs on the thread of the library. A library that does not repeat its points may ask for more of
 * them at once than there are results: NULL then ends it, and the caller reports why. */
const double *jx_callback_search_values(jx_callback_search *r, size_t count)
{
  size_t first = r->served;
  int is_start = r->local->wants_residuals && first == 0;
  if (first == r->result_count) {
    r->count = count;
    if (!jx_coroutine_yield(r->coroutine)) return NULL;
  } else if (count > r->result_count - first) {
    return NULL;
  } else if (!is_start) {
    r->served_path = hash_points(r->served_path, r->x, count * r->n);
  }
  r->served += count;
  return r->results + first * r->width;
}

static void run_local(void *user)
{
  jx_callback_search *r = user;
  r->ended_by = r->local->search(r);
}

static jato_status take_scratch(jx_callback_search *r, jato_error *error)
{
  size_t needed = r->local->scratch(r->n, r->width);
  if (needed <= r->scratch_room) return JATO_OK;
  r->scratch_room = 0;
  r->scratch = jx_pool_retake(&r->head.pool, r->scratch, needed, sizeof *r->scratch);
  JX_TRY(jx_search_check_pool(&r->head.pool, r->head.ops->name, r->n, r->width, error));
  r->scratch_room = needed;
  return JATO_OK;
}

/* Runs the library up to the first point without a known result; *goes is 0 if it ends before. */
static jato_status begin_local(jx_callback_search *r, int *goes, jato_error *error)
{
  r->served = 0;
  r->served_path = 0;
  JX_TRY(take_scratch(r, error));
  JX_TRY(jx_coroutine_create(&r->head.pool.allocator, run_local, r, &r->coroutine, error));
  *goes = jx_coroutine_resume(r->coroutine);
  return JATO_OK;
}

static void end_local(jx_callback_search *r)
{
  jx_coroutine_destroy(&r->coroutine);
  r->search++;
  r->under_way = 0;
  r->result_count = 0;
  r->path = 0;
  if (!r->restarts) r->reason = (uint64_t)r->ended_by;
}

/* ---- The start of a local search ---- */

/* Proposes the initial point of the user first, random points after that. */
static void offer_starts(jx_callback_search *r)
{
  jk_key key = jk_key_make(r->seed, r->search);
  r->count = r->choices;
  if (r->search == 0 && r->has_initial) {
    memcpy(r->x, r->start, r->n * sizeof *r->x);
    r->count = 1;
    return;
  }
  for (size_t k = 0; k < r->count; k++)
    for (size_t i = 0; i < r->n; i++)
      r->x[k * r->n + i] = jx_into_box(jx_draw_share(key, k, i, 0), r->lower[i], r->upper[i]);
}

/* If no point has a value, others are drawn. */
static jato_status choose_start(jx_callback_search *r, const jx_generation *generation,
                                jato_error *error)
{
  size_t best = 0, width = r->local->wants_residuals ? generation->residuals : 1;
  int goes = 0;
  for (size_t k = 1; k < generation->count; k++)
    if (generation->rank[k] < generation->rank[best]) best = k;
  if (!(generation->rank[best] < INFINITY)) {
    end_local(r);
    r->reason = 0;
    return JATO_OK;
  }
  memcpy(r->start, r->x + best * r->n, r->n * sizeof *r->start);
  JX_TRY(reserve(r, 1, width, error));
  r->width = width;
  r->under_way = 1;
  if (r->local->wants_residuals) {
    memcpy(r->results, generation->residual + best * width, width * sizeof *r->results);
    r->result_count = 1;
  }
  JX_TRY(begin_local(r, &goes, error));
  if (!goes) end_local(r);
  return JATO_OK;
}

/* ---- Operations ---- */

jato_status jx_callback_search_ask(jx_search *search, jx_generation *generation, jato_error *error)
{
  jx_callback_search *r = (jx_callback_search *)search;
  if (!r->under_way) {
    offer_starts(r);
  } else if (r->coroutine == NULL) {
    int goes = 0;
    JX_TRY(begin_local(r, &goes, error));
    if (!goes || r->served_path != r->path)
      return jx_fail(error, JATO_E_ARGUMENT,
                     "%s: its library does not ask for the points that it asked for when this run "
                     "was saved; resume it with the library and on the kind of machine it was made "
                     "with",
                     r->head.ops->name);
  }
  memcpy(r->out, r->x, r->count * r->n * sizeof *r->out);
  generation->count = r->count;
  generation->x = r->out;
  return JATO_OK;
}

/* Allocates memory as the list of results grows. */
jato_status jx_callback_search_tell(jx_search *search, const jx_generation *generation,
                                    jato_error *error)
{
  jx_callback_search *r = (jx_callback_search *)search;
  int residuals = r->local->wants_residuals;
  if (!r->under_way) return choose_start(r, generation, error);
  if (residuals && generation->residuals != r->width)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%s: there are %zu residuals, and there were %zu at the start",
                   r->head.ops->name, generation->residuals, r->width);
  JX_TRY(reserve(r, r->result_count + r->count, r->width, error));
  memcpy(r->results + r->result_count * r->width,
         residuals ? generation->residual : generation->rank,
         r->count * r->width * sizeof *r->results);
  r->result_count += r->count;
  r->path = hash_points(r->path, r->x, r->count * r->n);
  if (!jx_coroutine_resume(r->coroutine)) end_local(r);
  return JATO_OK;
}

int jx_callback_search_is_done(const jx_search *search, const char **why)
{
  const jx_callback_search *r = (const jx_callback_search *)search;
  if (r->reason == 0) return 0;
  *why = r->local->reasons[r->reason];
  return 1;
}

size_t jx_callback_search_state(jx_search *search, jx_array *arrays)
{
  jx_callback_search *r = (jx_callback_search *)search;
  const jx_array list[] = {
      {"search", JX_COUNTS, 1, 1, &r->search, JX_TALLY},
      {"under_way", JX_COUNTS, 1, 1, &r->under_way, JX_FLAG},
      {"reason", JX_COUNTS, 1, 1, &r->reason, JX_INDEX(r->local->reason_count)},
      {"path", JX_COUNTS, 1, 1, &r->path, JX_ANY_COUNT},
      {"start", JX_DOUBLES, 1, r->n, r->start, JX_FINITE},
      {"told", JX_DOUBLES, r->result_count, r->width, r->results, JX_ANY_DOUBLE},
  };
  return JX_PUT_ARRAYS(arrays, list);
}

/* Larger matrices than an int can count are left for the check of sizes to refuse. */
jato_status jx_callback_search_resize(jx_search *search, const jato_array *arrays, size_t count,
                                      jato_error *error)
{
  jx_callback_search *r = (jx_callback_search *)search;
  const jato_array *saved = jx_array_find("told", arrays, count);
  if (saved == NULL || saved->columns == 0 || saved->columns > INT_MAX / r->n) return JATO_OK;
  if (saved->columns != 1 && !r->local->wants_residuals)
    return JATO_OK; /* the check of sizes refuses it */
  r->result_count = 0;
  JX_TRY(reserve(r, saved->rows, saved->columns, error));
  r->result_count = saved->rows;
  r->width = saved->columns;
  return JATO_OK;
}

/* A local search under way has a start in the box, and the residuals of the start. */
const char *jx_callback_search_contradiction(const jx_search *search)
{
  const jx_callback_search *r = (const jx_callback_search *)search;
  if (!r->under_way) return r->result_count > 0 ? "\"under_way\" and \"told\"" : NULL;
  if (r->result_count == 0 && r->local->wants_residuals) return "\"under_way\" and \"told\"";
  return jx_is_in_box(r->n, r->start, r->lower, r->upper) ? NULL : "\"start\" and the box";
}
