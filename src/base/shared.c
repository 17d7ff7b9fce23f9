#include "base/shared.h"

#include "base/float_mode.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#define PATH_SIZE 4096

static const char objective_is[] = "double jato_objective(const double *x, int n)";
static const char constraints_is[] =
    "void jato_constraints(const double *x, int n, double *c, int count)";

/* Adds ./ to names without a /, which dlopen would search in the system's folders. */
static jato_status open_library(const char *path, void **library, jato_error *error)
{
  char here[PATH_SIZE];
  int is_path = strchr(path, '/') != NULL;
  if (path[0] == '\0')
    return jx_fail(error, JATO_E_ARGUMENT,
                   "the shared object has no name; write as in ./libsim.so");
  if (strlen(path) + 3 > sizeof here)
    return jx_fail(error, JATO_E_FILE, "the path of the shared object is longer than %d letters",
                   PATH_SIZE - 3);
  (void)snprintf(here, sizeof here, "%s%s", is_path ? "" : "./", path);
  jx_float_mode mode = jx_float_mode_read(); /* loading an object of -ffast-math changes it */
  *library = dlopen(here, RTLD_NOW | RTLD_LOCAL);
  jx_float_mode_restore(&mode);
  if (*library != NULL) return JATO_OK;
  const char *reason = dlerror();
  return jx_fail(error, JATO_E_FILE,
                 "cannot load the shared object %s: %s. Build it with: cc -shared -fPIC -O2 -o %s "
                 "FILE.c",
                 path, reason != NULL ? reason : "no reason was given", path);
}

/* Copies the bytes of a pointer to data into a pointer to a function, as POSIX requires. */
static jato_status find_function(const jx_shared *shared, const char *path, const char *name,
                                 const char *declared, void *function, jato_error *error)
{
  void *found = dlsym(shared->library, name);
  memcpy(function, &found, sizeof found);
  if (found != NULL) return JATO_OK;
  return jx_fail(error, JATO_E_FILE,
                 "the shared object %s has no function %s; it needs %s (in C++ with extern \"C\", "
                 "in Fortran with bind(C))",
                 path, name, declared);
}

jato_status jx_shared_open(const char *path, size_t constraints, jx_shared *out, jato_error *error)
{
  *out = (jx_shared){0};
  if (path == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "the shared object has no path; write ./libsim.so");
  jato_status status = open_library(path, &out->library, error);
  if (status == JATO_OK)
    status = find_function(out, path, "jato_objective", objective_is, &out->objective, error);
  if (status == JATO_OK && constraints > 0)
    status = find_function(out, path, "jato_constraints", constraints_is, &out->constraints, error);
  if (status != JATO_OK) jx_shared_close(out);
  return status;
}

static void close_library(void *library)
{
  jx_float_mode mode = jx_float_mode_read();
  if (library != NULL) (void)dlclose(library);
  jx_float_mode_restore(&mode);
}

void jx_shared_close(jx_shared *shared)
{
  close_library(shared->library);
  *shared = (jx_shared){0};
}

jato_status jx_shared_method_open(const char *path, jx_shared_method *out, jato_error *error)
{
  *out = (jx_shared_method){0};
  JX_TRY(open_library(path, &out->library, error));
  out->method = dlsym(out->library, "jato_plugin");
  if (out->method != NULL) return JATO_OK;
  jx_shared_method_close(out);
  return jx_fail(error, JATO_E_FILE,
                 "the shared object %s defines no method: it needs const jato_method jato_plugin, "
                 "as in jato/method.h (in C++ with extern \"C\")",
                 path);
}

void jx_shared_method_close(jx_shared_method *shared)
{
  close_library(shared->library);
  *shared = (jx_shared_method){0};
}
