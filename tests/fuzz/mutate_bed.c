#include "mutate_bed.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/options.h"

#define PIECE_MOST ((size_t)64 << 20)
#define RESIDUALS 3
#define GENERATIONS_MOST 4000
#define POINTS_MOST 400

/* ---- Memory ---- */

static size_t pieces;

static void *give(size_t bytes, void *user)
{
  (void)user;
  void *memory = bytes <= PIECE_MOST ? malloc(bytes) : NULL;
  pieces += memory != NULL;
  return memory;
}

static void take_back(void *memory, void *user)
{
  (void)user;
  pieces -= memory != NULL;
  free(memory);
}

size_t bed_memory(void) { return pieces; }

static void stop(const char *name, const char *what)
{
  (void)fprintf(stderr, "mutate_state: %s: %s\n", name, what);
  abort();
}

static void *need(void *memory, size_t bytes)
{
  void *more = realloc(memory, bytes > 0 ? bytes : 1);
  if (more == NULL) stop("bed", "no memory");
  return more;
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
void __sanitizer_set_death_callback(void (*callback)(void));
void bed_tell_at_death(void (*tell)(void)) { __sanitizer_set_death_callback(tell); }
#define HAS_DEATH
#endif
#endif
#ifndef HAS_DEATH
void bed_tell_at_death(void (*tell)(void)) { (void)tell; }
#endif

/* ---- States ---- */

static size_t numbers_of(const jato_array *array) { return array->rows * array->columns; }

/* Copies arrays with their numbers. */
static void keep(const jato_array *from, size_t count, bed_state *to)
{
  size_t numbers = 0;
  for (size_t i = 0; i < count; i++) numbers += numbers_of(&from[i]);
  if (numbers > to->room || to->memory == NULL) to->memory = need(to->memory, numbers * 8);
  to->room = numbers > to->room ? numbers : to->room;
  to->count = count;
  double *next = to->memory;
  for (size_t i = 0; i < count; i++) {
    to->array[i] = from[i];
    to->array[i].data = next;
    if (numbers_of(&from[i]) > 0) memcpy(next, from[i].data, numbers_of(&from[i]) * 8);
    next += numbers_of(&from[i]);
  }
}

void bed_copy(const bed_state *from, bed_state *to)
{
  to->n = from->n;
  to->points = from->points;
  keep(from->array, from->count, to);
}

static void take_state(bed *b, jx_search *search)
{
  jx_array own[JX_ARRAYS_MOST];
  jato_array saved[JX_ARRAYS_MOST];
  bed_state *to = &b->taken[b->taken_count++];
  size_t count = b->ops->state(search, own);
  for (size_t i = 0; i < count; i++) saved[i] = jx_array_saved(&own[i]);
  to->n = b->row->n;
  to->points = b->generation.count;
  keep(saved, count, to);
}

/* ---- Searches ---- */

jx_search *bed_create(bed *b)
{
  jato_error error;
  jx_search *search = NULL;
  if (b->ops->create(&b->setup, &search, &error) != JATO_OK) stop(b->row->name, error.text);
  b->generation = (jx_generation){.best = INFINITY};
  bed_calls = 0;
  return search;
}

int bed_is_done(const jx_search *search)
{
  const char *why;
  return search->ops->is_done != NULL && search->ops->is_done(search, &why) != JX_GOES_ON;
}

int bed_ask(bed *b, jx_search *search)
{
  jato_error error = {JATO_OK, ""};
  jato_status status = b->ops->ask(search, &b->generation, &error);
  if (status != JATO_OK && error.text[0] == '\0') stop(b->row->name, "it fails without words");
  return status == JATO_OK;
}

const char *bed_look_at_points(const bed *b)
{
  const jx_generation *g = &b->generation;
  if (g->count == 0) return "it asks for no point";
  for (size_t i = 0; i < g->count * b->row->n; i++) {
    size_t d = i % b->row->n;
    if (!(g->x[i] >= b->lower[d] && g->x[i] <= b->upper[d])) return "a point is outside of the box";
  }
  return NULL;
}

static void evaluate(bed *b, size_t i)
{
  size_t n = b->row->n;
  const double *x = b->generation.x + i * n;
  double f = b->row->function(x, n), missed = fabs(x[0] - 0.25);
  b->value[i] = f;
  b->violation[i] = missed > 0.01 ? missed : 0;
  for (size_t k = 0; k < RESIDUALS; k++)
    b->residual[i * RESIDUALS + k] = x[k % n] - 0.3 * (double)k + 0.1 * f;
  b->rank[i] = isfinite(f) ? f : INFINITY;
  if (b->row->traits & BED_EQUALITIES && b->violation[i] > 0) b->rank[i] = 1e301 + missed * 1e300;
  b->generation.best = fmin(b->generation.best, b->rank[i]);
}

static void make_room(bed *b, size_t points)
{
  if (points <= b->room) return;
  b->rank = need(b->rank, points * sizeof *b->rank);
  b->value = need(b->value, points * sizeof *b->value);
  b->violation = need(b->violation, points * sizeof *b->violation);
  b->residual = need(b->residual, points * RESIDUALS * sizeof *b->residual);
  b->room = points;
}

/* Tells the values of the points one by one, again and again, in no order. */
static int tell_some(bed *b, jx_search *search)
{
  jato_error error = {JATO_OK, ""};
  jx_generation *g = &b->generation;
  for (size_t k = 0; k < 2 * g->count; k++) {
    size_t which = (7 * k + k / 3) % g->count;
    evaluate(b, which);
    if (b->ops->tell_one(search, which, b->rank[which], &error) != JATO_OK) return 0;
    if (bed_look_at_points(b) != NULL) stop(b->row->name, "a point is outside of the box");
    if (bed_is_done(search)) return 0;
  }
  return 1;
}

int bed_tell(bed *b, jx_search *search)
{
  jato_error error = {JATO_OK, ""};
  jx_generation *g = &b->generation;
  make_room(b, g->count);
  if (b->setup.one_by_one) return tell_some(b, search);
  for (size_t i = 0; i < g->count; i++) evaluate(b, i);
  g->rank = b->rank;
  g->value = b->setup.has_equalities || b->ops->estimate != NULL ? b->value : NULL;
  g->violation = g->value != NULL ? b->violation : NULL;
  g->residual = b->ops->traits & JX_RESIDUALS ? b->residual : NULL;
  g->residuals = RESIDUALS;
  jato_status status = b->ops->tell(search, g, &error);
  g->number++;
  return status == JATO_OK;
}

/* ---- Begun ---- */

static void set_up(bed *b, const bed_case *row)
{
  unsigned traits = row->traits;
  for (size_t d = 0; d < row->n; d++) {
    b->lower[d] = -2 - 0.5 * (double)(d % 3);
    b->upper[d] = 3;
    b->cells[d] = d % 2 == 0 ? 7 : 0;
  }
  b->setup = (jx_search_setup){
      .particles = row->particles,
      .dim = row->n,
      .lower = b->lower,
      .upper = b->upper,
      .cells = traits & BED_CELLS ? b->cells : NULL,
      .seed = 3,
      .iterations = traits & BED_LIMITS ? 60 : 0,
      .evaluations = traits & BED_LIMITS ? 3000 : 0,
      .has_equalities = (traits & BED_EQUALITIES) != 0,
      .one_by_one = (traits & BED_ONE_BY_ONE) != 0,
      .epsilon = 0x1p-52,
      .values = &b->values,
      .allocator = {give, take_back, NULL},
      .make = jx_options_make_search,
  };
  if (row->particles == 0)
    b->setup.particles = b->ops->particles != NULL ? b->ops->particles(row->n) : 20;
}

/* At regular times, and whenever it does something else than before. */
static int is_due(const bed *b, const jx_search *search, size_t generation, unsigned *sentence)
{
  unsigned now = b->ops->explain != NULL ? b->ops->explain(search, NULL, 0) : 0;
  int changed = now != *sentence;
  *sentence = now;
  return changed ||
         (generation >= b->row->first && (generation - b->row->first) % b->row->apart == 0);
}

static void take_states(bed *b, jx_search *search)
{
  unsigned sentence = 0;
  for (size_t k = 0; k < GENERATIONS_MOST && b->taken_count < BED_STATES_MOST; k++) {
    if (bed_is_done(search) && b->taken_count > 0) break;
    if (is_due(b, search, k, &sentence)) take_state(b, search);
    if (!bed_ask(b, search) || bed_look_at_points(b) != NULL || !bed_tell(b, search)) break;
    if (b->generation.count > POINTS_MOST) break; /* restarts double it again and again */
  }
}

int bed_begin(bed *b, const bed_case *row)
{
  jato_error error = {JATO_OK, ""};
  b->row = row;
  b->taken_count = 0;
  if (jx_registry_algorithm(row->spec, &b->ops, &error) != JATO_OK) stop(row->name, error.text);
  if (b->ops->absent != NULL || b->ops->state == NULL) return 0;
  if (jx_spec_read(row->spec, b->ops->parameters, &b->values, &error) != JATO_OK)
    stop(row->name, error.text);
  set_up(b, row);
  jx_search *search = bed_create(b);
  take_states(b, search);
  b->ops->destroy(&search);
  if (b->taken_count == 0) stop(row->name, "no state was taken");
  return 1;
}

void bed_end(bed *b)
{
  for (size_t i = 0; i < BED_STATES_MOST; i++) {
    free(b->taken[i].memory);
    b->taken[i] = (bed_state){0};
  }
  free(b->changed.memory);
  b->changed = (bed_state){0};
}
