#include "registry/registry.h"

#include "algorithm/algorithms.h"
#include "algorithm/plugin/plugin.h"
#include "comm/comms.h"
#include "device/devices.h"
#include "device/common.h"
#include "evaluator/evaluators.h"
#include "kernel/wall_list.h"
#include "problem/problems.h"
#include "record/formats.h"

#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const jx_algorithm_ops *const algorithms[] = {
#define JX_ALGORITHM(name) &jx_##name##_ops,
#include "algorithm/algorithms.def"
#undef JX_ALGORITHM
};

static const jx_device_ops *const devices[] = {
#define JX_DEVICE(name) &jx_##name##_ops,
#include "device/devices.def"
#undef JX_DEVICE
};

static const struct {
  const char *name, *does;
} walls[] = {
#define WALL(row, what, ...) {#row, what},
    JK_WALL_ROWS(WALL, 0)
#undef WALL
};

/* By the bits JX_ON_DEVICES, JX_SAME_BITS, JX_ONE_BY_ONE, JX_FOLLOWS_LIMITS and JX_RESIDUALS. */
#define TWO(more) "gives points" more, "moves on devices" more
#define FOUR(more) TWO(more), TWO(", same bits" more)
#define EIGHT(more) FOUR(more), FOUR(", one by one" more)
#define SIXTEEN(more) EIGHT(more), EIGHT(", follows limits" more)
static const char *const traits[] = {SIXTEEN(""), SIXTEEN(", needs residuals")};

static int algorithm_entry(size_t index, jato_entry *entry)
{
  if (index >= COUNT(algorithms)) return 0;
  const jx_algorithm_ops *ops = algorithms[index];
  *entry = (jato_entry){.name = ops->name,
                        .summary = ops->summary,
                        .source = ops->source,
                        .traits = traits[ops->traits & JX_TRAITS_SHOWN],
                        .state = ops->absent != NULL ? ops->absent : "built",
                        .parameters = ops->parameters.rows,
                        .parameter_count = ops->parameters.count};
  return 1;
}

static int problem_entry(size_t index, jato_entry *entry)
{
  const jx_gallery_row *row = jx_gallery(index);
  if (row == NULL) return 0;
  jx_parameter_table parameters = jx_gallery_parameters(row);
  *entry = (jato_entry){.name = row->name,
                        .summary = row->formula,
                        .source = row->source,
                        .traits = "",
                        .state = "built",
                        .parameters = parameters.rows,
                        .parameter_count = parameters.count,
                        .lower = row->lower,
                        .upper = row->upper};
  return 1;
}

static int device_entry(size_t index, jato_entry *entry)
{
  if (index >= COUNT(devices)) return 0;
  const jx_device_ops *ops = devices[index];
  *entry = (jato_entry){.name = ops->name,
                        .summary = ops->summary,
                        .source = "",
                        .traits = "",
                        .state = ops->state,
                        .parameters = ops->parameters.rows,
                        .parameter_count = ops->parameters.count};
  return 1;
}

static int walls_entry(size_t index, jato_entry *entry)
{
  if (index >= COUNT(walls)) return 0;
  *entry = (jato_entry){.name = walls[index].name,
                        .summary = walls[index].does,
                        .source = "",
                        .traits = "",
                        .state = "built"};
  return 1;
}

int jx_registry_entry(jato_kind kind, size_t index, jato_entry *entry)
{
  switch (kind) {
  case JATO_KIND_ALGORITHM: return algorithm_entry(index, entry);
  case JATO_KIND_PROBLEM: return problem_entry(index, entry);
  case JATO_KIND_DEVICE: return device_entry(index, entry);
  case JATO_KIND_WALLS: return walls_entry(index, entry);
  }
  return 0;
}

jato_status jx_registry_algorithm(const char *spec, const jx_algorithm_ops **out, jato_error *error)
{
  size_t index = 0;
  if (jx_text_equals(jx_spec_name(spec), JX_PLUGIN)) { /* a row for each file, and none of ours */
    *out = &jx_plugin_ops;
    return JATO_OK;
  }
  JX_TRY(jx_spec_find(spec, algorithm_entry, "algorithm", "algorithms", &index, error));
  const jx_algorithm_ops *ops = algorithms[index];
  if (ops->absent != NULL)
    return jx_fail(error, JATO_E_NOT_BUILT, "%s: %s", ops->name, ops->absent);
  *out = ops;
  return JATO_OK;
}

jato_status jx_registry_method(const char *spec, const jato_method *method,
                               const jx_algorithm_ops **out, jx_values *values, jato_error *error)
{
  JX_TRY(jx_registry_algorithm(spec, out, error));
  if ((*out)->read != NULL) return (*out)->read(spec, method, values, error);
  return jx_spec_read(spec, (*out)->parameters, values, error);
}

jato_status jx_registry_plugin(const char *spec, jato_entry_fn with, void *user, jato_error *error)
{
  jx_plugin plugin;
  jx_values values;
  JX_TRY(jx_plugin_open(spec, NULL, &plugin, &values, error));
  jato_entry entry = {.size = sizeof(jato_entry),
                      .name = plugin.method.name,
                      .summary = plugin.method.summary,
                      .source = plugin.method.source,
                      .traits = traits[jx_plugin_ops.traits & JX_TRAITS_SHOWN],
                      .state = "built",
                      .parameters = plugin.rows,
                      .parameter_size = sizeof(jato_parameter),
                      .parameter_count = plugin.method.parameter_count};
  with(&entry, user);
  jx_plugin_close(&plugin);
  return JATO_OK;
}

jato_status jx_registry_device(const char *spec, const jx_device_ops **out, jato_error *error)
{
  size_t index = 0;
  JX_TRY(jx_spec_find(spec, device_entry, "device", "devices", &index, error));
  if (devices[index]->open == NULL)
    return jx_fail(error, JATO_E_NOT_BUILT, "%s: %s; `jato list devices` shows what there is",
                   devices[index]->name, devices[index]->state);
  *out = devices[index];
  return JATO_OK;
}

jato_status jx_registry_walls(const char *name, int *wall, const char **out, jato_error *error)
{
  size_t index = 0;
  JX_TRY(jx_spec_find(name, walls_entry, "walls", "walls", &index, error));
  *wall = (int)index;
  *out = walls[index].name;
  return jx_spec_read(name, (jx_parameter_table){NULL, 0}, NULL, error);
}

/* A kind that is not in this build answers once. */
static int probe_absent(const jx_device_ops *ops, size_t index, jato_device *device)
{
  if (index > 0) return 0;
  *device = (jato_device){.ready = 0};
  (void)snprintf(device->spec, sizeof device->spec, "%s", ops->name);
  (void)snprintf(device->name, sizeof device->name, "%s", ops->summary);
  (void)snprintf(device->state, sizeof device->state, "%s", ops->state);
  return 1;
}

/* The kind of device number `index` of this machine, which becomes its number among those of that
 * kind; NULL past the last one. */
static const jx_device_ops *find_kind(size_t *index, jato_device *device)
{
  for (size_t kind = 0; kind < COUNT(devices); kind++) {
    const jx_device_ops *ops = devices[kind];
    size_t count = 0;
    for (; ops->probe != NULL ? ops->probe(count, device) : probe_absent(ops, count, device);
         count++)
      if (*index == count) return ops;
    *index -= count;
  }
  return NULL;
}

int jx_registry_machine(size_t index, jato_device *device)
{
  return find_kind(&index, device) != NULL;
}

int jx_registry_get_info(size_t index, jato_device_fact facts[JX_FACT_COUNT])
{
  jato_device device;
  const jx_device_ops *ops = find_kind(&index, &device);
  if (ops == NULL) return 0;
  jx_facts_begin(facts);
  if (ops->describe != NULL) ops->describe(index, facts);
  return 1;
}

const jx_comm_ops *jx_registry_comm(void) { return &jx_self_ops; }
const jx_comm_ops *jx_registry_ranks(void) { return jx_ranks_ops; }

const jx_evaluator_ops *jx_registry_evaluator(jx_objective_kind kind)
{
  switch (kind) {
  case JX_OBJECTIVE_FUNCTION: return &jx_function_ops;
  case JX_OBJECTIVE_COMMAND: return &jx_command_ops;
  case JX_OBJECTIVE_OBJECT: return &jx_object_ops;
  case JX_OBJECTIVE_KERNEL:
  case JX_OBJECTIVE_SOURCE:
  case JX_OBJECTIVE_ASKED: break;
  }
  return NULL;
}

const jx_format_ops *jx_registry_format(void) { return &jx_hdf5_ops; }

jato_status jx_registry_problem(const char *spec, size_t dim, const jato_allocator *allocator,
                                jato_problem **out, jato_error *error)
{
  size_t index = 0;
  *out = NULL;
  JX_TRY(jx_spec_find(spec, problem_entry, "problem", "problems", &index, error));
  return jx_problem_from_row(jx_gallery(index), spec, dim, allocator, out, error);
}
