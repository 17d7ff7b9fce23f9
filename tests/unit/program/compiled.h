/* A user's source made into a function of a group, for tests; JK_PRECISION says in which precision.
 */
#ifndef TESTS_COMPILED_H
#define TESTS_COMPILED_H

#include "scratch.h"

#include "device/devices.h"
#include "problem/problems.h"
#include "swarm/cpu/compiled_source.h"
#include "kernel/objective/signature.h"
#include "kernel/objective/sphere.h"
#include "kernel/objective/rosenbrock.h"
#undef x

#define DIM 7

typedef struct job {
  scratch *s;
  jx_toolchain toolchain;
  char notice[1024];
  int notices;
  double data[6];
  jato_allocator allocator;
  jx_device *device; /* that a source was compiled on */
} job;

static inline void remember(const char *text, void *user)
{
  job *j = user;
  j->notices++;
  (void)snprintf(j->notice, sizeof j->notice, "%s", text);
}

static inline void job_in(scratch *s, job *j)
{
  *j = (job){.s = s, .data = {0.1, 1.9, 0.5, 1.2, 2.5, 0.4}};
  j->allocator = jx_allocator_or_default(NULL);
  j->toolchain = (jx_toolchain){.cache = s->folder, .seconds = 60};
  j->toolchain.notice = remember;
  j->toolchain.notice_user = j;
}

/* The best level of this machine and build, and the bytes of its vectors. One that has fused
 * multiply-add, if possible, since no compiler may use it. */
static inline const char *level(int *bytes)
{
  int any;
  if (bytes == NULL) bytes = &any;
#if defined(__x86_64__) && !defined(JATO_ONE_LEVEL)
  *bytes = 64;
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
    return "v4";
  *bytes = 32;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return "v3";
  *bytes = 16;
  return "v2";
#else
  *bytes = 0;
  return "generic";
#endif
}

static inline void destroy(job *j, jx_cpu_source *source)
{
  jx_cpu_source_destroy(&j->allocator, source);
  jx_cpu_ops.close(&j->device);
}

static inline jato_status create(job *j, jato_source source, size_t dim, jx_cpu_source *out,
                                 jato_error *error)
{
  double lower[600], upper[600];
  jato_problem *problem = NULL;
  jx_box box = {dim, lower, upper};
  for (size_t i = 0; i < dim; i++) {
    lower[i] = -5;
    upper[i] = 5;
  }
  source.data = j->data;
  source.data_count = 6;
  if (source.name == NULL) source.name = "my.c";
  JX_TRY(jx_problem_from_source(&source, &box, &problem, error));
  jx_values values = {.text = ""};
  jx_device_facts facts = {.spec = ""};
  jx_swarm_config config = {.problem = problem,
                            .device = &jx_cpu_ops,
                            .precision = JK_PRECISION == 32 ? JATO_FLOAT : JATO_DOUBLE,
                            .toolchain = &j->toolchain,
                            .allocator = j->allocator};
  *out = (jx_cpu_source){0};
  jato_status status = jx_cpu_ops.open(&values, &j->allocator, &j->device, &facts, error);
  if (status == JATO_OK) status = jx_cpu_source_create(&config, j->device, &facts, out, error);
  if (status != JATO_OK) destroy(j, out);
  jx_problem_destroy(&problem);
  return status;
}

static inline void create_good(job *j, const char *text, size_t dim, jx_cpu_source *out)
{
  jato_error error = {JATO_OK, ""};
  assert_ok(create(j, (jato_source){JATO_SOURCE_INIT, .text = text}, dim, out, &error), error);
}

/* A group of particles spread over the box, some of them at places of their own. */
static inline void fill(real *x, size_t dim)
{
  uint32_t random = 12345;
  for (size_t i = 0; i < dim * JK_LANES; i++) {
    random = random * 1664525u + 1013904223u;
    x[i] = (real)(random >> 8) / (real)1677721.6 - (real)5;
  }
  for (size_t i = 0; i < dim; i++) x[i * JK_LANES + 3] = (real)1;
}

typedef real (*reference)(const real *lane, int n, const double *data);

/* Compiles the source and compares every lane, bit by bit. */
static inline void assert_computes(job *j, const char *text, size_t dim, reference f)
{
  static real x[600 * JK_LANES] __attribute__((aligned(64)));
  real found[JK_LANES] __attribute__((aligned(64)));
  jx_cpu_source source;
  create_good(j, text, dim, &source);
  fill(x, dim);
  source.evaluate(x, (int)dim, source.data, source.data_count, found);
  for (int lane = 0; lane < JK_LANES; lane++)
    assert_same_double((double)found[lane], (double)f(x + lane, (int)dim, j->data));
  destroy(j, &source);
}

#define AT(i) lane[JK_LANES * (i)]

static inline real gallery_sphere(const real *lane, int n, const double *data)
{
  (void)data;
  return jk_f_sphere(lane, n, 0);
}

#endif
