/* Problems G01 to G13, which Michalewicz, Koziel, Runarsson and others gathered; as listed in
 * Liang et al., "Problem definitions and evaluation criteria for the CEC 2006 special session on
 * constrained real-parameter optimization" (2006), which best values, points and numbers of active
 * constraints are from. Equalities count as kept within 1e-4 there, which is why some of the best
 * values are a little below those of exact equality in Runarsson and Yao, "Stochastic ranking for
 * constrained evolutionary optimization", IEEE TEC 4 (2000). Shares of the box: Mezura-Montes and
 * Coello, "A simple multimembered evolution strategy to solve constrained optimization problems",
 * IEEE TEC 9 (2005); where there are equalities they took another tolerance, and a share is left
 * out. */
#include "suite.h"

#include <math.h>

/* ---- G01 ---------------------------------------------------------------------------------------
 */
static const jato_variable g01_variables[] = {BOX_5(0, 1), BOX(0, 1),   BOX(0, 1),
                                              BOX(0, 1),   BOX(0, 1),   BOX(0, 100),
                                              BOX(0, 100), BOX(0, 100), BOX(0, 1)};
static const jato_constraint g01_constraints[] = {AT_MOST_0, AT_MOST_0, AT_MOST_0,
                                                  AT_MOST_0, AT_MOST_0, AT_MOST_0,
                                                  AT_MOST_0, AT_MOST_0, AT_MOST_0};
static const double g01_point[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 3, 3, 1};

static double g01_value(const double *x, double *c)
{
  double f = 0;
  for (int i = 0; i < 4; i++) f += 5 * x[i] - 5 * square(x[i]);
  for (int i = 4; i < 13; i++) f -= x[i];
  c[0] = 2 * x[0] + 2 * x[1] + x[9] + x[10] - 10;
  c[1] = 2 * x[0] + 2 * x[2] + x[9] + x[11] - 10;
  c[2] = 2 * x[1] + 2 * x[2] + x[10] + x[11] - 10;
  for (int i = 0; i < 3; i++) {
    c[3 + i] = -8 * x[i] + x[9 + i];
    c[6 + i] = -2 * x[3 + 2 * i] - x[4 + 2 * i] + x[9 + i];
  }
  return f;
}

/* ---- G02: a bumpy hill, cut off where the product becomes small --------------------------------
 */
static const jato_variable g02_variables[] = {BOX_10(0, 10), BOX_10(0, 10)};
static const jato_constraint g02_constraints[] = {{.relation = JATO_AT_LEAST, .bound = 0.75},
                                                  {.bound = 7.5 * 20}};
static const double g02_point[] = {
    3.16246061572185, 3.12833142812967, 3.09479212988791, 3.06145059523469, 3.02792915885555,
    2.99382606701730, 2.95866871765285, 2.92184227312450, 0.49482511456933, 0.48835711005490,
    0.48231642711865, 0.47664475092742, 0.47129550835493, 0.46623099264167, 0.46142004984199,
    0.45683664767217, 0.45245876903267, 0.44826762241853, 0.44424700958760, 0.44038285956317};

static double g02_value(const double *x, double *c)
{
  double fourths = 0, squares = 1, product = 1, sum = 0, weighted = 0;
  for (int i = 0; i < 20; i++) {
    const double cosine = square(cos(x[i]));
    fourths += square(cosine);
    squares *= cosine;
    product *= x[i];
    sum += x[i];
    weighted += (i + 1) * square(x[i]);
  }
  c[0] = product;
  c[1] = sum;
  return -fabs((fourths - 2 * squares) / sqrt(weighted));
}

/* ---- G03: on a sphere in ten dimensions --------------------------------------------------------
 */
static const jato_variable g03_variables[] = {BOX_10(0, 1)};
static const jato_constraint g03_constraints[] = {EQUALS_0};
static const double g03_point[] = {0.31624357647283069,  0.316243577414338339, 0.316243578012345927,
                                   0.316243575664017895, 0.316243578205526066, 0.31624357738855069,
                                   0.316243575472949512, 0.316243577164883938, 0.316243578155920302,
                                   0.316243576147374916};

static double g03_value(const double *x, double *c)
{
  double product = 1;
  for (int i = 0; i < 10; i++) product *= sqrt(10) * x[i];
  c[0] = sum_of_squares(x, 10) - 1;
  return -product;
}

/* ---- G04: Himmelblau 1972 ----------------------------------------------------------------------
 */
static const jato_variable g04_variables[] = {BOX(78, 102), BOX(33, 45), BOX(27, 45), BOX(27, 45),
                                              BOX(27, 45)};
static const jato_constraint g04_constraints[] = {
    {.bound = 92},  {.relation = JATO_AT_LEAST},
    {.bound = 110}, {.relation = JATO_AT_LEAST, .bound = 90},
    {.bound = 25},  {.relation = JATO_AT_LEAST, .bound = 20}};
static const double g04_point[] = {78, 33, 29.9952560256815985, 45, 36.7758129057882073};

static double g04_value(const double *x, double *c)
{
  c[0] = 85.334407 + 0.0056858 * x[1] * x[4] + 0.0006262 * x[0] * x[3] - 0.0022053 * x[2] * x[4];
  c[1] = c[0];
  c[2] = 80.51249 + 0.0071317 * x[1] * x[4] + 0.0029955 * x[0] * x[1] + 0.0021813 * square(x[2]);
  c[3] = c[2];
  c[4] = 9.300961 + 0.0047026 * x[2] * x[4] + 0.0012547 * x[0] * x[2] + 0.0019085 * x[2] * x[3];
  c[5] = c[4];
  return 5.3578547 * square(x[2]) + 0.8356891 * x[0] * x[4] + 37.293239 * x[0] - 40792.141;
}

/* ---- G05: three equations for four variables ---------------------------------------------------
 */
static const jato_variable g05_variables[] = {BOX(0, 1200), BOX(0, 1200), BOX(-0.55, 0.55),
                                              BOX(-0.55, 0.55)};
static const jato_constraint g05_constraints[] = {{.bound = 0.55},
                                                  {.relation = JATO_AT_LEAST, .bound = -0.55},
                                                  EQUALS_0_IN(1000),
                                                  EQUALS_0_IN(1000),
                                                  EQUALS_0_IN(1000)};
static const double g05_point[] = {679.945148297028709, 1026.06697600004691, 0.118876369094410433,
                                   -0.39623348521517826};

static double g05_value(const double *x, double *c)
{
  c[0] = x[3] - x[2];
  c[1] = c[0];
  c[2] = 1000 * sin(-x[2] - 0.25) + 1000 * sin(-x[3] - 0.25) + 894.8 - x[0];
  c[3] = 1000 * sin(x[2] - 0.25) + 1000 * sin(x[2] - x[3] - 0.25) + 894.8 - x[1];
  c[4] = 1000 * sin(x[3] - 0.25) + 1000 * sin(x[3] - x[2] - 0.25) + 1294.8;
  return 3 * x[0] + 1e-6 * cube(x[0]) + 2 * x[1] + 2e-6 / 3 * cube(x[1]);
}

/* ---- G06: between two circles that almost touch ------------------------------------------------
 */
static const jato_variable g06_variables[] = {BOX(13, 100), BOX(0, 100)};
static const jato_constraint g06_constraints[] = {{.relation = JATO_AT_LEAST, .bound = 100},
                                                  {.bound = 82.81}};
static const double g06_point[] = {14.09500000000000064, 0.8429607892154795668};

static double g06_value(const double *x, double *c)
{
  c[0] = square(x[0] - 5) + square(x[1] - 5);
  c[1] = square(x[0] - 6) + square(x[1] - 5);
  return cube(x[0] - 10) + cube(x[1] - 20);
}

/* ---- The list ----------------------------------------------------------------------------------
 */
const constrained_problem g01_to_g06[] = {
    {.name = "g01",
     .source = "Liang et al. 2006",
     .space = SPACE(g01_variables, g01_constraints),
     .value = g01_value,
     .best = -15,
     .digits = 5e-11,
     .point = g01_point,
     .miss = 0,
     .active = 6,
     .feasible = 0.0003,
     .algorithm = RING,
     .particles = 500,
     .evaluations = 500000},
    {.name = "g02",
     .source = "Liang et al. 2006",
     .space = SPACE(g02_variables, g02_constraints),
     .value = g02_value,
     .best = -0.80361910412559,
     .digits = 5e-15,
     .point = g02_point,
     .miss = 1e-11,
     .active = 1,
     .feasible = 99.9973,
     .algorithm = "pso:topology=ring,radius=3",
     .particles = 1000,
     .evaluations = 4000000},
    {.name = "g03",
     .source = "Liang et al. 2006",
     .space = SPACE(g03_variables, g03_constraints),
     .value = g03_value,
     .best = -1.00050010001000,
     .digits = 5e-15,
     .point = g03_point,
     .miss = 1e-12,
     .active = 1,
     .feasible = -1,
     .algorithm = GRID,
     .particles = 200,
     .evaluations = 1000000},
    {.name = "g04",
     .source = "Liang et al. 2006",
     .space = SPACE(g04_variables, g04_constraints),
     .value = g04_value,
     .best = -30665.53867178332,
     .digits = 5e-12,
     .point = g04_point,
     .miss = 1e-11,
     .active = 2,
     .feasible = 27.0079,
     .algorithm = RING,
     .particles = 500,
     .evaluations = 500000},
    {.name = "g05",
     .source = "Liang et al. 2006",
     .space = SPACE(g05_variables, g05_constraints),
     .value = g05_value,
     .best = 5126.4967140071,
     .digits = 5e-11,
     .point = g05_point,
     .miss = 1e-12,
     .active = 3,
     .feasible = -1,
     .algorithm = GRID,
     .particles = 1000,
     .evaluations = 1000000},
    {.name = "g06",
     .source = "Liang et al. 2006",
     .space = SPACE(g06_variables, g06_constraints),
     .value = g06_value,
     .best = -6961.81387558015,
     .digits = 5e-11, /* the last digit is not that of the point */
     .point = g06_point,
     .miss = 1e-11,
     .active = 2,
     .feasible = 0.0057,
     .algorithm = RING,
     .particles = 500,
     .evaluations = 500000},
};
const size_t g01_to_g06_count = COUNT(g01_to_g06);
