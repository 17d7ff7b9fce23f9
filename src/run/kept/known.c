#include "run/kept/known.h"

#include "base/digest.h"

#include <string.h>

#define MOST_ROWS 65536u             /* of a half */
#define MOST_BYTES ((size_t)1 << 25) /* of its numbers */

static size_t width_of(const jx_known *known)
{
  return known->variables + known->objectives + known->constraints;
}

/* ---- Memory ---- */

static int take_half(jx_known *known, jx_known_half *half)
{
  const jato_allocator *memory = &known->allocator;
  half->places = jx_allocate(memory, 2 * known->room, sizeof *half->places);
  half->state = jx_allocate(memory, known->room, sizeof *half->state);
  half->by = jx_allocate(memory, known->room, sizeof *half->by);
  return half->places != NULL && half->state != NULL && half->by != NULL &&
         jx_pages_create(memory, known->room * width_of(known) * sizeof(double), &half->numbers);
}

int jx_known_create(jx_known *known, const jx_journal_shape *shape, const jato_allocator *allocator)
{
  *known = (jx_known){.variables = shape->variables,
                      .objectives = shape->objectives,
                      .constraints = shape->constraints,
                      .allocator = *allocator};
  known->room = MOST_BYTES / sizeof(double) / width_of(known);
  if (known->room > MOST_ROWS) known->room = MOST_ROWS;
  if (known->room < 16) known->room = 16;
  if (take_half(known, &known->half[0]) && take_half(known, &known->half[1])) return 1;
  jx_known_destroy(known);
  return 0;
}

void jx_known_destroy(jx_known *known)
{
  for (int i = 0; i < 2; i++) {
    jx_release(&known->allocator, known->half[i].places);
    jx_pages_destroy(&known->allocator, &known->half[i].numbers);
    jx_release(&known->allocator, known->half[i].state);
    jx_release(&known->allocator, known->half[i].by);
  }
  *known = (jx_known){0};
}

/* ---- Rows ---- */

static size_t first_place(const jx_known *known, const double *values)
{
  jx_digest digest;
  jx_digest_begin(&digest);
  jx_digest_add(&digest, values, known->variables * sizeof *values);
  return (size_t)(jx_digest_end(&digest) % (2 * known->room));
}

static double *numbers_of(const jx_known *known, const jx_known_half *half, size_t row)
{
  return (double *)half->numbers.data + row * width_of(known);
}

/* Where a row of these values is, or would be; at most half of the places are taken. */
static size_t place_of(const jx_known *known, const jx_known_half *half, const double *values)
{
  size_t place = first_place(known, values), bytes = known->variables * sizeof *values;
  while (half->places[place] != 0 &&
         memcmp(numbers_of(known, half, half->places[place] - 1), values, bytes) != 0)
    place = (place + 1) % (2 * known->room);
  return place;
}

/* The half and row of these values; 0 where there are none. */
static int find(const jx_known *known, const double *values, const jx_known_half **half,
                size_t *row)
{
  for (int i = 0; known->room > 0 && i < 2; i++) {
    *half = &known->half[known->newer ^ i];
    size_t place = place_of(known, *half, values);
    if ((*half)->places[place] == 0) continue;
    *row = (*half)->places[place] - 1;
    return 1;
  }
  return 0;
}

static void turn_over(jx_known *known)
{
  known->newer ^= 1;
  jx_known_half *half = &known->half[known->newer];
  memset(half->places, 0, 2 * known->room * sizeof *half->places);
  half->count = 0;
}

/* Its row, a new one where there is none. */
static size_t row_for(jx_known *known, const double *values, jx_known_half **half)
{
  const jx_known_half *found = NULL;
  size_t row = 0;
  if (find(known, values, &found, &row)) {
    *half = &known->half[found != &known->half[0]];
    return row;
  }
  if (known->half[known->newer].count == known->room) turn_over(known);
  *half = &known->half[known->newer];
  row = (*half)->count++;
  (*half)->places[place_of(known, *half, values)] = (uint32_t)row + 1;
  memcpy(numbers_of(known, *half, row), values, known->variables * sizeof *values);
  return row;
}

int jx_known_make_room(jx_known *known, size_t count)
{
  if (count > known->room) return 0;
  if (known->room - known->half[known->newer].count < count) turn_over(known);
  return 1;
}

jx_known_state jx_known_find(const jx_known *known, const double *values, uint32_t *by,
                             jx_outcome *outcome)
{
  const jx_known_half *half = NULL;
  size_t row = 0;
  if (!find(known, values, &half, &row)) return JX_KNOWN_NOT;
  const double *f = numbers_of(known, half, row) + known->variables;
  if (by != NULL) *by = half->by[row];
  if (outcome != NULL) *outcome = (jx_outcome){.f = f, .c = f + known->objectives};
  return (jx_known_state)half->state[row];
}

void jx_known_expect(jx_known *known, const double *values, uint32_t by)
{
  jx_known_half *half = NULL;
  if (known->room == 0) return;
  size_t row = row_for(known, values, &half);
  half->state[row] = JX_KNOWN_EXPECTED;
  half->by[row] = by;
}

void jx_known_put(jx_known *known, const double *values, const double *f, const double *c)
{
  jx_known_half *half = NULL;
  if (known->room == 0) return;
  size_t row = row_for(known, values, &half);
  double *numbers = numbers_of(known, half, row) + known->variables;
  half->state[row] = JX_KNOWN;
  memcpy(numbers, f, known->objectives * sizeof *f);
  if (known->constraints > 0)
    memcpy(numbers + known->objectives, c, known->constraints * sizeof *c);
}

void jx_known_give_up(jx_known *known, const double *values)
{
  const jx_known_half *half = NULL;
  size_t row = 0;
  if (find(known, values, &half, &row) && half->state[row] == JX_KNOWN_EXPECTED)
    half->state[row] = JX_KNOWN_NOT;
}

void jx_known_give_up_all(jx_known *known)
{
  for (int i = 0; known->room > 0 && i < 2; i++)
    for (size_t row = 0; row < known->half[i].count; row++)
      if (known->half[i].state[row] == JX_KNOWN_EXPECTED) known->half[i].state[row] = JX_KNOWN_NOT;
}

uint64_t jx_known_digest(const jx_known *known)
{
  jx_digest digest;
  jx_digest_begin(&digest);
  for (int i = 0; known->room > 0 && i < 2; i++) {
    const jx_known_half *half = &known->half[i == 0 ? known->newer : 1 - known->newer];
    for (size_t row = 0; row < half->count; row++)
      jx_digest_add(&digest, numbers_of(known, half, row), width_of(known) * sizeof(double));
  }
  return jx_digest_end(&digest);
}
