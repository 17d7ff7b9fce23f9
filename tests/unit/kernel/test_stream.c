/* The random words of moves (kernel/random.h, jk_stream): the published generator, and words that
 * show no pattern in any of the orders in which a swarm uses them. tests/random/dieharder looks
 * longer. */
#include "check.h"

#define JK_PRECISION 32
#include "kernel/random.h"

enum { DIM = 64, PARTICLES = 64, ITERATIONS = 64, LAGS = 16, TURNS = 32, BINS = 16 };

/* Words of the class JSF (size 32, rotations 27 and 17) of the Python package randomgen 2.3.0 from
 * these states: the first four, and the thousandth of the last one. */
static const struct {
  uint32_t start[4], words[4];
} known[] = {
    {{0xf1ea5eed, 1, 1, 1}, {0xe9ec5eee, 0xaddfd3d7, 0x45482be8, 0x9e7bd565}},
    {{0xffffffff, 0, 0x80000000, 0x12345678}, {0x0000ffff, 0x7a49cf5d, 0x36f5e7f3, 0xf3cd8cbd}},
    {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
     {0x1a118122, 0x9ecfc96c, 0xbe12b852, 0xe15ad697}},
};
#define THOUSANDTH 0xdd7b4d26u

static jk_stream begin(const uint32_t start[4])
{
  return jk_stream_begin((jk_block){{start[0], start[1], start[2], start[3]}});
}

static void words_are_those_of_another_implementation(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    jk_stream s = begin(known[i].start);
    for (int w = 0; w < 4; w++) {
      s = jk_stream_next(s);
      assert_int_equal(s.d, known[i].words[w]);
    }
  }
  jk_stream s = begin(known[2].start);
  for (int i = 0; i < 1000; i++) s = jk_stream_next(s);
  assert_int_equal(s.d, THOUSANDTH);
}

/* Two streams never meet: the state before follows from the state behind. */
static void a_step_can_be_taken_back(void **state)
{
  jk_stream first = begin(known[2].start), s = first;
  (void)state;
  for (int i = 0; i < 1000; i++) s = jk_stream_next(s);
  for (int i = 0; i < 1000; i++) {
    uint32_t e = s.d - s.a;
    uint32_t d = s.c - e, c = s.b - d, b = s.a ^ JK_ROTL(c, 17);
    s = (jk_stream){e + JK_ROTL(b, 27), b, c, d};
  }
  assert_memory_equal(&s, &first, sizeof s);
}

static jk_stream stream_of(uint64_t seed, uint64_t iteration, uint64_t particle)
{
  return jk_stream_begin(jk_draw(jk_key_make(seed, iteration), particle, 0, JK_DRAW_MOVE));
}

/* words[iteration][particle][coordinate] */
static uint32_t words[ITERATIONS][PARTICLES][DIM];
enum { COUNT = ITERATIONS * PARTICLES * DIM };

static void draw_all(uint64_t seed)
{
  for (uint64_t i = 0; i < ITERATIONS; i++)
    for (uint64_t p = 0; p < PARTICLES; p++) {
      jk_stream s = stream_of(seed, i + 1, p);
      for (int d = 0; d < DIM; d++) {
        s = jk_stream_next(s);
        words[i][p][d] = s.d;
      }
    }
}

/* How far, in standard deviations, the bits in which words `step` apart differ are from half of
 * them, one being turned by `turn` bits. Pairs that reach over a row's end count as well: they are
 * used as little in common. */
static double bits_in_common(size_t step, int turn)
{
  const uint32_t *w = &words[0][0][0];
  uint64_t differ = 0, pairs = COUNT - step;
  for (size_t k = 0; k < pairs; k++) {
    uint32_t other = turn == 0 ? w[k + step] : JK_ROTL(w[k + step], turn);
    differ += (uint64_t)__builtin_popcount(w[k] ^ other);
  }
  return ((double)differ - 16.0 * (double)pairs) / sqrt(8.0 * (double)pairs);
}

/* 1,536 statistics of each seed: one beyond 5.5 deviations comes by chance once in 17,000 seeds. */
static void no_two_words_go_together(void **state)
{
  static const size_t steps[] = {1, DIM, DIM * PARTICLES}; /* coordinates, particles, iterations */
  (void)state;
  for (uint64_t seed = 1; seed <= 3; seed++) {
    draw_all(seed);
    for (int kind = 0; kind < 3; kind++)
      for (size_t lag = 1; lag <= LAGS; lag++)
        for (int turn = 0; turn < TURNS; turn++)
          assert_double(fabs(bits_in_common(lag * steps[kind], turn)), <, 5.5);
  }
}

/* Chi-square of BINS x BINS cells, as a distance from its mean in standard deviations. */
static double unevenness(uint64_t cells[BINS][BINS], double count)
{
  double sum = 0, expected = count / (BINS * BINS), freedom = BINS * BINS - 1;
  for (int i = 0; i < BINS; i++)
    for (int j = 0; j < BINS; j++)
      sum += ((double)cells[i][j] - expected) * ((double)cells[i][j] - expected) / expected;
  return (sum - freedom) / sqrt(2 * freedom);
}

/* The halves of a word are the two weights of a pull: even in the square, and each beside the
 * weight of the next coordinate, particle and iteration. */
static void weights_fill_the_square(void **state)
{
  static const size_t steps[] = {0, 1, 2, 3, 4, DIM, DIM * PARTICLES};
  const uint32_t *w = &words[0][0][0];
  (void)state;
  draw_all(4);
  for (size_t s = 0; s < sizeof steps / sizeof steps[0]; s++) {
    uint64_t cells[4][BINS][BINS] = {{{0}}};
    size_t pairs = COUNT - steps[s];
    for (size_t k = 0; k < pairs; k++) {
      uint32_t here = w[k], there = w[k + steps[s]];
      cells[0][here >> 28][there >> 12 & 15]++;
      cells[1][here >> 12 & 15][there >> 28]++;
      cells[2][here >> 28][there >> 28]++;
      cells[3][here >> 12 & 15][there >> 12 & 15]++;
    }
    for (int kind = 0; kind < (steps[s] == 0 ? 2 : 4); kind++)
      assert_double(unevenness(cells[kind], (double)pairs), <, 5);
  }
}

/* A neighbour in seed, iteration or particle, by one bit, has other words: half of the bits of each
 * coordinate differ. */
static void every_bit_of_the_place_counts(void **state)
{
  (void)state;
  for (int bit = 0; bit < 96; bit++) {
    uint64_t differ[DIM] = {0};
    enum { TRIES = 400 };
    for (uint64_t i = 0; i < TRIES; i++) {
      uint64_t seed = 77 * i, iteration = 3 * i, particle = 1000 * i;
      uint64_t flip = UINT64_C(1) << bit % 32;
      jk_stream a = stream_of(seed, iteration, particle);
      if (bit < 32)
        seed ^= flip;
      else if (bit < 64)
        iteration ^= flip;
      else
        particle ^= flip;
      jk_stream b = stream_of(seed, iteration, particle);
      for (int d = 0; d < DIM; d++) {
        a = jk_stream_next(a);
        b = jk_stream_next(b);
        differ[d] += (uint64_t)__builtin_popcount(a.d ^ b.d);
      }
    }
    for (int d = 0; d < DIM; d++)
      assert_double(fabs((double)differ[d] - 16.0 * TRIES), <, 5.5 * sqrt(8.0 * TRIES));
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(words_are_those_of_another_implementation),
      cmocka_unit_test(a_step_can_be_taken_back),
      cmocka_unit_test(no_two_words_go_together),
      cmocka_unit_test(weights_fill_the_square),
      cmocka_unit_test(every_bit_of_the_place_counts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
