/* kernel/random.h against Random123, the generator's authors' own code, and Random123 itself
 * against its published answers. Compiled once for each precision. */
#include "check.h"

#include <Random123/threefry.h>

#include "kernel/random.h"

#define DRAWS 1000000

/* Lines of tests/kat_vectors in github.com/DEShawResearch/random123, for threefry4x32: rounds,
 * counter, key, answer. They show that the header we compare with is the published generator. */
static const struct {
  unsigned rounds;
  uint32_t counter[4], key[4], answer[4];
} known[] = {
    {13, {0}, {0}, {0x531c7e4f, 0x39491ee5, 0x2c855a92, 0x3d6abf9a}},
    {13,
     {0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
     {0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
     {0xc4189358, 0x1c9cc83a, 0xd5881c67, 0x6a0a89e0}},
    {13,
     {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
     {0xa4093822, 0x299f31d0, 0x082efa98, 0xec4e6c89},
     {0x4aa71d8f, 0x734738c2, 0x431fc6a8, 0xae6debf1}},
    {20, {0}, {0}, {0x9c6ca96a, 0xe17eae66, 0xfc10ecd4, 0x5256a7d8}},
    {20,
     {0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
     {0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
     {0x2a881696, 0x57012287, 0xf6c7446e, 0xa16a6732}},
    {20,
     {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
     {0xa4093822, 0x299f31d0, 0x082efa98, 0xec4e6c89},
     {0x59cd1dbb, 0xb8879579, 0x86b5d00c, 0xac8b6d84}},
};

static void random123_gives_its_published_answers(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    threefry4x32_ctr_t counter;
    threefry4x32_key_t key;
    memcpy(counter.v, known[i].counter, sizeof counter.v);
    memcpy(key.v, known[i].key, sizeof key.v);
    threefry4x32_ctr_t got = threefry4x32_R(known[i].rounds, counter, key);
    for (int w = 0; w < 4; w++) assert_int_equal(got.v[w], known[i].answer[w]);
  }
}

/* What a draw must be, with the order of the words that random.h promises. */
static threefry4x32_ctr_t wanted_draw(const uint64_t seed_iteration[2], uint64_t particle,
                                      uint32_t block, uint32_t purpose)
{
  threefry4x32_ctr_t counter = {{(uint32_t)particle, (uint32_t)(particle >> 32), block, purpose}};
  threefry4x32_key_t key = {{(uint32_t)seed_iteration[0], (uint32_t)(seed_iteration[0] >> 32),
                             (uint32_t)seed_iteration[1], (uint32_t)(seed_iteration[1] >> 32)}};
  return threefry4x32_R(12, counter, key);
}

static void check_draw(uint64_t seed, uint64_t iteration, uint64_t particle, uint32_t block,
                       uint32_t purpose)
{
  const uint64_t seed_iteration[2] = {seed, iteration};
  threefry4x32_ctr_t wanted = wanted_draw(seed_iteration, particle, block, purpose);
  jk_block got = jk_draw(jk_key_make(seed, iteration), particle, block, purpose);
  for (int w = 0; w < 4; w++) assert_int_equal(got.w[w], wanted.v[w]);
}

/* Splitmix64, so that the points do not come from the generator under test. */
static uint64_t next(uint64_t *state)
{
  uint64_t z = (*state += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

static void draws_are_those_of_random123(void **state)
{
  static const uint64_t corners[] = {0, 1, UINT32_MAX, (uint64_t)UINT32_MAX + 1, UINT64_MAX};
  uint64_t points = 1;
  (void)state;
  for (int i = 0; i < 20000; i++)
    check_draw(next(&points), next(&points), next(&points), (uint32_t)next(&points),
               (uint32_t)next(&points));
  for (int s = 0; s < 5; s++)
    for (int i = 0; i < 5; i++)
      for (int p = 0; p < 5; p++)
        for (uint32_t purpose = JK_DRAW_POSITION; purpose <= JK_DRAW_NORMAL; purpose++)
          check_draw(corners[s], corners[i], corners[p], UINT32_MAX * (uint32_t)(p % 2), purpose);
}

/* The ends and the middle of what two words can make, worked by hand. */
static void fine_uniforms_are_exact(void **state)
{
  const uint32_t all = UINT32_MAX;
  (void)state;
  assert_same_double((double)jk_fine_uniform(0, 0), 0.0);
  assert_same_double((double)jk_fine_uniform(0x80000000u, 0), 0.5);
  assert_same_double((double)jk_fine_uniform(0xC0000000u, 0), 0.75);
#if JK_PRECISION == 32
  assert_same_double((double)jk_fine_uniform(all, all), 1 - 0x1p-24);
  assert_same_double((double)jk_fine_uniform(0x100u, 0), 0x1p-24);
  assert_same_double((double)jk_fine_uniform(0xFFu, all), 0.0);
#else
  assert_same_double(jk_fine_uniform(all, all), 1 - 0x1p-53);
  assert_same_double(jk_fine_uniform(0, 0x40u), 0x1p-53);
  assert_same_double(jk_fine_uniform(0x20u, 0), 0x1p-27);
  assert_same_double(jk_fine_uniform(0x1Fu, 0x3Fu), 0.0);
#endif
}

/* Mean 1/2 and variance 1/12, within five standard errors: those of a mean of u and of (u - 1/2)^2
 * are sqrt(1/12/n) and sqrt(1/180/n). Neighbouring particles must not go together either. */
static void fine_uniforms_are_uniform(void **state)
{
  double sum = 0, squares = 0, products = 0, before = 0;
  jk_key key = jk_key_make(7, 3);
  (void)state;
  for (uint64_t i = 0; i < DRAWS; i++) {
    jk_block b = jk_draw(key, i, 0, JK_DRAW_POSITION);
    double u = (double)jk_fine_uniform(b.w[0], b.w[1]);
    assert_double(u, >=, 0);
    assert_double(u, <, 1);
    sum += u - 0.5;
    squares += (u - 0.5) * (u - 0.5);
    products += (u - 0.5) * before;
    before = u - 0.5;
  }
  assert_double(fabs(sum / DRAWS), <, 5 * sqrt(1.0 / 12 / DRAWS));
  assert_double(fabs(squares / DRAWS - 1.0 / 12), <, 5 * sqrt(1.0 / 180 / DRAWS));
  assert_double(fabs(products / DRAWS), <, 5.0 / 12 / sqrt(DRAWS));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random123_gives_its_published_answers),
      cmocka_unit_test(draws_are_those_of_random123),
      cmocka_unit_test(fine_uniforms_are_exact),
      cmocka_unit_test(fine_uniforms_are_uniform),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
