/* Two streams against a plain particle-in-cell code, which deposits densities and integrates them,
 * and against the equations of cold fluids. */
#include "check.h"

#include <complex.h>
#include <jato/jato.h>

#define CELLS 64
#define MOST_IN_A_CELL 8
#define STEP 0.05
#define MODES 3

static double value(const char *name, double v0, double share)
{
  jato_problem *problem = NULL;
  jato_error error = {JATO_OK, ""};
  const double x[] = {v0, share};
  double f;
  assert_ok(jato_problem_from_gallery(name, 0, NULL, &problem, &error), error);
  assert_ok(jato_problem_evaluate(problem, x, 1, &f, NULL, &error), error);
  jato_problem_destroy(&problem);
  return f;
}

/* ---- A plain code ---- */

typedef struct beam {
  double charge, velocity; /* of a particle; both lengths and E in cells */
  double x[CELLS * MOST_IN_A_CELL], v[CELLS * MOST_IN_A_CELL];
} beam;

typedef struct plasma {
  int in_a_cell;
  beam beams[2];
  double field[CELLS]; /* at the face above each cell */
  double furthest;     /* from where the beam alone would have taken a particle */
} plasma;

static double turned(double x) { return x - CELLS * floor(x / CELLS); }

static void begin(plasma *p, double v0, double share, int modes)
{
  double pi = acos(-1), cell = 2 * pi / CELLS;
  p->beams[0].charge = share / p->in_a_cell;
  p->beams[1].charge = (1 - share) / p->in_a_cell;
  p->beams[0].velocity = 2 * v0 * (1 - share) / cell;
  p->beams[1].velocity = -2 * v0 * share / cell;
  p->furthest = 0;
  for (int s = 0; s < 2; s++)
    for (int i = 0; i < CELLS * p->in_a_cell; i++) {
      double x = (double)i / p->in_a_cell, off = 0;
      for (int m = 1; m <= modes; m++) off += 1e-5 / cell * sin(m * cell * x);
      p->beams[s].x[i] = turned(x + off);
      p->beams[s].v[i] = p->beams[s].velocity;
    }
}

/* Gauss: E rises by the density, of which the ions have 1, and is 0 on average. */
static void find_field(plasma *p)
{
  double density[CELLS] = {0}, mean = 0;
  for (int s = 0; s < 2; s++)
    for (int i = 0; i < CELLS * p->in_a_cell; i++) {
      double x = p->beams[s].x[i], part = x - floor(x);
      int cell = (int)x % CELLS;
      density[cell] += p->beams[s].charge * (1 - part);
      density[(cell + 1) % CELLS] += p->beams[s].charge * part;
    }
  for (int j = 0; j < CELLS; j++) {
    p->field[j] = (j > 0 ? p->field[j - 1] : 0) + 1 - density[j];
    mean += p->field[j] / CELLS;
  }
  for (int j = 0; j < CELLS; j++) p->field[j] -= mean;
}

static void push(plasma *p, int step)
{
  for (int s = 0; s < 2; s++)
    for (int i = 0; i < CELLS * p->in_a_cell; i++) {
      beam *b = &p->beams[s];
      double at = turned(b->x[i] - 0.5), part = at - floor(at);
      int below = (int)at % CELLS;
      double field = p->field[below] * (1 - part) + p->field[(below + 1) % CELLS] * part;
      b->v[i] -= field * (step == 0 ? STEP / 2 : STEP);
      b->x[i] = turned(b->x[i] + b->v[i] * STEP);
      double alone = (double)i / p->in_a_cell + b->velocity * STEP * (step + 1);
      double off = turned(b->x[i] - alone + CELLS / 2) - CELLS / 2;
      p->furthest = fmax(p->furthest, fabs(off));
    }
}

/* F of each mode. */
static double run(int in_a_cell, double v0, double share, int modes, double *growth)
{
  static plasma p;
  double pi = acos(-1), sum[MODES] = {0};
  p.in_a_cell = in_a_cell;
  begin(&p, v0, share, modes);
  for (int step = 0; step <= 440; step++) {
    find_field(&p);
    for (int m = 1; m <= modes && step >= 360; m++) {
      double complex wave = 0;
      for (int j = 0; j < CELLS; j++)
        wave += p.field[j] * cexp(-2 * pi * I * m * j / CELLS) * 2 / CELLS;
      sum[m - 1] += pow(cabs(wave), 2) / 81;
    }
    push(&p, step);
  }
  for (int m = 0; m < modes; m++) growth[m] = log(sqrt(sum[m]) / (1e-5 * CELLS / (2 * pi))) / 20;
  return p.furthest;
}

/* ---- Cold fluids ---- */

typedef struct fluids {
  double complex off[2], speed[2];
} fluids;

static fluids moved(fluids s, double time, fluids by)
{
  for (int k = 0; k < 2; k++) {
    s.off[k] += time * by.off[k];
    s.speed[k] += time * by.speed[k];
  }
  return s;
}

/* D^2 off = -E, E = the sum of share off, D = d/dt + i k v. */
static fluids slope(fluids s, const double *share, const double *kv)
{
  fluids out;
  double complex field = share[0] * s.off[0] + share[1] * s.off[1];
  for (int k = 0; k < 2; k++) {
    out.off[k] = s.speed[k] - I * kv[k] * s.off[k];
    out.speed[k] = -field - I * kv[k] * s.speed[k];
  }
  return out;
}

static double fluid_growth(double v0, double share_of_one, int mode)
{
  const double share[] = {share_of_one, 1 - share_of_one};
  const double kv[] = {2 * mode * v0 * share[1], -2 * mode * v0 * share[0]};
  fluids s = {{1, 1}, {0, 0}};
  double h = 0.02, sum = 0;
  for (int step = 0; step <= 1100; step++) {
    if (step >= 900) sum += pow(cabs(share[0] * s.off[0] + share[1] * s.off[1]), 2) / 201;
    fluids k1 = slope(s, share, kv), k2 = slope(moved(s, h / 2, k1), share, kv);
    fluids k3 = slope(moved(s, h / 2, k2), share, kv), k4 = slope(moved(s, h, k3), share, kv);
    s = moved(moved(moved(moved(s, h / 6, k1), h / 3, k2), h / 3, k3), h / 6, k4);
  }
  return log(sqrt(sum)) / 20;
}

/* ---- Tests ---- */

static const double points[][2] = {{0.64, 0.5}, {0.31, 0.35}, {0.7, 0.4}, {0.9, 0.6},
                                   {0.2, 0.1},  {1.2, 0.9},   {0.45, 0.7}};
enum { point_count = sizeof points / sizeof points[0] };

static void lattices_are_the_plain_code(void **state)
{
  (void)state;
  for (int k = 0; k < point_count; k++) {
    double v0 = points[k][0], share = points[k][1], same, finer;
    double furthest = run(4, v0, share, 1, &same);
    assert_double(furthest, <, 0.1);
    assert_double(fabs(value("two_stream", v0, share) + same), <, 1e-6);
    run(8, v0, share, 1, &finer);
    assert_double(fabs(same - finer), <, 5e-4);
  }
}

static void streams_grow_as_fluids_do(void **state)
{
  (void)state;
  for (int k = 0; k < point_count; k++) {
    double fluid = fluid_growth(points[k][0], points[k][1], 1);
    assert_double(fabs(value("two_stream", points[k][0], points[k][1]) + fluid), <, 1e-3);
  }
  assert_double(value("two_stream", 1.2, 0.5), >, 0); /* k v > 1: nothing grows */
}

/* The best of a grid: that of fluids is at (0.640, 0.500). */
static void the_fastest_is_where_fluids_have_it(void **state)
{
  double best = 0, v0 = 0, share = 0;
  (void)state;
  for (int i = 0; i <= 40; i++)
    for (int j = 0; j <= 16; j++) {
      double growth = fluid_growth(0.55 + 0.005 * i, 0.42 + 0.01 * j, 1);
      if (growth <= best) continue;
      best = growth;
      v0 = 0.55 + 0.005 * i;
      share = 0.42 + 0.01 * j;
    }
  assert_double(fabs(v0 - 0.64), <, 1e-9);
  assert_double(fabs(share - 0.5), <, 1e-9);
  assert_double(fabs(best - 0.2582), <, 1e-4);
  assert_double(fabs(value("two_stream", v0, share) + 0.260), <, 0.003);
}

static void the_hidden_beams_fit(void **state)
{
  double growth[MODES];
  (void)state;
  assert_double(value("two_stream_fit", 0.31, 0.35), <, 1e-14);
  run(4, 0.31, 0.35, 3, growth);
  for (int k = 0; k < point_count; k++) {
    double other[MODES], sum = 0;
    if (points[k][0] > 0.6 || points[k][1] > 0.5) continue;
    run(4, points[k][0], points[k][1], 3, other);
    for (int m = 0; m < MODES; m++) sum += pow(other[m] - growth[m], 2);
    assert_double(fabs(value("two_stream_fit", points[k][0], points[k][1]) - sqrt(sum / 3)), <,
                  1e-6);
  }
  assert_double(fabs(growth[0] - fluid_growth(0.31, 0.35, 1)), <, 1e-3);
  assert_double(fabs(growth[1] - fluid_growth(0.31, 0.35, 2)), <, 1e-3);
  /* The third wave has 21 cells. */
  assert_double(fabs(growth[2] - fluid_growth(0.31, 0.35, 3)), <, 1e-2);
}

static void far_away_there_is_no_value(void **state)
{
  (void)state;
  assert_true(!(value("two_stream", 1e30, 0.5) < INFINITY));
  assert_true(!(value("two_stream", 0.5, -1e30) < INFINITY));
  assert_true(!(value("two_stream_fit", -1, 0.5) < INFINITY));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lattices_are_the_plain_code),
      cmocka_unit_test(streams_grow_as_fluids_do),
      cmocka_unit_test(the_fastest_is_where_fluids_have_it),
      cmocka_unit_test(the_hidden_beams_fit),
      cmocka_unit_test(far_away_there_is_no_value),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
