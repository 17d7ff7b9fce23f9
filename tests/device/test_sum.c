/* timing/sum.h: the sum of two matrices as `jato bench memory` measures it, on every device of this
 * machine and for sides that fit no work-group. Truth is a plain loop.
 *
 * usage: test_sum [DEVICE...]: those that must be ready, such as cpu:threads=2 or opencl:0 */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "jato/jato.h"
#include "timing/sum.h"

static int wanted_count;
static char **wanted;

/* 1000 x 1000 takes several work-groups of every device, the last one not full. */
static const uint64_t sides[] = {1, 2, 17, 130, 1000};
enum { SIDES = sizeof sides / sizeof sides[0] };

static void check_sums(const jx_matrices *matrices, uint64_t side)
{
  const float *p = jx_matrices_at(matrices, JX_SUM_P), *q = jx_matrices_at(matrices, JX_SUM_Q);
  const float *bare = jx_matrices_at(matrices, JX_SUM_BARE);
  const float *back = jx_matrices_at(matrices, JX_SUM_BACK);
  for (uint64_t i = 0; i < side * side; i++) {
    volatile float sum = p[i] + q[i];
    if (!(bare[i] == sum && back[i] == sum))
      fail_msg("%llu of side %llu: %g + %g is %g by the bare loop and %g on the device",
               (unsigned long long)i, (unsigned long long)side, (double)p[i], (double)q[i],
               (double)bare[i], (double)back[i]);
  }
}

static void sum_on(const char *device)
{
  for (int s = 0; s < SIDES; s++) {
    jx_matrices *matrices = NULL;
    jx_sum *sum = NULL;
    jx_sum_times times;
    jato_error error;
    assert_ok(jx_matrices_create(sides[s], &matrices, &error), error);
    assert_ok(jx_sum_create(matrices, device, &sum, &error), error);
    for (int turn = 0; turn < 2; turn++) {
      assert_ok(jx_time_sum(sum, &times, &error), error);
      check_sums(matrices, sides[s]);
      assert_int_equal(times.wrong, 0);
      assert_true(times.copy_in > 0 && times.kernel > 0 && times.copy_out > 0 && times.bare > 0);
      assert_true(times.threads >= 1);
    }
    jx_sum_destroy(&sum);
    assert_null(sum);
    jx_matrices_destroy(&matrices);
    assert_null(matrices);
  }
  print_message("summed on %s\n", device);
}

static void on_every_device_and_for_every_side(void **state)
{
  (void)state;
  jato_device device;
  for (size_t i = 0; jato_device_find(i, &device); i++) {
    char as_gpu[64];
    if (!device.ready) continue;
    sum_on(device.spec);
    if (strncmp(device.spec, "opencl:", 7) != 0) continue;
    (void)snprintf(as_gpu, sizeof as_gpu, "%s,lanes=1", device.spec);
    sum_on(as_gpu); /* many items to a work-group, which a CPU would have one of */
  }
  for (int w = 0; w < wanted_count; w++) sum_on(wanted[w]);
}

static void an_element_that_is_wrong_is_counted(void **state)
{
  (void)state;
  jx_matrices *matrices = NULL;
  jx_sum *sum = NULL;
  jx_sum_times times;
  jato_error error;
  assert_ok(jx_matrices_create(17, &matrices, &error), error);
  assert_ok(jx_sum_create(matrices, "cpu:threads=1", &sum, &error), error);
  assert_ok(jx_time_sum(sum, &times, &error), error);
  assert_int_equal(times.threads, 1);
  float *back = jx_matrices_at(matrices, JX_SUM_BACK);
  back[17 * 17 - 1] += 1;
  assert_int_equal(jx_matrices_wrong(matrices), 1);
  memset(back, 0xff, 17 * 17 * sizeof *back); /* what was not written is NaN, and wrong */
  assert_int_equal(jx_matrices_wrong(matrices), 17 * 17);
  jx_sum_destroy(&sum);
  jx_matrices_destroy(&matrices);
}

static void what_cannot_be_is_refused(void **state)
{
  (void)state;
  jx_matrices *matrices = NULL;
  jx_sum *sum = NULL;
  jato_error error;
  assert_int_equal(jx_matrices_create(0, &matrices, &error), JATO_E_ARGUMENT);
  assert_int_equal(jx_matrices_create(UINT64_MAX, &matrices, &error), JATO_E_ARGUMENT);
  assert_null(matrices);
  assert_ok(jx_matrices_create(3, &matrices, &error), error);
  assert_int_equal(jx_sum_create(matrices, "cpux", &sum, &error), JATO_E_NAME);
  assert_contains(error.text, "\"cpu\"");
  assert_int_equal(jx_sum_create(matrices, "cpu:threads=none", &sum, &error), JATO_E_ARGUMENT);
  assert_null(sum);
  jx_sum_destroy(&sum);
  jx_sum_destroy(NULL);
  jx_matrices_destroy(&matrices);
  jx_matrices_destroy(NULL);
}

int main(int count, char **words)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(on_every_device_and_for_every_side),
      cmocka_unit_test(an_element_that_is_wrong_is_counted),
      cmocka_unit_test(what_cannot_be_is_refused),
  };
  wanted_count = count - 1;
  wanted = words + 1;
  return cmocka_run_group_tests(tests, NULL, NULL);
}
