/* The problems on particles against what geometry and other integrators say: the eight by the
 * classic method of fourth order in long double, charges and atoms on regular solids. */
#include "check.h"

#include <jato/jato.h>

#include "reference_gallery.h"

/* The eight of Moore, Chenciner and Montgomery, by extrapolation in long double; with Simo's
 * published T = 6.32591398. */
static const double eight[] = {0.347116888119, 0.532724945388, 6.325913982926};

static double value(const char *name, size_t dim, const double *x)
{
  jato_problem *problem = NULL;
  jato_error error = {JATO_OK, ""};
  double f;
  assert_ok(jato_problem_from_gallery(name, dim, NULL, &problem, &error), error);
  assert_ok(jato_problem_evaluate(problem, x, 1, &f, NULL, &error), error);
  jato_problem_destroy(&problem);
  return f;
}

static double minimum_of(const char *name, size_t dim)
{
  jato_problem *problem = NULL;
  jato_error error = {JATO_OK, ""};
  assert_ok(jato_problem_from_gallery(name, dim, NULL, &problem, &error), error);
  double minimum = jato_problem_get_info(problem)->minimum;
  jato_problem_destroy(&problem);
  return minimum;
}

/* ---- The eight ---- */

static void slope(const three_bodies *s, three_bodies *out)
{
  for (int i = 0; i < 3; i++) {
    out->place[i] = s->velocity[i];
    out->velocity[i] = (reference_vector){0, 0, 0};
    for (int j = 0; j < 3; j++) {
      if (j == i) continue;
      long double dx = s->place[j].x - s->place[i].x, dy = s->place[j].y - s->place[i].y;
      long double r = hypotl(dx, dy);
      out->velocity[i].x += dx / (r * r * r);
      out->velocity[i].y += dy / (r * r * r);
    }
  }
}

static three_bodies moved(const three_bodies *s, long double time, const three_bodies *by)
{
  three_bodies out = *s;
  for (int i = 0; i < 3; i++) {
    out.place[i].x += time * by->place[i].x;
    out.place[i].y += time * by->place[i].y;
    out.velocity[i].x += time * by->velocity[i].x;
    out.velocity[i].y += time * by->velocity[i].y;
  }
  return out;
}

/* Kutta's classic method. */
static void kutta(three_bodies *s, long double time, int steps)
{
  long double h = time / steps;
  for (int k = 0; k < steps; k++) {
    three_bodies k1, k2, k3, k4, at;
    slope(s, &k1);
    at = moved(s, h / 2, &k1);
    slope(&at, &k2);
    at = moved(s, h / 2, &k2);
    slope(&at, &k3);
    at = moved(s, h, &k3);
    slope(&at, &k4);
    *s = moved(s, h / 6, &k1);
    *s = moved(s, h / 3, &k2);
    *s = moved(s, h / 3, &k3);
    *s = moved(s, h / 6, &k4);
  }
}

static void the_published_eight_is_one(void **state)
{
  (void)state;
  const long double exact[] = {0.347116888119L, 0.532724945388L, 6.325913982926L};
  assert_true(reference_eight(exact, 20000, kutta) < 1e-11L);
  assert_double(value("figure_eight", 3, eight), <, 1e-6);
  const double rounded[] = {0.347111, 0.532728, 6.324449}; /* often printed, and not an eight */
  assert_double(value("figure_eight", 3, rounded), >, 1e-4);
}

/* Not at the eight, where an error of any order would be small: 16 times smaller errors in half
 * the step, and the kernel's own is that of 200 steps. */
static void steps_are_of_the_fourth_order(void **state)
{
  const long double off[] = {0.4L, 0.5L, 6.0L};
  const double here[] = {0.4, 0.5, 6.0};
  (void)state;
  long double exact = reference_eight(off, 20000, kutta);
  long double error200 = reference_eight(off, 200, reference_forest_ruth) - exact;
  long double error400 = reference_eight(off, 400, reference_forest_ruth) - exact;
  assert_true(fabsl(error200 / error400 - 16) < 1);
  long double error = (long double)value("figure_eight", 3, here) - exact;
  assert_true(fabsl(error / error200 - 1) < 1e-6L);
}

static void meeting_bodies_do_not_win(void **state)
{
  const double head_on[] = {0, 0, 6}, slowly[] = {1e-9, 0, 8};
  (void)state;
  assert_true(!(value("figure_eight", 3, head_on) < 0.1));
  assert_true(!(value("figure_eight", 3, slowly) < 0.1));
}

/* ---- Charges and atoms ---- */

/* Vertices of regular solids, in no unit. */
#define GOLD 1.61803398874989484820
static const double pair[] = {1, 0, 0, -1, 0, 0};
static const double triangle[] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
static const double tetrahedron[] = {1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1};
static const double octahedron[] = {1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1};
static const double icosahedron[] = {
    0,    1, GOLD, 0,     1, -GOLD, 0, -1, GOLD,  0, -1, -GOLD, 1, GOLD, 0,     1, -GOLD, 0, -1,
    GOLD, 0, -1,   -GOLD, 0, GOLD,  0, 1,  -GOLD, 0, 1,  GOLD,  0, -1,   -GOLD, 0, -1};

static double charges_on(const double *solid, size_t count)
{
  double x[24];
  for (size_t k = 0; k < count; k++) {
    const double *p = solid + 3 * k;
    double phi = atan2(p[1], p[0]);
    x[2 * k] = p[2] / sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
    x[2 * k + 1] = phi < 0 ? phi + 2 * acos(-1) : phi;
  }
  return value("thomson", 2 * count, x);
}

/* 1/2; 6 edges of sqrt(8/3); 12 of sqrt(2) and 3 diagonals of 2; of the icosahedron 30 edges, 30
 * longer ways, 6 diagonals. All of these are known to be the best. */
static void charges_on_solids_have_the_minimum(void **state)
{
  double edge = 2 / sqrt(1 + GOLD * GOLD);
  double icosahedral = 30 / edge + 30 / (GOLD * edge) + 3;
  (void)state;
  assert_double(fabs(charges_on(pair, 2) - 0.5), <, 1e-14);
  assert_double(fabs(charges_on(tetrahedron, 4) - 6 / sqrt(8.0 / 3)), <, 1e-13);
  assert_double(fabs(charges_on(octahedron, 6) - (12 / sqrt(2) + 1.5)), <, 1e-13);
  assert_double(fabs(charges_on(icosahedron, 12) - icosahedral), <, 1e-12);
  assert_double(fabs(minimum_of("thomson", 4) - 0.5), <, 1e-15);
  assert_double(fabs(minimum_of("thomson", 6) - sqrt(3)), <, 1e-15);
  assert_double(fabs(minimum_of("thomson", 8) - 6 / sqrt(8.0 / 3)), <, 2e-15);
  assert_double(fabs(minimum_of("thomson", 12) - (12 / sqrt(2) + 1.5)), <, 4e-15);
  assert_double(fabs(minimum_of("thomson", 24) - icosahedral), <, 3e-14);
  assert_true(isnan(minimum_of("thomson", 26)));
}

/* Every edge 2^(1/6), where one pair has its minimum, -1: nothing can be lower. */
static double atoms_on(const double *simplex, size_t count, double edge)
{
  double x[12];
  for (size_t k = 0; k < 3 * count; k++) x[k] = simplex[k] * pow(2, 1.0 / 6) / edge;
  return value("lennard_jones", 3 * count, x);
}

static void atoms_on_simplices_have_the_minimum(void **state)
{
  (void)state;
  assert_double(fabs(atoms_on(pair, 2, 2) + 1), <, 1e-14);
  assert_double(fabs(atoms_on(triangle, 3, sqrt(2)) + 3), <, 1e-14);
  assert_double(fabs(atoms_on(tetrahedron, 4, sqrt(8)) + 6), <, 1e-14);
  assert_true(minimum_of("lennard_jones", 6) == -1 && minimum_of("lennard_jones", 12) == -6);
  assert_true(isnan(minimum_of("lennard_jones", 42)));
}

/* As published: atoms by Hoare and Pal 1971, and Wales and Doye 1997. */
static void published_minima(void **state)
{
  static const double atoms[] = {-1,         -3,         -6,         -9.103852,
                                 -12.712062, -16.505384, -19.821489, -24.113360,
                                 -28.422532, -32.765970, -37.967600, -44.326801};
  static const double charges[] = {0.5,          1.732050808,  3.674234614,  6.474691495,
                                   9.985281374,  14.452977414, 19.675287861, 25.759986531,
                                   32.716949460, 40.596450510, 49.165253058};
  (void)state;
  for (size_t k = 0; k < sizeof atoms / sizeof atoms[0]; k++)
    assert_double(fabs(minimum_of("lennard_jones", 3 * (k + 2)) - atoms[k]), <, 0.6e-6);
  for (size_t k = 0; k < sizeof charges / sizeof charges[0]; k++)
    assert_double(fabs(minimum_of("thomson", 2 * (k + 2)) - charges[k]), <, 2e-9);
}

static void particles_in_one_place_do_not_win(void **state)
{
  const double atoms[9] = {0}, charges[] = {0.5, 1, 0.5, 1, -0.5, 1}, poles[] = {1, 0, 1, 3};
  (void)state;
  assert_true(value("lennard_jones", 9, atoms) == INFINITY);
  assert_true(value("thomson", 6, charges) == INFINITY);
  assert_true(value("thomson", 4, poles) == INFINITY);
}

/* ---- Dimensions and boxes ---- */

static void dimensions_and_boxes(void **state)
{
  static const struct {
    const char *name;
    size_t dim, has;
    double lower, upper; /* of the last coordinate */
  } cases[] = {{"figure_eight", 0, 3, 4, 8},
               {"thomson", 0, 10, 0, 6.2831853071795865},
               {"lennard_jones", 0, 12, -1.1547005383792515, 1.1547005383792515},
               {"lennard_jones", 36, 36, -2, 2}};
  jato_problem *problem = NULL;
  jato_error error = {JATO_OK, ""};
  (void)state;
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    assert_ok(jato_problem_from_gallery(cases[k].name, cases[k].dim, NULL, &problem, &error),
              error);
    jato_problem_info info = *jato_problem_get_info(problem);
    assert_int_equal(info.dim, cases[k].has);
    assert_same_double(info.lower[info.dim - 1], cases[k].lower);
    assert_same_double(info.upper[info.dim - 1], cases[k].upper);
    jato_problem_destroy(&problem);
  }
  assert_int_equal(jato_problem_from_gallery("thomson", 7, NULL, &problem, &error),
                   JATO_E_ARGUMENT);
  assert_contains(error.text, "a multiple of 2 dimensions, such as 8, not 7");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_published_eight_is_one),
      cmocka_unit_test(steps_are_of_the_fourth_order),
      cmocka_unit_test(meeting_bodies_do_not_win),
      cmocka_unit_test(charges_on_solids_have_the_minimum),
      cmocka_unit_test(atoms_on_simplices_have_the_minimum),
      cmocka_unit_test(published_minima),
      cmocka_unit_test(particles_in_one_place_do_not_win),
      cmocka_unit_test(dimensions_and_boxes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
