/* algorithm/plugin: whatever is wrong with the table of a method, or with what it gives, is refused
 * in words, before a run uses it. */
#include "plugin_bed.h"

#include <stdio.h>

/* ---- Methods of the calling program, right and wrong ---- */

typedef struct odd {
  double x[POINTS * DIM], sum;
  uint64_t calls;
  jato_method_array state[2];
} odd;

enum { GOOD, NO_POINTS, NO_MEMORY, OUTSIDE, NOT_A_NUMBER, ASK_CHANGES, STATE_BREAKS, ASK_FAILS };
static int how;
static odd only;

static jato_status odd_create(const jato_method_setup *setup, void **search, jato_error *error)
{
  (void)error;
  assert_int_equal(setup->dim, DIM);
  only = (odd){.state = {JATO_RANGE_ARRAY("sum", &only.sum, 1, 1, -10, 10),
                         JATO_COUNTS_ARRAY("calls", &only.calls, 1, 1, 0, 1000)}};
  *search = &only;
  return how == NO_MEMORY ? JATO_E_MEMORY : JATO_OK;
}

static jato_status odd_ask(void *search, jato_method_generation *generation, jato_error *error)
{
  odd *o = search;
  generation->count = how == NO_POINTS ? 0 : POINTS;
  generation->x = o->x;
  if (how == OUTSIDE) o->x[DIM + 1] = 4.5;
  if (how == NOT_A_NUMBER) o->x[DIM + 1] = NAN;
  if (how == ASK_CHANGES) o->calls++;
  if (how != ASK_FAILS) return JATO_OK;
  (void)snprintf(error->text, sizeof error->text, "no more ideas");
  return JATO_E_OBJECTIVE;
}

static jato_status odd_tell(void *search, const jato_method_generation *generation,
                            jato_error *error)
{
  odd *o = search;
  (void)generation, (void)error;
  o->calls++;
  if (how == STATE_BREAKS) o->sum = 11;
  return JATO_OK;
}

static const jato_method_array *odd_state(void *search, size_t *count)
{
  *count = 2;
  return ((odd *)search)->state;
}

static void odd_destroy(void *search) { ((odd *)search)->calls = 0; }

static jato_method_parameter odd_rows[] = {JATO_REAL_PARAMETER("pull", 0.5, 0, 1, "a pull"),
                                           JATO_WHOLE_PARAMETER("memory", 3, 1, 9, "a number"),
                                           JATO_CHOICE_PARAMETER("kind", "near far", 1, "a kind")};

static jato_method make_odd(void)
{
  return (jato_method){.size = sizeof(jato_method),
                       .abi = JATO_METHOD_ABI,
                       .name = "odd",
                       .points = 5,
                       .parameters = odd_rows,
                       .parameter_count = 3,
                       .create = odd_create,
                       .ask = odd_ask,
                       .tell = odd_tell,
                       .state = odd_state,
                       .destroy = odd_destroy};
}

static void refuse_step(int what, const char *words)
{
  bed b;
  jato_method method = make_odd();
  how = what;
  jato_status status = begin(&b, "plugin", &method);
  if (status == JATO_OK) status = step(&b);
  assert_int_not_equal(status, JATO_OK);
  assert_contains(b.error.text, words);
  end(&b);
  how = GOOD;
}

static void test_what_a_method_gives_is_checked(void **state)
{
  bed b;
  jato_method method = make_odd();
  (void)state;
  assert_ok(begin(&b, "plugin:kind=near", &method), b.error);
  assert_string_equal(b.values.written, "method=odd,pull=0.5,memory=3,kind=near");
  assert_int_equal(b.values.particles, 5);
  assert_ok(step(&b), b.error);
  end(&b);
  refuse_step(NO_POINTS, "odd: it asks for 0 points in generation 0");
  refuse_step(NO_MEMORY, "odd: failed");
  refuse_step(OUTSIDE, "odd: coordinate 1 of point 1 in generation 0 is 4.5, outside of -5 to 4");
  refuse_step(NOT_A_NUMBER, "coordinate 1 of point 1 in generation 0 is nan");
  refuse_step(ASK_CHANGES, "its ask changes arrays of its state");
  refuse_step(STATE_BREAKS, "its state breaks its own bounds: /state/sum holds 11 in row 0");
  refuse_step(ASK_FAILS, "odd: ask: no more ideas");
}

static void refuse_table(const jato_method *method, const char *words)
{
  bed b;
  assert_int_not_equal(begin(&b, "plugin", method), JATO_OK);
  assert_contains(b.error.text, words);
  end(&b);
}

static void test_tables_are_checked(void **state)
{
  jato_method method = make_odd();
  jato_method_parameter row = odd_rows[0];
  (void)state;
  method.size = sizeof method - sizeof(void *);
  refuse_table(&method, "set .size to sizeof(jato_method)");
  method = make_odd();
  method.abi = 2;
  refuse_table(&method, "it is for version 2 of jato/method.h, and this jato has version 1");
  method = make_odd();
  method.name = "Odd one";
  refuse_table(&method, "has no name of small letters");
  method = make_odd();
  method.tell = NULL;
  refuse_table(&method, "its table has no tell");
  method = make_odd();
  method.parameter_count = JATO_METHOD_MOST_PARAMETERS + 1;
  refuse_table(&method, "17 parameters, and at most 16");
  method = make_odd();
  method.parameters = &row;
  method.parameter_count = 1;
  row.fallback = 2;
  refuse_table(&method, "parameter 1 of its table has a default outside of its bounds");
  row.fallback = 1;
  row.name = "path";
  refuse_table(&method, "has a name that jato uses");
  row.size = 8;
  refuse_table(&method, "has too small a size");
}

/* A later header has larger rows: they are found by their own size. */
static void test_rows_may_be_larger_than_ours(void **state)
{
  struct {
    jato_method_parameter row;
    uint64_t more;
  } rows[2] = {{JATO_REAL_PARAMETER("pull", 0.5, 0, 1, ""), 1},
               {JATO_REAL_PARAMETER("push", 0.25, 0, 1, ""), 1}};
  bed b;
  jato_method method = make_odd();
  (void)state;
  rows[0].row.size = rows[1].row.size = sizeof rows[0];
  method.parameters = &rows[0].row;
  method.parameter_count = 2;
  assert_ok(begin(&b, "plugin:push=1", &method), b.error);
  assert_string_equal(b.values.written, "method=odd,pull=0.5,push=1");
  end(&b);
}

static void test_another_method_is_refused_by_name(void **state)
{
  bed b;
  jato_method method = make_odd();
  (void)state;
  assert_int_equal(begin(&b, "plugin:method=climber", &method), JATO_E_ARGUMENT);
  assert_contains(b.error.text, "made with the method climber, and odd is given");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_what_a_method_gives_is_checked),
      cmocka_unit_test(test_tables_are_checked),
      cmocka_unit_test(test_rows_may_be_larger_than_ours),
      cmocka_unit_test(test_another_method_is_refused_by_name),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
