/* Users' shared objects: opens them and finds the functions of objective.h or the method of
 * method.h. No other file loads users' code, except for the compiled sources of device/cpu. */
#pragma once

#include "base/status.h"

#include "jato/method.h"

/* Empty when zeroed. The functions are called by one thread at a time. */
typedef struct jx_shared {
  void *library;
  double (*objective)(const double *x, int n);
  void (*constraints)(const double *x, int n, double *c, int count); /* NULL without constraints */
} jx_shared;

/* Opens the file at `path`; a name without a / is in the working directory. `constraints` is the
 * number of constraints. Fails with JATO_E_FILE if the file cannot be loaded or lacks a function,
 * and with JATO_E_ARGUMENT without a path. *out is then empty. */
jato_status jx_shared_open(const char *path, size_t constraints, jx_shared *out, jato_error *error);
void jx_shared_close(jx_shared *shared);

/* A shared object with a method; empty when zeroed. */
typedef struct jx_shared_method {
  void *library;
  const jato_method *method; /* as the object has it: nothing of it was checked */
} jx_shared_method;

/* The same for an object that defines jato_plugin. */
jato_status jx_shared_method_open(const char *path, jx_shared_method *out, jato_error *error);
void jx_shared_method_close(jx_shared_method *shared);
