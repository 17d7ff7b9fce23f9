/* What the tests of the cache share: a folder of it, and what it tells. The including file defines
 * _GNU_SOURCE before everything. */
#ifndef TESTS_STORE_BED_H
#define TESTS_STORE_BED_H

#include "scratch.h"

#include <dirent.h>

#include "program/store.h"

#define KEY "0123456789abcdef0123456789abcdef"
#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, scratch_make, scratch_remove)

/* The last notice, and how many there were. */
typedef struct notices {
  char text[1024];
  int count;
} notices;

static inline void remember(const char *text, void *user)
{
  notices *seen = user;
  seen->count++;
  (void)snprintf(seen->text, sizeof seen->text, "%s", text);
}

static inline jx_toolchain toolchain_in(const char *folder, notices *seen)
{
  *seen = (notices){.count = 0};
  return (jx_toolchain){.cache = folder, .notice = remember, .notice_user = seen};
}

/* Returns 0 when there is no file; otherwise it must hold these bytes. */
static inline int load_is(const jx_toolchain *toolchain, const char *bytes, size_t length)
{
  jato_allocator allocator = jx_allocator_or_default(NULL);
  jx_string found;
  if (!jx_store_load(toolchain, KEY, "so", &allocator, &found)) {
    assert_null(found.text);
    return 0;
  }
  assert_int_equal(found.length, length);
  assert_memory_equal(found.text, bytes, length);
  jx_string_release(&found);
  return 1;
}

static inline int count_files(const char *folder)
{
  int count = 0;
  DIR *stream = opendir(folder);
  assert_non_null(stream);
  for (struct dirent *entry = readdir(stream); entry != NULL; entry = readdir(stream))
    count += entry->d_name[0] != '.';
  (void)closedir(stream);
  return count;
}

#endif
