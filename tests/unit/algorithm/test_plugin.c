/* algorithm/plugin: a method from a shared object gives the points of the same arithmetic written
 * down here, bit for bit; wrong specs, files and states are refused in words. CLIMBER is
 * examples/plugin/climber.c, NO_PLUGIN an object without a method. */
#include "check.h"

#define JK_PRECISION 64
#include "kernel/normal.h"
#include "kernel/wall.h"

#include "plugin_bed.h"
#include "run/run.h"

/* ---- The climber ---- */

/* The climber of CONTRIBUTING.md, by the kernels alone. */
typedef struct plain {
  double best[DIM], rank, step;
} plain;

static void plain_point(const plain *p, uint64_t number, size_t i, double *x)
{
  jk_key key = jk_key_make(7, number);
  for (size_t d = 0; d < DIM; d++) {
    double z = jk_normals_of(jk_draw(key, i, (jk_word1)d, JK_DRAW_NORMAL)).a;
    double step = p->step * (upper[d] - lower[d]);
    x[d] = jk_into_box(p->best[d] + step * z, lower[d], upper[d]);
  }
}

static void test_the_climber_gives_the_points_of_its_arithmetic(void **state)
{
  bed b;
  plain p = {.rank = INFINITY, .step = 0.25};
  (void)state;
  for (size_t d = 0; d < DIM; d++) p.best[d] = 0.5 * (lower[d] + upper[d]);
  assert_ok(begin(&b, "plugin:path=" CLIMBER ",step=0.25", NULL), b.error);
  for (uint64_t g = 0; g < 40; g++) {
    double next[DIM], rank = p.rank;
    assert_ok(step(&b), b.error);
    assert_int_equal(b.generation.count, POINTS);
    for (size_t i = 0; i < POINTS; i++) {
      double x[DIM];
      plain_point(&p, g, i, x);
      for (size_t d = 0; d < DIM; d++) assert_same_double(b.generation.x[i * DIM + d], x[d]);
      if (bowl(x) >= rank) continue;
      rank = bowl(x);
      memcpy(next, x, sizeof next);
    }
    p.step *= rank < p.rank ? 1.25 : 0.8;
    if (rank < p.rank) memcpy(p.best, next, sizeof next);
    p.rank = rank;
  }
  assert_double(p.rank, <, 0.01);
  end(&b);
}

/* What a run file would hold of it. */
static size_t list(bed *b, jato_array *saved)
{
  jx_array own[JX_ARRAYS_MOST];
  size_t count = b->ops->state(b->search, own);
  for (size_t i = 0; i < count; i++) saved[i] = jx_array_saved(&own[i]);
  return count;
}

static void test_a_restored_climber_goes_on_with_the_same_points(void **state)
{
  bed a, b;
  jato_array saved[JX_ARRAYS_MOST];
  (void)state;
  assert_ok(begin(&a, "plugin:path=" CLIMBER, NULL), a.error);
  assert_ok(begin(&b, "plugin:path=" CLIMBER, NULL), b.error);
  for (int i = 0; i < 5; i++) assert_ok(step(&a), a.error);
  size_t count = list(&a, saved);
  assert_int_equal(count, 1);
  assert_string_equal(saved[0].name, "best");
  assert_ok(jx_restore_search(b.search, saved, count, &b.error), b.error);
  b.generation = a.generation;
  assert_ok(step(&a), a.error);
  assert_ok(step(&b), b.error);
  for (size_t i = 0; i < POINTS * DIM; i++)
    assert_same_double(a.generation.x[i], b.generation.x[i]);
  end(&a);
  end(&b);
}

static void test_numbers_out_of_bounds_never_reach_the_method(void **state)
{
  bed b;
  jato_array saved[JX_ARRAYS_MOST];
  double forged[DIM + 2] = {0, 0, 0, NAN, 0.3};
  (void)state;
  assert_ok(begin(&b, "plugin:path=" CLIMBER, NULL), b.error);
  size_t count = list(&b, saved);
  saved[0].data = forged;
  assert_int_equal(jx_restore_search(b.search, saved, count, &b.error), JATO_E_FILE);
  assert_contains(b.error.text, "/state/best holds nan");
  saved[0].columns = DIM;
  assert_int_equal(jx_restore_search(b.search, saved, count, &b.error), JATO_E_FILE);
  assert_contains(b.error.text, "another size");
  end(&b);
}

/* ---- Specs ---- */

static void test_specs_are_written_with_everything(void **state)
{
  bed b;
  char text[1200];
  (void)state;
  assert_ok(begin(&b, "plugin:growth=2,path='" CLIMBER "'", NULL), b.error);
  jx_spec_write("plugin", b.ops->parameters, &b.values, text, sizeof text);
  assert_contains(text, "plugin:path=" CLIMBER ",step=0.3,growth=2,shrinking=0.8,bytes=");
  assert_contains(text, ",sha256=");
  end(&b);
  assert_ok(begin(&b, text, NULL), b.error); /* it reads back */
  end(&b);
}

static void refuse(const char *spec, jato_status status, const char *words)
{
  bed b;
  assert_int_equal(begin(&b, spec, NULL), status);
  assert_contains(b.error.text, words);
  assert_null(b.search);
}

static void test_wrong_specs_and_files_are_refused(void **state)
{
  (void)state;
  refuse("plugin", JATO_E_ARGUMENT, "write plugin:path=./mine.so");
  refuse("plugin:path=/nowhere/x.so", JATO_E_FILE, "/nowhere/x.so");
  refuse("plugin:path=" NO_PLUGIN, JATO_E_FILE, "defines no method");
  refuse("plugin:path=/bin/sh", JATO_E_FILE, "cannot load the shared object");
  refuse("plugin:path=" CLIMBER ",stp=1", JATO_E_NAME, "did you mean \"step\"?");
  refuse("plugin:path=" CLIMBER ",step=2", JATO_E_ARGUMENT, "out of range");
  refuse("plugin:path=" CLIMBER ",step=0.1,step=0.1", JATO_E_ARGUMENT, "given twice");
  refuse("plugin:path=" CLIMBER ",path=./b.so", JATO_E_ARGUMENT, "given twice");
  refuse("plugin:path='" CLIMBER, JATO_E_ARGUMENT, "quote is not closed");
  refuse("plugin:path=" CLIMBER ",bytes=1", JATO_E_FILE,
         "the file " CLIMBER " is not the one this run was made with");
  refuse("plugin:path=" CLIMBER ",sha256=00", JATO_E_FILE, "is not the one this run was made with");
  refuse("plugin:path=" CLIMBER ",method=climber", JATO_E_ARGUMENT, "exclude each other");
  refuse("plugin:method=climber", JATO_E_ARGUMENT, "part of the program that began this run");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_the_climber_gives_the_points_of_its_arithmetic),
      cmocka_unit_test(test_a_restored_climber_goes_on_with_the_same_points),
      cmocka_unit_test(test_numbers_out_of_bounds_never_reach_the_method),
      cmocka_unit_test(test_specs_are_written_with_everything),
      cmocka_unit_test(test_wrong_specs_and_files_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
