/* A user's source for the CPU: compiled by the system's C compiler into a shared object, kept in
 * the cache, opened and called. */
#ifndef JX_CPU_COMPILE_H
#define JX_CPU_COMPILE_H

#include "swarm/engine.h"

/* f[16 lanes] of one group x[n][16 lanes]; data[data_count] in the run's precision. */
typedef void (*jx_cpu_source_fn)(const void *x, int n, const void *data, int data_count, void *f);

typedef struct jx_cpu_source {
  void *library; /* of dlopen */
  jx_cpu_source_fn evaluate;
  void *data; /* [data_count] in the run's precision */
  int data_count;
  char built[256]; /* "gcc 12.2.0, x86-64-v4, 16 lanes at once": what people are told */
} jx_cpu_source;

/* Compiles or takes from the cache. level is "v2", "v3", "v4" or "generic". Fails with
 * JATO_E_SOURCE (the compiler's words), JATO_E_DEVICE (no compiler, or it took too long),
 * JATO_E_MEMORY, JATO_E_FILE. */
jato_status jx_cpu_source_create(const jx_order *order, const char *level, jx_cpu_source *out,
                                 jato_error *error);
void jx_cpu_source_destroy(const jato_allocator *allocator, jx_cpu_source *source);

#endif
