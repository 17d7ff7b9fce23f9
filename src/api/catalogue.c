/* The public calls about the parts of this build and the devices of this machine. */
#include "registry/registry.h"

#include <stdio.h>
#include <string.h>

bool jato_device_find_sized(size_t index, jato_device *device)
{
  jato_device own = {.ready = 0};
  if (device == NULL || !jx_registry_machine(index, &own)) return 0;
  jx_sized_write(&own, sizeof own, device);
  return 1;
}

size_t jato_device_get_info_sized(size_t index, jato_device_fact *facts, size_t room)
{
  jato_device_fact all[JX_FACT_COUNT];
  if (!jx_registry_get_info(index, all)) return 0;
  if (facts != NULL && room > 0)
    jx_sized_write_all(all, sizeof *all, facts, room < JX_FACT_COUNT ? room : JX_FACT_COUNT);
  return JX_FACT_COUNT;
}

static jato_status write_complete(const char *name, jx_parameter_table parameters, const char *spec,
                                  char *out, size_t size, jato_error *error)
{
  jx_values values;
  JX_TRY(jx_spec_read(spec, parameters, &values, error));
  jx_spec_write(name, parameters, &values, out, size);
  return JATO_OK;
}

static jato_status write_algorithm(const char *spec, char *out, size_t size, jato_error *error)
{
  const jx_algorithm_ops *ops = NULL;
  jx_values values;
  JX_TRY(jx_registry_method(spec, NULL, &ops, &values, error));
  jx_spec_write(ops->name, ops->parameters, &values, out, size);
  return JATO_OK;
}

static jato_status write_device(const char *spec, char *out, size_t size, jato_error *error)
{
  const jx_device_ops *ops = NULL;
  JX_TRY(jx_registry_device(spec, &ops, error));
  return write_complete(ops->name, ops->parameters, spec, out, size, error);
}

static jato_status write_walls(const char *spec, char *out, size_t size, jato_error *error)
{
  int wall;
  const char *name;
  JX_TRY(jx_registry_walls(spec, &wall, &name, error));
  (void)snprintf(out, size, "%s", name);
  return JATO_OK;
}

static jato_status write_problem(const char *spec, char *out, size_t size, jato_error *error)
{
  jato_problem *problem = NULL;
  JX_TRY(jx_registry_problem(spec, 0, NULL, &problem, error));
  (void)snprintf(out, size, "%s", problem->name);
  jato_problem_destroy(&problem);
  return JATO_OK;
}

jato_status jato_spec_complete(jato_kind kind, const char *spec, char *out, size_t size,
                               jato_error *error)
{
  if (spec == NULL || out == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "a spec and room for the complete one are needed");
  switch (kind) {
  case JATO_KIND_ALGORITHM: return write_algorithm(spec, out, size, error);
  case JATO_KIND_PROBLEM: return write_problem(spec, out, size, error);
  case JATO_KIND_DEVICE: return write_device(spec, out, size, error);
  case JATO_KIND_WALLS: return write_walls(spec, out, size, error);
  }
  return jx_fail(error, JATO_E_ARGUMENT, "there is no kind number %d", (int)kind);
}

jato_status jato_catalogue_plugin(const char *spec, jato_entry_fn with, void *user,
                                  jato_error *error)
{
  if (spec == NULL || with == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "a spec and a function for its row are needed");
  if (!jx_algorithm_is_loaded(spec))
    return jx_fail(error, JATO_E_ARGUMENT, "%s is no plugin; write plugin:path=./mine.so", spec);
  return jx_registry_plugin(spec, with, user, error);
}

bool jato_catalogue_sized(jato_kind kind, size_t index, jato_entry *entry)
{
  jato_entry own;
  if (entry == NULL || !jx_registry_entry(kind, index, &own)) return 0;
  own.parameter_size = sizeof(jato_parameter);
  jx_sized_write(&own, sizeof own, entry);
  return 1;
}
