#include "swarm/cpu/compiled_source.h"

#include <stdio.h>
#include <string.h>

#include "population/reals.h"
#include "program/program.h"
#include "program/source.h"
#include "swarm/cpu/check_indices.h"

/* Loops over more coordinates than this are not written out: a compiler takes a second or so for a
 * few thousand statements, and more than in proportion for more. */
#define UNROLL_DIM 512

static jato_status write_program(const jx_swarm_config *config, jx_string *text, jato_error *error)
{
  char defines[192];
  const jx_objective *objective = &config->problem->objective;
  (void)snprintf(defines, sizeof defines, "#define JK_DIM %zu\n#define JK_DATA_COUNT %zu\n%s",
                 config->problem->dim, objective->data_count,
                 config->residuals ? "#define JK_TELLS_RESIDUALS\n" : "");
  jx_program_config program = {.language = JX_LANGUAGE_C,
                               .precision = config->precision,
                               .width = 1,
                               .defines = defines,
                               .objective = objective};
  return jx_program_write(&program, &config->allocator, text, error);
}

static jato_status convert_data(const jx_swarm_config *config, jx_cpu_source *out,
                                jato_error *error)
{
  const jx_objective *objective = &config->problem->objective;
  size_t real_bytes = config->precision == JATO_FLOAT ? sizeof(float) : sizeof(double);
  out->data_count = (int)objective->data_count;
  out->data = jx_allocate(&config->allocator, objective->data_count, real_bytes);
  if (out->data == NULL)
    return jx_fail(error, JATO_E_MEMORY, "not enough memory for %zu numbers of %s",
                   objective->data_count, objective->name);
  jx_reals_from(objective->data, objective->data_count, real_bytes, out->data);
  return JATO_OK;
}

typedef int (*count_fn)(const void *data);

static jato_status take_residuals(const jx_here_ops *here, jx_device *device, jx_cpu_source *source,
                                  jato_error *error)
{
  int count = ((count_fn)here->kernel(device, 1))(source->data);
  if (count < 1)
    return jx_fail(error, JATO_E_ARGUMENT, "JATO_RESIDUALS: there are %d residuals", count);
  source->residual_count = (size_t)count;
  source->residuals = (jx_cpu_residuals_fn)here->kernel(device, 2);
  return JATO_OK;
}

jato_status jx_cpu_source_create(const jx_swarm_config *config, jx_device *device,
                                 const jx_device_facts *facts, jx_cpu_source *out,
                                 jato_error *error)
{
  static const char *const kernels[] = {"jato_evaluate", "jato_residual_count", "jato_residuals"};
  const jx_objective *objective = &config->problem->objective;
  char coordinates[64];
  jx_string text = {0};
  jato_status status = JATO_OK;
  jx_device_program program = {.user_name = objective->name,
                               .kernels = kernels,
                               .kernel_count = config->residuals ? 3 : 1,
                               .precision = config->precision,
                               .workshop = config->workshop,
                               .vector_loop = "swarm/cpu/evaluate.h",
                               .unroll = config->problem->dim <= UNROLL_DIM,
                               .coordinates = coordinates};
  *out = (jx_cpu_source){0};
  jx_source_coordinates(objective->source, coordinates, sizeof coordinates);
  JX_TRY_DONE(convert_data(config, out, error));
  JX_TRY_DONE(jx_cpu_check_indices(config, device, facts, out->data, error));
  JX_TRY_DONE(write_program(config, &text, error));
  jx_program_key(&text, facts->compiler, program.key);
  program.text = text.text;
  program.length = text.length;
  JX_TRY_DONE(config->device->build(device, &program, error));
  out->evaluate = (jx_cpu_source_fn)config->device->here->kernel(device, 0);
  memcpy(out->built, program.built, sizeof out->built);
  if (config->residuals) JX_TRY_DONE(take_residuals(config->device->here, device, out, error));
done:
  jx_string_release(&text);
  return status;
}

void jx_cpu_source_destroy(const jato_allocator *allocator, jx_cpu_source *source)
{
  jx_release(allocator, source->data);
  *source = (jx_cpu_source){0};
}
