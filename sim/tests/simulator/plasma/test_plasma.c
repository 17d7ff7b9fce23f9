/* The simulator `plasma`: it does what the plain plasma does, and what formulas say; with every
 * sort, deposit, number of threads and device it has the same bits. */
#define _GNU_SOURCE
#include "jato/simulate.h"
#include "scratch.h"

#include "device_plasma.h"

#define PI 3.14159265358979323846

static void create(device_plasma *made, void **state, const char *spec, const char *device)
{
  device_plasma_create(made, spec, device, ((scratch *)*state)->folder);
}

/* ---- Against the plain one ---- */

static double largest(const double *a, const double *b, int n)
{
  double most = 0;
  for (int i = 0; i < n; i++) most = fmax(most, fabs(a[i] - (b != NULL ? b[i] : 0)));
  return most;
}

/* So many steps of both; fields and charge differ by rounding, as a part of the largest field. */
static void agrees(void **state, const char *spec, int steps)
{
  device_plasma made;
  create(&made, state, spec, "cpu:threads=1");
  plain_plasma *plain = device_plasma_as_plain(&made);
  int cells = plain->nx * plain->ny;
  double *rho = calloc((size_t)cells * 2, sizeof *rho), size = 0, off = 0;
  for (int s = 0; s < steps; s++) plain_plasma_step(plain);
  device_plasma_step(&made, steps);
  plain_plasma *now = device_plasma_as_plain(&made);
  for (int c = 0; c < 3; c++) {
    size = fmax(size, fmax(largest(plain->e[c], NULL, cells), largest(plain->b[c], NULL, cells)));
    off = fmax(
        off, fmax(largest(plain->e[c], now->e[c], cells), largest(plain->b[c], now->b[c], cells)));
  }
  plain_plasma_charge(plain, rho);
  plain_plasma_charge(now, rho + cells);
  double charge = largest(rho, rho + cells, cells);
  print_message("%s, %d steps: fields up to %.2g differ by %.1e, charge by %.1e\n", spec, steps,
                size, off, charge);
  assert_double(size, >, 1e-3);
  assert_double(off / size, <=, 2e-4);
  assert_double(charge, <=, 2e-4);
  free(rho);
  plain_plasma_destroy(plain);
  plain_plasma_destroy(now);
  device_plasma_destroy(&made);
}

static void does_what_the_plain_one_does(void **state)
{
  agrees(state,
         "plasma:width=48,height=32,particles=9,start=filamentation,speed=0.5,heat=0.2,dx=0.2", 60);
  agrees(
      state,
      "plasma:width=20,height=7,particles=6,start=thermal,heat=0.5,dx=0.1,deposit=path,sort=index",
      60);
  agrees(state, "plasma:width=37,height=1,particles=5,start=two_stream,heat=0.1,dx=0.1,share=0.4",
         60);
  agrees(state, "plasma:width=1,height=37,particles=5,start=thermal,heat=0.5,dx=0.1", 60);
}

/* ---- Formulas ---- */

static void oscillates_at_the_plasma_frequency(void **state)
{
  device_plasma made;
  create(&made, state,
         "plasma:start=oscillation,width=64,height=1,dx=0.1,dt=0.05,mode=1,amplitude=0.05",
         "cpu:threads=1");
  plasma_bed bed = device_plasma_bed(&made);
  double w = plasma_frequency(&bed, 0, 1, 1000);
  print_message("frequency %.5f\n", w);
  assert_double(fabs(w - 1), <=, 0.005);
  device_plasma_destroy(&made);
}

static void two_streams_grow(void **state, double kv)
{
  char spec[256];
  double v = 0.1, k = kv / v, dx = 2 * PI / k / 64;
  device_plasma made;
  plasma_growth growth = {0, 1, 4000, 5e-5, 1e-3};
  (void)snprintf(spec, sizeof spec,
                 "plasma:start=two_stream,width=64,height=1,particles=8,mode=1,speed=%.17g,"
                 "dx=%.17g,dt=%.17g,amplitude=1e-4",
                 v, dx, 0.8 * dx);
  create(&made, state, spec, "cpu:threads=1");
  plasma_bed bed = device_plasma_bed(&made);
  double expected = two_stream_rate(k, v), found = plasma_growth_rate(&bed, &growth);
  print_message("two streams, k v = %g: %.4f, by formula %.4f\n", kv, found, expected);
  assert_double(fabs(found / expected - 1), <=, 0.015);
  device_plasma_destroy(&made);
}

static void two_streams_grow_as_the_cold_fluid_does(void **state)
{
  two_streams_grow(state, 0.3);
  two_streams_grow(state, 0.5);
  two_streams_grow(state, 0.61);
  two_streams_grow(state, 0.8);
}

static void filaments_grow(void **state, double v, int cells, const char *pusher)
{
  char spec[256];
  double k = 2 * PI / (cells * 0.1);
  device_plasma made;
  plasma_growth growth = {4, 1, 1000, 5e-4, 5e-3};
  (void)snprintf(spec, sizeof spec,
                 "plasma:start=filamentation,width=%d,height=16,particles=4,mode=1,speed=%g,dx=0.1,"
                 "dt=0.07,amplitude=1e-5,pusher=%s",
                 cells, v, pusher);
  create(&made, state, spec, "cpu:threads=1");
  plasma_bed bed = device_plasma_bed(&made);
  double expected = filamentation_rate(k, v), found = plasma_growth_rate(&bed, &growth);
  print_message("filaments, v = %g, k = %.3f, %s: %.4f, by formula %.4f\n", v, k, pusher, found,
                expected);
  assert_double(fabs(found / expected - 1), <=, 0.01);
  device_plasma_destroy(&made);
}

static void filaments_grow_as_the_cold_fluid_does(void **state)
{
  filaments_grow(state, 0.6, 64, "boris");
  filaments_grow(state, 0.6, 32, "higuera_cary");
  filaments_grow(state, 0.9, 32, "vay");
}

static void light_travels_as_on_a_grid(void **state)
{
  device_plasma made;
  create(&made, state, "plasma:start=wave,width=32,height=32,dx=0.1,dt=0.07,mode=2,amplitude=1",
         "cpu:threads=1");
  plasma_bed bed = device_plasma_bed(&made);
  double w = grid_light_frequency(2 * PI * 2 / 3.2, 0.1, 0.07);
  assert_double(fabs(plasma_phase_frequency(&bed, 1, 2, 400) / w - 1), <=, 1e-5);
  device_plasma_destroy(&made);
}

static void keeps_charge_and_energy(void **state)
{
  device_plasma made;
  create(&made, state,
         "plasma:start=filamentation,speed=0.5,heat=0.15,width=32,height=32,particles=9,dx=0.15",
         "cpu:threads=1");
  plasma_bed bed = device_plasma_bed(&made);
  made.looks = 1;
  plasma_drift drift = plasma_conservation(&bed, 300);
  print_message("div E - rho %.1e while rho changes by %.2f; energy %.2f %%, %.0f %% went to B\n",
                drift.divergence, drift.charge, 100 * drift.energy, 100 * drift.magnetic);
  assert_double(drift.divergence, <=, 2e-5);
  assert_double(drift.charge, >=, 0.3);
  assert_double(drift.energy, <=, 0.01);
  assert_double(drift.magnetic, >=, 0.01);
  device_plasma_destroy(&made);
}

/* ---- Bits ---- */

/* Fields after some steps, with a density that gathers in few tiles, so that rooms have to grow. */
static void run(void **state, const char *more, const char *device, float *fields)
{
  char spec[256];
  device_plasma made;
  (void)snprintf(spec, sizeof spec,
                 "plasma:start=two_stream,width=64,height=32,particles=6,speed=0.4,heat=0.1,mode=1,"
                 "amplitude=9,dx=0.2%s",
                 more);
  create(&made, state, spec, device);
  size_t room = made.plasma->beam[0].capacity;
  device_plasma_step(&made, 150);
  assert_true(made.plasma->beam[0].capacity > room);
  device_plasma_fields(&made, fields);
  device_plasma_destroy(&made);
}

enum { BITS = 6 * 64 * 32 };

static void has_the_same_bits(void **state)
{
  const struct {
    const char *more, *device;
  } ways[] = {{"", "cpu:threads=2"},
              {",sort=index", "cpu:threads=2"},
              {",sort=scan", device_is_ready("opencl") ? "opencl:0" : "cpu:threads=2"},
              {"", device_is_ready("cuda") ? "cuda:0" : NULL}};
  float *truth = calloc(BITS, sizeof *truth), *found = calloc(BITS, sizeof *found);
  run(state, "", "cpu:threads=1", truth);
  for (size_t i = 0; i < sizeof ways / sizeof ways[0] && ways[i].device != NULL; i++) {
    run(state, ways[i].more, ways[i].device, found);
    print_message("%s%s\n", ways[i].device, ways[i].more);
    assert_memory_equal(found, truth, BITS * sizeof *truth);
  }
  free(truth);
  free(found);
}

/* ---- From outside ---- */

static void refuses(const char *spec, const char *words)
{
  jato_simulation *made = NULL;
  jato_error error;
  assert_int_equal(jato_simulation_create(spec, NULL, &made, &error), JATO_E_ARGUMENT);
  assert_contains(error.text, words);
  assert_null(made);
}

static void refuses_what_cannot_be(void **state)
{
  (void)state;
  refuses("plasma:dx=0.1,dt=0.08", "the longest step is 0.0707");
  refuses("plasma:dx=0.1,dt=0.1,height=1", "the longest step is 0.1");
  refuses("plasma:speed=0.6,share=0.1", "1.08 of the speed of light");
  refuses("plasma:width=32768,height=32768", "too many");
}

static double mean_of_picture(void **state, const char *spec, int least, int most)
{
  jato_simulation *made = NULL;
  jato_error error;
  jato_simulation_options options = {JATO_SIMULATION_OPTIONS_INIT, .device = "cpu:threads=1",
                                     .cache = ((scratch *)*state)->folder};
  assert_ok(jato_simulation_create(spec, &options, &made, &error), error);
  jato_simulation_info facts = *jato_simulation_get_info(made);
  size_t pixels = (size_t)(facts.width * facts.height);
  unsigned char *data = calloc(pixels, 1), low = 255, high = 0;
  double sum = 0;
  assert_ok(jato_simulation_draw(made, data, &error), error);
  for (size_t i = 0; i < pixels; i++) {
    low = data[i] < low ? data[i] : low;
    high = data[i] > high ? data[i] : high;
    sum += data[i];
  }
  assert_int_equal(low, least);
  assert_int_equal(high, most);
  free(data);
  jato_simulation_destroy(&made);
  return sum / (double)pixels;
}

/* A wave's field is as often above as below 0; a density of 1 is half of black; cold beams are two
 * rows of 256 in the picture of momenta. */
static void draws_what_it_is(void **state)
{
  double wave = mean_of_picture(state, "plasma:start=wave,view=bz,width=64,mode=4", 0, 255);
  double even = mean_of_picture(state, "plasma:start=thermal,view=density,width=32", 128, 128);
  double beams = mean_of_picture(state, "plasma:view=phase,amplitude=0,width=32", 0, 255);
  assert_double(fabs(wave - 127.5), <=, 1);
  assert_double(even, ==, 128);
  assert_double(fabs(beams - 255 * (1 - 2.0 / 256)), <=, 1e-9);
}

/* Beams of 0.3 c: gamma - 1 for each electron, and no field. A wave of amplitude A: A^2/4 for each
 * of the two fields, which are sines. */
static void tells_its_energies(void **state)
{
  static const struct {
    const char *spec;
    double kinetic, field;
  } known[] = {{"plasma:amplitude=0,width=32,speed=0.3", 0.04828483672191824, 0},
               {"plasma:start=wave,width=64,mode=4,amplitude=0.5", 0, 0.125}};
  for (int i = 0; i < 2; i++) {
    device_plasma made;
    double energies[2], of_all;
    jato_error error;
    create(&made, state, known[i].spec, "cpu:threads=1");
    of_all = made.plasma->dx * made.plasma->dx * (double)jx_plasma_cells(made.plasma);
    assert_ok(jx_plasma_ops.read(made.simulation, 6, energies, &error), error);
    assert_double(fabs(energies[0] / of_all - known[i].kinetic), <=, 1e-7);
    assert_double(fabs(energies[1] / of_all - known[i].field), <=, 0.01 * known[i].field);
    device_plasma_destroy(&made);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(does_what_the_plain_one_does),
      cmocka_unit_test(oscillates_at_the_plasma_frequency),
      cmocka_unit_test(two_streams_grow_as_the_cold_fluid_does),
      cmocka_unit_test(filaments_grow_as_the_cold_fluid_does),
      cmocka_unit_test(light_travels_as_on_a_grid),
      cmocka_unit_test(keeps_charge_and_energy),
      cmocka_unit_test(has_the_same_bits),
      cmocka_unit_test(refuses_what_cannot_be),
      cmocka_unit_test(draws_what_it_is),
      cmocka_unit_test(tells_its_energies),
  };
  return cmocka_run_group_tests_name("plasma", tests, scratch_make, scratch_remove);
}
