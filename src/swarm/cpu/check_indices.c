#include "swarm/cpu/check_indices.h"

#include <stdio.h>

#include "kernel/lanes.h"
#include "population/reals.h"
#include "program/indices.h"
#include "program/program.h"

/* jato_check of swarm/cpu/evaluate.h: a jx_read. */
typedef int (*check_fn)(const void *x, const void *data, long long *index, int *line,
                        const char **file);

/* Where it is run: loops go the same way everywhere, branches by the signs of coordinates often do
 * not. */
static const double shares[] = {0.5, 0, 1, 0.29};
enum { POINTS = sizeof shares / sizeof shares[0] };

static jato_status build(const jx_swarm_config *config, jx_device *device,
                         const jx_device_facts *facts, jato_error *error)
{
  static const char *const kernels[] = {"jato_check"};
  char defines[192];
  const jx_objective *objective = &config->problem->objective;
  jx_string text = {0};
  jato_status status = JATO_OK;
  (void)snprintf(defines, sizeof defines,
                 "#define JK_DIM %zu\n#define JK_DATA_COUNT %zu\n#define JK_CHECK_INDICES\n",
                 config->problem->dim, objective->data_count);
  jx_program_config wanted = {.language = JX_LANGUAGE_C,
                              .precision = config->precision,
                              .width = 1,
                              .defines = defines,
                              .objective = objective,
                              .checks_indices = 1};
  jx_device_program program = {.user_name = objective->name,
                               .kernels = kernels,
                               .kernel_count = 1,
                               .precision = config->precision,
                               .workshop = config->workshop,
                               .quick = 1};
  JX_TRY_DONE(jx_program_write(&wanted, &config->allocator, &text, error));
  jx_program_key(&text, facts->compiler, program.key);
  program.text = text.text;
  program.length = text.length;
  JX_TRY_DONE(config->device->build(device, &program, error));
done:
  jx_string_release(&text);
  return status;
}

/* The points as the first lanes of a group. */
static void place_points(const jato_problem *problem, double *x)
{
  for (size_t d = 0; d < problem->dim; d++)
    for (size_t i = 0; i < JK_LANES; i++) {
      double share = shares[i % POINTS], low = problem->lower[d], high = problem->upper[d];
      x[d * JK_LANES + i] = low + share * (high - low);
    }
}

static jato_status check_points(const jx_indices *indices, check_fn check, size_t real_bytes,
                                const void *x, const void *data, jato_error *error)
{
  double nothing = 0; /* in the place of numbers that were not given */
  for (size_t i = 0; i < POINTS; i++) {
    jx_wrong_index wrong = {0};
    int line = 0;
    int read = check((const char *)x + i * real_bytes, indices->data_count > 0 ? data : &nothing,
                     &wrong.index, &line, &wrong.file);
    wrong.read = (jx_read)read;
    wrong.line = (size_t)line;
    if (wrong.read != JX_READ_FINE) return jx_indices_refuse(indices, &wrong, error);
  }
  return JATO_OK;
}

jato_status jx_cpu_check_indices(const jx_swarm_config *config, jx_device *device,
                                 const jx_device_facts *facts, const void *data, jato_error *error)
{
  const jato_allocator *memory = &config->allocator;
  const jx_objective *objective = &config->problem->objective;
  jx_indices indices = {objective->source, objective->name, config->problem->dim,
                        objective->data_count};
  size_t real_bytes = config->precision == JATO_FLOAT ? sizeof(float) : sizeof(double);
  size_t count = config->problem->dim * JK_LANES;
  if (!jx_indices_are_computed(&indices) || build(config, device, facts, NULL) != JATO_OK)
    return JATO_OK;
  double *points = jx_allocate(memory, count, sizeof *points);
  void *x = jx_allocate(memory, count, real_bytes);
  jato_status status = JATO_OK;
  if (points == NULL || x == NULL) {
    status = jx_fail(error, JATO_E_MEMORY, "not enough memory for points of %zu coordinates",
                     config->problem->dim);
  } else {
    place_points(config->problem, points);
    jx_reals_from(points, count, real_bytes, x);
    check_fn check = (check_fn)config->device->here->kernel(device, 0);
    status = check_points(&indices, check, real_bytes, x, data, error);
  }
  jx_release(memory, points);
  jx_release(memory, x);
  return status;
}
