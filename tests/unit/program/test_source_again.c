/* program/source.h: a source out of a run file, which was read when the run was made. */
#define _GNU_SOURCE
#include "scratch.h"

#include "program/source.h"

static void is_read_as_itself(const jato_source *source)
{
  jato_allocator allocator = jx_allocator_or_default(NULL);
  jx_string first, second;
  assert_int_equal(jx_source_read(source, &allocator, &first, NULL), JATO_OK);
  jato_source again = {JATO_SOURCE_INIT, .text = first.text, .name = "elsewhere.c"};
  assert_int_equal(jx_source_read(&again, &allocator, &second, NULL), JATO_OK);
  assert_string_equal(first.text, second.text);
  jx_string_release(&first);
  jx_string_release(&second);
}

static void what_was_read_is_read_as_itself(void **state)
{
  (void)state;
  is_read_as_itself(&(jato_source){JATO_SOURCE_INIT, .expression = "x(0) * x(0) + 0.5"});
  is_read_as_itself(&(jato_source){
      JATO_SOURCE_INIT, .text = "#include <math.h>\nJATO_OBJECTIVE(y, n) { return y(0) + n; }",
      .name = "my.c"});
  is_read_as_itself(
      &(jato_source){JATO_SOURCE_INIT, .text = "JATO_RESIDUALS(x, n, k, 3) { return x(0) - k; }"});
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(what_was_read_is_read_as_itself)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
