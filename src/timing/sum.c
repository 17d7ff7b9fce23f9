#include "timing/sum.h"

#include "base/clock.h"
#include "program/program.h"
#include "registry/registry.h"
#include "timing/bare_sum.h"

#include <stdio.h>
#include <string.h>

#define COMPILE_SECONDS 60.0

/* Elements of a work-group. JK_GROUP has 32 bits and a grid of CUDA 31: so many leave room for any
 * matrix that fits into a memory, and hide what a work-group costs. A CPU's items take neighbouring
 * elements one after the other, a GPU's side by side, 16 each. */
enum { LOCAL = 256, BLOCK_OF_GPU = 16 * LOCAL, BLOCK_OF_CPU = 16384 };

/* Pieces of the bare loop for each thread, so that others can help a late thread. */
enum { PIECES = 16 };

/* No local memory: an element is read once, by one item, and there is nothing to share. */
static const char body[] =
    "JK_KERNEL add_matrices(JK_OF_GROUP JK_GLOBAL const jk_number *JK_RESTRICT p,\n"
    "                       JK_GLOBAL const jk_number *JK_RESTRICT q,\n"
    "                       JK_GLOBAL jk_number *JK_RESTRICT r, jk_index count)\n"
    "{\n"
    "  jk_index begin = (jk_index)JK_GROUP * JK_BLOCK, left = count - begin;\n"
    "  int size = left < JK_BLOCK ? (int)left : JK_BLOCK;\n"
    "  p += begin;\n"
    "  q += begin;\n"
    "  r += begin;\n"
    "  for (int i = JK_ITEM; i < size; i += JK_HERE_LOCAL) r[i] = p[i] + q[i];\n"
    "}\n"
    "JK_ENTRY(add_matrices,\n"
    "         (JK_GROUP, JK_ARGUMENT(JK_GLOBAL const jk_number *, 0),\n"
    "          JK_ARGUMENT(JK_GLOBAL const jk_number *, 1), JK_ARGUMENT(JK_GLOBAL jk_number *, "
    "2),\n"
    "          JK_ARGUMENT(jk_index, 3)))\n";

/* On a device the sum stands where this process has that of the bare loop. */
enum { HOST_MATRICES = JX_SUM_BACK + 1, DEVICE_MATRICES = JX_SUM_BACK };

struct jx_matrices {
  jato_allocator allocator;
  uint64_t count; /* elements of a matrix */
  size_t bytes;   /* of a matrix */
  jx_pages pages[HOST_MATRICES];
};

/* A device in use. */
typedef struct station {
  const jx_device_ops *ops;
  jx_device *device;
  jx_device_facts facts;
} station;

struct jx_sum {
  jx_matrices *matrices;
  station on; /* the device */
  station
      here; /* whose threads run the bare loop; not opened where the device is of this process */
  int threads;
  uint64_t pieces; /* of the bare loop */
  size_t local, block;
  jx_device_memory memory[DEVICE_MATRICES];
};

float *jx_matrices_at(const jx_matrices *matrices, jx_sum_matrix which)
{
  return matrices->pages[which].data;
}

/* ---- In this process ---- */

void jx_matrices_destroy(jx_matrices **address)
{
  jx_matrices *matrices = address != NULL ? *address : NULL;
  if (matrices == NULL) return;
  jato_allocator allocator = matrices->allocator;
  for (int m = 0; m < HOST_MATRICES; m++) jx_pages_destroy(&allocator, &matrices->pages[m]);
  jx_release(&allocator, matrices);
  *address = NULL;
}

/* Neither repeats with a power of two, so that an element at the wrong place is a wrong one. */
static void fill(const jx_matrices *matrices)
{
  float *p = jx_matrices_at(matrices, JX_SUM_P), *q = jx_matrices_at(matrices, JX_SUM_Q);
  for (uint64_t i = 0; i < matrices->count; i++) {
    p[i] = 0.125f * (float)(i % 8191);
    q[i] = 1.0f / (float)(1 + i % 127);
  }
  memset(jx_matrices_at(matrices, JX_SUM_BARE), 0, matrices->bytes);
}

jato_status jx_matrices_create(uint64_t side, jx_matrices **out, jato_error *error)
{
  jato_allocator allocator = jx_allocator_or_default(NULL);
  *out = NULL;
  if (side == 0 || side > UINT32_MAX || side * side > SIZE_MAX / HOST_MATRICES / sizeof(float))
    return jx_fail(error, JATO_E_ARGUMENT,
                   "matrices of %llu x %llu floats cannot be; take a side from 1 to a few 10000",
                   (unsigned long long)side, (unsigned long long)side);
  jx_matrices *matrices = jx_allocate(&allocator, 1, sizeof *matrices);
  int good = matrices != NULL;
  if (good) {
    matrices->allocator = allocator;
    matrices->count = side * side;
    matrices->bytes = (size_t)matrices->count * sizeof(float);
  }
  for (int m = 0; m < HOST_MATRICES && good; m++)
    good = jx_pages_create(&allocator, matrices->bytes, &matrices->pages[m]);
  if (!good) {
    jx_matrices_destroy(&matrices);
    return jx_fail(error, JATO_E_MEMORY,
                   "not enough memory for %d matrices of %llu x %llu floats; take a smaller side",
                   HOST_MATRICES, (unsigned long long)side, (unsigned long long)side);
  }
  fill(matrices);
  *out = matrices;
  return JATO_OK;
}

uint64_t jx_matrices_wrong(const jx_matrices *matrices)
{
  const float *p = jx_matrices_at(matrices, JX_SUM_P), *q = jx_matrices_at(matrices, JX_SUM_Q);
  const float *back = jx_matrices_at(matrices, JX_SUM_BACK);
  uint64_t wrong = 0;
  for (uint64_t i = 0; i < matrices->count; i++) wrong += !(back[i] == p[i] + q[i]);
  return wrong;
}

/* ---- On a device ---- */

static jato_status station_open(const char *spec, station *out, jato_error *error)
{
  jx_values values;
  jato_allocator allocator = jx_allocator_or_default(NULL);
  JX_TRY(jx_registry_device(spec, &out->ops, error));
  JX_TRY(jx_spec_read(spec, out->ops->parameters, &values, error));
  return out->ops->open(&values, &allocator, &out->device, &out->facts, error);
}

void jx_sum_destroy(jx_sum **address)
{
  jx_sum *sum = address != NULL ? *address : NULL;
  if (sum == NULL) return;
  for (int m = 0; m < DEVICE_MATRICES; m++)
    if (sum->memory[m] != NULL) sum->on.ops->release(sum->on.device, sum->memory[m]);
  if (sum->on.device != NULL) sum->on.ops->close(&sum->on.device);
  if (sum->here.device != NULL) sum->here.ops->close(&sum->here.device);
  jato_allocator allocator = sum->matrices->allocator;
  jx_release(&allocator, sum);
  *address = NULL;
}

static jato_status build_text(jx_sum *sum, const jx_string *text, jato_error *error)
{
  static const char *const kernels[] = {"add_matrices"};
  const jx_toolchain toolchain = {.seconds = COMPILE_SECONDS};
  jx_device_program program = {.text = text->text,
                               .length = text->length,
                               .kernels = kernels,
                               .kernel_count = 1,
                               .precision = JATO_FLOAT,
                               .toolchain = &toolchain};
  jx_program_key(text, sum->on.facts.compiler, program.key);
  return sum->on.ops->build(sum->on.device, &program, error);
}

static jato_status build(jx_sum *sum, jato_error *error)
{
  char defines[96];
  const jx_device_facts *facts = &sum->on.facts;
  jx_string text;
  int is_cpu = facts->lanes || sum->on.ops->in_process != NULL;
  sum->local = is_cpu ? 1 : facts->most_local < LOCAL ? facts->most_local : LOCAL;
  sum->block = is_cpu ? BLOCK_OF_CPU : BLOCK_OF_GPU;
  (void)snprintf(defines, sizeof defines, "#define JK_HERE_LOCAL %zu\n#define JK_BLOCK %zu\n",
                 sum->local, sum->block);
  jx_program_config config = {.language = facts->language,
                              .precision = JATO_FLOAT,
                              .width = 1,
                              .defines = defines,
                              .body = body};
  JX_TRY(jx_program_write(&config, &sum->matrices->allocator, &text, error));
  jato_status status = build_text(sum, &text, error);
  jx_string_release(&text);
  return status;
}

/* The bare loop has the threads of a device of this process; otherwise all that the cpu has. */
static jato_status find_threads(jx_sum *sum, jato_error *error)
{
  station *own = sum->on.ops->in_process != NULL ? &sum->on : &sum->here;
  if (own == &sum->here) JX_TRY(station_open("cpu", own, error));
  sum->threads = own->facts.threads > 0 ? own->facts.threads : own->facts.cores;
  sum->pieces = PIECES * (uint64_t)sum->threads;
  return own->ops->in_process->start_threads(own->device, sum->threads, error);
}

static jato_status prepare(jx_sum *sum, const char *device, jato_error *error)
{
  JX_TRY(station_open(device, &sum->on, error));
  JX_TRY(find_threads(sum, error));
  JX_TRY(build(sum, error));
  for (int m = 0; m < DEVICE_MATRICES; m++)
    JX_TRY(sum->on.ops->allocate(sum->on.device, sum->matrices->bytes, &sum->memory[m], error));
  return JATO_OK;
}

jato_status jx_sum_create(jx_matrices *matrices, const char *device, jx_sum **out,
                          jato_error *error)
{
  *out = NULL;
  jx_sum *sum = jx_allocate(&matrices->allocator, 1, sizeof *sum);
  if (sum == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory for a sum");
  sum->matrices = matrices;
  jato_status status = prepare(sum, device, error);
  if (status != JATO_OK) jx_sum_destroy(&sum);
  *out = sum;
  return status;
}

/* ---- The clock ---- */

static void bare_share(void *work, int thread, uint64_t first, uint64_t end)
{
  const jx_sum *sum = work;
  const jx_matrices *m = sum->matrices;
  const char *level = (sum->here.device != NULL ? &sum->here : &sum->on)->facts.level;
  uint64_t piece = m->count / sum->pieces + 1;
  (void)thread;
  for (uint64_t i = first; i < end; i++) {
    uint64_t begin = i * piece, stop = begin + piece < m->count ? begin + piece : m->count;
    if (begin < stop)
      jx_bare_sum(jx_matrices_at(m, JX_SUM_P) + begin, jx_matrices_at(m, JX_SUM_Q) + begin,
                  jx_matrices_at(m, JX_SUM_BARE) + begin, (size_t)(stop - begin),
                  strcmp(level, "v3") == 0 || strcmp(level, "v4") == 0);
  }
}

/* Kernel and bare loop are each timed behind one of the same that is not. Behind a copy a part of
 * their time would be the copy's: what it wrote is still in the cache, and has to be written to the
 * memory first. */
static double time_bare(jx_sum *sum)
{
  const station *own = sum->here.device != NULL ? &sum->here : &sum->on;
  double began = 0;
  for (int turn = 0; turn < 2; turn++) {
    began = jx_clock_seconds();
    own->ops->in_process->run_ranges(own->device, sum->pieces, bare_share, sum);
  }
  return jx_clock_seconds() - began;
}

static jato_status copy_in(jx_sum *sum, jx_sum_matrix which, jato_error *error)
{
  return sum->on.ops->write(sum->on.device, sum->memory[which < JX_SUM_BACK ? which : JX_SUM_BARE],
                            0, sum->matrices->bytes, jx_matrices_at(sum->matrices, which), error);
}

static jato_status launch(jx_sum *sum, jato_error *error)
{
  uint64_t count = sum->matrices->count;
  double seconds = 0; /* of the device's own clock; all are measured by ours */
  const jx_device_argument arguments[] = {{.memory = sum->memory[JX_SUM_P]},
                                          {.memory = sum->memory[JX_SUM_Q]},
                                          {.memory = sum->memory[JX_SUM_BARE]},
                                          {.scalar = &count, .bytes = sizeof count}};
  jx_device_launch work = {.groups = (size_t)((count + sum->block - 1) / sum->block),
                           .local = sum->local,
                           .arguments = arguments,
                           .count = sizeof arguments / sizeof arguments[0]};
  JX_TRY(sum->on.ops->launch(sum->on.device, &work, error));
  return sum->on.ops->wait(sum->on.device, &seconds, error);
}

jato_status jx_time_sum(jx_sum *sum, jx_sum_times *times, jato_error *error)
{
  const jx_matrices *m = sum->matrices;
  *times = (jx_sum_times){.bare = time_bare(sum), .threads = sum->threads};
  memset(jx_matrices_at(m, JX_SUM_BACK), 0xff, m->bytes); /* NaNs: no sum is one */
  JX_TRY(copy_in(sum, JX_SUM_BACK, error));
  double begin = jx_clock_seconds();
  JX_TRY(copy_in(sum, JX_SUM_P, error));
  JX_TRY(copy_in(sum, JX_SUM_Q, error));
  double there = jx_clock_seconds();
  JX_TRY(launch(sum, error));
  double again = jx_clock_seconds();
  JX_TRY(launch(sum, error));
  double added = jx_clock_seconds();
  JX_TRY(sum->on.ops->read(sum->on.device, sum->memory[JX_SUM_BARE], 0, m->bytes,
                           jx_matrices_at(m, JX_SUM_BACK), error));
  double end = jx_clock_seconds();
  times->copy_in = there - begin;
  times->kernel = added - again;
  times->copy_out = end - added;
  times->wrong = jx_matrices_wrong(m);
  return JATO_OK;
}
