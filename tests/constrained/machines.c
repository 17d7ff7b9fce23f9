/* Machine parts that half of the literature on constraints is tested with: a beam, a vessel, a gear
 * box. */
#include "problems.h"

#include <math.h>

#define PI 3.14159265358979323846

/* ---- The welded beam: Ragsdell and Phillips 1976, in the form of Rao 1996 ----------------------
 *
 * A bar of height t and breadth b is welded to a wall by two seams of length l and height h, and
 * carries 6000 lb 14 inches from the wall. The cheapest. */
static const jato_variable beam_variables[] = {
    {.name = "h", .lower = 0.1, .upper = 2},
    {.name = "l", .lower = 0.1, .upper = 10},
    {.name = "t", .lower = 0.1, .upper = 10},
    {.name = "b", .lower = 0.1, .upper = 2},
};
static const jato_constraint beam_constraints[] = {
    {.name = "shear", .bound = 13600, .scale = 13600},   /* psi, in the weld */
    {.name = "bending", .bound = 30000, .scale = 30000}, /* psi, in the bar */
    {.name = "seam"},                                    /* not higher than the bar is broad */
    {.name = "material", .bound = 5},
    {.name = "height", .relation = JATO_AT_LEAST, .bound = 0.125},
    {.name = "deflection", .bound = 0.25},                                         /* inch */
    {.name = "buckling", .relation = JATO_AT_LEAST, .bound = 6000, .scale = 6000}, /* lb */
};
static const double beam_point[] = {0.20572963979, 3.47048866563, 9.03662391036, 0.20572963979};

static double shear_stress(double h, double l, double t)
{
  const double load = 6000, length = 14;
  const double arm = sqrt(square(l) / 4 + square((h + t) / 2));
  const double moment = load * (length + l / 2);
  const double polar = 2 * sqrt(2) * h * l * (square(l) / 12 + square((h + t) / 2));
  const double primary = load / (sqrt(2) * h * l), secondary = moment * arm / polar;
  return sqrt(square(primary) + primary * secondary * l / arm + square(secondary));
}

static double beam_value(const double *x, double *c)
{
  const double h = x[0], l = x[1], t = x[2], b = x[3];
  const double load = 6000, length = 14, young = 30e6, rigidity = 12e6;
  c[0] = shear_stress(h, l, t);
  c[1] = 6 * load * length / (b * square(t));
  c[2] = h - b;
  c[3] = 0.10471 * square(h) + 0.04811 * t * b * (14 + l);
  c[4] = h;
  c[5] = 4 * load * cube(length) / (young * cube(t) * b);
  c[6] = 4.013 * young * t * cube(b) / (6 * square(length)) *
         (1 - t / (2 * length) * sqrt(young / (4 * rigidity)));
  return 1.10471 * square(h) * l + 0.04811 * t * b * (14 + l);
}

/* ---- The pressure vessel: Sandgren 1990 --------------------------------------------------------
 *
 * A cylinder with two half spheres. Shell and head are rolled plate, which comes in multiples of
 * 0.0625 inches: the first two variables count them. */
static const jato_variable vessel_variables[] = {
    {.name = "shell", .kind = JATO_INTEGER, .lower = 1, .upper = 99},
    {.name = "head", .kind = JATO_INTEGER, .lower = 1, .upper = 99},
    {.name = "radius", .lower = 10, .upper = 200},
    {.name = "length", .lower = 10, .upper = 200},
};
/* All on logarithmic scales: of thin plates and small vessels the search then sees more. */
static const jato_variable vessel_log_variables[] = {
    {.name = "shell", .kind = JATO_INTEGER, .scale = JATO_LOG, .lower = 1, .upper = 99},
    {.name = "head", .kind = JATO_INTEGER, .scale = JATO_LOG, .lower = 1, .upper = 99},
    {.name = "radius", .scale = JATO_LOG, .lower = 10, .upper = 200},
    {.name = "length", .scale = JATO_LOG, .lower = 10, .upper = 200},
};
static const jato_constraint vessel_constraints[] = {
    {.name = "shell_stress"},
    {.name = "head_stress"},
    {.name = "volume", .relation = JATO_AT_LEAST, .bound = 1296000, .scale = 1296000},
    {.name = "longest", .bound = 240, .scale = 240},
};
static const double vessel_point[] = {13, 7, 42.0984456, 176.6365958};

static double vessel_value(const double *x, double *c)
{
  const double shell = 0.0625 * x[0], head = 0.0625 * x[1], radius = x[2], length = x[3];
  c[0] = 0.0193 * radius - shell;
  c[1] = 0.00954 * radius - head;
  c[2] = PI * square(radius) * length + 4.0 / 3 * PI * cube(radius);
  c[3] = length;
  return 0.6224 * shell * radius * length + 1.7781 * head * square(radius) +
         3.1661 * square(shell) * length + 19.84 * square(shell) * radius;
}

/* ---- The speed reducer: Golinski 1970 ----------------------------------------------------------
 *
 * The lightest gear box of a small aeroplane: face width, module of teeth, teeth of the pinion, and
 * lengths and diameters of two shafts. */
static const jato_variable reducer_variables[] = {
    {.name = "face", .lower = 2.6, .upper = 3.6},
    {.name = "module", .lower = 0.7, .upper = 0.8},
    {.name = "teeth", .kind = JATO_INTEGER, .lower = 17, .upper = 28},
    {.name = "length1", .lower = 7.3, .upper = 8.3},
    {.name = "length2", .lower = 7.3, .upper = 8.3},
    {.name = "diameter1", .lower = 2.9, .upper = 3.9},
    {.name = "diameter2", .lower = 5, .upper = 5.5},
};
static const jato_constraint reducer_constraints[] = {
    {.name = "tooth_bending", .bound = 1}, {.name = "tooth_contact", .bound = 1},
    {.name = "deflection1", .bound = 1},   {.name = "deflection2", .bound = 1},
    {.name = "stress1", .bound = 1},       {.name = "stress2", .bound = 1},
    {.name = "space", .bound = 1},         {.name = "narrow", .bound = 1},
    {.name = "wide", .bound = 1},          {.name = "bearing1", .bound = 1},
    {.name = "bearing2", .bound = 1},
};
static const double reducer_point[] = {3.5, 0.7, 17, 7.3, 7.715319911, 3.350214666, 5.286654465};

static double reducer_value(const double *x, double *c)
{
  const double face = x[0], module = x[1], teeth = x[2], l1 = x[3], l2 = x[4], d1 = x[5], d2 = x[6];
  c[0] = 27 / (face * square(module) * teeth);
  c[1] = 397.5 / (face * square(module) * square(teeth));
  c[2] = 1.93 * cube(l1) / (module * teeth * square(square(d1)));
  c[3] = 1.93 * cube(l2) / (module * teeth * square(square(d2)));
  c[4] = sqrt(square(745 * l1 / (module * teeth)) + 16.9e6) / (110 * cube(d1));
  c[5] = sqrt(square(745 * l2 / (module * teeth)) + 157.5e6) / (85 * cube(d2));
  c[6] = module * teeth / 40;
  c[7] = 5 * module / face;
  c[8] = face / (12 * module);
  c[9] = (1.5 * d1 + 1.9) / l1;
  c[10] = (1.1 * d2 + 1.9) / l2;
  return 0.7854 * face * square(module) * (3.3333 * square(teeth) + 14.9334 * teeth - 43.0934) -
         1.508 * face * (square(d1) + square(d2)) + 7.4777 * (cube(d1) + cube(d2)) +
         0.7854 * (l1 * square(d1) + l2 * square(d2));
}

/* ---- The list ----------------------------------------------------------------------------------
 */
const constrained_problem machine_problems[] = {
    {.name = "welded_beam",
     .source = "He, Prempain and Wu, Engineering Optimization 36 (2004)",
     .space = SPACE(beam_variables, beam_constraints),
     .value = beam_value,
     .best = 1.724852,
     .digits = 5e-7,
     .point = beam_point,
     .miss = 1e-9,
     .active = 4,
     .feasible = -1,
     .algorithm = RING,
     .particles = 500,
     .evaluations = 500000},
    {.name = "pressure_vessel",
     .source = "Sandgren 1990; He, Prempain and Wu, Engineering Optimization 36 (2004)",
     .space = SPACE(vessel_variables, vessel_constraints),
     .value = vessel_value,
     .best = 6059.7143,
     .digits = 5e-5,
     .point = vessel_point,
     .miss = 1e-8,
     .active = 2,
     .feasible = -1,
     .algorithm = RING,
     .particles = 500,
     .evaluations = 500000},
    {.name = "pressure_vessel_log",
     .source = "the same on logarithmic scales",
     .space = SPACE(vessel_log_variables, vessel_constraints),
     .value = vessel_value,
     .best = 6059.7143,
     .digits = 5e-5,
     .point = vessel_point,
     .miss = 1e-8,
     .active = 2,
     .feasible = -1,
     .algorithm = RING,
     .particles = 500,
     .evaluations = 500000},
    {.name = "speed_reducer",
     .source = "Golinski 1970; Zhang, Luo and Wang, Information Sciences 178 (2008)",
     .space = SPACE(reducer_variables, reducer_constraints),
     .value = reducer_value,
     .best = 2994.471066,
     .digits = 5e-7,
     .point = reducer_point,
     .miss = 1e-9,
     .active = 4,
     .feasible = -1,
     .algorithm = RING,
     .particles = 500,
     .evaluations = 500000},
};
const size_t machine_count = COUNT(machine_problems);
