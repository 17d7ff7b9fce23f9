/* The plain plasma that others are compared with, itself compared with formulas: Birdsall and
 * Langdon 1991 (oscillation, two streams), Fried 1959 and the cold fluid (filamentation), Taflove
 * (light on a grid). */
#include "check.h"

#include <stdlib.h>

#include "plain_plasma.h"
#include "plasma_checks.h"

#define PI 3.14159265358979323846

static void bed_step(void *of) { plain_plasma_step(of); }
static void bed_charge(void *of, double *out) { plain_plasma_charge(of, out); }
static double bed_kinetic(void *of) { return ((plain_plasma *)of)->kinetic; }
static void bed_field(void *of, int component, double *out)
{
  plain_plasma *p = of;
  memcpy(out, component < 3 ? p->e[component] : p->b[component - 3],
         (size_t)(p->nx * p->ny) * sizeof *out);
}

static plasma_bed bed_of(plain_plasma *p)
{
  return (plasma_bed){p, p->nx, p->ny, p->dx, p->dt, bed_step, bed_field, bed_charge, bed_kinetic};
}

/* A quiet start: `beams` beams of px x py particles in each cell, at even distances, displaced in x
 * and pushed along x by a sine of the first mode; the second beam's push is the other way. */
typedef struct quiet {
  int beams, px, py;
  double displaced, pushed;
  double u[2][3];
} quiet;

static void fill(plain_plasma *p, const quiet *how)
{
  int of_cell = how->px * how->py, k = 0;
  double cycle = 2 * PI / p->nx;
  for (int beam = 0; beam < how->beams; beam++)
    for (int c = 0; c < p->nx * p->ny; c++)
      for (int s = 0; s < of_cell; s++, k++) {
        plain_particle *a = &p->particle[k];
        double x = c % p->nx + (s % how->px + 0.5) / how->px, wave = sin(cycle * x);
        x += how->displaced * wave;
        a->ix = ((int)floor(x) + p->nx) % p->nx;
        a->x = x - floor(x) - 0.5;
        a->iy = c / p->nx;
        a->y = (s / how->px + 0.5) / how->py - 0.5;
        a->q = -1.0 / (how->beams * of_cell);
        memcpy(a->u, how->u[beam], sizeof a->u);
        a->u[0] += beam == 0 ? how->pushed * wave : -how->pushed * wave;
      }
  plain_plasma_settle(p);
}

static void oscillates_at_the_plasma_frequency(void **state)
{
  quiet how = {.beams = 1, .px = 16, .py = 1, .displaced = 1e-2};
  plain_plasma *p = plain_plasma_create(64, 1, 64 * 16, 0.1, 0.05);
  plasma_bed bed = bed_of(p);
  (void)state;
  fill(p, &how);
  double w = plasma_frequency(&bed, 0, 1, 1000);
  assert_double(fabs(w - 1), <=, 0.001);
  plain_plasma_destroy(p);
}

/* v = 0.1; the box is one wave long. */
static void two_streams_grow(double kv)
{
  double v = 0.1, u = v / sqrt(1 - v * v), k = kv / v, dx = 2 * PI / k / 64;
  quiet how = {.beams = 2, .px = 8, .py = 1, .displaced = 1e-4, .u = {{u, 0, 0}, {-u, 0, 0}}};
  plasma_growth growth = {0, 1, 4000, 5e-5, 1e-3};
  plain_plasma *p = plain_plasma_create(64, 1, 64 * 16, dx, 0.8 * dx);
  plasma_bed bed = bed_of(p);
  fill(p, &how);
  double expected = two_stream_rate(k, v), found = plasma_growth_rate(&bed, &growth);
  print_message("two streams, k v = %g: %.4f, by formula %.4f\n", kv, found, expected);
  assert_double(fabs(found / expected - 1), <=, 0.01);
  plain_plasma_destroy(p);
}

static void two_streams_grow_as_the_cold_fluid_does(void **state)
{
  (void)state;
  two_streams_grow(0.5);
  two_streams_grow(0.61);
  two_streams_grow(0.8);
}

static void filaments_grow(double v, int cells)
{
  double u = v / sqrt(1 - v * v), dx = 0.1, k = 2 * PI / (cells * dx);
  quiet how = {.beams = 2, .px = 4, .py = 2, .pushed = 1e-5, .u = {{0, 0, u}, {0, 0, -u}}};
  plasma_growth growth = {4, 1, 1000, 2e-4, 5e-3};
  plain_plasma *p = plain_plasma_create(cells, 2, cells * 2 * 16, dx, 0.07);
  plasma_bed bed = bed_of(p);
  fill(p, &how);
  double expected = filamentation_rate(k, v), found = plasma_growth_rate(&bed, &growth);
  print_message("filaments, v = %g, k = %.3f: %.4f, by formula %.4f\n", v, k, found, expected);
  assert_double(fabs(found / expected - 1), <=, 0.01);
  plain_plasma_destroy(p);
}

static void filaments_grow_as_the_cold_fluid_does(void **state)
{
  (void)state;
  filaments_grow(0.6, 64);
  filaments_grow(0.6, 32);
  filaments_grow(0.9, 32);
}

static void light_travels_as_on_a_grid(void **state)
{
  (void)state;
  for (int cells = 8; cells <= 32; cells *= 2) {
    double k = 2 * PI / cells, dx = 0.1, dt = 0.07, w = grid_light_frequency(k / dx, dx, dt);
    plain_plasma *p = plain_plasma_create(cells, 3, 0, dx, dt);
    plasma_bed bed = bed_of(p);
    for (int i = 0; i < cells * 3; i++) {
      p->e[1][i] = sin(k * (i % cells));
      p->b[2][i] = cos(0.5 * w * dt) * sin(k * (i % cells + 0.5));
    }
    assert_double(fabs(plasma_phase_frequency(&bed, 1, 1, 100) / w - 1), <=, 1e-9);
    plain_plasma_destroy(p);
  }
}

/* Two warm beams along x and z that cross cells in all directions. */
static void keeps_charge_and_energy(void **state)
{
  quiet how = {.beams = 2, .px = 3, .py = 3, .u = {{0.3, 0, 0.6}, {-0.3, 0, -0.6}}};
  plain_plasma *p = plain_plasma_create(24, 16, 24 * 16 * 18, 0.15, 0.1);
  plasma_bed bed = bed_of(p);
  (void)state;
  fill(p, &how);
  srand(1);
  for (int k = 0; k < p->count; k++)
    for (int c = 0; c < 3; c++) p->particle[k].u[c] += 0.3 * (rand() / (double)RAND_MAX - 0.5);
  plasma_drift drift = plasma_conservation(&bed, 300);
  print_message("div E - rho %.1e while rho changes by %.2f; energy %.2f %%, %.0f %% went to B\n",
                drift.divergence, drift.charge, 100 * drift.energy, 100 * drift.magnetic);
  assert_double(drift.divergence, <=, 1e-12);
  assert_double(drift.charge, >=, 0.3);
  assert_double(drift.energy, <=, 0.01);
  assert_double(drift.magnetic, >=, 0.01);
  plain_plasma_destroy(p);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(oscillates_at_the_plasma_frequency),
      cmocka_unit_test(two_streams_grow_as_the_cold_fluid_does),
      cmocka_unit_test(filaments_grow_as_the_cold_fluid_does),
      cmocka_unit_test(light_travels_as_on_a_grid),
      cmocka_unit_test(keeps_charge_and_energy),
  };
  return cmocka_run_group_tests_name("plain_plasma", tests, NULL, NULL);
}
