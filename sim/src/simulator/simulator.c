/* Creates and destroys a simulation: its struct, its launcher, and the simulator's own part. */
#include "simulator/simulator.h"

/* Items of a work-group on a GPU. */
#define LOCAL 256

/* Ready to build. */
static jx_launcher begin_launcher(const jx_simulator_setup *setup)
{
  const jx_device_facts *facts = setup->facts;
  jx_launcher launcher = {.ops = setup->device_ops,
                          .device = setup->device,
                          .facts = facts,
                          .toolchain = setup->toolchain,
                          .allocator = setup->allocator,
                          .pool = {.allocator = setup->allocator},
                          .on_cpu = facts->language == JX_LANGUAGE_C || facts->lanes,
                          .timed = setup->timed};
  launcher.local = facts->most_local < LOCAL ? facts->most_local : LOCAL;
  if (launcher.on_cpu) launcher.local = 1;
  return launcher;
}

jato_status jx_simulation_create(const jx_simulator_ops *ops, const jx_simulator_setup *setup,
                                 jx_simulation **out, jato_error *error)
{
  *out = jx_allocate(&setup->allocator, 1, ops->size);
  if (*out == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory for %s", ops->noun);
  (*out)->ops = ops;
  (*out)->launcher = begin_launcher(setup);
  jato_status status = ops->begin(*out, setup, error);
  if (status != JATO_OK) jx_simulation_destroy(out);
  return status;
}

void jx_simulation_destroy(jx_simulation **address)
{
  jx_simulation *simulation = *address;
  if (simulation == NULL) return;
  jato_allocator allocator = simulation->launcher.allocator;
  if (simulation->ops->end != NULL) simulation->ops->end(simulation);
  jx_launcher_end(&simulation->launcher);
  jx_release(&allocator, simulation);
  *address = NULL;
}
