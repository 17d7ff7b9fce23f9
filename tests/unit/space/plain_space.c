#include "plain_space.h"

#include <stdlib.h>

static void *take(size_t bytes, void *user)
{
  purse *p = user;
  if (++p->asked == p->fail_at) return NULL;
  p->live++;
  return malloc(bytes);
}

static void give(void *memory, void *user)
{
  ((purse *)user)->live--;
  free(memory);
}

jato_allocator allocator_of(purse *p)
{
  return (jato_allocator){.allocate = take, .release = give, .user = p};
}

jx_space *make_space(const jato_space *given)
{
  jato_allocator memory = jx_allocator_or_default(NULL);
  jato_error error = {JATO_OK, ""};
  jx_space *space = NULL;
  assert_ok(jx_space_create(given, &memory, &space, &error), error);
  return space;
}

void destroy_space(jx_space *space)
{
  jato_allocator memory = jx_allocator_or_default(NULL);
  jx_space_destroy(&memory, &space);
}

uint64_t next_random(uint64_t *state)
{
  uint64_t z = (*state += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

double uniform(uint64_t *state) { return (double)(next_random(state) >> 11) * 0x1p-53; }
