/* record/history/thinned.h and trace.h: what is kept follows from iterations alone, so that an
 * interrupted run has the history of one that was not. */
#include "check.h"

#include <stdlib.h>

#include "record/history/trace.h"

static const jato_allocator *standard(void)
{
  static jato_allocator allocator;
  allocator = jx_allocator_or_default(NULL);
  return &allocator;
}

/* Offers iterations 0 to last as a run does; each item is the iteration and its square. */
static void offer(jx_thinned_list *list, uint64_t last)
{
  for (uint64_t i = 0; i <= last; i++) {
    uint64_t *item = jx_thinned_wants(list, i) ? jx_thinned_add(list, i) : NULL;
    if (item != NULL) item[1] = i * i;
  }
}

/* All multiples of the final stride up to `last`, each once and in order. */
static void check_against_all(const jx_thinned_list *list, uint64_t last)
{
  size_t count = 0;
  assert_true(list->stride > 0 && (list->stride & (list->stride - 1)) == 0);
  for (uint64_t i = 0; i <= last; i++) {
    if (i % list->stride != 0) continue;
    assert_true(count < list->count);
    const uint64_t *item = jx_thinned_at(list, count);
    assert_int_equal(item[0], i);
    assert_int_equal(item[1], i * i);
    count++;
  }
  assert_int_equal(list->count, count);
}

static void kept_are_multiples_of_the_stride(void **state)
{
  static const size_t mosts[] = {0, 1, 2, 3, 4, 5, 10, 64};
  (void)state;
  for (size_t m = 0; m < sizeof mosts / sizeof mosts[0]; m++) {
    size_t most = mosts[m] < 2 ? 2 : mosts[m] + mosts[m] % 2;
    for (uint64_t last = 0; last < 300; last++) {
      jx_thinned_list list;
      assert_true(jx_thinned_create(standard(), 16, mosts[m], &list));
      offer(&list, last);
      check_against_all(&list, last);
      assert_true(list.count <= most);
      /* No coarser than need be: half the stride would have been too many. */
      if (list.stride > 1) assert_true(last / (list.stride / 2) >= most);
      jx_thinned_destroy(standard(), &list);
    }
  }
}

static void time_does_not_go_back(void **state)
{
  jx_thinned_list list;
  (void)state;
  assert_true(jx_thinned_create(standard(), 16, 4, &list));
  offer(&list, 9);
  check_against_all(&list, 9);
  assert_null(jx_thinned_add(&list, 4));
  jx_thinned_destroy(standard(), &list);
}

static void nothing_is_wanted_without_memory(void **state)
{
  jx_thinned_list list = {0};
  (void)state;
  assert_false(jx_thinned_wants(&list, 0));
  assert_false(jx_thinned_create(standard(), 16, SIZE_MAX, &list));
  assert_false(jx_thinned_create(standard(), 16, SIZE_MAX / 8, &list));
  assert_false(jx_thinned_wants(&list, 0));
  jx_thinned_destroy(standard(), &list);
}

/* A run that was kept only from an iteration on. */
static void gaps_do_not_change_what_is_wanted(void **state)
{
  jx_thinned_list list;
  (void)state;
  assert_true(jx_thinned_create(standard(), 16, 8, &list));
  for (uint64_t i = 1000; i < 1100; i++)
    if (jx_thinned_wants(&list, i)) (void)jx_thinned_add(&list, i);
  assert_int_equal(list.stride, 256);
  assert_int_equal(list.count, 1);
  assert_int_equal(jx_thinned_iteration(&list, 0), 1024);
  jx_thinned_destroy(standard(), &list);
}

/* ---- Trails ------------------------------------------------------------------------------------
 */

enum { DIM = 20000, FRAMES = 3, PARTICLES = 30 }; /* 64 rows, 6 frames */

typedef struct kept {
  jx_record_info info;
  void *memory;
} kept;

static jx_trace trace_of(const jx_record_info *so_far, uint64_t frames)
{
  jx_trace trace;
  jx_shape shape = {.particles = PARTICLES, .dim = DIM};
  jato_error error;
  assert_ok(jx_trace_create(&shape, frames, standard(), &trace, &error), error);
  if (so_far != NULL) jx_trace_go_on(&trace, so_far);
  return trace;
}

static jato_trace_row row_at(uint64_t i)
{
  return (jato_trace_row){i, 3 * i, i / 7, 1.0 / (double)(i + 1), 0, 0.5 / (double)(i + 2), i % 3};
}

static void walk(jx_trace *trace, uint64_t from, uint64_t to)
{
  static double x[DIM], points[PARTICLES][2];
  for (uint64_t i = from; i <= to; i++) {
    jato_trace_row row = row_at(i);
    for (size_t d = 0; d < DIM; d += 100) x[d] = (double)(i + d);
    for (size_t k = 0; k < PARTICLES; k++) points[k][0] = points[k][1] = (double)(i * k);
    if (jx_thinned_wants(&trace->rows, i)) jx_trace_add_row(trace, &row, x);
    if (jx_thinned_wants(&trace->frames, i)) jx_trace_add_frame(trace, i, &points[0][0]);
  }
}

static kept lay(const jx_trace *trace, uint64_t iteration)
{
  static double x[DIM];
  kept k = {.info = {.dim = DIM, .x = x}, .memory = malloc(jx_trace_bytes(trace))};
  jato_trace_row last = row_at(iteration);
  assert_non_null(k.memory);
  for (size_t d = 0; d < DIM; d += 100) x[d] = (double)(iteration + d);
  jx_trace_lay(trace, &last, k.memory, &k.info);
  return k;
}

static void check_same(const jx_record_info *a, const jx_record_info *b)
{
  assert_int_equal(a->row_count, b->row_count);
  assert_int_equal(a->row_stride, b->row_stride);
  assert_memory_equal(a->rows, b->rows, a->row_count * sizeof *a->rows);
  assert_memory_equal(a->row_x, b->row_x, a->row_count * DIM * sizeof *a->row_x);
  assert_int_equal(a->frame_count, b->frame_count);
  assert_int_equal(a->frame_stride, b->frame_stride);
  assert_int_equal(a->frame_particles, b->frame_particles);
  assert_memory_equal(a->frame_iteration, b->frame_iteration, a->frame_count * 8);
  assert_memory_equal(a->frame_x, b->frame_x, a->frame_count * PARTICLES * 16);
}

static void resumed_is_as_uninterrupted(void **state)
{
  static const uint64_t breaks[] = {0, 1, 5, 6, 63, 64, 65, 100, 128, 199};
  const uint64_t end = 200;
  (void)state;
  jx_trace whole = trace_of(NULL, FRAMES);
  walk(&whole, 0, end);
  kept wanted = lay(&whole, end);
  for (size_t b = 0; b < sizeof breaks / sizeof breaks[0]; b++) {
    jx_trace before = trace_of(NULL, FRAMES);
    walk(&before, 0, breaks[b]);
    kept so_far = lay(&before, breaks[b]);
    assert_int_equal(so_far.info.rows[so_far.info.row_count - 1].iteration, breaks[b]);
    jx_trace after = trace_of(&so_far.info, FRAMES);
    walk(&after, breaks[b] + 1, end);
    kept found = lay(&after, end);
    check_same(&found.info, &wanted.info);
    free(found.memory);
    free(so_far.memory);
    jx_trace_destroy(standard(), &after);
    jx_trace_destroy(standard(), &before);
  }
  free(wanted.memory);
  jx_trace_destroy(standard(), &whole);
}

static void last_row_is_there_once(void **state)
{
  (void)state;
  for (uint64_t end = 60; end < 140; end += 3) {
    jx_trace trace = trace_of(NULL, 0);
    walk(&trace, 0, end);
    kept k = lay(&trace, end);
    assert_int_equal(k.info.frame_count, 0);
    for (size_t i = 0; i < k.info.row_count; i++) {
      uint64_t wanted = i * k.info.row_stride;
      if (wanted > end) wanted = end;
      jato_trace_row row = row_at(wanted);
      assert_memory_equal(&k.info.rows[i], &row, sizeof row);
      assert_same_double(k.info.row_x[i * DIM + 100], (double)(wanted + 100));
    }
    assert_int_equal(k.info.row_count, (end + k.info.row_stride - 1) / k.info.row_stride + 1);
    assert_true(k.info.row_count <= 65);
    free(k.memory);
    jx_trace_destroy(standard(), &trace);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(kept_are_multiples_of_the_stride),
      cmocka_unit_test(time_does_not_go_back),
      cmocka_unit_test(nothing_is_wanted_without_memory),
      cmocka_unit_test(gaps_do_not_change_what_is_wanted),
      cmocka_unit_test(resumed_is_as_uninterrupted),
      cmocka_unit_test(last_row_is_there_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
