#include "plain_plasma.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int wrap(int i, int n) { return (i % n + n) % n; }

plain_plasma *plain_plasma_create(int nx, int ny, int count, double dx, double dt)
{
  plain_plasma *p = calloc(1, sizeof *p);
  size_t cells = (size_t)(nx * ny);
  *p = (plain_plasma){.nx = nx, .ny = ny, .count = count, .dx = dx, .dt = dt};
  for (int c = 0; c < 3; c++) {
    p->e[c] = calloc(cells, sizeof(double));
    p->b[c] = calloc(cells, sizeof(double));
    p->j[c] = calloc(cells, sizeof(double));
  }
  p->particle = calloc((size_t)count + 1, sizeof *p->particle);
  return p;
}

void plain_plasma_destroy(plain_plasma *p)
{
  for (int c = 0; c < 3; c++) {
    free(p->e[c]);
    free(p->b[c]);
    free(p->j[c]);
  }
  free(p->particle);
  free(p);
}

static double *at(const plain_plasma *p, double *field, int i, int j)
{
  return &field[wrap(j, p->ny) * p->nx + wrap(i, p->nx)];
}

/* ---- Push --------------------------------------------------------------------------------------
 */

/* Between the two nearest points of a component that may be half a cell off on either axis. */
static double gather(const plain_plasma *p, double *field, const plain_particle *a, int half_x,
                     int half_y)
{
  double x = half_x ? a->x : a->x + 0.5, y = half_y ? a->y : a->y + 0.5;
  int i = a->ix + (int)floor(x), j = a->iy + (int)floor(y);
  x -= floor(x);
  y -= floor(y);
  return (1 - y) * ((1 - x) * *at(p, field, i, j) + x * *at(p, field, i + 1, j)) +
         y * ((1 - x) * *at(p, field, i, j + 1) + x * *at(p, field, i + 1, j + 1));
}

static void cross(const double a[3], const double b[3], double out[3])
{
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

static double square(const double a[3]) { return a[0] * a[0] + a[1] * a[1] + a[2] * a[2]; }

/* Boris 1970; electrons have -1 of charge for 1 of mass. */
static void push(plain_plasma *p, plain_particle *a)
{
  double half = -0.5 * p->dt, t[3], turned[3], more[3];
  double e[3] = {gather(p, p->e[0], a, 1, 0), gather(p, p->e[1], a, 0, 1),
                 gather(p, p->e[2], a, 0, 0)};
  double b[3] = {gather(p, p->b[0], a, 0, 1), gather(p, p->b[1], a, 1, 0),
                 gather(p, p->b[2], a, 1, 1)};
  for (int c = 0; c < 3; c++) a->u[c] += half * e[c];
  double gamma = sqrt(1 + square(a->u));
  p->kinetic += fabs(a->q) * square(a->u) / (gamma + 1);
  for (int c = 0; c < 3; c++) t[c] = half * b[c] / gamma;
  cross(a->u, t, turned);
  for (int c = 0; c < 3; c++) turned[c] += a->u[c];
  cross(turned, t, more);
  for (int c = 0; c < 3; c++) a->u[c] += 2 / (1 + square(t)) * more[c] + half * e[c];
}

/* ---- Move and deposit --------------------------------------------------------------------------
 */

/* A piece of a path inside a cell; `share` of a whole step. */
typedef struct piece {
  int ix, iy;
  double x0, y0, x1, y1, share;
} piece;

static void deposit_piece(plain_plasma *p, const piece *s, double q, double vz)
{
  double per = q * p->dx / p->dt, mean_x = 0.5 * (s->x0 + s->x1), mean_y = 0.5 * (s->y0 + s->y1);
  double a0[2] = {0.5 - s->x0, 0.5 + s->x0}, a1[2] = {0.5 - s->x1, 0.5 + s->x1};
  double b0[2] = {0.5 - s->y0, 0.5 + s->y0}, b1[2] = {0.5 - s->y1, 0.5 + s->y1};
  *at(p, p->j[0], s->ix, s->iy) += per * (s->x1 - s->x0) * (0.5 - mean_y);
  *at(p, p->j[0], s->ix, s->iy + 1) += per * (s->x1 - s->x0) * (0.5 + mean_y);
  *at(p, p->j[1], s->ix, s->iy) += per * (s->y1 - s->y0) * (0.5 - mean_x);
  *at(p, p->j[1], s->ix + 1, s->iy) += per * (s->y1 - s->y0) * (0.5 + mean_x);
  for (int a = 0; a < 2; a++)
    for (int b = 0; b < 2; b++)
      *at(p, p->j[2], s->ix + a, s->iy + b) +=
          q * vz * s->share / 6 *
          (2 * a0[a] * b0[b] + a0[a] * b1[b] + a1[a] * b0[b] + 2 * a1[a] * b1[b]);
}

/* Cuts a piece where it leaves its cell through x (or y) = 1/2 or -1/2; returns whether it does. */
static int cut(piece *first, piece *rest, int in_y)
{
  double from = in_y ? first->y0 : first->x0, to = in_y ? first->y1 : first->x1;
  double face = to >= 0.5 ? 0.5 : -0.5;
  if (to >= -0.5 && to < 0.5) return 0;
  double part = (face - from) / (to - from);
  *rest = *first;
  first->x1 = rest->x0 = first->x0 + part * (first->x1 - first->x0);
  first->y1 = rest->y0 = first->y0 + part * (first->y1 - first->y0);
  *(in_y ? &first->y1 : &first->x1) = face;
  *(in_y ? &rest->y0 : &rest->x0) = -face;
  *(in_y ? &rest->y1 : &rest->x1) -= 2 * face;
  *(in_y ? &rest->iy : &rest->ix) += face > 0 ? 1 : -1;
  rest->share = first->share * (1 - part);
  first->share *= part;
  return 1;
}

static void move(plain_plasma *p, plain_particle *a)
{
  double step = p->dt / p->dx / sqrt(1 + square(a->u)), vz = a->u[2] / sqrt(1 + square(a->u));
  piece pieces[4];
  int count = 1;
  pieces[0] = (piece){a->ix, a->iy, a->x, a->y, a->x + step * a->u[0], a->y + step * a->u[1], 1};
  count += cut(&pieces[0], &pieces[1], 0);
  /* The end of a piece that went too far in y before it was cut in x belongs to no cell: such a
   * piece is cut, and what follows it begins one cell up or down. */
  for (int i = 0; i < count; i++) {
    piece rest;
    if (!cut(&pieces[i], &rest, 1)) continue;
    for (int k = count; k > i + 1; k--) {
      pieces[k] = pieces[k - 1];
      pieces[k].y0 -= rest.iy - pieces[i].iy;
      pieces[k].y1 -= rest.iy - pieces[i].iy;
      pieces[k].iy += rest.iy - pieces[i].iy;
    }
    pieces[i + 1] = rest;
    count++;
  }
  for (int i = 0; i < count; i++) deposit_piece(p, &pieces[i], a->q, vz);
  const piece *last = &pieces[count - 1];
  a->ix = wrap(last->ix, p->nx);
  a->iy = wrap(last->iy, p->ny);
  a->x = last->x1;
  a->y = last->y1;
}

/* ---- Fields ------------------------------------------------------------------------------------
 */

static void half_magnetic(plain_plasma *p)
{
  double r = 0.5 * p->dt / p->dx;
  for (int j = 0; j < p->ny; j++)
    for (int i = 0; i < p->nx; i++) {
      double ez = *at(p, p->e[2], i, j);
      *at(p, p->b[0], i, j) -= r * (*at(p, p->e[2], i, j + 1) - ez);
      *at(p, p->b[1], i, j) += r * (*at(p, p->e[2], i + 1, j) - ez);
      *at(p, p->b[2], i, j) -= r * (*at(p, p->e[1], i + 1, j) - *at(p, p->e[1], i, j) -
                                    *at(p, p->e[0], i, j + 1) + *at(p, p->e[0], i, j));
    }
}

static void electric(plain_plasma *p)
{
  double r = p->dt / p->dx;
  for (int j = 0; j < p->ny; j++)
    for (int i = 0; i < p->nx; i++) {
      double bz = *at(p, p->b[2], i, j);
      *at(p, p->e[0], i, j) += r * (bz - *at(p, p->b[2], i, j - 1));
      *at(p, p->e[1], i, j) -= r * (bz - *at(p, p->b[2], i - 1, j));
      *at(p, p->e[2], i, j) += r * (*at(p, p->b[1], i, j) - *at(p, p->b[1], i - 1, j) -
                                    *at(p, p->b[0], i, j) + *at(p, p->b[0], i, j - 1));
      for (int c = 0; c < 3; c++) *at(p, p->e[c], i, j) -= p->dt * *at(p, p->j[c], i, j);
    }
}

void plain_plasma_step(plain_plasma *p)
{
  p->kinetic = 0;
  for (int c = 0; c < 3; c++) memset(p->j[c], 0, (size_t)(p->nx * p->ny) * sizeof(double));
  for (int k = 0; k < p->count; k++) {
    push(p, &p->particle[k]);
    move(p, &p->particle[k]);
  }
  half_magnetic(p);
  electric(p);
  half_magnetic(p);
}

void plain_plasma_charge(const plain_plasma *p, double *rho)
{
  memset(rho, 0, (size_t)(p->nx * p->ny) * sizeof(double));
  for (int k = 0; k < p->count; k++) {
    const plain_particle *a = &p->particle[k];
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++)
        *at(p, rho, a->ix + i, a->iy + j) +=
            a->q * (i ? 0.5 + a->x : 0.5 - a->x) * (j ? 0.5 + a->y : 0.5 - a->y);
  }
}

double plain_plasma_fields(const plain_plasma *p)
{
  double sum = 0;
  for (int c = 0; c < 3; c++)
    for (int i = 0; i < p->nx * p->ny; i++)
      sum += 0.5 * (p->e[c][i] * p->e[c][i] + p->b[c][i] * p->b[c][i]);
  return sum;
}

void plain_plasma_settle(plain_plasma *p)
{
  double *rho = calloc((size_t)(p->nx * p->ny), sizeof *rho);
  plain_plasma_charge(p, rho);
  for (int j = 0; j < p->ny; j++) {
    double charge = 0, mean = 0;
    for (int i = 0; i < p->nx; i++) charge += rho[j * p->nx + i] / p->nx;
    for (int i = 0; i < p->nx; i++) {
      *at(p, p->e[0], i, j) =
          *at(p, p->e[0], i - 1, j) * (i > 0) + p->dx * (rho[j * p->nx + i] - charge);
      mean += *at(p, p->e[0], i, j) / p->nx;
    }
    for (int i = 0; i < p->nx; i++) *at(p, p->e[0], i, j) -= mean;
  }
  free(rho);
}
