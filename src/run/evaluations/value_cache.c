#include "run/evaluations/value_cache.h"

#include "base/digest.h"

#include <string.h>

#define MOST_ROWS 65536u             /* of a half */
#define MOST_BYTES ((size_t)1 << 25) /* of its numbers */

static size_t width_of(const jx_value_cache *cache)
{
  return cache->variables + cache->objectives + cache->constraints;
}

/* ---- Memory ---- */

static int take_half(jx_value_cache *cache, jx_value_cache_half *half)
{
  jx_pool *pool = &cache->pool;
  size_t bytes = cache->room * width_of(cache) * sizeof(double);
  half->places = jx_pool_take(pool, 2 * cache->room, sizeof *half->places);
  half->state = jx_pool_take(pool, cache->room, sizeof *half->state);
  half->by = jx_pool_take(pool, cache->room, sizeof *half->by);
  return jx_pool_is_whole(pool) && jx_pages_create(&pool->allocator, bytes, &half->numbers);
}

int jx_value_cache_create(jx_value_cache *cache, const jx_journal_shape *shape,
                          const jato_allocator *allocator)
{
  *cache = (jx_value_cache){.variables = shape->variables,
                            .objectives = shape->objectives,
                            .constraints = shape->constraints,
                            .pool.allocator = *allocator};
  cache->room = MOST_BYTES / sizeof(double) / width_of(cache);
  if (cache->room > MOST_ROWS) cache->room = MOST_ROWS;
  if (cache->room < 16) cache->room = 16;
  if (take_half(cache, &cache->half[0]) && take_half(cache, &cache->half[1])) return 1;
  jx_value_cache_destroy(cache);
  return 0;
}

void jx_value_cache_destroy(jx_value_cache *cache)
{
  for (int i = 0; i < 2; i++) jx_pages_destroy(&cache->pool.allocator, &cache->half[i].numbers);
  jx_pool_release(&cache->pool);
  *cache = (jx_value_cache){0};
}

/* ---- Rows ---- */

static size_t first_place(const jx_value_cache *cache, const double *values)
{
  jx_digest digest;
  jx_digest_begin(&digest);
  jx_digest_add(&digest, values, cache->variables * sizeof *values);
  return (size_t)(jx_digest_end(&digest) % (2 * cache->room));
}

static double *numbers_of(const jx_value_cache *cache, const jx_value_cache_half *half, size_t row)
{
  return (double *)half->numbers.data + row * width_of(cache);
}

/* Where a row of these values is, or would be; at most half of the places are taken. */
static size_t place_of(const jx_value_cache *cache, const jx_value_cache_half *half,
                       const double *values)
{
  size_t place = first_place(cache, values), bytes = cache->variables * sizeof *values;
  while (half->places[place] != 0 &&
         memcmp(numbers_of(cache, half, half->places[place] - 1), values, bytes) != 0)
    place = (place + 1) % (2 * cache->room);
  return place;
}

/* The half and row of these values; 0 where there are none. */
static int find(const jx_value_cache *cache, const double *values, const jx_value_cache_half **half,
                size_t *row)
{
  for (int i = 0; cache->room > 0 && i < 2; i++) {
    *half = &cache->half[cache->newer ^ i];
    size_t place = place_of(cache, *half, values);
    if ((*half)->places[place] == 0) continue;
    *row = (*half)->places[place] - 1;
    return 1;
  }
  return 0;
}

static void turn_over(jx_value_cache *cache)
{
  cache->newer ^= 1;
  jx_value_cache_half *half = &cache->half[cache->newer];
  memset(half->places, 0, 2 * cache->room * sizeof *half->places);
  half->count = 0;
}

/* Its row, a new one where there is none. */
static size_t row_for(jx_value_cache *cache, const double *values, jx_value_cache_half **half)
{
  const jx_value_cache_half *found = NULL;
  size_t row = 0;
  if (find(cache, values, &found, &row)) {
    *half = &cache->half[found != &cache->half[0]];
    return row;
  }
  if (cache->half[cache->newer].count == cache->room) turn_over(cache);
  *half = &cache->half[cache->newer];
  row = (*half)->count++;
  (*half)->places[place_of(cache, *half, values)] = (uint32_t)row + 1;
  memcpy(numbers_of(cache, *half, row), values, cache->variables * sizeof *values);
  return row;
}

int jx_value_cache_make_room(jx_value_cache *cache, size_t count)
{
  if (count > cache->room) return 0;
  if (cache->room - cache->half[cache->newer].count < count) turn_over(cache);
  return 1;
}

jx_value_state jx_value_cache_find(const jx_value_cache *cache, const double *values, uint32_t *by,
                                   jx_outcome *outcome)
{
  const jx_value_cache_half *half = NULL;
  size_t row = 0;
  if (!find(cache, values, &half, &row)) return JX_VALUE_UNKNOWN;
  const double *f = numbers_of(cache, half, row) + cache->variables;
  if (by != NULL) *by = half->by[row];
  if (outcome != NULL) *outcome = (jx_outcome){.f = f, .c = f + cache->objectives};
  return (jx_value_state)half->state[row];
}

void jx_value_cache_expect(jx_value_cache *cache, const double *values, uint32_t by)
{
  jx_value_cache_half *half = NULL;
  if (cache->room == 0) return;
  size_t row = row_for(cache, values, &half);
  half->state[row] = JX_VALUE_EXPECTED;
  half->by[row] = by;
}

void jx_value_cache_put(jx_value_cache *cache, const double *values, const double *f,
                        const double *c)
{
  jx_value_cache_half *half = NULL;
  if (cache->room == 0) return;
  size_t row = row_for(cache, values, &half);
  double *numbers = numbers_of(cache, half, row) + cache->variables;
  half->state[row] = JX_VALUE_KNOWN;
  memcpy(numbers, f, cache->objectives * sizeof *f);
  if (cache->constraints > 0)
    memcpy(numbers + cache->objectives, c, cache->constraints * sizeof *c);
}

void jx_value_cache_give_up(jx_value_cache *cache, const double *values)
{
  const jx_value_cache_half *half = NULL;
  size_t row = 0;
  if (find(cache, values, &half, &row) && half->state[row] == JX_VALUE_EXPECTED)
    half->state[row] = JX_VALUE_UNKNOWN;
}

void jx_value_cache_give_up_all(jx_value_cache *cache)
{
  for (int i = 0; cache->room > 0 && i < 2; i++)
    for (size_t row = 0; row < cache->half[i].count; row++)
      if (cache->half[i].state[row] == JX_VALUE_EXPECTED)
        cache->half[i].state[row] = JX_VALUE_UNKNOWN;
}

uint64_t jx_value_cache_digest(const jx_value_cache *cache)
{
  jx_digest digest;
  jx_digest_begin(&digest);
  for (int i = 0; cache->room > 0 && i < 2; i++) {
    const jx_value_cache_half *half = &cache->half[i == 0 ? cache->newer : 1 - cache->newer];
    for (size_t row = 0; row < half->count; row++)
      jx_digest_add(&digest, numbers_of(cache, half, row), width_of(cache) * sizeof(double));
  }
  return jx_digest_end(&digest);
}
