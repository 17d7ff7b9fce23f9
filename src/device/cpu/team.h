/* Threads that share the items of a loop, again and again. */
#pragma once

#include "base/memory.h"

/* Does one item. `worker` is 0 for the caller of jx_cpu_team_share and below `threads`: no two
 * threads have the same at a time. */
typedef void (*jx_cpu_work)(void *context, uint64_t item, int worker);

/* Opaque; NULL is a team of the caller alone. */
typedef struct jx_cpu_team jx_cpu_team;

/* A team of at most `threads`, including the caller: as many as the system gives. Returns 0 without
 * memory. */
int jx_cpu_team_create(const jato_allocator *allocator, int threads, int cores, jx_cpu_team **team);
void jx_cpu_team_destroy(const jato_allocator *allocator, jx_cpu_team **team);

/* Calls work(context, item, worker) for each item below `items` and returns when all are done. A
 * worker does the same share of the items in every call, as long as no thread is late, so that the
 * items' data stay in its cache. */
void jx_cpu_team_share(jx_cpu_team *team, uint64_t items, jx_cpu_work work, void *context);
