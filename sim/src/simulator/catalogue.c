/* The simulators by name. */
#include "simulator/simulators.h"

static const jx_simulator_ops *const simulators[] = {
#define JX_SIMULATOR(name) &jx_##name##_ops,
#include "simulator/simulators.def"
#undef JX_SIMULATOR
};

static int find_simulator(size_t index, jato_entry *entry)
{
  static const char *const starts[] = {"", "may begin with a picture", "needs a picture"};
  if (index >= sizeof simulators / sizeof simulators[0]) return 0;
  const jx_simulator_ops *ops = simulators[index];
  *entry = (jato_entry){.name = ops->name,
                        .summary = ops->summary,
                        .source = ops->source,
                        .traits = starts[ops->start],
                        .state = "built",
                        .parameters = ops->parameters.rows,
                        .parameter_count = ops->parameters.count,
                        .parameter_size = sizeof(jato_parameter)};
  return 1;
}

bool jato_simulator_find_sized(size_t index, jato_entry *entry)
{
  jato_entry own;
  if (entry == NULL || !find_simulator(index, &own)) return 0;
  jx_sized_write(&own, sizeof own, entry);
  return 1;
}

jato_status jx_simulator_read(const char *spec, const jx_simulator_ops **ops, jx_values *values,
                              jato_error *error)
{
  size_t index = 0;
  JX_TRY(jx_spec_find(spec, find_simulator, "simulator", "simulators", &index, error));
  *ops = simulators[index];
  return jx_spec_read(spec, (*ops)->parameters, values, error);
}

jato_status jato_simulator_complete(const char *spec, char *out, size_t size, jato_error *error)
{
  const jx_simulator_ops *ops;
  jx_values values;
  if (spec == NULL || out == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "a spec and room for the complete one are needed");
  JX_TRY(jx_simulator_read(spec, &ops, &values, error));
  jx_spec_write(ops->name, ops->parameters, &values, out, size);
  return JATO_OK;
}
