/* Springs: two that differ in all but the name. */
#include "problems.h"

#include <stdlib.h>

#define PI 3.14159265358979323846

/* ---- The spring under tension or compression: Belegundu 1982, Arora 1989 -----------------------
 */
static const jato_variable spring_variables[] = {
    {.name = "wire", .lower = 0.05, .upper = 2}, /* inch */
    {.name = "coil", .lower = 0.25, .upper = 1.3},
    {.name = "turns", .lower = 2, .upper = 15},
};
static const jato_variable spring_whole_variables[] = {
    {.name = "wire", .scale = JATO_LOG, .lower = 0.05, .upper = 2},
    {.name = "coil", .lower = 0.25, .upper = 1.3},
    {.name = "turns", .kind = JATO_INTEGER, .lower = 2, .upper = 15},
};
static const jato_constraint spring_constraints[] = {
    {.name = "deflection", .relation = JATO_AT_LEAST, .bound = 1},
    {.name = "shear", .bound = 1},
    {.name = "surge", .relation = JATO_AT_LEAST, .bound = 1},
    {.name = "diameter", .bound = 1.5},
};
static const double spring_point[] = {0.0516890609, 0.3567177469, 11.288965783};
/* With 11 turns: the wire and the coil at which deflection and shear are both as large as they may
 * be. The two equations were solved for each number of turns; 11 makes the lightest. */
static const double spring_whole_point[] = {0.051897322666, 0.361748671299, 11};

static double spring_value(const double *x, double *c)
{
  const double wire = x[0], coil = x[1], turns = x[2];
  c[0] = cube(coil) * turns / (71785 * square(square(wire)));
  c[1] = (4 * square(coil) - wire * coil) / (12566 * (coil * cube(wire) - square(square(wire)))) +
         1 / (5108 * square(wire));
  c[2] = 140.45 * wire / (square(coil) * turns);
  c[3] = wire + coil;
  return (turns + 2) * coil * square(wire);
}

/* ---- The coil spring: Sandgren 1990 ------------------------------------------------------------
 *
 * Whole turns, and wire as it is sold: an integer, a category and a real number. */
static const char *const wires[] = {
    "0.009",  "0.0095", "0.0104", "0.0118", "0.0128", "0.0132", "0.014", "0.015", "0.0162",
    "0.0173", "0.018",  "0.020",  "0.023",  "0.025",  "0.028",  "0.032", "0.035", "0.041",
    "0.047",  "0.054",  "0.063",  "0.072",  "0.080",  "0.092",  "0.105", "0.120", "0.135",
    "0.148",  "0.162",  "0.177",  "0.192",  "0.207",  "0.225",  "0.244", "0.263", "0.283",
    "0.307",  "0.331",  "0.362",  "0.394",  "0.4375", "0.500"};

static const jato_variable coil_variables[] = {
    {.name = "turns", .kind = JATO_INTEGER, .lower = 1, .upper = 70},
    {.name = "coil", .lower = 0.6, .upper = 3}, /* inch */
    {.name = "wire", .kind = JATO_CATEGORY, .choices = wires, .choice_count = COUNT(wires)},
};
static const jato_constraint coil_constraints[] = {
    {.name = "shear", .bound = 189000, .scale = 189000}, /* psi */
    {.name = "free_length", .bound = 14, .scale = 14},   /* inch */
    {.name = "thinnest", .relation = JATO_AT_LEAST, .bound = 0.2},
    {.name = "outside", .bound = 3},
    {.name = "index", .relation = JATO_AT_LEAST, .bound = 3},
    {.name = "preload", .bound = 6}, /* inch, as the next */
    {.name = "travel", .relation = JATO_AT_LEAST, .bound = 1.25},
};
static const double coil_point[] = {9, 1.2230410, 35};

/* The seventh constraint of the original, that the spring under load is not shorter than its turns
 * laid one on the other, is left out: by the definition of the free length both are the same. */
static double coil_value(const double *x, double *c)
{
  const double turns = x[0], coil = x[1], wire = strtod(wires[(int)x[2]], NULL);
  const double load = 1000, preload = 300, rigidity = 11.5e6, index = coil / wire;
  const double wahl = (4 * index - 1) / (4 * index - 4) + 0.615 / index;
  const double stiffness = rigidity * square(square(wire)) / (8 * turns * cube(coil));
  c[0] = 8 * wahl * load * coil / (PI * cube(wire));
  c[1] = load / stiffness + 1.05 * (turns + 2) * wire;
  c[2] = wire;
  c[3] = coil;
  c[4] = index;
  c[5] = preload / stiffness;
  c[6] = (load - preload) / stiffness;
  return square(PI) * coil * square(wire) * (turns + 2) / 4;
}

/* ---- The list ----------------------------------------------------------------------------------
 */
const constrained_problem spring_problems[] = {
    {.name = "spring",
     .source = "Arora 1989; Zhang, Luo and Wang, Information Sciences 178 (2008)",
     .space = SPACE(spring_variables, spring_constraints),
     .value = spring_value,
     .best = 0.012665233,
     .digits = 5e-10,
     .point = spring_point,
     .miss = 1e-7,
     .active = 2,
     .feasible = -1,
     .algorithm = RING,
     .particles = 1000,
     .evaluations = 500000},
    {.name = "spring_whole_turns",
     .source = "the same with whole turns; the point solves two equations, as said above",
     .space = SPACE(spring_whole_variables, spring_constraints),
     .value = spring_value,
     .best = 0.012666021,
     .digits = 5e-10,
     .point = spring_whole_point,
     .miss = 1e-8,
     .active = 2,
     .feasible = -1,
     .algorithm = RING,
     .particles = 1000,
     .evaluations = 500000},
    {.name = "coil_spring",
     .source = "Sandgren 1990; Lampinen and Zelinka, New Ideas in Optimization (1999)",
     .space = SPACE(coil_variables, coil_constraints),
     .value = coil_value,
     .best = 2.65856,
     .digits = 5e-6,
     .point = coil_point,
     .miss = 1e-6,
     .active = 1,
     .feasible = -1,
     .algorithm = RING,
     .particles = 1000,
     .evaluations = 500000},
};
const size_t spring_count = COUNT(spring_problems);
