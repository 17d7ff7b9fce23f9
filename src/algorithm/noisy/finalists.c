#include "algorithm/noisy/finalists.h"

#include <math.h>
#include <string.h>

void jx_finalists_create(jx_finalists *list, size_t room, size_t n, jx_pool *pool)
{
  list->n = n;
  list->room = room;
  list->x = jx_pool_take(pool, room, n * sizeof *list->x);
  list->point = jx_pool_take(pool, room, sizeof *list->point);
}

/* ---- Their order ---- */

static double error_of(double squares, double count)
{
  return count < 2 ? (double)NAN : sqrt(squares / (count * (count - 1)));
}

double jx_means_error(const jx_means *m) { return error_of(m->value_squares, m->count); }

static double tries(const jx_means *m) { return m->count + m->missed; }

/* A point that fails more often than not has no mean. */
static int has_mean(const jx_means *m) { return m->count > 0 && m->count >= m->missed; }

/* The mean plus `errors` standard errors. */
static double bound_of(const jx_finalist *f, double errors)
{
  const jx_means *m = &f->compared;
  if (tries(m) == 0) return f->guess;
  if (!has_mean(m)) return f->guess > JX_VALUE_MOST ? f->guess : (double)INFINITY;
  double error = error_of(m->rank_squares, m->count);
  return isnan(error) ? m->rank : m->rank + errors * error;
}

/* How complete the evaluations of a point are: for comparison, and for the report. */
static double comparable(const jx_finalists *list, const jx_finalist *f)
{
  return fmin(tries(&f->compared), list->least);
}

static double reportable(const jx_finalists *list, const jx_finalist *f)
{
  return fmin(tries(&f->reported), list->least);
}

/* The best of the finalists with the most evaluations of a kind. */
static size_t best_of(const jx_finalists *list,
                      double (*reached)(const jx_finalists *, const jx_finalist *))
{
  size_t best = 0;
  for (size_t i = 1; i < list->count; i++) {
    const jx_finalist *a = &list->point[i], *b = &list->point[best];
    double reached_a = reached(list, a), reached_b = reached(list, b);
    if (reached_a > reached_b || (reached_a == reached_b && bound_of(a, 1) < bound_of(b, 1)))
      best = i;
  }
  return best;
}

size_t jx_finalists_best(const jx_finalists *list) { return best_of(list, reportable); }

/* The finalist other than the best with the lowest lower bound, or with the greatest one. */
static size_t extreme(const jx_finalists *list, size_t best, int greatest)
{
  size_t found = best;
  for (size_t i = 0; i < list->count; i++) {
    if (i == best) continue;
    double bound = bound_of(&list->point[i], -1), now = bound_of(&list->point[found], -1);
    if (found == best || (greatest ? bound > now : bound < now)) found = i;
  }
  return found;
}

int jx_finalists_have_enough(const jx_finalists *list)
{
  for (size_t i = 0; i < list->count; i++)
    if (comparable(list, &list->point[i]) < list->least) return 0;
  return 1;
}

/* ---- Admission ---- */

static void put_finalist(jx_finalists *list, size_t where, const double *x, const jx_sample *sample)
{
  list->point[where] = (jx_finalist){
      .guess = sample->rank, .guess_value = sample->value, .guess_violation = sample->violation};
  memcpy(list->x + where * list->n, x, list->n * sizeof *x);
}

void jx_finalists_offer(jx_finalists *list, const double *x, const jx_sample *sample)
{
  size_t worst = 0;
  if (list->count < list->room) {
    put_finalist(list, (size_t)list->count++, x, sample);
    return;
  }
  for (size_t i = 1; i < list->count; i++)
    if (list->point[i].guess > list->point[worst].guess) worst = i;
  if (sample->rank < list->point[worst].guess) put_finalist(list, worst, x, sample);
}

/* Neither the best nor the reported finalist is replaced while there are others. */
void jx_finalists_admit(jx_finalists *list, const double *x, const jx_sample *sample)
{
  size_t where = (size_t)list->count, reported = jx_finalists_best(list);
  if (list->count < list->room) {
    list->count++;
  } else {
    where = extreme(list, best_of(list, comparable), 1);
    if (where == reported) where = extreme(list, reported, 1);
  }
  put_finalist(list, where, x, sample);
}

/* ---- Evaluations ---- */

/* A turn is twice the index of a point, plus one for an evaluation to report. */
static uint64_t to_compare(size_t place) { return 2 * (uint64_t)place; }
static uint64_t to_report(size_t place) { return 2 * (uint64_t)place + 1; }
size_t jx_finalists_point(uint64_t turn) { return (size_t)(turn / 2); }

/* Appends as many turns as evaluations are missing. */
static size_t catch_up(double missing, uint64_t turn, size_t chosen, size_t count, uint64_t *turns)
{
  for (size_t k = 0; (double)k < missing && chosen < count; k++) turns[chosen++] = turn;
  return chosen;
}

void jx_finalists_choose(const jx_finalists *list, int settled, size_t count, uint64_t *turn)
{
  size_t chosen = 0, best = best_of(list, comparable), rival = extreme(list, best, 0);
  double more = list->least - reportable(list, &list->point[best]);
  for (size_t i = 0; i < list->count && !settled; i++)
    chosen = catch_up(list->least - comparable(list, &list->point[i]), to_compare(i), chosen, count,
                      turn);
  chosen = catch_up(settled ? (double)count : more, to_report(best), chosen, count, turn);
  const uint64_t by_turns[] = {to_report(best), to_compare(rival), to_compare(best),
                               to_compare(rival)};
  for (size_t k = 0; chosen < count; k = (k + 1) % 4) turn[chosen++] = by_turns[k];
}

static void add(double sample, double count, double *mean, double *squares)
{
  double off = sample - *mean;
  *mean += off / count;
  *squares += off * (sample - *mean);
}

void jx_finalists_tell(jx_finalists *list, uint64_t turn, const jx_sample *sample)
{
  jx_finalist *f = &list->point[jx_finalists_point(turn)];
  jx_means *m = turn % 2 == 0 ? &f->compared : &f->reported;
  if (!(sample->rank < JX_VALUE_MOST)) {
    m->missed++;
    return;
  }
  m->count++;
  add(sample->rank, m->count, &m->rank, &m->rank_squares);
  add(sample->value, m->count, &m->value, &m->value_squares);
  m->violation += (sample->violation - m->violation) / m->count;
}

#define ALLOWED_OF_MEANS                                                                \
  JX_WHOLE_TALLY, JX_WHOLE_TALLY, JX_RANK, JX_ANY_DOUBLE, JX_ANY_DOUBLE, JX_ANY_DOUBLE, \
      JX_ANY_DOUBLE
static const jx_allowed point_allowed[] = {
    JX_RANK,          JX_ANY_DOUBLE,    JX_ANY_DOUBLE, /* guess, guess_value, guess_violation */
    ALLOWED_OF_MEANS, ALLOWED_OF_MEANS,
};

size_t jx_finalists_state(jx_finalists *list, jx_array *arrays)
{
  const jx_array own[] = {
      {"held", JX_COUNTS, 1, 1, &list->count, JX_COUNT_IN(0, list->room)},
      {"finalist_x", JX_DOUBLES, list->room, list->n, list->x, JX_FINITE},
      {"finalists", JX_DOUBLES, list->room, sizeof *list->point / sizeof(double), list->point,
       JX_BY_COLUMN(point_allowed)},
  };
  return JX_PUT_ARRAYS(arrays, own);
}
