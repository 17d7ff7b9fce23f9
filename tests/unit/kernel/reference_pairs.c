/* The problems on particles, as they are printed: with vectors, all bodies and powl. */
#include "reference_gallery.h"

#include <math.h>

static reference_vector minus(reference_vector p, reference_vector q)
{
  return (reference_vector){p.x - q.x, p.y - q.y, p.z - q.z};
}

static long double square(reference_vector p) { return p.x * p.x + p.y * p.y + p.z * p.z; }

/* p + times q */
static reference_vector along(reference_vector p, long double times, reference_vector q)
{
  return (reference_vector){p.x + times * q.x, p.y + times * q.y, p.z + times * q.z};
}

/* ---- Three bodies ---- */

static three_bodies start(const long double *x)
{
  reference_vector velocity = {x[0], x[1], 0}, twice_back = {-2 * x[0], -2 * x[1], 0};
  return (three_bodies){{{-1, 0, 0}, {1, 0, 0}, {0, 0, 0}}, {velocity, velocity, twice_back}};
}

/* Velocities that change for `time` by what the bodies pull, or places by the velocities. */
static void pull(three_bodies *s, long double time)
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      reference_vector way = minus(s->place[j], s->place[i]);
      if (i != j) s->velocity[i] = along(s->velocity[i], time / powl(square(way), 1.5L), way);
    }
}

static void fly(three_bodies *s, long double time)
{
  for (int i = 0; i < 3; i++) s->place[i] = along(s->place[i], time, s->velocity[i]);
}

/* Forest and Ruth as printed: four drifts, and three kicks between them. */
void reference_forest_ruth(three_bodies *s, long double time, int steps)
{
  long double h = time / steps, theta = 1 / (2 - cbrtl(2));
  for (int k = 0; k < steps; k++) {
    fly(s, theta * h / 2);
    pull(s, theta * h);
    fly(s, (1 - theta) * h / 2);
    pull(s, (1 - 2 * theta) * h);
    fly(s, (1 - theta) * h / 2);
    pull(s, theta * h);
    fly(s, theta * h / 2);
  }
}

long double reference_eight(const long double *x, int steps,
                            void (*integrate)(three_bodies *s, long double time, int steps))
{
  three_bodies from = start(x), to = from;
  long double sum = 0;
  integrate(&to, x[2] / 3, steps);
  for (int i = 0; i < 3; i++) {
    int next = (i + 1) % 3;
    sum += square(minus(to.place[i], from.place[next]));
    sum += square(minus(to.velocity[i], from.velocity[next]));
  }
  return sqrtl(sum);
}

/* A rounding of relative size e at the start moves f by e times its slopes; those of 600 kicks on
 * the way move it by at most as many times that, and by far less where they differ in sign. After
 * an encounter so close that the slopes cannot be seen, the value is left open. */
reference_value reference_figure_eight(const long double *x, int n, long double a)
{
  const long double aside = 1e-8L;
  long double f = reference_eight(x, 200, reference_forest_ruth), slopes = 1;
  (void)a;
  for (int i = 0; i < n; i++) {
    long double y[3] = {x[0], x[1], x[2]};
    y[i] += aside;
    slopes += fabsl(reference_eight(y, 200, reference_forest_ruth) - f) / aside * fabsl(x[i]);
  }
  return (reference_value){slopes < 1e5L ? f : (long double)NAN, 20 * slopes};
}

/* ---- Pairs ---- */

static reference_vector on_sphere(long double z, long double phi)
{
  long double side = sqrtl(1 - z * z);
  return (reference_vector){side * cosl(phi), side * sinl(phi), z};
}

/* The angles of a pair have an error in proportion to themselves, not to their difference. */
reference_value reference_thomson(const long double *x, int n, long double a)
{
  reference_value v = {0, 0};
  (void)a;
  for (int i = 0; i < n; i += 2)
    for (int j = 0; j < i; j += 2) {
      reference_vector here = on_sphere(x[i], x[i + 1]), there = on_sphere(x[j], x[j + 1]);
      long double r = sqrtl(square(minus(here, there)));
      v.f += 1 / r;
      v.scale += (1 + (x[i + 1] + x[j + 1]) / r) / r;
    }
  return v;
}

reference_value reference_lennard_jones(const long double *x, int n, long double a)
{
  reference_value v = {0, 0};
  (void)a;
  for (int i = 0; i < n; i += 3)
    for (int j = 0; j < i; j += 3) {
      reference_vector here = {x[i], x[i + 1], x[i + 2]}, there = {x[j], x[j + 1], x[j + 2]};
      long double r = sqrtl(square(minus(here, there)));
      v.f += 4 * (powl(r, -12) - powl(r, -6));
      v.scale += 4 * (12 * powl(r, -12) + 6 * powl(r, -6));
    }
  return v;
}
