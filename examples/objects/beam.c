/* A welded beam as a shared object: the cheapest one that carries its load (Coello 2000). Build it
 * and minimise it with
 *
 *   cc -shared -fPIC -O2 -o beam.so examples/objects/beam.c -lm
 *   jato minimize --object ./beam.so --var h=0.1:2 --var l=0.1:10 --var t=0.1:10 --var b=0.1:2 \
 *     --constraint 'c0<=0' --constraint 'c1<=0' --constraint 'c2<=0' --constraint 'c3<=0' \
 *     --constraint 'c4<=0' --constraint 'c5<=0' --constraint 'c6<=0'
 *
 * x is height and length of the weld, height and width of the beam, in inches; the best known beam
 * costs 1.724852. No header is needed: jato looks only for these two functions. */
#include <math.h>

static const double load = 6000;    /* lb */
static const double overhang = 14;  /* in */
static const double elastic = 30e6; /* psi */
static const double shear = 12e6;   /* psi */

double jato_objective(const double *x, int n)
{
  double h = x[0], l = x[1], t = x[2], b = x[3];
  (void)n;
  return 1.10471 * h * h * l + 0.04811 * t * b * (14.0 + l);
}

/* The shear stress in the weld, in psi. */
static double weld_stress(double h, double l, double t)
{
  double moment = load * (overhang + l / 2);
  double radius = sqrt(l * l / 4 + (h + t) * (h + t) / 4);
  double polar = 2 * (sqrt(2) * h * l * (l * l / 12 + (h + t) * (h + t) / 4));
  double direct = load / (sqrt(2) * h * l), bent = moment * radius / polar;
  return sqrt(direct * direct + direct * bent * l / radius + bent * bent);
}

/* The load under which the beam buckles, in lb. */
static double buckling_load(double t, double b)
{
  double area = 4.013 * elastic * sqrt(t * t * pow(b, 6) / 36) / (overhang * overhang);
  return area * (1 - t / (2 * overhang) * sqrt(elastic / (4 * shear)));
}

/* Each must be at most 0. */
void jato_constraints(const double *x, int n, double *c, int count)
{
  double h = x[0], l = x[1], t = x[2], b = x[3];
  (void)n;
  (void)count;
  c[0] = weld_stress(h, l, t) - 13600;
  c[1] = 6 * load * overhang / (b * t * t) - 30000; /* bending stress, psi */
  c[2] = h - b;
  c[3] = 0.10471 * h * h + 0.04811 * t * b * (14.0 + l) - 5;
  c[4] = 0.125 - h;
  c[5] = 4 * load * pow(overhang, 3) / (elastic * t * t * t * b) - 0.25; /* deflection, in */
  c[6] = load - buckling_load(t, b);
}
