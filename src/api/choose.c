#include "api/choose.h"

#include <string.h>

#include "contract/problem.h"
#include "registry/registry.h"

#define DIM_MODEL 30 /* a quadratic model is worth its time up to here, as in algorithm/auto */

static int is_without_generations(const jato_options *options)
{
  return options->order != NULL && strcmp(options->order, "iteration") != 0;
}

/* Options that only swarms have: particles, walls, frames, several devices, devices of other kinds,
 * and orders without generations. */
static int wants_swarm(const jato_problem *problem, const jato_options *options)
{
  const char *device = options->device, *walls = options->walls;
  (void)problem;
  return options->particles != 0 || options->record_frames != 0 ||
         is_without_generations(options) || (walls != NULL && strcmp(walls, "reflect") != 0) ||
         (device != NULL && (strncmp(device, "cpu", 3) != 0 || strchr(device, '+') != NULL));
}

static int has_residuals(const jato_problem *problem, const jato_options *options)
{
  const jx_algorithm_ops *lm = NULL;
  return problem->objective.has_residuals && options->precision == JATO_DOUBLE &&
         jx_registry_algorithm("lm", &lm, NULL) == JATO_OK;
}

/* Choices, whole numbers or constraints: the objective is not smooth. */
static int has_edges(const jato_problem *problem)
{
  const jx_space *space = problem->space;
  if (space == NULL) return 0;
  for (size_t i = 0; i < space->given.variable_count; i++)
    if (space->given.variables[i].kind != JATO_REAL && !space->given.variables[i].fixed) return 1;
  return space->given.constraint_count > 0;
}

/* Whole numbers with cells of one size, and no other edges. */
static int has_cells_only(const jato_problem *problem, const jato_options *options)
{
  const jx_space *space = problem->space;
  (void)options;
  if (space == NULL || space->cells == NULL || space->given.constraint_count > 0) return 0;
  for (size_t i = 0; i < space->dim; i++) {
    const jato_variable *variable = &space->given.variables[space->variable_of[i]];
    if (variable->kind != JATO_REAL && space->cells[i] == 0) return 0;
  }
  return 1;
}

/* Workers that must not wait for each other, and no option that only swarms have. */
static int wants_no_waiting(const jato_problem *problem, const jato_options *options)
{
  jato_options others = *options;
  others.order = NULL;
  others.particles = 0;
  return JX_IS_HOST_OBJECTIVE(&problem->objective) && is_without_generations(options) &&
         !wants_swarm(problem, &others) && !has_edges(problem);
}

static int wants_no_waiting_and_is_small(const jato_problem *problem, const jato_options *options)
{
  return problem->dim <= DIM_MODEL && wants_no_waiting(problem, options);
}

static int has_edges_and_time(const jato_problem *problem, const jato_options *options)
{
  return has_edges(problem) && options->evaluations == 0 &&
         (options->seconds > 0 || options->stall > 0 || options->iterations > 0);
}

static int has_edges_only(const jato_problem *problem, const jato_options *options)
{
  (void)options;
  return has_edges(problem);
}

static int is_any(const jato_problem *problem, const jato_options *options)
{
  (void)problem;
  (void)options;
  return 1;
}

/* The first row whose condition holds is chosen. Rows to come: a Gaussian process for very few
 * evaluations, and a method for noisy objectives. */
static const struct {
  int (*when)(const jato_problem *, const jato_options *);
  jx_choice choice;
} rows[] = {
    {wants_no_waiting_and_is_small,
     {"lqcmaes", "lq-CMA-ES point by point, since workers are not to wait for each other"}},
    {wants_no_waiting,
     {"cmaes", "CMA-ES point by point, since workers are not to wait for each other"}},
    {wants_swarm, {"pso", "a particle swarm, since an option that only swarms have was given"}},
    {has_residuals,
     {"lm", "Levenberg-Marquardt from many starts, since the objective gives residuals"}},
    {has_cells_only, {"auto", ""}},
    {has_edges_and_time,
     {"jde", "differential evolution, since there are constraints, whole numbers or choices"}},
    {has_edges_only,
     {"shade", "differential evolution with a shrinking population, since there are constraints, "
               "whole numbers or choices, and the number of evaluations is known"}},
    {is_any, {"auto", ""}},
};

int jx_choose_is_asked(const char *algorithm)
{
  return algorithm == NULL || strcmp(algorithm, "auto") == 0;
}

jx_choice jx_choose(const jato_problem *problem, const jato_options *options)
{
  size_t i = 0;
  if (!jx_choose_is_asked(options->algorithm)) return (jx_choice){options->algorithm, ""};
  if (options->method != NULL) return (jx_choice){JX_PLUGIN, ""};
  while (!rows[i].when(problem, options)) i++;
  return rows[i].choice;
}
