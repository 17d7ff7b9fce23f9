#include "plasma_checks.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>

#define PI 3.14159265358979323846

static double complex mode_of(const plasma_bed *bed, int component, int mode)
{
  double *field = calloc((size_t)(bed->nx * bed->ny), sizeof *field);
  double complex sum = 0;
  double k = 2 * PI * mode / bed->nx, half = component == 0 || component >= 4 ? 0.5 : 0;
  bed->field(bed->of, component, field);
  for (int j = 0; j < bed->ny; j++)
    for (int i = 0; i < bed->nx; i++) sum += field[j * bed->nx + i] * cexp(-I * k * (i + half));
  free(field);
  return 2 * sum / (bed->nx * bed->ny);
}

double plasma_frequency(const plasma_bed *bed, int component, int mode, int steps)
{
  double first = NAN, last = NAN, before = cimag(mode_of(bed, component, mode));
  int zeros = 0;
  for (int s = 0; s < steps; s++) {
    bed->step(bed->of);
    double now = cimag(mode_of(bed, component, mode));
    if ((before < 0) != (now < 0)) {
      last = (s + before / (before - now)) * bed->dt;
      if (zeros++ == 0) first = last;
    }
    before = now;
  }
  return PI * (zeros - 1) / (last - first);
}

double plasma_phase_frequency(const plasma_bed *bed, int component, int mode, int steps)
{
  double complex before = mode_of(bed, component, mode), now;
  double phase = 0;
  for (int s = 0; s < steps; s++, before = now) {
    bed->step(bed->of);
    now = mode_of(bed, component, mode);
    phase -= carg(now / before);
  }
  return phase / (steps * bed->dt);
}

double plasma_growth_rate(const plasma_bed *bed, const plasma_growth *how)
{
  double n = 0, t1 = 0, t2 = 0, y1 = 0, ty = 0;
  for (int s = 0; s < how->steps; s++) {
    bed->step(bed->of);
    double t = s * bed->dt, size = cabs(mode_of(bed, how->component, how->mode)), y = log(size);
    if (size > how->to) return (n * ty - t1 * y1) / (n * t2 - t1 * t1);
    if (size < how->from) continue;
    n++;
    t1 += t;
    t2 += t * t;
    y1 += y;
    ty += t * y;
  }
  return NAN;
}

/* ---- Conservation ------------------------------------------------------------------------------
 */

/* rho and div E - rho at the nodes; e: two fields of room. */
static void look(const plasma_bed *bed, double *rho, double *excess, double *e)
{
  int nx = bed->nx, ny = bed->ny;
  double *ey = e + nx * ny;
  bed->field(bed->of, 0, e);
  bed->field(bed->of, 1, ey);
  bed->charge(bed->of, rho);
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++) {
      int here = j * nx + i, left = j * nx + (i + nx - 1) % nx, down = (j + ny - 1) % ny * nx + i;
      excess[here] = (e[here] - e[left] + ey[here] - ey[down]) / bed->dx - rho[here];
    }
}

static double field_energy(const plasma_bed *bed, int from, int to, double *room)
{
  double sum = 0;
  for (int c = from; c < to; c++) {
    bed->field(bed->of, c, room);
    for (int i = 0; i < bed->nx * bed->ny; i++) sum += 0.5 * room[i] * room[i];
  }
  return sum;
}

plasma_drift plasma_conservation(const plasma_bed *bed, int steps)
{
  plasma_drift drift = {0};
  int cells = bed->nx * bed->ny;
  double *room = calloc((size_t)cells * 6, sizeof *room), first = 0;
  double *rho = room, *excess = rho + cells, *rho_now = excess + cells, *now = rho_now + cells,
         *two = now + cells;
  look(bed, rho, excess, two);
  for (int s = 0; s < steps; s++) {
    /* Fields before and behind the push that `kinetic` is in the middle of. */
    double before = field_energy(bed, 0, 6, two);
    bed->step(bed->of);
    double magnetic = field_energy(bed, 3, 6, two), kinetic = bed->kinetic(bed->of);
    double energy = before + kinetic;
    if (s == 0) first = energy;
    drift.energy = fmax(drift.energy, fabs(energy - first) / first);
    drift.magnetic = fmax(drift.magnetic, magnetic / first);
    if (s % 10 != 0 && s != steps - 1) continue;
    look(bed, rho_now, now, two);
    for (int i = 0; i < cells; i++) {
      drift.divergence = fmax(drift.divergence, fabs(now[i] - excess[i]));
      drift.charge = fmax(drift.charge, fabs(rho_now[i] - rho[i]));
    }
  }
  free(room);
  return drift;
}

/* ---- Formulas ----------------------------------------------------------------------------------
 */

double two_stream_rate(double k, double v)
{
  double w2 = pow(1 - v * v, 1.5), a = k * k * v * v / w2;
  return sqrt(w2 * (sqrt(0.25 + 2 * a) - 0.5 - a));
}

double filamentation_rate(double k, double v)
{
  double gamma = 1 / sqrt(1 - v * v), b = k * k + 1 / (gamma * gamma * gamma);
  return sqrt(0.5 * (sqrt(b * b + 4 * k * k * v * v / gamma) - b));
}

double grid_light_frequency(double k, double dx, double dt)
{
  return 2 / dt * asin(dt / dx * sin(0.5 * k * dx));
}
