/* program/store.h: whose folder and whose files are believed. */
#define _GNU_SOURCE
#include "store_bed.h"

static void folders_that_others_write_to_are_not_used(void **state)
{
  static const mode_t unsafe[] = {0777, 0772, 0770};
  scratch *s = *state;
  notices seen;
  jx_toolchain toolchain = toolchain_in(s->folder, &seen);
  jx_store_save(&toolchain, KEY, "so", "abc", 3);
  for (int i = 0; i < 3; i++) {
    assert_int_equal(chmod(s->folder, unsafe[i]), 0);
    assert_false(load_is(&toolchain, "abc", 3));
    assert_int_equal(seen.count, i + 1);
    assert_contains(seen.text, "others can write to it; chmod go-w it");
  }
  jx_store_save(&toolchain, KEY, "other", "abc", 3); /* without a word: there has been one */
  assert_int_equal(seen.count, 3);
  assert_int_equal(count_files(s->folder), 1);
  assert_int_equal(chmod(s->folder, 01777), 0);
  assert_true(load_is(&toolchain, "abc", 3));
  assert_int_equal(chmod(s->folder, 0755), 0);
  assert_true(load_is(&toolchain, "abc", 3));
}

static void other_peoples_files_are_not_taken(void **state)
{
  scratch *s = *state;
  notices seen;
  char path[300], other[300];
  jx_toolchain toolchain = toolchain_in(s->folder, &seen);
  jx_store_save(&toolchain, KEY, "so", "abc", 3);
  (void)snprintf(path, sizeof path, "%s", scratch_path(s, KEY ".so"));
  assert_int_equal(chmod(path, 0666), 0);
  assert_false(load_is(&toolchain, "abc", 3));
  assert_int_equal(chmod(path, 0620), 0);
  assert_false(load_is(&toolchain, "abc", 3));
  assert_int_equal(chmod(path, 0600), 0);
  assert_true(load_is(&toolchain, "abc", 3));
  if (geteuid() == 0) { /* root may give files away */
    assert_int_equal(chown(path, 65534, 65534), 0);
    assert_false(load_is(&toolchain, "abc", 3));
    assert_int_equal(chown(path, 0, 0), 0);
    assert_int_equal(chown(s->folder, 65534, 65534), 0);
    assert_false(load_is(&toolchain, "abc", 3));
    assert_contains(seen.text, "belongs to another user (number 65534)");
    assert_int_equal(chown(s->folder, 0, 0), 0);
  }
  (void)snprintf(other, sizeof other, "%s", scratch_path(s, "other"));
  assert_int_equal(rename(path, other), 0);
  assert_int_equal(symlink(other, path), 0);
  assert_false(load_is(&toolchain, "abc", 3));
}

/* Sealed as it is, by this user, and not what was asked for. */
static void a_file_under_another_name_is_damaged(void **state)
{
  static const char another[] = "fedcba9876543210fedcba9876543210";
  scratch *s = *state;
  notices seen;
  char from[300], to[300];
  jx_toolchain toolchain = toolchain_in(s->folder, &seen);
  jx_store_save(&toolchain, another, "so", "abc", 3);
  (void)snprintf(from, sizeof from, "%s/%s.so", s->folder, another);
  (void)snprintf(to, sizeof to, "%s/%s.so", s->folder, KEY);
  assert_int_equal(rename(from, to), 0);
  assert_false(load_is(&toolchain, "abc", 3));
  assert_contains(seen.text, "was damaged and is made again");
  assert_int_equal(count_files(s->folder), 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      WITH_FOLDER(folders_that_others_write_to_are_not_used),
      WITH_FOLDER(other_peoples_files_are_not_taken),
      WITH_FOLDER(a_file_under_another_name_is_damaged),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
