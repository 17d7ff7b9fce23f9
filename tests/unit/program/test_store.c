/* program/store.h: files that appear whole or not at all, and are not believed when damaged. */
#define _GNU_SOURCE
#include "store_bed.h"

#include <sys/wait.h>

static void what_is_saved_is_loaded(void **state)
{
  scratch *s = *state;
  notices seen;
  jx_toolchain toolchain = toolchain_in(s->folder, &seen);
  char bytes[70000];
  for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (char)(i * 7 % 256);
  assert_false(load_is(&toolchain, bytes, 0));
  for (size_t length = 0; length <= sizeof bytes; length = length * 3 + 1) {
    jx_store_save(&toolchain, KEY, "so", bytes, length);
    assert_true(load_is(&toolchain, bytes, length));
  }
  assert_int_equal(access(scratch_path(s, KEY ".so"), F_OK), 0);
  assert_int_equal(count_files(s->folder), 1);
  assert_int_equal(seen.count, 0);
}

/* Bytes of the file itself come first: tools that read shared objects read it as one. */
static void bytes_stand_at_the_beginning(void **state)
{
  scratch *s = *state;
  notices seen;
  char start[6] = "";
  jx_toolchain toolchain = toolchain_in(s->folder, &seen);
  jx_store_save(&toolchain, KEY, "so", "hello", 5);
  FILE *stream = fopen(scratch_path(s, KEY ".so"), "rb");
  assert_non_null(stream);
  assert_int_equal(fread(start, 1, 5, stream), 5);
  assert_string_equal(start, "hello");
  (void)fclose(stream);
}

static void without_a_cache_nothing_is_kept(void **state)
{
  notices seen;
  jx_toolchain toolchain = toolchain_in(NULL, &seen);
  (void)state;
  jx_store_save(&toolchain, KEY, "so", "a", 1);
  assert_false(load_is(&toolchain, "a", 1));
  assert_int_equal(seen.count, 0);
}

static void folders_are_made(void **state)
{
  scratch *s = *state;
  notices seen;
  struct stat status;
  char folder[200];
  (void)snprintf(folder, sizeof folder, "%s/a//b/c/", s->folder);
  jx_toolchain toolchain = toolchain_in(folder, &seen);
  jx_store_save(&toolchain, KEY, "so", "abc", 3);
  assert_int_equal(seen.count, 0);
  assert_true(load_is(&toolchain, "abc", 3));
  assert_int_equal(stat(folder, &status), 0);
  assert_int_equal(status.st_mode & 0777, 0700);
  assert_int_equal(stat(scratch_path(s, "a"), &status), 0);
  assert_int_equal(status.st_mode & 0777, 0700);
}

static void a_folder_that_cannot_be_is_a_notice(void **state)
{
  scratch *s = *state;
  notices seen;
  char folder[300];
  (void)snprintf(folder, sizeof folder, "%s/inside", scratch_write(s, "file", "text"));
  jx_toolchain toolchain = toolchain_in(folder, &seen);
  jx_store_save(&toolchain, KEY, "so", "abc", 3);
  assert_int_equal(seen.count, 1);
  assert_contains(seen.text, "nothing is kept in the cache folder");
  assert_contains(seen.text, "Not a directory");
  toolchain.notice = NULL;
  jx_store_save(&toolchain, KEY, "so", "abc", 3);
}

/* Changes one bit of a byte; behind the end, adds a byte. */
static void change_at(const char *path, long offset)
{
  FILE *stream = fopen(path, "r+b");
  assert_non_null(stream);
  assert_int_equal(fseek(stream, offset, SEEK_SET), 0);
  int byte = fgetc(stream);
  assert_int_equal(fseek(stream, offset, SEEK_SET), 0);
  assert_true(fputc(byte == EOF ? 0 : byte ^ 1, stream) >= 0);
  assert_int_equal(fclose(stream), 0);
}

static void assert_damaged(const jx_toolchain *toolchain, const notices *seen, const char *path)
{
  char words[400];
  int before = seen->count;
  (void)snprintf(words, sizeof words, "the cached file %s was damaged and is made again", path);
  assert_false(load_is(toolchain, "", 0));
  assert_int_equal(seen->count, before + 1);
  assert_string_equal(seen->text, words);
  assert_int_not_equal(access(path, F_OK), 0);
}

static void damage_is_found_wherever_it_is(void **state)
{
  static const char bytes[] = "some bytes";
  const long length = sizeof bytes + 24;
  scratch *s = *state;
  notices seen;
  jx_toolchain toolchain = toolchain_in(s->folder, &seen);
  const char *path = scratch_path(s, KEY ".so");
  for (long i = 0; i < length; i++) { /* one byte changed */
    jx_store_save(&toolchain, KEY, "so", bytes, sizeof bytes);
    change_at(path, i);
    assert_damaged(&toolchain, &seen, path);
  }
  for (long i = 0; i < length; i++) { /* the end missing */
    jx_store_save(&toolchain, KEY, "so", bytes, sizeof bytes);
    assert_int_equal(truncate(path, i), 0);
    assert_damaged(&toolchain, &seen, path);
  }
  jx_store_save(&toolchain, KEY, "so", bytes, sizeof bytes);
  change_at(path, length); /* more than there was */
  assert_damaged(&toolchain, &seen, path);
  jx_store_save(&toolchain, KEY, "so", bytes, sizeof bytes);
  assert_true(load_is(&toolchain, bytes, sizeof bytes));
}

/* Eight processes save one key and load it: what they find is whole. */
static void several_processes_share_a_folder(void **state)
{
  enum { PROCESSES = 8, ROUNDS = 100, LENGTH = 50000 };
  static char bytes[LENGTH];
  scratch *s = *state;
  notices seen;
  jx_toolchain toolchain = toolchain_in(s->folder, &seen);
  pid_t children[PROCESSES];
  for (size_t i = 0; i < LENGTH; i++) bytes[i] = (char)(i % 251);
  for (int p = 0; p < PROCESSES; p++) {
    children[p] = fork();
    assert_true(children[p] >= 0);
    if (children[p] != 0) continue;
    for (int round = 0; round < ROUNDS; round++) {
      jx_store_save(&toolchain, KEY, "so", bytes, LENGTH);
      if (!load_is(&toolchain, bytes, LENGTH)) _exit(1);
    }
    _exit(seen.count == 0 ? 0 : 2);
  }
  for (int p = 0; p < PROCESSES; p++) {
    int status = -1;
    assert_int_equal(waitpid(children[p], &status, 0), children[p]);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
  }
  assert_int_equal(count_files(s->folder), 1);
  assert_true(load_is(&toolchain, bytes, LENGTH));
}

static void without_memory_nothing_is_loaded(void **state)
{
  scratch *s = *state;
  notices seen;
  jx_toolchain toolchain = toolchain_in(s->folder, &seen);
  int loaded = 0;
  jx_store_save(&toolchain, KEY, "so", "abc", 3);
  for (long last = 0; !loaded; last++) {
    counted count = {.last = last};
    jato_allocator allocator = {counted_allocate, counted_release, &count};
    jx_string found;
    loaded = jx_store_load(&toolchain, KEY, "so", &allocator, &found);
    jx_string_release(&found);
    assert_int_equal(count.held, 0);
    assert_true(last < 100);
  }
  assert_int_equal(seen.count, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      WITH_FOLDER(what_is_saved_is_loaded),
      WITH_FOLDER(bytes_stand_at_the_beginning),
      cmocka_unit_test(without_a_cache_nothing_is_kept),
      WITH_FOLDER(folders_are_made),
      WITH_FOLDER(a_folder_that_cannot_be_is_a_notice),
      WITH_FOLDER(damage_is_found_wherever_it_is),
      WITH_FOLDER(several_processes_share_a_folder),
      WITH_FOLDER(without_memory_nothing_is_loaded),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
