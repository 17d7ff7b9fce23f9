/* Problems G07 to G13; g01_to_g06.c says where they are from. */
#include "suite.h"

#include <math.h>

/* ---- G07 ---------------------------------------------------------------------------------------
 */
static const jato_variable g07_variables[] = {BOX_10(-10, 10)};
static const jato_constraint g07_constraints[] = {AT_MOST_0, AT_MOST_0, AT_MOST_0, AT_MOST_0,
                                                  AT_MOST_0, AT_MOST_0, AT_MOST_0, AT_MOST_0};
static const double g07_point[] = {
    2.17199634142692, 2.3636830416034,  8.77392573913157, 5.09598443745173, 0.990654756560493,
    1.43057392853463, 1.32164415364306, 9.82872576524495, 8.2800915887356,  8.3759266477347};

static double g07_value(const double *x, double *c)
{
  c[0] = -105 + 4 * x[0] + 5 * x[1] - 3 * x[6] + 9 * x[7];
  c[1] = 10 * x[0] - 8 * x[1] - 17 * x[6] + 2 * x[7];
  c[2] = -8 * x[0] + 2 * x[1] + 5 * x[8] - 2 * x[9] - 12;
  c[3] = 3 * square(x[0] - 2) + 4 * square(x[1] - 3) + 2 * square(x[2]) - 7 * x[3] - 120;
  c[4] = 5 * square(x[0]) + 8 * x[1] + square(x[2] - 6) - 2 * x[3] - 40;
  c[5] = square(x[0]) + 2 * square(x[1] - 2) - 2 * x[0] * x[1] + 14 * x[4] - 6 * x[5];
  c[6] = 0.5 * square(x[0] - 8) + 2 * square(x[1] - 4) + 3 * square(x[4]) - x[5] - 30;
  c[7] = -3 * x[0] + 6 * x[1] + 12 * square(x[8] - 8) - 7 * x[9];
  return square(x[0]) + square(x[1]) + x[0] * x[1] - 14 * x[0] - 16 * x[1] + square(x[2] - 10) +
         4 * square(x[3] - 5) + square(x[4] - 3) + 2 * square(x[5] - 1) + 5 * square(x[6]) +
         7 * square(x[7] - 11) + 2 * square(x[8] - 10) + square(x[9] - 7) + 45;
}

/* ---- G08: waves; at 0 there is no value --------------------------------------------------------
 */
static const jato_variable g08_variables[] = {BOX(0, 10), BOX(0, 10)};
static const jato_constraint g08_constraints[] = {AT_MOST_0, AT_MOST_0};
static const double g08_point[] = {1.22797135260752599, 4.24537336612274885};

static double g08_value(const double *x, double *c)
{
  const double turn = 2 * 3.14159265358979323846;
  c[0] = square(x[0]) - x[1] + 1;
  c[1] = 1 - x[0] + square(x[1] - 4);
  return -cube(sin(turn * x[0])) * sin(turn * x[1]) / (cube(x[0]) * (x[0] + x[1]));
}

/* ---- G09 ---------------------------------------------------------------------------------------
 */
static const jato_variable g09_variables[] = {BOX_5(-10, 10), BOX(-10, 10), BOX(-10, 10)};
static const jato_constraint g09_constraints[] = {AT_MOST_0, AT_MOST_0, AT_MOST_0, AT_MOST_0};
static const double g09_point[] = {
    2.33049935147405174,   1.95137236847114592, -0.477541399510615805, 4.36572624923625874,
    -0.624486959100388983, 1.03813099410962173, 1.5942266780671519};

static double g09_value(const double *x, double *c)
{
  c[0] = -127 + 2 * square(x[0]) + 3 * square(square(x[1])) + x[2] + 4 * square(x[3]) + 5 * x[4];
  c[1] = -282 + 7 * x[0] + 3 * x[1] + 10 * square(x[2]) + x[3] - x[4];
  c[2] = -196 + 23 * x[0] + square(x[1]) + 6 * square(x[5]) - 8 * x[6];
  c[3] =
      4 * square(x[0]) + square(x[1]) - 3 * x[0] * x[1] + 2 * square(x[2]) + 5 * x[5] - 11 * x[6];
  return square(x[0] - 10) + 5 * square(x[1] - 12) + square(square(x[2])) + 3 * square(x[3] - 11) +
         10 * cube(square(x[4])) + 7 * square(x[5]) + square(square(x[6])) - 4 * x[5] * x[6] -
         10 * x[5] - 8 * x[6];
}

/* ---- G10: three heat exchangers ----------------------------------------------------------------
 */
static const jato_variable g10_variables[] = {BOX(100, 10000), BOX(1000, 10000), BOX(1000, 10000),
                                              BOX_5(10, 1000)};
static const jato_constraint g10_constraints[] = {
    {.bound = 1},      {.bound = 1},
    {.bound = 1},      {.bound = 83333.333, .scale = 83333.333},
    AT_MOST_0_IN(1e6), {.bound = -1250000, .scale = 1250000}};
static const double g10_point[] = {579.306685017979589, 1359.97067807935605, 5109.97065743133317,
                                   182.01769963061534,  295.601173702746792, 217.982300369384632,
                                   286.41652592786852,  395.601173702746735};

static double g10_value(const double *x, double *c)
{
  c[0] = 0.0025 * (x[3] + x[5]);
  c[1] = 0.0025 * (x[4] + x[6] - x[3]);
  c[2] = 0.01 * (x[7] - x[4]);
  c[3] = -x[0] * x[5] + 833.33252 * x[3] + 100 * x[0];
  c[4] = -x[1] * x[6] + 1250 * x[4] + x[1] * x[3] - 1250 * x[3];
  c[5] = -x[2] * x[7] + x[2] * x[4] - 2500 * x[4];
  return x[0] + x[1] + x[2];
}

/* ---- G11 ---------------------------------------------------------------------------------------
 */
static const jato_variable g11_variables[] = {BOX(-1, 1), BOX(-1, 1)};
static const jato_constraint g11_constraints[] = {EQUALS_0};
static const double g11_point[] = {-0.707036070037170616, 0.500000004333606807};

static double g11_value(const double *x, double *c)
{
  c[0] = x[1] - square(x[0]);
  return square(x[0]) + square(x[1] - 1);
}

/* ---- G12: anywhere in one of 729 small balls ---------------------------------------------------
 */
static const jato_variable g12_variables[] = {BOX(0, 10), BOX(0, 10), BOX(0, 10)};
static const jato_constraint g12_constraints[] = {{.bound = 0.0625}};
static const double g12_point[] = {5, 5, 5};

static double g12_value(const double *x, double *c)
{
  c[0] = 0; /* the squared distance to the nearest centre, which are at whole numbers from 1 to 9 */
  double f = -1;
  for (int i = 0; i < 3; i++) {
    c[0] += square(x[i] - fmin(fmax(round(x[i]), 1), 9));
    f += 0.01 * square(x[i] - 5);
  }
  return f;
}

/* ---- G13 ---------------------------------------------------------------------------------------
 *
 * Three equations for five variables, in separate pieces: by the rules of feasibility a swarm stays
 * on the first piece it meets. With a penalty it passes from one to the other. */
static const jato_variable g13_variables[] = {BOX(-2.3, 2.3), BOX(-2.3, 2.3), BOX(-3.2, 3.2),
                                              BOX(-3.2, 3.2), BOX(-3.2, 3.2)};
static const jato_constraint g13_constraints[] = {EQUALS_0, EQUALS_0, EQUALS_0};
static const double g13_point[] = {-1.71714224003, 1.59572124049468, 1.8272502406271,
                                   -0.763659881912867, -0.76365986736498};

static double g13_value(const double *x, double *c)
{
  c[0] = sum_of_squares(x, 5) - 10;
  c[1] = x[1] * x[2] - 5 * x[3] * x[4];
  c[2] = cube(x[0]) + cube(x[1]) + 1;
  return exp(x[0] * x[1] * x[2] * x[3] * x[4]);
}

/* ---- The list ----------------------------------------------------------------------------------
 */
const constrained_problem g07_to_g13[] = {
    {.name = "g07",
     .source = "Liang et al. 2006",
     .space = SPACE(g07_variables, g07_constraints),
     .value = g07_value,
     .best = 24.30620906818,
     .digits = 5e-12,
     .point = g07_point,
     .miss = 1e-9,
     .active = 6,
     .feasible = -1,
     .algorithm = GRID,
     .particles = 200,
     .evaluations = 500000},
    {.name = "g08",
     .source = "Liang et al. 2006",
     .space = SPACE(g08_variables, g08_constraints),
     .value = g08_value,
     .best = -0.0958250414180359,
     .digits = 6e-17,
     .point = g08_point,
     .miss = 0,
     .active = 0,
     .feasible = 0.8581,
     .algorithm = RING,
     .particles = 500,
     .evaluations = 500000},
    {.name = "g09",
     .source = "Liang et al. 2006",
     .space = SPACE(g09_variables, g09_constraints),
     .value = g09_value,
     .best = 680.630057374402,
     .digits = 5e-13,
     .point = g09_point,
     .miss = 1e-11,
     .active = 2,
     .feasible = 0.5199,
     .algorithm = RING,
     .particles = 500,
     .evaluations = 500000},
    {.name = "g10",
     .source = "Liang et al. 2006",
     .space = SPACE(g10_variables, g10_constraints),
     .value = g10_value,
     .best = 7049.24802052867,
     .digits = 5e-12,
     .point = g10_point,
     .miss = 1e-11,
     .active = 6,
     .feasible = 0.0020,
     .algorithm = GRID,
     .particles = 200,
     .evaluations = 500000},
    {.name = "g11",
     .source = "Liang et al. 2006",
     .space = SPACE(g11_variables, g11_constraints),
     .value = g11_value,
     .best = 0.7499,
     .digits = 5e-5,
     .point = g11_point,
     .miss = 1e-12,
     .active = 1,
     .feasible = -1,
     .algorithm = RING,
     .particles = 500,
     .evaluations = 500000},
    {.name = "g12",
     .source = "Liang et al. 2006",
     .space = SPACE(g12_variables, g12_constraints),
     .value = g12_value,
     .best = -1,
     .digits = 0,
     .point = g12_point,
     .miss = 0,
     .active = 0,
     .feasible = 4.7697,
     .algorithm = RING,
     .particles = 500,
     .evaluations = 500000},
    {.name = "g13",
     .source = "Liang et al. 2006",
     .space = PENALISED(g13_variables, g13_constraints, 1),
     .value = g13_value,
     .best = 0.053941514041898,
     .digits = 5e-16,
     .point = g13_point,
     .miss = 1e-12,
     .active = 3,
     .feasible = -1,
     .algorithm = GRID,
     .particles = 400,
     .evaluations = 500000},
};
const size_t g07_to_g13_count = COUNT(g07_to_g13);
