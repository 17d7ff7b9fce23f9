/* evaluator/command/sandbox.h: what bubblewrap has to hide. What it does is tried by
 * tests/cli/subject/limits.bats. */
#define _GNU_SOURCE
#include "scratch.h"

#include <string.h>

#include "evaluator/command/sandbox.h"

/* The words of bubblewrap that come just before the program's own, or the folder's. */
static void assert_hidden(const char *key, const char *const *wanted, size_t count)
{
  char program[] = "sim";
  char *argv[] = {program, NULL};
  jx_sandbox sandbox = {0};
  jx_sandbox_hide(&sandbox, key);
  jato_allocator memory = jx_allocator_or_default(NULL);
  char **words = jx_sandbox_wrap(&sandbox, argv, NULL, &memory);
  size_t end = 0;
  assert_non_null(words);
  while (strcmp(words[end], "--") != 0) end++;
  assert_string_equal(words[end - count - 1], "/run"); /* the last that is always there */
  for (size_t i = 0; i < count; i++) assert_string_equal(words[end - count + i], wanted[i]);
  jx_sandbox_release(&sandbox, &memory);
}

/* Its folder, also if the key is to come, or is reached by a link; the file alone where the folder
 * has more in it. */
static void the_key_is_hidden(void **state)
{
  scratch *s = *state;
  char folder[300], key[320], link[300];
  (void)snprintf(folder, sizeof folder, "%s", scratch_path(s, "jato"));
  (void)snprintf(key, sizeof key, "%s/key", folder);
  (void)snprintf(link, sizeof link, "%s", scratch_path(s, "link"));
  const char *const whole[] = {"--tmpfs", folder, "--remount-ro", folder};
  const char *const alone[] = {"--ro-bind", "/dev/null", key};
  assert_hidden(NULL, NULL, 0);
  assert_hidden("", NULL, 0);
  assert_hidden(key, NULL, 0); /* there is no such folder */
  assert_int_equal(mkdir(folder, 0700), 0);
  assert_hidden(key, whole, 4);
  (void)scratch_write(s, "jato/key", "secret");
  (void)scratch_write(s, "jato/key.123", "secret"); /* one that is being made */
  assert_hidden(key, whole, 4);
  assert_int_equal(symlink(folder, link), 0);
  (void)snprintf(link, sizeof link, "%s", scratch_path(s, "link/key"));
  assert_hidden(link, whole, 4);
  (void)scratch_write(s, "jato/sim", "#!/bin/sh");
  assert_hidden(key, alone, 3);
  assert_hidden(link, alone, 3);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(the_key_is_hidden, scratch_make, scratch_remove),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
