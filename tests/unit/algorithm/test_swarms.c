/* algorithm/swarms: each method's move against the equation of its paper, by the state before and
 * after an iteration; and what all of them share. */
#include <stdio.h>

#include "search_bed.h"

#include "algorithm/swarms/learners.h"

#define N 8
#define COUNT 60

static double bowl(const double *x, size_t n)
{
  double sum = 0;
  for (size_t d = 0; d < n; d++) sum += (double)(1 + d) * (x[d] - 1) * (x[d] - 1);
  return sum;
}

static double flat(const double *x, size_t n) { return x[n - 1] > -INFINITY ? 1.5 : 0; }

/* The state of a flock before an iteration. */
typedef struct before {
  double x[COUNT][N], v[COUNT][N], own[COUNT][N], own_rank[COUNT];
} before;

static bed b;
static before was;

static jx_flock *begin(const char *spec)
{
  set_up(&b, spec, N, -5, 5);
  b.setup.particles = COUNT;
  b.setup.wall = JK_WALL_reflect;
  b.search = make(&b);
  return (jx_flock *)b.search;
}

static void step(bed_function *f)
{
  ask(&b, b.search);
  tell(&b, b.search, f);
}

/* A search moves when it gets values, and these count for the move. So the state before
 * the move is that before, with own bests as they are afterwards. */
static void look_and_step(jx_flock *flock)
{
  memcpy(was.x, flock->x, sizeof was.x);
  memcpy(was.v, flock->v, sizeof was.v);
  step(bowl);
  memcpy(was.own, flock->own, sizeof was.own);
  memcpy(was.own_rank, flock->own_rank, sizeof was.own_rank);
}

static int hit_a_wall(const jx_flock *flock, size_t i)
{
  for (size_t d = 0; d < N; d++) {
    double moved = was.x[i][d] + flock->v[i * N + d];
    if (moved != flock->x[i * N + d]) return 1;
  }
  return 0;
}

/* x* is in the ball about G, at any part of the radius and in any direction. */
static void spso2011_moves_in_balls(void **state)
{
  jx_flock *flock = begin("spso2011:topology=ring");
  double w = 1 / (2 * log(2)), c = 0.5 + log(2), radii = 0, cosines = 0, seen = 0;
  (void)state;
  for (int t = 0; t < 40; t++) {
    look_and_step(flock);
    for (size_t i = 0; i < COUNT; i++) {
      double away = 0, radius = 0, along = 0;
      size_t guide = i;
      for (size_t k = i + COUNT - 1; k <= i + COUNT + 1; k++)
        if (was.own_rank[k % COUNT] < was.own_rank[guide]) guide = k % COUNT;
      if (hit_a_wall(flock, i)) continue;
      for (size_t d = 0; d < N; d++) {
        double x = was.x[i][d], p = was.own[i][d], l = was.own[guide][d];
        double g = guide != i ? c * (p + l - 2 * x) / 3 : c * (p - x) / 2;
        double off = flock->v[i * N + d] - w * was.v[i][d] - g;
        away += off * off;
        radius += g * g;
        along += off * g;
      }
      assert_double(away, <=, radius * (1 + 1e-12) + 1e-30);
      if (!(radius > 1e-20)) continue;
      radii += sqrt(away / radius);
      cosines += along / sqrt(away * radius);
      seen++;
    }
  }
  assert_double(seen, >, 1000);
  assert_double(fabs(radii / seen - 0.5), <, 4 * sqrt(1.0 / 12 / seen));
  assert_double(fabs(cosines / seen), <, 4 * sqrt(1.0 / N / seen));
  b.ops->destroy(&b.search);
}

/* Between no pull and the whole pull of every neighbour, and in the middle on average. */
static void fips_is_pulled_by_all_neighbours(void **state)
{
  jx_flock *flock = begin("fips:radius=2,vmax=100");
  double share = 0, seen = 0;
  (void)state;
  for (int t = 0; t < 40; t++) {
    look_and_step(flock);
    for (size_t i = 0; i < COUNT; i++)
      for (size_t d = 0; d < N && !hit_a_wall(flock, i); d++) {
        double least = 0, most = 0, found = flock->v[i * N + d] / 0.7298 - was.v[i][d];
        for (size_t k = i + COUNT - 2; k <= i + COUNT + 2; k++) {
          double pull = 4.1 / 5 * (was.own[k % COUNT][d] - was.x[i][d]);
          least += fmin(pull, 0);
          most += fmax(pull, 0);
        }
        assert_double(found, >=, least - 1e-12);
        assert_double(found, <=, most + 1e-12);
        share += (found - least) / (most - least);
        seen++;
      }
  }
  assert_double(fabs(share / seen - 0.5), <, 0.01);
  b.ops->destroy(&b.search);
}

static void bare_bones_keeps_half_of_the_coordinates(void **state)
{
  jx_flock *flock = begin("bare_bones");
  double kept = 0, seen = 0;
  (void)state;
  for (int t = 0; t < 20; t++) {
    step(bowl);
    for (size_t k = 0; k < COUNT * N; k++, seen++) kept += flock->x[k] == flock->own[k];
  }
  assert_double(fabs(kept / seen - 0.5), <, 4 * sqrt(0.25 / seen));
  b.ops->destroy(&b.search);
}

/* Eq. 6: 0.05 for the first particle, 0.5 for the last; the better of two of the flock is the
 * particle itself now and then. */
static void clpso_learns_by_the_chance_of_the_paper(void **state)
{
  double learned[2] = {0, 0}, seen = 0;
  (void)state;
  for (uint64_t seed = 1; seed <= 400; seed++) {
    set_up(&b, "clpso", N, -5, 5);
    b.setup.particles = COUNT;
    b.setup.seed = seed;
    b.search = make(&b);
    step(bowl);
    const jx_learners *learners = (const jx_learners *)b.search;
    for (size_t d = 0; d < N; d++, seen++) {
      learned[0] += learners->exemplar[d] != 0;
      learned[1] += learners->exemplar[(COUNT - 1) * N + d] != COUNT - 1;
    }
    b.ops->destroy(&b.search);
  }
  /* Among the first, one in 0.95^8 = 66 % of all cases learns one coordinate by force. */
  assert_double(fabs(learned[0] / seen - (0.05 + 0.6634 / N)), <, 0.015);
  assert_double(fabs(learned[1] / seen - 0.5), <, 0.04);
}

static void explorers_of_hclpso_learn_from_explorers(void **state)
{
  jx_flock *flock = begin("hclpso:explorers=0.25");
  const jx_learners *learners = (const jx_learners *)flock;
  size_t beyond = 0;
  (void)state;
  for (int t = 0; t < 30; t++) {
    step(bowl);
    for (size_t k = 0; k < COUNT * N; k++)
      if (k < COUNT / 4 * N)
        assert_in_range(learners->exemplar[k], 0, COUNT / 4 - 1);
      else
        beyond += learners->exemplar[k] >= COUNT / 4;
  }
  assert_true(beyond > 0);
  b.ops->destroy(&b.search);
}

/* Half of the swarm is evaluated, and a particle that stays has won: no other half is better. */
static void losers_of_cso_learn(void **state)
{
  jx_flock *flock = begin("cso");
  (void)state;
  step(bowl);
  for (int t = 0; t < 30; t++) {
    int moves[COUNT] = {0};
    double stay = 0, go = 0;
    for (size_t k = 0; k < flock->out_count; k++) moves[flock->out_particle[k]]++;
    assert_int_equal(flock->out_count, COUNT / 2);
    for (size_t i = 0; i < COUNT; i++) {
      assert_in_range(moves[i], 0, 1);
      *(moves[i] ? &go : &stay) += flock->rank[i];
    }
    assert_double(stay, <, go);
    step(bowl);
  }
  b.ops->destroy(&b.search);
}

static void the_best_of_slpso_stays(void **state)
{
  jx_flock *flock = begin("slpso");
  (void)state;
  step(bowl);
  for (int t = 0; t < 30; t++) {
    size_t best = 0;
    for (size_t i = 0; i < COUNT; i++)
      if (flock->rank[i] < flock->rank[best]) best = i;
    for (size_t k = 0; k < flock->out_count; k++)
      assert_int_not_equal(flock->out_particle[k], best);
    assert_int_equal(flock->out_count, COUNT - 1);
    step(bowl);
  }
  b.ops->destroy(&b.search);
}

/* A quadratic function is finished by the first refinement. */
static void dmspso_refines(void **state)
{
  jato_error error = {0};
  (void)state;
  jato_problem *problem = NULL;
  jato_options options = jato_options_default();
  jato_result result;
  assert_ok(jato_problem_from_gallery("sphere", 5, NULL, &problem, &error), error);
  options.algorithm = "dmspso:refine=5";
  options.evaluations = 300;
  assert_ok(jato_minimize(problem, &options, NULL, &result, &error), error);
  assert_double(result.best, <, 1e-12);
  options.algorithm = "dmspso:refine=0";
  assert_ok(jato_minimize(problem, &options, NULL, &result, &error), error);
  assert_double(result.best, >, 1e-12);
  jato_problem_destroy(&problem);
}

/* ---- All of them ---- */

static const char *const family[] = {"spso2011", "fips",   "bare_bones", "aiwpso",
                                     "clpso",    "hclpso", "cso",        "slpso"};

static void a_swarm_that_stalls_begins_again(void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof family / sizeof family[0]; k++) {
    char spec[64];
    (void)snprintf(spec, sizeof spec, "%s:restart=7", family[k]);
    const jx_flock *flock = begin(spec);
    size_t first = 0;
    for (size_t t = 0; flock->ended == 0; t++, first = t) step(flat);
    assert_in_range(first, 7, 9); /* the first point of all has made the best better */
    for (size_t i = 0; i < COUNT; i++) assert_same_double(flock->own_rank[i], INFINITY);
    b.ops->destroy(&b.search);
  }
}

static void walls_are_kept_or_refused(void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof family / sizeof family[0]; k++)
    for (int wall = 0; wall < JK_WALLS; wall++) {
      jato_error error = {0};
      jx_search *search = NULL;
      (void)begin(family[k]);
      b.setup.wall = wall;
      jato_status status = b.ops->create(&b.setup, &search, &error);
      b.ops->destroy(&b.search);
      if (wall == JK_WALL_none) {
        assert_int_equal(status, JATO_E_ARGUMENT);
        assert_contains(error.text, "cannot do without walls");
        continue;
      }
      assert_ok(status, error);
      b.search = search;
      for (int t = 0; t < 30; t++) step(bowl); /* ask looks whether all are inside */
      b.ops->destroy(&b.search);
    }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(spso2011_moves_in_balls),
      cmocka_unit_test(fips_is_pulled_by_all_neighbours),
      cmocka_unit_test(bare_bones_keeps_half_of_the_coordinates),
      cmocka_unit_test(clpso_learns_by_the_chance_of_the_paper),
      cmocka_unit_test(explorers_of_hclpso_learn_from_explorers),
      cmocka_unit_test(losers_of_cso_learn),
      cmocka_unit_test(the_best_of_slpso_stays),
      cmocka_unit_test(dmspso_refines),
      cmocka_unit_test(a_swarm_that_stalls_begins_again),
      cmocka_unit_test(walls_are_kept_or_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
