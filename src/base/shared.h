/* Shared objects of the user's: opened, and the functions of objective.h found in them. */
#pragma once

#include "base/status.h"

/* Empty when zeroed. The functions are called by one thread at a time. */
typedef struct jx_shared {
  void *library;
  double (*objective)(const double *x, int n);
  void (*constraints)(const double *x, int n, double *c, int count); /* NULL where not wanted */
} jx_shared;

/* Opens the object at `path`, which is a file: without a / it is meant in the working directory.
 * `constraints` is how many there are. Fails with JATO_E_FILE where the file cannot be loaded or
 * has not the functions, and with JATO_E_ARGUMENT without a path. *out is then empty. */
jato_status jx_shared_open(const char *path, size_t constraints, jx_shared *out, jato_error *error);
void jx_shared_close(jx_shared *shared);
