/* What the contract of a search promises and no method of the list needs yet: generations of other
 * sizes each time, and state that grows. Saved anywhere, in the middle of a generation too, such a
 * run goes on as if it had never stopped. */
#define _GNU_SOURCE
#include "scratch.h"
#include "finish.h"

#include <string.h>

#include "api/options.h"
#include "registry/registry.h"

#define DIM 3
#define MOST 16      /* points of a generation */
#define ARCHIVE 4096 /* values that are remembered */

typedef struct grower {
  jx_search head;
  const double *lower, *upper;
  double x[MOST][DIM];
  double *archive;           /* [room] */
  uint64_t generation, used; /* the state, with the archive's first `used` numbers */
  size_t room;
} grower;

static const jx_algorithm_ops grower_ops;

static void grower_destroy(jx_search **search)
{
  grower *g = (grower *)*search;
  if (g == NULL) return;
  free(g->archive);
  free(g);
  *search = NULL;
}

static jato_status grower_create(const jx_search_setup *setup, jx_search **out, jato_error *error)
{
  grower *g = calloc(1, sizeof *g);
  (void)error;
  assert_non_null(g);
  g->head.ops = &grower_ops;
  g->lower = setup->lower;
  g->upper = setup->upper;
  *out = &g->head;
  return JATO_OK;
}

/* 3 to 15 points, from what is in the archive and nothing else. */
static jato_status grower_ask(jx_search *search, jx_generation *generation, jato_error *error)
{
  grower *g = (grower *)search;
  (void)error;
  double sum = 0.37;
  for (size_t i = 0; i < g->used; i++) sum = fmod(sum * 1.7 + g->archive[i], 1);
  generation->count = 3 + (g->generation * 7) % 13;
  generation->x = &g->x[0][0];
  for (size_t i = 0; i < generation->count; i++)
    for (size_t d = 0; d < DIM; d++) {
      sum = fmod(sum * 3.9 + 0.11 * (double)(i + d + 1), 1);
      g->x[i][d] = g->lower[d] + sum * (g->upper[d] - g->lower[d]);
    }
  return JATO_OK;
}

static void make_room(grower *g, size_t room)
{
  g->archive = realloc(g->archive, room * sizeof *g->archive);
  assert_non_null(g->archive);
  g->room = room;
}

static jato_status grower_tell(jx_search *search, const jx_generation *generation,
                               jato_error *error)
{
  grower *g = (grower *)search;
  (void)error;
  make_room(g, g->used + generation->count);
  for (size_t i = 0; i < generation->count; i++)
    g->archive[g->used++] = isfinite(generation->rank[i]) ? generation->rank[i] : 1;
  g->generation++;
  return JATO_OK;
}

static size_t grower_state(jx_search *search, jx_array *arrays)
{
  grower *g = (grower *)search;
  arrays[0] = (jx_array){"generation", JX_COUNTS, 1, 1, &g->generation, JX_TALLY};
  arrays[1] = (jx_array){"used", JX_COUNTS, 1, 1, &g->used, JX_TALLY};
  arrays[2] = (jx_array){"archive", JX_DOUBLES, g->used, 1, g->archive, JX_FINITE};
  return 3;
}

static jato_status grower_resize(jx_search *search, const jato_array *arrays, size_t count,
                                 jato_error *error)
{
  grower *g = (grower *)search;
  if (count != 3 || arrays[2].rows > ARCHIVE)
    return jx_fail(error, JATO_E_FILE, "grower: other arrays");
  g->used = arrays[2].rows;
  make_room(g, g->used + 1);
  return JATO_OK;
}

static const jx_algorithm_ops grower_ops = {
    .name = "grower",
    .create = grower_create,
    .destroy = grower_destroy,
    .ask = grower_ask,
    .tell = grower_tell,
    .state = grower_state,
    .resize = grower_resize,
};

static double bowl(const double *x, size_t dim, void *user)
{
  double sum = 0;
  (void)user;
  for (size_t d = 0; d < dim; d++) sum += (x[d] - 0.3) * (x[d] - 0.3);
  return x[0] > 0.8 ? NAN : sum;
}

static jx_run_parts parts_of(const jato_problem *problem, uint64_t evaluations)
{
  jx_run_parts parts;
  jato_error error = {JATO_OK, ""};
  jato_options options = jato_options_default();
  options.algorithm = "random";
  options.particles = 3;
  options.evaluations = evaluations;
  assert_ok(jx_options_resolve(problem, &options, &parts, &error), error);
  parts.algorithm = &grower_ops;
  return parts;
}

static jato_problem *make_problem(int kernel)
{
  const double lower[DIM] = {-1, -1, -1}, upper[DIM] = {1, 1, 1};
  jato_problem *problem = NULL;
  jato_error error = {JATO_OK, ""};
  if (kernel)
    assert_ok(jato_problem_from_gallery("ackley", DIM, NULL, &problem, &error), error);
  else
    assert_ok(jato_problem_from_function(&(jato_function){JATO_FUNCTION_INIT, .point = bowl}, DIM,
                                         lower, upper, &problem, &error),
              error);
  return problem;
}

static jato_result straight(const jato_problem *problem, uint64_t evaluations)
{
  jx_run_parts parts = parts_of(problem, evaluations);
  jato_run *run = NULL;
  jato_error error = {JATO_OK, ""};
  assert_ok(jx_run_create(&parts, &run, &error), error);
  return finish(&run);
}

typedef struct call_sizes {
  size_t count, sizes[8];
} call_sizes;

static int note_size(const double *x, size_t n, size_t dim, double *f, void *user)
{
  call_sizes *calls = user;
  assert_in_range(calls->count, 0, 7);
  calls->sizes[calls->count++] = n;
  for (size_t i = 0; i < n; i++) f[i] = bowl(x + i * dim, dim, NULL);
  return 0;
}

/* A function of many points is given a whole generation at once, also one larger than the first. */
static void a_generation_is_one_call(void **state)
{
  static const size_t expected[] = {3, 10, 4, 11, 5, 12, 6, 13}; /* of grower_ask */
  const double lower[DIM] = {-1, -1, -1}, upper[DIM] = {1, 1, 1};
  call_sizes calls = {0};
  jato_problem *problem = NULL;
  jato_error error = {JATO_OK, ""};
  (void)state;
  assert_ok(jato_problem_from_function(
                &(jato_function){JATO_FUNCTION_INIT, .batch = note_size, .user = &calls}, DIM,
                lower, upper, &problem, &error),
            error);
  assert_int_equal(straight(problem, 64).evaluations, 64);
  assert_memory_equal(calls.sizes, expected, sizeof expected);
  jato_problem_destroy(&problem);
}

/* Cut short after every number of evaluations, saved, and resumed. */
static void saved_anywhere_it_goes_on(void **state)
{
  jato_error error = {JATO_OK, ""};
  for (int kernel = 0; kernel < 2; kernel++) {
    const char *path = scratch_path(*state, kernel ? "kernel.h5" : "function.h5");
    jato_problem *problem = make_problem(kernel);
    jato_result wanted = straight(problem, 100);
    assert_int_equal(wanted.evaluations, 100);
    for (uint64_t cut = 3; cut < 100; cut += 4) {
      jx_run_parts first = parts_of(problem, cut), rest = parts_of(problem, 100);
      jato_run *run = NULL;
      jato_record *record = NULL;
      assert_ok(jx_run_create(&first, &run, &error), error);
      assert_ok(jato_run_step(run, UINT64_MAX, NULL, &error), error);
      assert_ok(jato_run_save(run, path, &error), error);
      jato_run_destroy(&run);
      assert_ok(jato_record_open(&(jato_record_request){JATO_RECORD_REQUEST_INIT, .path = path},
                                 &record, &error),
                error);
      assert_int_equal(jato_record_get_info(record)->result->evaluations, cut);
      assert_ok(jx_run_resume(&rest, record, &run, &error), error);
      jato_record_close(&record);
      jato_result found = finish(&run);
      assert_int_equal(found.digest, wanted.digest);
      assert_same_double(found.best, wanted.best);
      assert_int_equal(found.evaluations, 100);
      assert_int_equal(found.iterations, wanted.iterations);
      assert_int_equal(found.nonfinite, wanted.nonfinite);
    }
    jato_problem_destroy(&problem);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_generation_is_one_call),
      cmocka_unit_test_setup_teardown(saved_anywhere_it_goes_on, scratch_make, scratch_remove),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
