#include "swarm/cpu/compiled_source.h"

#include <stdio.h>
#include <string.h>

#include "kernel/lanes.h"
#include "population/reals.h"
#include "program/indices.h"
#include "program/program.h"
#include "program/source.h"

/* Loops over more coordinates than this are not unrolled: a compiler takes about a second for a few
 * thousand statements, and more than proportionally longer for more. */
#define UNROLL_DIM 512

/* Writes the program's text, with `defines` among its macros, and builds it. */
/* NOLINTNEXTLINE(readability-function-size): what to write, what to build it with, what comes out
 */
static jato_status build_program(const jx_swarm_config *config, jx_device *device,
                                 const jx_device_facts *facts, const char *defines,
                                 int checks_indices, jx_device_program *program, jato_error *error)
{
  char head[192];
  const jx_objective *objective = &config->problem->objective;
  jx_string text = {0};
  jato_status status = JATO_OK;
  jx_program_config wanted = {.language = JX_LANGUAGE_C,
                              .precision = config->precision,
                              .width = 1,
                              .defines = head,
                              .objective = objective,
                              .checks_indices = checks_indices};
  (void)snprintf(head, sizeof head, "#define JK_DIM %zu\n#define JK_DATA_COUNT %zu\n%s",
                 config->problem->dim, objective->data_count, defines);
  program->user_name = objective->name;
  program->precision = config->precision;
  program->toolchain = config->toolchain;
  JX_TRY_DONE(jx_program_write(&wanted, &config->allocator, &text, error));
  jx_program_key(&text, facts->compiler, program->key);
  program->text = text.text;
  program->length = text.length;
  status = config->device->build(device, program, error);
done:
  jx_string_release(&text);
  return status;
}

/* ---- Indices ---- */

/* jato_check of swarm/cpu/evaluate.h: a jx_read. */
typedef int (*check_fn)(const void *x, const void *data, long long *index, int *line,
                        const char **file);

/* The points of the box at which the program runs, as fractions of its width. Loops take the same
 * way at every point; branches on the sign of a coordinate often do not. */
static const double shares[] = {0.5, 0, 1, 0.29};
enum { POINTS = sizeof shares / sizeof shares[0] };

/* Writes the points into the first lanes of a group. */
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
  double nothing = 0; /* read instead of numbers that the caller did not pass */
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

/* Checks whether the source reads beyond its coordinates or numbers (program/indices.h): builds the
 * program that checks each index and runs it at a few points of the box, unless all indices are
 * plain numbers. It replaces the device's program. data: the numbers in the run's precision. Fails
 * with JATO_E_SOURCE for a wrong index, and with JATO_E_MEMORY; a source that does not compile is
 * reported by the next compiler. */
static jato_status check_indices(const jx_swarm_config *config, jx_device *device,
                                 const jx_device_facts *facts, const void *data, jato_error *error)
{
  const jato_allocator *memory = &config->allocator;
  const jx_objective *objective = &config->problem->objective;
  jx_indices indices = {objective->source, objective->name, config->problem->dim,
                        objective->data_count};
  size_t real_bytes = config->precision == JATO_FLOAT ? sizeof(float) : sizeof(double);
  size_t count = config->problem->dim * JK_LANES;
  static const char *const kernels[] = {"jato_check"};
  jx_device_program program = {.kernels = kernels, .kernel_count = 1, .quick = 1};
  if (!jx_indices_are_computed(&indices) ||
      build_program(config, device, facts, "#define JK_CHECK_INDICES\n", 1, &program, NULL) !=
          JATO_OK)
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
    check_fn check = (check_fn)config->device->in_process->kernel(device, 0);
    status = check_points(&indices, check, real_bytes, x, data, error);
  }
  jx_release(memory, points);
  jx_release(memory, x);
  return status;
}

/* ---- The source ---- */

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

static jato_status find_residuals(const jx_in_process_ops *in_process, jx_device *device,
                                  jx_cpu_source *source, jato_error *error)
{
  int count = ((count_fn)in_process->kernel(device, 1))(source->data);
  if (count < 1)
    return jx_fail(error, JATO_E_ARGUMENT, "JATO_RESIDUALS: there are %d residuals", count);
  source->residual_count = (size_t)count;
  source->residuals = (jx_cpu_residuals_fn)in_process->kernel(device, 2);
  return JATO_OK;
}

jato_status jx_cpu_source_create(const jx_swarm_config *config, jx_device *device,
                                 const jx_device_facts *facts, jx_cpu_source *out,
                                 jato_error *error)
{
  static const char *const kernels[] = {"jato_evaluate", "jato_residual_count", "jato_residuals"};
  char coordinates[64];
  jx_device_program program = {.kernels = kernels,
                               .kernel_count = config->residuals ? 3 : 1,
                               .vector_loop = "swarm/cpu/evaluate.h",
                               .unroll = config->problem->dim <= UNROLL_DIM,
                               .coordinates = coordinates};
  const char *defines = config->residuals ? "#define JK_TELLS_RESIDUALS\n" : "";
  *out = (jx_cpu_source){0};
  jx_source_coordinates(config->problem->objective.source, coordinates, sizeof coordinates);
  JX_TRY(convert_data(config, out, error));
  JX_TRY(check_indices(config, device, facts, out->data, error));
  JX_TRY(build_program(config, device, facts, defines, 0, &program, error));
  out->evaluate = (jx_cpu_source_fn)config->device->in_process->kernel(device, 0);
  memcpy(out->built, program.built, sizeof out->built);
  return config->residuals ? find_residuals(config->device->in_process, device, out, error)
                           : JATO_OK;
}

void jx_cpu_source_destroy(const jato_allocator *allocator, jx_cpu_source *source)
{
  jx_release(allocator, source->data);
  *source = (jx_cpu_source){0};
}
