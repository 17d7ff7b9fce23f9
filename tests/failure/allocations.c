/* Memory that cannot be had: the k-th allocation fails, for every k. Each time the caller gets a
 * message, and everything taken before is given back once. And no memory is taken behind the
 * caller's back, nor any while stepping. */
#include "check.h"

#include <stdlib.h>

#include "jato/jato.h"

#define MOST_BLOCKS 256

/* Calls of the system's allocator that the linker sends here. */
static int direct_calls;

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t bytes);
void *__real_realloc(void *memory, size_t bytes);
void *__real_aligned_alloc(size_t alignment, size_t bytes);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t count, size_t bytes);
void *__wrap_realloc(void *memory, size_t bytes);
void *__wrap_aligned_alloc(size_t alignment, size_t bytes);

void *__wrap_malloc(size_t bytes)
{
  direct_calls++;
  return __real_malloc(bytes);
}

void *__wrap_calloc(size_t count, size_t bytes)
{
  direct_calls++;
  return __real_calloc(count, bytes);
}

void *__wrap_realloc(void *memory, size_t bytes)
{
  direct_calls++;
  return __real_realloc(memory, bytes);
}

void *__wrap_aligned_alloc(size_t alignment, size_t bytes)
{
  direct_calls++;
  return __real_aligned_alloc(alignment, bytes);
}

/* Every block that is out, and which allocation is to fail (counted from 1; 0: none). */
typedef struct ledger {
  void *block[MOST_BLOCKS];
  int live, allocations, releases, fails_at, unknown;
} ledger;

static void *allocate(size_t bytes, void *user)
{
  ledger *l = user;
  l->allocations++;
  if (l->allocations == l->fails_at || l->live == MOST_BLOCKS) return NULL;
  void *memory = __real_malloc(bytes);
  if (memory != NULL) l->block[l->live++] = memory;
  return memory;
}

static void release(void *memory, void *user)
{
  ledger *l = user;
  int i = 0;
  while (i < l->live && l->block[i] != memory) i++;
  l->releases++;
  if (i == l->live) {
    l->unknown++; /* freed twice, or never given */
    return;
  }
  l->block[i] = l->block[--l->live];
  free(memory);
}

static int objective(const double *x, size_t n, size_t dim, double *f, void *user)
{
  (void)user;
  for (size_t i = 0; i < n; i++) f[i] = x[i * dim] * x[i * dim];
  return 0;
}

/* What is run: a gallery problem, or the caller's function when `spec` is NULL. */
typedef struct scene {
  const char *spec, *algorithm;
  jato_precision precision;
  const char *device;
} scene;

static scene scenes[] = {{"sphere", "pso", JATO_DOUBLE, "cpu:2"},
                         {"quadrature:m_max=5", "pso:topology=ring", JATO_FLOAT, "cpu:2"},
                         {"rastrigin", "random", JATO_FLOAT, "cpu:2"},
                         {"levy", "pso:topology=ring", JATO_FLOAT, "cpu:1+cpu:2"},
                         {NULL, "pso:topology=vonneumann", JATO_DOUBLE, "cpu:2"},
                         {NULL, "random", JATO_DOUBLE, "cpu:2"}};

static jato_status make_problem(const scene *s, const jato_allocator *allocator,
                                jato_problem **problem, jato_error *error)
{
  static const double lower[] = {-1, -1, -1}, upper[] = {1, 2, 3};
  if (s->spec != NULL) return jato_problem_from_gallery(s->spec, 0, allocator, problem, error);
  return jato_problem_from_function(&(jato_function){JATO_FUNCTION_INIT, .batch = objective,
                                                     .concurrent = 1, .allocator = allocator},
                                    3, lower, upper, problem, error);
}

static jato_status make_run(const scene *s, const jato_allocator *allocator,
                            const jato_problem *problem, jato_run **run, jato_error *error)
{
  jato_options options = jato_options_default();
  options.algorithm = s->algorithm;
  options.precision = s->precision;
  options.particles = 100;
  options.iterations = 5;
  options.device = s->device;
  options.allocator = allocator;
  return jato_run_create(problem, &options, run, error);
}

/* Problem, run, steps, result. Returns the first status that is not good. */
static jato_status play(const scene *s, ledger *l, jato_error *error)
{
  jato_allocator allocator = {allocate, release, l};
  jato_problem *problem = NULL;
  jato_run *run = NULL;
  jato_result result;
  jato_status status = make_problem(s, &allocator, &problem, error);
  if (status == JATO_OK) status = make_run(s, &allocator, problem, &run, error);
  int taken = l->allocations, given = l->releases;
  if (status == JATO_OK) status = jato_run_step(run, 5, NULL, error);
  if (status == JATO_OK) status = jato_run_result(run, NULL, &result, error);
  assert_int_equal(l->allocations, taken);
  assert_int_equal(l->releases, given);
  if (status == JATO_OK) assert_int_equal(result.iterations, 5);
  if (problem == NULL) assert_null(run);
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
  return status;
}

static void every_failure_is_reported_and_cleaned_up(void **state)
{
  const scene *s = *state;
  ledger whole = {.fails_at = 0};
  jato_error error = {JATO_OK, ""};
  assert_ok(play(s, &whole, &error), error);
  assert_int_equal(whole.live, 0);
  assert_int_equal(whole.unknown, 0);
  assert_in_range(whole.allocations, 6, MOST_BLOCKS);
  for (int k = 1; k <= whole.allocations; k++) {
    ledger l = {.fails_at = k};
    error = (jato_error){JATO_OK, ""};
    assert_int_equal(play(s, &l, &error), JATO_E_MEMORY);
    assert_int_equal(error.status, JATO_E_MEMORY);
    assert_contains(error.text, "memory");
    assert_int_equal(l.live, 0);
    assert_int_equal(l.unknown, 0);
  }
}

/* With an allocator of the caller's, the library itself calls malloc and its kin never. */
static void all_memory_comes_through_the_allocator(void **state)
{
  const scene *s = *state;
  ledger l = {.fails_at = 0};
  jato_error error = {JATO_OK, ""};
  int before = direct_calls;
  assert_ok(play(s, &l, &error), error);
  assert_int_equal(direct_calls, before);
}

/* Without one it does call malloc, so the count above can be trusted; and stepping still does not.
 */
static void stepping_takes_no_memory(void **state)
{
  const scene *s = *state;
  jato_problem *problem = NULL;
  jato_run *run = NULL;
  jato_error error = {JATO_OK, ""};
  int before = direct_calls;
  assert_ok(make_problem(s, NULL, &problem, &error), error);
  assert_ok(make_run(s, NULL, problem, &run, &error), error);
  assert_true(direct_calls > before);
  before = direct_calls;
  assert_ok(jato_run_step(run, 5, NULL, &error), error);
  assert_int_equal(direct_calls, before);
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
}

int main(void)
{
  enum { count = sizeof scenes / sizeof scenes[0] };
  struct CMUnitTest tests[3 * count];
  for (int i = 0; i < count; i++) {
    tests[3 * i] =
        (struct CMUnitTest){"every failure is reported and cleaned up",
                            every_failure_is_reported_and_cleaned_up, NULL, NULL, &scenes[i]};
    tests[3 * i + 1] =
        (struct CMUnitTest){"all memory comes through the allocator",
                            all_memory_comes_through_the_allocator, NULL, NULL, &scenes[i]};
    tests[3 * i + 2] = (struct CMUnitTest){"stepping takes no memory", stepping_takes_no_memory,
                                           NULL, NULL, &scenes[i]};
  }
  return cmocka_run_group_tests(tests, NULL, NULL);
}
