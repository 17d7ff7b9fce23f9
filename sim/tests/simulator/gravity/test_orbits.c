/* gravity: orbits that are known. Regular polygons turn with
 *   omega^2 = 1/4 sum over k of 1 / sin(pi k / N),
 * and three bodies follow each other on a figure of eight, of which period and energy were computed
 * in long double with steps of adaptive size, and the errors of energy with programs apart. */
#define _GNU_SOURCE
#include "jato/simulate.h"
#include "scratch.h"

#define PI 3.14159265358979323846
#define PERIOD 6.325913982926
#define ENERGY (-1.287141996)

static jato_simulation *begin(const scratch *s, const char *spec)
{
  jato_error error = {JATO_OK, ""};
  jato_simulation *made = NULL;
  jato_simulation_options options = {JATO_SIMULATION_OPTIONS_INIT, .device = "cpu:threads=1",
                                     .cache = s->folder};
  assert_ok(jato_simulation_create(spec, &options, &made, &error), error);
  return made;
}

static void step(jato_simulation *simulation, uint64_t steps)
{
  jato_error error = {JATO_OK, ""};
  assert_ok(jato_simulation_step(simulation, steps, &error), error);
}

static void read_array(jato_simulation *simulation, const char *name, double *data)
{
  jato_error error = {JATO_OK, ""};
  assert_ok(jato_simulation_read(simulation, name, data, &error), error);
}

/* ---- Polygons ---- */

/* A quarter of a turn, in so many steps: where the first corner is then, and how fast. */
static void check_polygon(const scratch *s, int corners, double omega, const char *integrator,
                          double near)
{
  enum { STEPS = 1000, MOST = 8 };
  char spec[192];
  double x[3 * MOST], v[3 * MOST], time = PI / 2 / omega;
  (void)snprintf(spec, sizeof spec,
                 "gravity:bodies=%d,start=ring,precision=double,softening=1e-20,integrator=%s,"
                 "dt=%.17g",
                 corners, integrator, time / STEPS);
  jato_simulation *ring = begin(s, spec);
  step(ring, STEPS);
  read_array(ring, "positions", x);
  read_array(ring, "velocities", v);
  assert_double(fabs(atan2(x[1], x[0]) / time - omega), <=, near);
  assert_double(fabs(hypot(x[0], x[1]) - 1), <=, near);
  assert_double(fabs(hypot(v[0], v[1]) - omega), <=, near);
  assert_double(fabs(x[2]), <=, 0);
  jato_simulation_destroy(&ring);
}

static void polygons_turn_as_fast_as_they_must(void **state)
{
  static const struct {
    int corners;
    double omega;
  } known[] = {{2, 0.5},         {3, 0.759835686}, {4, 0.978318343},
               {5, 1.173193045}, {6, 1.351795202}, {8, 1.674773372}};
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    check_polygon(*state, known[i].corners, known[i].omega, "verlet", 2e-6);
    check_polygon(*state, known[i].corners, known[i].omega, "forest_ruth", 2e-9);
  }
}

/* ---- The figure of eight ---- */

static double energy_of(jato_simulation *simulation)
{
  double energies[2];
  read_array(simulation, "energies", energies);
  return energies[0] + energies[1];
}

/* The largest error of the energy, as a share of it, over 20 periods. */
static double largest_error(const scratch *s, const char *integrator, double dt)
{
  char spec[160];
  double most = 0;
  (void)snprintf(spec, sizeof spec, "gravity:start=eight,precision=double,integrator=%s,dt=%g",
                 integrator, dt);
  jato_simulation *eight = begin(s, spec);
  double first = energy_of(eight);
  assert_double(fabs(first - ENERGY), <=, 5e-9); /* softening of 1e-9 is 2e-9 of it */
  for (int i = 0; i < (int)(20 * PERIOD / dt); i++) {
    step(eight, 1);
    most = fmax(most, fabs(energy_of(eight) / first - 1));
  }
  jato_simulation_destroy(&eight);
  print_message("%s, dt = %g: energy off by %.3g at most\n", integrator, dt, most);
  return most;
}

static void energy_stays_where_it_was(void **state)
{
  double euler = largest_error(*state, "euler", 0.01);
  double verlet = largest_error(*state, "verlet", 0.01);
  double forest_ruth = largest_error(*state, "forest_ruth", 0.01);
  assert_double(euler, <=, 1.1 * 2.1e-3);
  assert_double(euler, >=, 0.9 * 2.1e-3);
  assert_double(verlet, <=, 1.1 * 5.9e-5);
  assert_double(verlet, >=, 0.9 * 5.9e-5);
  assert_double(forest_ruth, <=, 0.01 * verlet);
  double finer_euler = largest_error(*state, "euler", 0.001);
  double finer_verlet = largest_error(*state, "verlet", 0.001);
  assert_double(finer_euler, <=, 1.1 * 1.8e-4);
  assert_double(finer_verlet, <=, 1.1 * 5.9e-7);
}

static void three_bodies_come_back(void **state)
{
  enum { STEPS = 6000 };
  char spec[160];
  double before[9], after[9], v_before[9], v_after[9];
  (void)snprintf(spec, sizeof spec,
                 "gravity:start=eight,precision=double,softening=1e-20,integrator=forest_ruth,"
                 "dt=%.17g",
                 PERIOD / STEPS);
  jato_simulation *eight = begin(*state, spec);
  read_array(eight, "positions", before);
  read_array(eight, "velocities", v_before);
  step(eight, STEPS / 3); /* each is where another one was */
  read_array(eight, "positions", after);
  static const int next[3] = {1, 2, 0};
  for (int i = 0; i < 9; i++)
    assert_double(fabs(after[i] - before[3 * next[i / 3] + i % 3]), <=, 1e-8);
  step(eight, STEPS - STEPS / 3);
  read_array(eight, "positions", after);
  read_array(eight, "velocities", v_after);
  for (int i = 0; i < 9; i++) {
    assert_double(fabs(after[i] - before[i]), <=, 1e-8);
    assert_double(fabs(v_after[i] - v_before[i]), <=, 1e-8);
  }
  jato_simulation_destroy(&eight);
}

/* Twice the pull of each on each: the same orbit, sqrt(2) times as fast. */
static void stronger_gravity_is_a_faster_clock(void **state)
{
  enum { STEPS = 6000 };
  char spec[192];
  double before[9], after[9];
  (void)snprintf(spec, sizeof spec,
                 "gravity:start=eight,precision=double,softening=1e-20,integrator=forest_ruth,"
                 "gravity=0.5,mass=4,dt=%.17g",
                 PERIOD / sqrt(2) / STEPS);
  jato_simulation *eight = begin(*state, spec);
  assert_double(fabs(energy_of(eight) - 8 * ENERGY), <=, 1e-7); /* G m^2 = 8 */
  read_array(eight, "positions", before);
  step(eight, STEPS);
  read_array(eight, "positions", after);
  for (int i = 0; i < 9; i++) assert_double(fabs(after[i] - before[i]), <=, 1e-8);
  jato_simulation_destroy(&eight);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(polygons_turn_as_fast_as_they_must),
      cmocka_unit_test(energy_stays_where_it_was),
      cmocka_unit_test(three_bodies_come_back),
      cmocka_unit_test(stronger_gravity_is_a_faster_clock),
  };
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
