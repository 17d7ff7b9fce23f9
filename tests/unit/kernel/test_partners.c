/* kernel/partners.h: partners are others, all different, and any of them as likely as any other. */
#include "check.h"

#include "kernel/partners.h"

static jk_partners partners_of(uint64_t iteration, uint64_t particles, uint64_t particle, int dim)
{
  return jk_draw_partners(jk_key_make(7, iteration), (jk_word)particle, (jk_word1)(particles - 1),
                          dim);
}

static void check_others(uint64_t iteration, uint64_t particles, uint64_t particle)
{
  jk_partners p = partners_of(iteration, particles, particle, 5);
  for (int k = 0; k < 3; k++) {
    assert_true(p.partner[k] < particles);
    assert_int_not_equal(p.partner[k], particle);
    assert_int_not_equal(p.partner[k], p.partner[(k + 1) % 3]);
  }
  assert_in_range(p.forced, 0, 4);
}

static void partners_are_others_and_differ(void **state)
{
  static const uint64_t large[] = {1000, 65536, 1000003, UINT32_MAX, (uint64_t)1 << 32};
  (void)state;
  for (uint64_t particles = 4; particles < 40; particles++)
    for (uint64_t particle = 0; particle < particles; particle++)
      for (uint64_t iteration = 0; iteration < 40; iteration++)
        check_others(iteration, particles, particle);
  for (size_t i = 0; i < sizeof large / sizeof large[0]; i++)
    for (uint64_t iteration = 0; iteration < 1000; iteration++) {
      check_others(iteration, large[i], 0);
      check_others(iteration, large[i], large[i] / 2);
      check_others(iteration, large[i], large[i] - 1);
    }
}

/* Lanes that hold no particle are computed along: what they draw must be there. */
static void a_ghost_draws_particles_that_are_there(void **state)
{
  (void)state;
  for (uint64_t particles = 4; particles < 40; particles++)
    for (uint64_t ghost = particles; ghost < particles + 16; ghost++)
      for (uint64_t iteration = 0; iteration < 40; iteration++)
        for (int k = 0; k < 3; k++)
          assert_true(partners_of(iteration, particles, ghost, 3).partner[k] < particles);
}

/* Pearson's statistic of counts that should be equal. */
static double chi_square(const int *count, int cells)
{
  double sum = 0, all = 0;
  for (int c = 0; c < cells; c++) all += count[c];
  for (int c = 0; c < cells; c++) {
    double off = count[c] - all / cells;
    sum += off * off / (all / cells);
  }
  return sum;
}

/* Six particles: each of the 5 x 4 x 3 triples of others; above 98.3 in one of 1000 cases. */
static void every_triple_is_as_likely(void **state)
{
  (void)state;
  for (uint64_t particle = 0; particle < 6; particle++) {
    int count[60] = {0};
    for (uint64_t iteration = 0; iteration < 60000; iteration++) {
      jk_partners p = partners_of(iteration, 6, particle, 1);
      uint64_t left[3];
      for (int k = 0; k < 3; k++) { /* which of the others that are left it is */
        left[k] = p.partner[k] - (p.partner[k] > particle);
        for (int j = 0; j < k; j++) left[k] -= p.partner[k] > p.partner[j];
      }
      count[(left[0] * 4 + left[1]) * 3 + left[2]]++;
    }
    for (int c = 0; c < 60; c++) assert_true(count[c] > 0);
    assert_double(chi_square(count, 60), <, 98.3);
  }
}

static void every_coordinate_is_as_likely(void **state)
{
  int count[7] = {0};
  (void)state;
  for (uint64_t iteration = 0; iteration < 70000; iteration++)
    count[partners_of(iteration, 20, 3, 7).forced]++;
  assert_double(chi_square(count, 7), <, 22.5); /* one of 1000 */
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(partners_are_others_and_differ),
      cmocka_unit_test(a_ghost_draws_particles_that_are_there),
      cmocka_unit_test(every_triple_is_as_likely),
      cmocka_unit_test(every_coordinate_is_as_likely),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
