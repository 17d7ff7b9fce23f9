#include "problem/problems.h"

#include <string.h>

jato_status jx_problem_over_space(const jato_space *given, const jato_allocator *allocator,
                                  jato_problem **out, jato_error *error)
{
  jato_allocator memory = jx_allocator_or_default(allocator);
  jx_space *space = NULL;
  *out = NULL;
  JX_TRY(jx_space_create(given, &memory, &space, error));
  jato_problem *problem = jx_problem_allocate(space->dim, &memory);
  if (problem == NULL) {
    jx_space_destroy(&memory, &space);
    return jx_fail(error, JATO_E_MEMORY, "not enough memory for a problem of %zu variables",
                   given->variable_count);
  }
  memcpy(problem->lower, space->lower, space->dim * sizeof *problem->lower);
  memcpy(problem->upper, space->upper, space->dim * sizeof *problem->upper);
  problem->space = space;
  *out = problem;
  return JATO_OK;
}
