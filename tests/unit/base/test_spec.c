/* base/spec.h: "name:key=value,..." read against a table of parameters. */
#include "check.h"

#include "base/spec.h"

enum { SHAPE, RADIUS, PULL, OFFSET };

static const jato_parameter rows[] = {
    [SHAPE] = {.name = "shape", .choices = "global ring grid", .fallback = 1},
    [RADIUS] = {.name = "radius", .fallback = 3, .smallest = 1, .largest = 64, .whole = 1},
    [PULL] = {.name = "pull", .fallback = 1.494, .smallest = -2, .largest = 8},
    [OFFSET] = {.name = "offset", .fallback = 0, .smallest = -1e15, .largest = 1e15},
};
static const jx_parameter_table table = {rows, sizeof rows / sizeof rows[0]};

static jx_values read_good(const char *spec)
{
  jx_values values;
  jato_error error = {JATO_OK, ""};
  memset(&values, 0xff, sizeof values);
  assert_ok(jx_spec_read(spec, table, &values, &error), error);
  return values;
}

static void assert_values(const char *spec, double shape, double radius, double pull)
{
  jx_values values = read_good(spec);
  assert_same_double(values.value[SHAPE], shape);
  assert_same_double(values.value[RADIUS], radius);
  assert_same_double(values.value[PULL], pull);
}

static void good_specs(void **state)
{
  (void)state;
  assert_values("swarm", 1, 3, 1.494);
  assert_values("swarm:", 1, 3, 1.494);
  assert_values("swarm:radius=64", 1, 64, 1.494);
  assert_values("swarm:radius=1,shape=global,pull=-2", 0, 1, -2);
  assert_values("swarm:shape=grid", 2, 3, 1.494);
  assert_values("swarm:pull=8,radius=2e1", 1, 20, 8);
}

/* The first failure is reported: its status and words that name the parameter. */
static void assert_refused(const char *spec, jato_status status, const char *words)
{
  jx_values values;
  jato_error error = {JATO_OK, ""};
  if (jx_spec_read(spec, table, &values, &error) == JATO_OK) fail_msg("\"%s\" was taken", spec);
  assert_int_equal(error.status, status);
  assert_contains(error.text, words);
  assert_int_equal(jx_spec_read(spec, table, &values, NULL), status);
}

static void bad_values(void **state)
{
  (void)state;
  assert_refused("s:radius=0", JATO_E_ARGUMENT, "radius=0: out of range; radius is from 1 to 64");
  assert_refused("s:radius=65", JATO_E_ARGUMENT, "radius=65: out of range");
  assert_refused("s:radius=2.5", JATO_E_ARGUMENT, "radius=2.5: not a whole number");
  assert_refused("s:radius=two", JATO_E_ARGUMENT, "radius=two: not a number");
  assert_refused("s:radius=", JATO_E_ARGUMENT, "radius=: not a number");
  assert_refused("s:radius", JATO_E_ARGUMENT, "radius=: not a number");
  assert_refused("s:pull=8.0000001", JATO_E_ARGUMENT, "pull=8.0000001: out of range");
  assert_refused("s:pull=-2.0000001", JATO_E_ARGUMENT, "out of range; pull is from -2 to 8");
  assert_refused("s:pull=nan", JATO_E_ARGUMENT, "pull=nan: not a number");
  assert_refused("s:pull=1=2", JATO_E_ARGUMENT, "pull=1=2: not a number");
}

static void bad_choices(void **state)
{
  (void)state;
  assert_refused("s:shape=rin", JATO_E_ARGUMENT, "shape=rin: not a choice");
  assert_refused("s:shape=rings", JATO_E_ARGUMENT, "take one of global, ring, grid");
  assert_refused("s:shape=", JATO_E_ARGUMENT, "shape=: not a choice");
  assert_refused("s:shape=1", JATO_E_ARGUMENT, "shape=1: not a choice");
  assert_refused("s:shape=ring grid", JATO_E_ARGUMENT, "not a choice");
}

static void bad_names(void **state)
{
  (void)state;
  assert_refused("s:raduis=2", JATO_E_NAME, "did you mean \"radius\"?");
  assert_refused("s:rad=2", JATO_E_NAME, "did you mean \"radius\"?");
  assert_refused("s:zebra=2", JATO_E_NAME, "s has no parameter \"zebra\"");
  assert_refused("s:radius=2,,pull=1", JATO_E_NAME, "no parameter \"\"");
  assert_refused("s:Radius=2", JATO_E_NAME, "radius");
  assert_refused("s:=2", JATO_E_NAME, "no parameter \"\"");
}

static void nothing_is_set_twice(void **state)
{
  (void)state;
  assert_refused("s:radius=2,radius=3", JATO_E_ARGUMENT, "s: radius is given twice");
  assert_refused("s:radius=2,radius=2", JATO_E_ARGUMENT, "radius is given twice");
  assert_refused("s:shape=ring,pull=1,shape=ring", JATO_E_ARGUMENT, "shape is given twice");
}

static void a_thing_without_parameters_takes_none(void **state)
{
  jx_values values;
  jato_error error = {JATO_OK, ""};
  const jx_parameter_table none = {NULL, 0};
  (void)state;
  assert_int_equal(jx_spec_read("random", none, &values, &error), JATO_OK);
  assert_int_equal(jx_spec_read("random:x=1", none, &values, &error), JATO_E_NAME);
  assert_contains(error.text, "random has no parameters");
}

/* The words are cut to fit, and ended, however long the spec is. */
static void long_specs_do_not_overflow(void **state)
{
  char spec[3000] = "s:radius=";
  jx_values values;
  jato_error error = {JATO_OK, ""};
  (void)state;
  memset(spec + 9, '9', sizeof spec - 10);
  spec[sizeof spec - 1] = '\0';
  assert_int_equal(jx_spec_read(spec, table, &values, &error), JATO_E_ARGUMENT);
  assert_true(strlen(error.text) < sizeof error.text);
  assert_contains(error.text, "radius=999");
}

/* Whatever is left out, a colon comes before the first one and a comma before the others. */
static void a_text_that_is_not_set_is_left_out(void **state)
{
  static const jato_parameter label_first[] = {{.name = "label", .text = 1},
                                               {.name = "pull", .smallest = -2, .largest = 8}};
  const jx_parameter_table labelled = {label_first, 2};
  char text[64];
  jx_values values;
  (void)state;
  assert_int_equal(jx_spec_read("s:pull=2", labelled, &values, NULL), JATO_OK);
  jx_spec_write("s", labelled, &values, text, sizeof text);
  assert_string_equal(text, "s:pull=2");
  assert_int_equal(jx_spec_read("s:pull=2,label=of mine", labelled, &values, NULL), JATO_OK);
  jx_spec_write("s", labelled, &values, text, sizeof text);
  assert_string_equal(text, "s:label=of mine,pull=2");
}

/* A quote counts where a value begins with it, and commas inside of it do not. */
static void texts_with_commas_are_quoted(void **state)
{
  static const jato_parameter label_first[] = {{.name = "label", .text = 1},
                                               {.name = "pull", .smallest = -2, .largest = 8}};
  const jx_parameter_table labelled = {label_first, 2};
  static const char *const same[] = {"s:label='a,b',pull=2", "s:label=\"it's, here\",pull=2",
                                     "s:label=it's here,pull=2", "s:label='\"',pull=2"};
  static const char *const wrong[] = {"s:label='a,b", "s:label='a'b", "s:label=''",
                                      "s:label='a'b,pull=2"};
  char text[64];
  jx_values values;
  (void)state;
  for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
    assert_int_equal(jx_spec_read(same[i], labelled, &values, NULL), JATO_OK);
    assert_true(values.value[1] == 2);
    jx_spec_write("s", labelled, &values, text, sizeof text);
    assert_string_equal(text, same[i]);
  }
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
    assert_int_equal(jx_spec_read(wrong[i], labelled, &values, NULL), JATO_E_ARGUMENT);
}

static void names_end_at_the_colon(void **state)
{
  (void)state;
  assert_true(jx_text_equals(jx_spec_name("pso:c1=2"), "pso"));
  assert_true(jx_text_equals(jx_spec_name("pso"), "pso"));
  assert_true(jx_text_equals(jx_spec_name(":c1=2"), ""));
}

static void writes_every_parameter(void **state)
{
  char text[200];
  jx_values values = read_good("swarm:shape=grid,pull=-0.25,offset=1e15");
  (void)state;
  jx_spec_write("swarm", table, &values, text, sizeof text);
  assert_string_equal(text, "swarm:shape=grid,radius=3,pull=-0.25,offset=1e+15");
  jx_spec_write("random", (jx_parameter_table){NULL, 0}, &values, text, sizeof text);
  assert_string_equal(text, "random");
}

/* Reading what was written gives the same numbers, to the last bit: a run can be repeated from what
 * it printed. */
static void what_is_written_reads_back(void **state)
{
  static const char *const specs[] = {"s:pull=0.7298437881283576", "s:pull=0.1,offset=-1e-300",
                                      "s:offset=123456789012345.67", "s:pull=0.30000000000000004"};
  char text[200];
  (void)state;
  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
    jx_values first = read_good(specs[i]);
    jx_spec_write("s", table, &first, text, sizeof text);
    jx_values second = read_good(text);
    for (size_t k = 0; k < table.count; k++) assert_same_double(second.value[k], first.value[k]);
  }
}

static void writing_is_cut_to_the_size(void **state)
{
  char text[300];
  jx_values values = read_good("swarm");
  (void)state;
  for (size_t size = 1; size < 60; size++) {
    memset(text, '#', sizeof text);
    jx_spec_write("swarm", table, &values, text, size);
    assert_true(strlen(text) < size);
    assert_int_equal(text[size], '#');
  }
}

static const jato_parameter named[] = {{.name = "index", .largest = 9, .whole = 1},
                                       {.name = "name", .text = 1}};
static const jx_parameter_table named_table = {named, 2};

/* "opencl:1" and "opencl:name=..." are how people name a device. */
static void a_number_alone_is_the_first_parameter(void **state)
{
  (void)state;
  jx_values values;
  char text[64];
  assert_int_equal(jx_spec_read("thing:3", named_table, &values, NULL), JATO_OK);
  assert_true(values.value[0] == 3);
  assert_string_equal(values.text, "");
  assert_int_equal(jx_spec_read("thing:12", named_table, &values, NULL), JATO_E_ARGUMENT);
  assert_int_equal(jx_spec_read("thing:abc", named_table, &values, NULL), JATO_E_NAME);
  assert_int_equal(jx_spec_read("thing:name=Big (R) one,index=2", named_table, &values, NULL),
                   JATO_OK);
  assert_string_equal(values.text, "Big (R) one");
  jx_spec_write("thing", named_table, &values, text, sizeof text);
  assert_string_equal(text, "thing:index=2,name=Big (R) one");
  assert_int_equal(jx_spec_read("thing:name=", named_table, &values, NULL), JATO_E_ARGUMENT);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(good_specs),
      cmocka_unit_test(bad_values),
      cmocka_unit_test(bad_choices),
      cmocka_unit_test(bad_names),
      cmocka_unit_test(nothing_is_set_twice),
      cmocka_unit_test(a_thing_without_parameters_takes_none),
      cmocka_unit_test(long_specs_do_not_overflow),
      cmocka_unit_test(a_text_that_is_not_set_is_left_out),
      cmocka_unit_test(texts_with_commas_are_quoted),
      cmocka_unit_test(names_end_at_the_colon),
      cmocka_unit_test(writes_every_parameter),
      cmocka_unit_test(what_is_written_reads_back),
      cmocka_unit_test(writing_is_cut_to_the_size),
      cmocka_unit_test(a_number_alone_is_the_first_parameter),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
