/* cmaes where some coordinates are whole numbers. */
#include "search_bed.h"

enum { WHOLE = 5, DIM = 10, SEEDS = 20 };

/* The first coordinates count as the whole numbers they are closest to. The minimum, 0, is at 3 for
 * all of them, and at 0.3 for the others; weights from 1 to 10,000, the largest for the last ones:
 * steps become small before the whole numbers are found. */
static double mixed_ellipsoid(const double *x, size_t n)
{
  double sum = 0;
  for (size_t i = 0; i < n; i++) {
    double off = i < WHOLE ? floor(x[i] + 0.5) - 3 : x[i] - 0.3;
    sum += pow(10, 4 * (double)i / (double)(n - 1)) * off * off;
  }
  return sum;
}

static void set_up_mixed(bed *b, const char *spec, double *cells)
{
  set_up(b, spec, DIM, -10.5, 10.5);
  for (size_t i = 0; i < DIM; i++) cells[i] = i < WHOLE ? 21 : 0;
  b->setup.cells = cells;
}

static size_t count_solved(int with_cells)
{
  static bed b;
  double cells[DIM];
  size_t solved = 0;
  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    set_up_mixed(&b, "cmaes", cells);
    if (!with_cells) b.setup.cells = NULL;
    b.setup.seed = seed;
    minimise_to(&b, mixed_ellipsoid, 1e-9, 20000);
    solved += b.generation.best <= 1e-9;
  }
  return solved;
}

static void whole_numbers_are_found(void **state)
{
  (void)state;
  size_t with = count_solved(1), without = count_solved(0);
  print_message("%zu of %d, without cells %zu\n", with, SEEDS, without);
  assert_int_equal(with, SEEDS);
  assert_in_range(without, 0, SEEDS / 2);
}

/* A deviation of a fifth of a cell ends in another cell with a probability of 1.2 % from the middle
 * of one, and with more from anywhere else: a hundred generations of ten points and five such
 * coordinates are expected to do it sixty times, long after the other steps have become tiny. */
static void other_cells_stay_within_reach(void **state)
{
  static bed b;
  double cells[DIM];
  size_t others = 0;
  (void)state;
  set_up_mixed(&b, "cmaes:tolfun=0,tolx=0", cells);
  b.search = make(&b);
  for (int k = 0; k < 1000; k++) {
    ask(&b, b.search);
    if (k >= 900)
      for (size_t i = 0; i < b.generation.count; i++)
        for (size_t j = 0; j < WHOLE; j++) others += floor(b.generation.x[i * DIM + j] + 0.5) != 3;
    tell(&b, b.search, mixed_ellipsoid);
  }
  b.ops->destroy(&b.search);
  assert_in_range(others, 20, 2000);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(whole_numbers_are_found),
      cmocka_unit_test(other_cells_stay_within_reach),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
