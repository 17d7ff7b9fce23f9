/* The problems on automata against plain ones, with a byte for each cell. */
#include "check.h"

#include <jato/jato.h>

#define SIDE 64
#define CODES 1024
#define CELLS 149
#define ENTRIES 128

static uint64_t random_word(uint64_t *state) /* Steele, Lea and Flood 2014 */
{
  uint64_t z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static void evaluate(const char *spec, const double *x, size_t count, double *f)
{
  jato_problem *problem = NULL;
  jato_error error = {JATO_OK, ""};
  assert_ok(jato_problem_from_gallery(spec, 0, NULL, &problem, &error), error);
  assert_ok(jato_problem_evaluate(problem, x, count, f, NULL, &error), error);
  jato_problem_destroy(&problem);
}

/* ---- A code of ten bits ---- */

typedef struct torus {
  unsigned char cell[SIDE][SIDE];
} torus;

static torus torus_after(int code, int steps)
{
  torus now;
  uint64_t state = 1;
  for (int y = 0; y < SIDE; y++) {
    uint64_t word = random_word(&state);
    for (int x = 0; x < SIDE; x++) now.cell[y][x] = word >> x & 1;
  }
  for (int k = 0; k < steps; k++) {
    torus before = now;
    for (int y = 0; y < SIDE; y++)
      for (int x = 0; x < SIDE; x++) {
        int sum = 0;
        for (int dy = SIDE - 1; dy <= SIDE + 1; dy++)
          for (int dx = SIDE - 1; dx <= SIDE + 1; dx++)
            sum += before.cell[(y + dy) % SIDE][(x + dx) % SIDE];
        now.cell[y][x] = code >> sum & 1;
      }
  }
  return now;
}

static int cells_off(int code, const torus *wanted, int steps)
{
  torus found = torus_after(code, steps);
  int differ = 0;
  for (int y = 0; y < SIDE; y++)
    for (int x = 0; x < SIDE; x++) differ += found.cell[y][x] != wanted->cell[y][x];
  return differ;
}

/* All codes: the values, and how many of them are 0. */
static int try_all_codes(const char *spec, double *f)
{
  static double x[CODES][10];
  int zeros = 0;
  for (int code = 0; code < CODES; code++)
    for (int i = 0; i < 10; i++) x[code][i] = code >> i & 1 ? 0.75 : 0.5; /* not above a half */
  evaluate(spec, x[0], CODES, f);
  for (int code = 0; code < CODES; code++) zeros += f[code] == 0;
  return zeros;
}

static void one_code_made_the_picture(void **state)
{
  double f[CODES];
  torus wanted = torus_after(976, 1);
  (void)state;
  assert_int_equal(try_all_codes("automaton_code", f), 1);
  for (int code = 0; code < CODES; code++) {
    assert_int_equal(f[code], cells_off(code, &wanted, 1));
    if (code != 976) assert_double(f[code], >=, 5);
  }
  assert_double(f[976], ==, 0);
  assert_double(f[977], ==, 5);
}

/* 47 is 976 with zeros and ones exchanged, in the block and in what becomes of it. */
static void two_steps_leave_two_codes(void **state)
{
  double f[CODES];
  torus wanted = torus_after(976, 2);
  (void)state;
  assert_int_equal(try_all_codes("automaton_code:steps=2", f), 2);
  assert_true(f[976] == 0 && f[47] == 0);
  for (int code = 0; code < CODES; code += 31)
    assert_int_equal(f[code], cells_off(code, &wanted, 2));
}

/* ---- Which are more? ---- */

/* Gacs, Kurdyumov and Levin 1978: a zero goes with most of itself, its first and its third
 * neighbour to the left, a one with those to the right. Bit 6 of i is the leftmost of seven. */
static void gkl(double *x)
{
  for (int i = 0; i < ENTRIES; i++) {
    int self = i >> 3 & 1;
    int votes = self ? self + (i >> 2 & 1) + (i & 1) : self + (i >> 4 & 1) + (i >> 6 & 1);
    x[i] = votes >= 2;
  }
}

static void gkl_has_its_published_bits(void **state)
{
  const char hex[] = "005f005f005f005f005fff5f005fff5f";
  double x[ENTRIES];
  (void)state;
  gkl(x);
  for (int i = 0; i < ENTRIES; i++) {
    int digit = hex[i / 4] == 'f' ? 15 : hex[i / 4] - '0';
    assert_int_equal((int)x[i], digit >> (3 - i % 4) & 1);
  }
}

/* Published: 0.816; measured with 102,400 other starts: 0.8135. */
static void gkl_classifies_as_published(void **state)
{
  double x[ENTRIES], f;
  (void)state;
  gkl(x);
  evaluate("density_rule:batches=160", x, 1, &f);
  assert_double(fabs(1 - f - 0.816), <, 0.006);
}

static int is_wrong(const double *x, const unsigned char *start)
{
  unsigned char now[CELLS], before[CELLS];
  int ones = 0, wrong = 0;
  memcpy(now, start, CELLS);
  for (int c = 0; c < CELLS; c++) ones += start[c];
  for (int k = 0; k < 2 * CELLS; k++) {
    memcpy(before, now, CELLS);
    for (int c = 0; c < CELLS; c++) {
      int i = 0;
      for (int d = -3; d <= 3; d++) i = 2 * i + before[(c + d + CELLS) % CELLS];
      now[c] = x[i] > 0.5;
    }
  }
  for (int c = 0; c < CELLS; c++) wrong |= now[c] != (ones > CELLS / 2);
  return wrong;
}

static double plain_share(const double *x)
{
  unsigned char starts[64][CELLS];
  uint64_t state = 1;
  int wrong = 0;
  for (int c = 0; c < CELLS; c++) {
    uint64_t word = random_word(&state);
    for (int s = 0; s < 64; s++) starts[s][c] = word >> s & 1;
  }
  for (int s = 0; s < 64; s++) wrong += is_wrong(x, starts[s]);
  return wrong / 64.0;
}

/* GKL with one entry changed. */
static void shares_are_those_of_a_plain_automaton(void **state)
{
  double x[ENTRIES], f, least = 1, most = 0;
  (void)state;
  for (int i = 0; i < ENTRIES; i += 18) {
    gkl(x);
    x[i] = 1 - x[i];
    evaluate("density_rule", x, 1, &f);
    assert_double(f, ==, plain_share(x));
    least = fmin(least, f);
    most = fmax(most, f);
  }
  assert_double(least, <, 0.3);
  assert_double(most, >=, 0.5);
}

/* All cells become 0: right where most were. */
static void half_is_right_without_looking(void **state)
{
  double x[ENTRIES] = {0}, f;
  (void)state;
  evaluate("density_rule:batches=160", x, 1, &f);
  assert_double(fabs(f - 0.5), <, 0.02);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_code_made_the_picture),
      cmocka_unit_test(two_steps_leave_two_codes),
      cmocka_unit_test(gkl_has_its_published_bits),
      cmocka_unit_test(gkl_classifies_as_published),
      cmocka_unit_test(shares_are_those_of_a_plain_automaton),
      cmocka_unit_test(half_is_right_without_looking),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
