/* Spaces of the library's own for tests, and numbers to fill them with. */
#ifndef PLAIN_SPACE_H
#define PLAIN_SPACE_H

#include "check.h"

#include "space/space.h"

/* Memory that fails at the n-th demand, and is counted. */
typedef struct purse {
  int fail_at; /* counted from 1; 0: never */
  int asked, live;
} purse;

jato_allocator allocator_of(purse *p);

/* A space that must be sound; freed by destroy_space. */
jx_space *make_space(const jato_space *given);
void destroy_space(jx_space *space);

/* The next number of Splitmix64, and one in [0, 1): not from the generator of the library. */
uint64_t next_random(uint64_t *state);
double uniform(uint64_t *state);

#endif
