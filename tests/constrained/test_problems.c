/* The test problems themselves, against what was published of them: value and constraints at the
 * best point known, how many constraints are active there, and the share of the box that keeps all
 * of them, which sees the inactive ones too. */
#include "problems.h"

#include "check.h"

static void value_at_the_best_point(void **state)
{
  const constrained_problem *problem = *state;
  double c[MOST_CONSTRAINTS];
  const double f = problem->value(problem->point, c);
  assert_double(fabs(f - problem->best), <=, problem->digits);
  int active = 0;
  for (size_t i = 0; i < problem->space.constraint_count; i++) {
    const double over = constrained_missed(&problem->space.constraints[i], c[i]);
    assert_double(over, <=, problem->miss);
    if (over >= -1e-7 - problem->miss) active++;
  }
  assert_int_equal(active, problem->active);
}

static void point_inside_the_box(void **state)
{
  const constrained_problem *problem = *state;
  assert_in_range(problem->space.variable_count, 1, MOST_VARIABLES);
  assert_in_range(problem->space.constraint_count, 1, MOST_CONSTRAINTS);
  for (size_t i = 0; i < problem->space.variable_count; i++) {
    const jato_variable *variable = &problem->space.variables[i];
    const double x = problem->point[i];
    const int category = variable->kind == JATO_CATEGORY;
    assert_double(x, >=, category ? 0 : variable->lower);
    assert_double(x, <=, category ? (double)variable->choice_count - 1 : variable->upper);
    if (variable->kind != JATO_REAL) assert_double(x, ==, round(x));
  }
}

/* The next number of a plain generator (Marsaglia 2003, xorshift), from 0 to 1. */
static double next_random(uint64_t *bits)
{
  *bits ^= *bits << 13;
  *bits ^= *bits >> 7;
  *bits ^= *bits << 17;
  return (double)(*bits >> 11) * 0x1p-53;
}

/* Problems of real variables only have a published share. */
static int is_feasible(const constrained_problem *problem, uint64_t *bits)
{
  double x[MOST_VARIABLES], c[MOST_CONSTRAINTS];
  for (size_t i = 0; i < problem->space.variable_count; i++) {
    const jato_variable *variable = &problem->space.variables[i];
    x[i] = variable->lower + next_random(bits) * (variable->upper - variable->lower);
  }
  problem->value(x, c);
  for (size_t i = 0; i < problem->space.constraint_count; i++)
    if (constrained_missed(&problem->space.constraints[i], c[i]) > 0) return 0;
  return 1;
}

/* Both shares are counts of a million points: they may differ by what two such counts do. */
static void share_of_the_box(void **state)
{
  const constrained_problem *problem = *state;
  if (problem->feasible <= 0) return;
  const double points = 1e6, wanted = problem->feasible / 100 * points;
  uint64_t bits = 88172645463325252u;
  double found = 0;
  for (int i = 0; i < (int)points; i++) found += is_feasible(problem, &bits);
  const double spread = sqrt(2 * wanted * (1 - problem->feasible / 100));
  assert_double(fabs(found - wanted), <=, 5 * spread + 1);
}

int main(void)
{
  int failed = 0;
  for (size_t i = 0; constrained_problem_at(i) != NULL; i++) {
    constrained_problem problem = *constrained_problem_at(i);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(value_at_the_best_point, &problem),
        cmocka_unit_test_prestate(point_inside_the_box, &problem),
        cmocka_unit_test_prestate(share_of_the_box, &problem),
    };
    failed += cmocka_run_group_tests_name(problem.name, tests, NULL, NULL);
  }
  return failed;
}
