/* Shows the program a CUDA device gets, or what NVIDIA's compiler makes of it; tools/check_cuda
 * calls it. It is written by swarm/offload for a device that only takes the text.
 *
 * usage: write_program problem=P [algorithm=A] [precision=float] [dim=N] [walls=W] [part=1]
 *                      [batch=1] [target=sm_80]
 *   problem    of the gallery, or the path of a C file with an objective
 *   dim        0, the default: the problem's own
 *   part       as for a device that holds a part of the swarm only
 *   batch       as for a device that makes many runs at once
 *   target     compiles for it and prints the compiler's report instead of the text */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/cuda/cuda.h"
#include "registry/registry.h"
#include "swarm/device_set.h"
#include "swarm/batched_runs.h"

#define PARTICLES 65536 /* tiles of full size */
#define LONGEST_SOURCE 65536
#define MOST_DIM 256

enum { PROBLEM, ALGORITHM, PRECISION, DIM, WALLS, PART, BATCH, TARGET, ARGUMENTS };
static const char *const names[ARGUMENTS] = {"problem", "algorithm", "precision", "dim",
                                             "walls",   "part",      "batch",     "target"};
static const char *given[ARGUMENTS] = {"", "pso", "double", "0", "reflect", "", "", ""};

static int fail(const char *what, const char *words)
{
  fprintf(stderr, "write_program: %s: %s\n", what, words);
  return 1;
}

/* ---- A device that only takes the text ---- */

static jato_status open_paper(const jx_values *values, const jato_allocator *allocator,
                              jx_device **out, jx_device_facts *facts, jato_error *error)
{
  (void)values;
  *out = jx_allocate(allocator, 1, sizeof **out);
  if (*out == NULL) return jx_fail(error, JATO_E_MEMORY, "no memory");
  (*out)->allocator = *allocator;
  *facts = (jx_device_facts){.spec = "cuda:0",
                             .language = JX_LANGUAGE_CUDA,
                             .doubles = 1,
                             .most_local = JX_CUDA_MOST_LOCAL};
  return JATO_OK;
}

static void close_paper(jx_device **device)
{
  jato_allocator allocator = (*device)->allocator;
  jx_release(&allocator, *device);
  *device = NULL;
}

static jato_status allocate_paper(jx_device *device, size_t bytes, jx_device_memory *out,
                                  jato_error *error)
{
  (void)bytes, (void)error;
  *out = device; /* anything but NULL */
  return JATO_OK;
}

static void release_paper(jx_device *device, jx_device_memory memory)
{
  (void)device, (void)memory;
}

static jato_status write_paper(jx_device *device, jx_device_memory to, size_t offset, size_t bytes,
                               const void *host, jato_error *error)
{
  (void)device, (void)to, (void)offset, (void)bytes, (void)host, (void)error;
  return JATO_OK;
}

static int print_log(const jx_nvrtc *nvrtc, jx_nvrtc_program compiled)
{
  size_t bytes = 0;
  if (nvrtc->log_size(compiled, &bytes) != 0) return 0;
  char *log = calloc(bytes + 1, 1);
  int read = log != NULL && nvrtc->log(compiled, log) == 0;
  if (read) fputs(log, stdout);
  free(log);
  return read;
}

/* Compiles as the device does, and asks for a report on registers and memory. */
static jato_status compile(const jx_device_program *program, jato_error *error)
{
  jx_nvrtc nvrtc;
  jx_nvrtc_program compiled = NULL;
  char target[64];
  const char *const options[] = {JX_CUDA_OPTIONS, target, "--ptxas-options=-v"};
  JX_TRY(jx_nvrtc_load(&nvrtc, 1000 * 1000, error));
  snprintf(target, sizeof target, "--gpu-architecture=%s", given[TARGET]);
  int result = nvrtc.create(&compiled, program->text, "jato.cu", 0, NULL, NULL);
  if (result == 0)
    result = nvrtc.compile(compiled, (int)(sizeof options / sizeof options[0]), options);
  if (compiled != NULL && !print_log(&nvrtc, compiled)) result = -1;
  if (compiled != NULL) (void)nvrtc.destroy(&compiled);
  jx_nvrtc_unload(&nvrtc);
  return result == 0 ? JATO_OK : jx_fail(error, JATO_E_SOURCE, "NVRTC gave %d", result);
}

static jato_status build_paper(jx_device *device, jx_device_program *program, jato_error *error)
{
  (void)device;
  if (given[TARGET][0] != '\0') return compile(program, error);
  fwrite(program->text, 1, program->length, stdout);
  return JATO_OK;
}

static const jx_device_ops paper = {.name = "cuda",
                                    .open = open_paper,
                                    .close = close_paper,
                                    .allocate = allocate_paper,
                                    .release = release_paper,
                                    .write = write_paper,
                                    .build = build_paper};

/* ---- A swarm for it ---- */

static jato_precision precision(void)
{
  return strcmp(given[PRECISION], "float") == 0 ? JATO_FLOAT : JATO_DOUBLE;
}

static jato_status read_source(size_t dim, jato_problem **out, jato_error *error)
{
  static char text[LONGEST_SOURCE];
  double lower[MOST_DIM], upper[MOST_DIM];
  FILE *file = fopen(given[PROBLEM], "r");
  if (file == NULL || dim < 1 || dim > MOST_DIM)
    return jx_fail(error, JATO_E_FILE, "it cannot be read, or dim is not 1 to %d", MOST_DIM);
  size_t length = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[length] = '\0';
  for (size_t d = 0; d < dim; d++) lower[d] = -1, upper[d] = 1;
  jato_source source = {JATO_SOURCE_INIT, .text = text, .name = given[PROBLEM]};
  return jato_problem_from_source(&source, dim, lower, upper, out, error);
}

static jato_status make_problem(jato_problem **out, jato_error *error)
{
  size_t dim = (size_t)strtoul(given[DIM], NULL, 10);
  if (strchr(given[PROBLEM], '.') != NULL) return read_source(dim, out, error);
  return jato_problem_from_gallery(given[PROBLEM], dim, NULL, out, error);
}

static jato_status make_plan(size_t dim, jx_plan *plan, jato_error *error)
{
  const jx_algorithm_ops *algorithm = NULL;
  jx_search *search = NULL;
  jx_values values;
  jx_search_setup setup = {.particles = PARTICLES,
                           .dim = dim,
                           .iterations = 1000,
                           .values = &values,
                           .allocator = jx_allocator_or_default(NULL)};
  JX_TRY(jx_registry_algorithm(given[ALGORITHM], &algorithm, error));
  JX_TRY(jx_spec_read(given[ALGORITHM], algorithm->parameters, &values, error));
  JX_TRY(algorithm->create(&setup, &search, error));
  *plan = search->plan;
  algorithm->destroy(&search);
  return JATO_OK;
}

static jato_status write_program(jato_error *error)
{
  jato_status status = JATO_OK;
  jato_problem *problem = NULL;
  jx_plan plan = {0};
  jx_shape shape;
  jx_swarm *swarm = NULL;
  jx_values values = {.text = ""};
  jx_toolchain toolchain = {0};
  jx_swarm_config config = {.plan = &plan,
                            .device = &paper,
                            .values = &values,
                            .shape = &shape,
                            .precision = precision(),
                            .toolchain = &toolchain,
                            .allocator = jx_allocator_or_default(NULL)};
  jx_batched_runs_config batch = {.problem_count = 1, .count = 1, .particles = PARTICLES};
  const char *walls = NULL;
  JX_TRY_DONE(make_problem(&problem, error));
  JX_TRY_DONE(make_plan(problem->dim, &plan, error));
  JX_TRY_DONE(jx_registry_walls(given[WALLS], &config.wall, &walls, error));
  config.problem = problem;
  JX_TRY_DONE(jx_devices_shape(&config, PARTICLES, &shape, error));
  config.tiles = given[PART][0] != '\0' ? shape.tiles - 1 : shape.tiles;
  if (config.tiles < shape.tiles && JX_HAS_PARTNERS(config.plan))
    config.fetched = config.asked = 64;
  batch.problems = (const jato_problem *const *)&problem;
  if (given[BATCH][0] != '\0') config.batch = &batch;
  JX_TRY_DONE(jx_offload_swarm_ops.create(&config, &swarm, error));
  jx_offload_swarm_ops.destroy(&swarm);
done:
  jato_problem_destroy(&problem);
  return status;
}

/* Takes one NAME=VALUE; returns 0 for what is none. */
static int take(const char *word)
{
  const char *value = strchr(word, '=');
  for (int i = 0; i < ARGUMENTS && value != NULL; i++) {
    size_t length = (size_t)(value - word);
    if (strlen(names[i]) != length || memcmp(names[i], word, length) != 0) continue;
    given[i] = value + 1;
    return 1;
  }
  return 0;
}

int main(int count, char **words)
{
  jato_error error = {0};
  for (int i = 1; i < count; i++)
    if (!take(words[i])) return fail(words[i], "no such argument");
  if (count < 2) return fail("usage", "write_program problem=sphere [...]");
  return write_program(&error) == JATO_OK ? 0 : fail(given[PROBLEM], error.text);
}
