/* gravity: accelerations and energies compared with a plain loop in double; the same bits by both
 * kernels and on every device of this machine; what is refused; the picture.
 *
 * usage: test_gravity_forces [DEVICE...]: those that must be ready, such as cpu or cuda */
#define _GNU_SOURCE
#include "jato/simulate.h"
#include "scratch.h"

#define MOST 1000

static int wanted_count;
static char **wanted_devices;

static const int sizes[] = {1, 3, 17, MOST};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

static jato_simulation *begin(const scratch *s, const char *device, const char *spec)
{
  jato_error error = {JATO_OK, ""};
  jato_simulation *made = NULL;
  jato_simulation_options options = {JATO_SIMULATION_OPTIONS_INIT, .device = device,
                                     .cache = s->folder, .seed = 7};
  assert_ok(jato_simulation_create(spec, &options, &made, &error), error);
  return made;
}

static void read_array(jato_simulation *simulation, const char *name, double *data)
{
  jato_error error = {JATO_OK, ""};
  assert_ok(jato_simulation_read(simulation, name, data, &error), error);
}

static void step(jato_simulation *simulation, uint64_t steps)
{
  jato_error error = {JATO_OK, ""};
  assert_ok(jato_simulation_step(simulation, steps, &error), error);
}

/* What the others do to body i: 2 is gravity times mass; returns its potential without them. */
static double pull_plainly(const double *x, int bodies, int i, double a[3])
{
  double potential = 0;
  a[0] = a[1] = a[2] = 0;
  for (int j = 0; j < bodies; j++) {
    double square = 1e-9;
    for (int c = 0; c < 3; c++)
      square += (x[3 * j + c] - x[3 * i + c]) * (x[3 * j + c] - x[3 * i + c]);
    for (int c = 0; c < 3; c++) a[c] += 2 * (x[3 * j + c] - x[3 * i + c]) / (square * sqrt(square));
    if (j != i) potential -= 1 / sqrt(square);
  }
  return potential;
}

/* Accelerations of a step of Euler's are those of where it began. */
static void check_forces(const scratch *s, int bodies, const char *more, double near)
{
  static double x[3 * MOST], v[3 * MOST], a[3 * MOST];
  double energies[2], kinetic = 0, potential = 0, most = 0, off = 0, wanted[3];
  char spec[160];
  (void)snprintf(spec, sizeof spec, "gravity:%d,gravity=0.5,mass=4,%s", bodies, more);
  jato_simulation *made = begin(s, "cpu:threads=1", spec);
  read_array(made, "positions", x);
  read_array(made, "velocities", v);
  read_array(made, "energies", energies);
  step(made, 1);
  read_array(made, "accelerations", a);
  for (int i = 0; i < bodies; i++) {
    potential += 0.5 * 16 * 0.5 * pull_plainly(x, bodies, i, wanted);
    for (int c = 0; c < 3; c++) {
      kinetic += 0.5 * 4 * v[3 * i + c] * v[3 * i + c];
      most = fmax(most, fabs(wanted[c]));
      off = fmax(off, fabs(wanted[c] - a[3 * i + c]));
    }
  }
  assert_double(off, <=, near * most);
  assert_double(fabs(energies[0] - kinetic), <=, near * kinetic);
  assert_double(fabs(energies[1] - potential), <=, near * -potential);
  jato_simulation_destroy(&made);
}

static void forces_are_those_of_a_plain_loop(void **state)
{
  for (int i = 0; i < SIZES; i++) {
    check_forces(*state, sizes[i], "kernel=naive", 1e-5);
    check_forces(*state, sizes[i], "kernel=tiled", 1e-5);
    check_forces(*state, sizes[i], "kernel=naive,precision=double", 1e-13);
    check_forces(*state, sizes[i], "kernel=tiled,precision=double", 1e-13);
  }
}

/* One step of each integrator by hand, of two bodies at rest a distance d apart on the ring. */
static void a_step_worked_by_hand(void **state)
{
  double x[6], dt = 0.125, pull = 0.25, theta = 1 / (2 - cbrt(2));
  jato_simulation *euler = begin(*state, "cpu:threads=1",
                                 "gravity:2,start=ring,dt=0.125,precision=double,softening=1e-20");
  step(euler, 1);
  read_array(euler, "positions", x); /* v = (0, 1/2), a = (-1/4, 0) */
  assert_double(fabs(x[0] - (1 - pull * dt * dt)), <=, 1e-15);
  assert_double(fabs(x[1] - 0.5 * dt), <=, 1e-15);
  jato_simulation_destroy(&euler);
  jato_simulation *verlet =
      begin(*state, "cpu:threads=1",
            "gravity:2,start=ring,dt=0.125,precision=double,softening=1e-20,integrator=verlet");
  step(verlet, 1);
  read_array(verlet, "positions", x);
  assert_double(fabs(x[0] - (1 - pull * dt * dt / 2)), <=, 1e-15);
  assert_double(fabs(x[1] - 0.5 * dt), <=, 1e-15);
  jato_simulation_destroy(&verlet);
  /* Drifts and kicks of Forest and Ruth, each body pulled to the middle by 1 / (4 r^2). */
  double at[2] = {1, 0}, speed[2] = {0, 0.5};
  double drift[4] = {theta / 2, (1 - theta) / 2, (1 - theta) / 2, theta / 2};
  double kick[4] = {theta, 1 - 2 * theta, theta, 0};
  for (int i = 0; i < 4; i++) {
    for (int c = 0; c < 2; c++) at[c] += drift[i] * dt * speed[c];
    double r = hypot(at[0], at[1]);
    for (int c = 0; c < 2; c++) speed[c] -= kick[i] * dt * at[c] / (4 * r * r * r);
  }
  jato_simulation *ruth = begin(
      *state, "cpu:threads=1",
      "gravity:2,start=ring,dt=0.125,precision=double,softening=1e-20,integrator=forest_ruth");
  step(ruth, 1);
  read_array(ruth, "positions", x);
  for (int c = 0; c < 2; c++) assert_double(fabs(x[c] - at[c]), <=, 1e-15);
  jato_simulation_destroy(&ruth);
}

/* ---- Devices ---- */

typedef struct snapshot {
  double x[3 * MOST], v[3 * MOST], energies[2];
} snapshot;

static void run_on(const scratch *s, const char *device, const char *spec, snapshot *out)
{
  jato_simulation *made = begin(s, device, spec);
  memset(out, 0, sizeof *out);
  step(made, 2);
  step(made, 1);
  read_array(made, "positions", out->x);
  read_array(made, "velocities", out->v);
  read_array(made, "energies", out->energies);
  jato_simulation_destroy(&made);
}

static void check_devices(const scratch *s, const char *precision, const char *integrator,
                          int bodies)
{
  static snapshot wanted, found;
  static const char *const kernels[] = {"naive", "tiled"};
  jato_device device;
  char spec[160];
  (void)snprintf(spec, sizeof spec, "gravity:%d,precision=%s,integrator=%s,kernel=naive", bodies,
                 precision, integrator);
  run_on(s, "cpu:threads=1", spec, &wanted);
  for (size_t d = 0; jato_device_find(d, &device); d++)
    for (int k = 0; k < 2 && device.ready; k++) {
      (void)snprintf(spec, sizeof spec, "gravity:%d,precision=%s,integrator=%s,kernel=%s", bodies,
                     precision, integrator, kernels[k]);
      run_on(s, device.spec, spec, &found);
      if (memcmp(&found, &wanted, sizeof found) != 0) fail_msg("%s on %s", spec, device.spec);
    }
}

/* Registers of every width there is; what this processor has not is refused. */
static void the_same_bits_by_every_level(void **state)
{
  static const char *const devices[] = {"cpu:threads=2", "cpu:level=generic", "cpu:level=v2",
                                        "cpu:level=v3", "cpu:level=v4"};
  static const char *const specs[] = {"gravity:100", "gravity:100,precision=double"};
  static snapshot wanted, found;
  const scratch *s = *state;
  jato_error error = {JATO_OK, ""};
  for (int i = 0; i < 2; i++) {
    run_on(s, "cpu:threads=1", specs[i], &wanted);
    for (size_t d = 0; d < sizeof devices / sizeof devices[0]; d++) {
      jato_simulation *made = NULL;
      jato_simulation_options options = {JATO_SIMULATION_OPTIONS_INIT, .device = devices[d],
                                         .cache = s->folder};
      jato_status status = jato_simulation_create(specs[i], &options, &made, &error);
      jato_simulation_destroy(&made);
      if (status != JATO_OK) print_message("%s: %s\n", devices[d], error.text);
      if (status != JATO_OK) continue;
      run_on(s, devices[d], specs[i], &found);
      if (memcmp(&found, &wanted, sizeof found) != 0) fail_msg("%s on %s", specs[i], devices[d]);
    }
  }
}

static void the_same_bits_everywhere(void **state)
{
  jato_device device;
  int there = 0;
  for (size_t d = 0; jato_device_find(d, &device); d++) {
    if (device.ready) print_message("%s: %s\n", device.spec, device.name);
    for (int w = 0; w < wanted_count && device.ready; w++)
      there += strncmp(device.spec, wanted_devices[w], strlen(wanted_devices[w])) == 0;
  }
  assert_true(there >= wanted_count);
  for (int i = 0; i < SIZES; i++) check_devices(*state, "float", "euler", sizes[i]);
  check_devices(*state, "double", "euler", MOST);
  check_devices(*state, "float", "forest_ruth", 17);
  check_devices(*state, "double", "verlet", 17);
}

/* ---- The calls ---- */

static void says_what_it_is(void **state)
{
  jato_simulation *made = begin(*state, "cpu:threads=1", "gravity:10,integrator=forest_ruth");
  jato_simulation_info facts = *jato_simulation_get_info(made);
  jato_simulation_array array;
  assert_string_equal(facts.unit, "interactions");
  assert_double(facts.work, ==, 300);
  for (size_t i = 0; i < 4; i++) assert_int_equal(jato_simulation_array_find(made, i, &array), 1);
  assert_string_equal(array.name, "energies");
  assert_int_equal(array.rows * array.columns, 2);
  assert_int_equal(jato_simulation_array_find(made, 4, &array), 0);
  assert_int_equal(jato_simulation_array_find(NULL, 0, &array), 0);
  jato_simulation_destroy(&made);
}

static void refuses_in_words(void **state)
{
  double data[30];
  jato_error error = {JATO_OK, ""};
  jato_simulation *made = begin(*state, "cpu:threads=1", "gravity:10"), *none = NULL;
  assert_int_equal(jato_simulation_read(made, "positoins", data, &error), JATO_E_NAME);
  assert_contains(error.text, "did you mean \"positions\"?");
  assert_int_equal(jato_simulation_read(made, "charge", data, &error), JATO_E_NAME);
  assert_contains(error.text, "jato_simulation_array_find has all");
  assert_int_equal(jato_simulation_read(made, "positions", NULL, &error), JATO_E_ARGUMENT);
  assert_int_equal(jato_simulation_read(NULL, "positions", data, &error), JATO_E_ARGUMENT);
  jato_simulation_destroy(&made);
  assert_int_equal(jato_simulation_create("gravity:5,start=eight", NULL, &none, &error),
                   JATO_E_ARGUMENT);
  assert_contains(error.text, "leave bodies out");
  assert_int_equal(jato_simulation_create("gravity:softening=0", NULL, &none, &error),
                   JATO_E_ARGUMENT);
  made = begin(*state, "cpu:threads=1", "elementary:width=64");
  assert_int_equal(jato_simulation_read(made, "positions", data, &error), JATO_E_NAME);
  assert_contains(error.text, "elementary has no arrays");
  jato_simulation_destroy(&made);
}

static void gives_back_what_it_took(void **state)
{
  const scratch *s = *state;
  jato_error error = {JATO_OK, ""};
  jato_status status = JATO_E_MEMORY;
  for (long last = 0; status != JATO_OK; last++) {
    counted count = {.last = last};
    jato_allocator allocator = {counted_allocate, counted_release, &count};
    jato_simulation_options options = {JATO_SIMULATION_OPTIONS_INIT, .cache = s->folder,
                                       .allocator = &allocator};
    jato_simulation *made = NULL;
    status = jato_simulation_create("gravity:100", &options, &made, &error);
    assert_true(status == JATO_OK || status == JATO_E_MEMORY);
    jato_simulation_destroy(&made);
    assert_int_equal(count.held, 0);
  }
}

/* Corners of a square on the ring: right, top, left, bottom of a picture from -1.5 to 1.5. */
static void draws_bodies_where_they_are(void **state)
{
  static unsigned char data[512 * 512];
  jato_error error = {JATO_OK, ""};
  jato_simulation *made = begin(*state, "cpu:threads=1", "gravity:4,start=ring,precision=double");
  jato_simulation_info facts = *jato_simulation_get_info(made);
  assert_int_equal(facts.width * facts.height, sizeof data);
  assert_int_equal(facts.bits, 8);
  assert_ok(jato_simulation_draw(made, data, &error), error);
  int lit = 0;
  for (size_t i = 0; i < sizeof data; i++) lit += data[i] != 0;
  assert_int_equal(lit, 4);
  for (int row = 254; row <= 257; row++) /* x = 1: column (1 + 1.5) / 3 of 512 */
    lit -= data[row * 512 + 426] == 128;
  assert_int_equal(lit, 3);
  for (int column = 254; column <= 257; column++) lit -= data[85 * 512 + column] == 128;
  assert_int_equal(lit, 2);
  jato_simulation_destroy(&made);
}

int main(int count, char **words)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(forces_are_those_of_a_plain_loop),
      cmocka_unit_test(a_step_worked_by_hand),
      cmocka_unit_test(the_same_bits_everywhere),
      cmocka_unit_test(the_same_bits_by_every_level),
      cmocka_unit_test(says_what_it_is),
      cmocka_unit_test(refuses_in_words),
      cmocka_unit_test(gives_back_what_it_took),
      cmocka_unit_test(draws_bodies_where_they_are),
  };
  wanted_count = count - 1;
  wanted_devices = words + 1;
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
