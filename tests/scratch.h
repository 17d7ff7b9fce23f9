/* A folder for the files of a test, emptied and removed at its end; and an allocator that counts.
 * The including file defines _GNU_SOURCE before everything. */
#ifndef TESTS_SCRATCH_H
#define TESTS_SCRATCH_H

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "jato/jato.h"

typedef struct scratch {
  char folder[64];
  char path[256]; /* of the file named last */
} scratch;

static inline int scratch_make(void **state)
{
  scratch *made = calloc(1, sizeof *made);
  assert_non_null(made);
  (void)snprintf(made->folder, sizeof made->folder, "/tmp/jato-test-XXXXXX");
  assert_non_null(mkdtemp(made->folder));
  *state = made;
  return 0;
}

static inline int scratch_forget(const char *path, const struct stat *status, int kind,
                                 struct FTW *where)
{
  (void)status;
  (void)kind;
  (void)where;
  return remove(path);
}

static inline int scratch_remove(void **state)
{
  scratch *made = *state;
  int left = nftw(made->folder, scratch_forget, 16, FTW_DEPTH | FTW_PHYS);
  free(made);
  return left;
}

/* <folder>/<name> */
static inline const char *scratch_path(scratch *s, const char *name)
{
  (void)snprintf(s->path, sizeof s->path, "%s/%s", s->folder, name);
  return s->path;
}

static inline const char *scratch_write(scratch *s, const char *name, const char *text)
{
  FILE *stream = fopen(scratch_path(s, name), "wb");
  assert_non_null(stream);
  assert_true(fputs(text, stream) >= 0);
  assert_int_equal(fclose(stream), 0);
  return s->path;
}

/* Memory that is counted, and refused from the allocation number `last` on. */
typedef struct counted {
  long made, held, last;
} counted;

static inline void *counted_allocate(size_t bytes, void *user)
{
  counted *count = user;
  if (count->made++ >= count->last) return NULL;
  count->held++;
  return malloc(bytes);
}

static inline void counted_release(void *memory, void *user)
{
  ((counted *)user)->held--;
  free(memory);
}

#endif
