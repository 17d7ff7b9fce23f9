/* A user's source, compiled by the device into a function that evaluates one group. */
#pragma once

#include "swarm/engine.h"

/* f[16 lanes] of one group x[n][16 lanes]; data[data_count] in the run's precision. */
typedef void (*jx_cpu_source_fn)(const void *x, int n, const void *data, int data_count, void *f);

/* f[16 lanes] and r[residual_count][16 lanes] of one group. */
typedef void (*jx_cpu_residuals_fn)(const void *x, const void *data, void *f, void *r);

typedef struct jx_cpu_source {
  jx_cpu_source_fn evaluate;     /* these live as long as the device is open */
  jx_cpu_residuals_fn residuals; /* NULL if the method uses none */
  size_t residual_count;
  void *data; /* [data_count] in the run's precision */
  int data_count;
  char built[256]; /* "gcc 12.2.0, x86-64-v4, 16 lanes in parallel": shown to users */
} jx_cpu_source;

/* Builds the source on config->device, which was opened as `device` with these facts. Fails as
 * build does and with JATO_E_MEMORY. Destroy *out even if it fails. */
jato_status jx_cpu_source_create(const jx_swarm_config *config, jx_device *device,
                                 const jx_device_facts *facts, jx_cpu_source *out,
                                 jato_error *error);
void jx_cpu_source_destroy(const jato_allocator *allocator, jx_cpu_source *source);
