/* Arnold's cat map on every device, in each of its three ways. Truth: the map itself, pixel by
 * pixel, and after how many iterations pictures of many sizes come back, half the Pisano period.
 *
 * usage: test_catmap [DEVICE...]: those that must be ready, such as cpu or opencl */
#define _GNU_SOURCE
#include "jato/simulate.h"
#include "scratch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devices.h"

static const char *const ways[] = {"power", "loop", "launches"};
enum { WAYS = sizeof ways / sizeof ways[0], MOST_SIDE = 1368 };

/* Neighbours differ, and so do rows. */
static void paint(unsigned char *pixels, uint64_t side)
{
  for (uint64_t i = 0; i < side * side; i++)
    pixels[i] = (unsigned char)((i * 0x9e3779b97f4a7c15u) >> 56);
}

static void map(const unsigned char *from, uint64_t side, uint64_t k, const char *way,
                const char *device, const scratch *s, unsigned char *to)
{
  char spec[64];
  jato_error error = {JATO_OK, ""};
  jato_simulation *simulation = NULL;
  jato_image start = {side, side, 1, 8, (unsigned char *)(uintptr_t)from};
  jato_simulation_options options = {JATO_SIMULATION_OPTIONS_INIT, .device = device,
                                     .start = &start, .cache = s->folder};
  (void)snprintf(spec, sizeof spec, "catmap:way=%s", way);
  assert_ok(jato_simulation_create(spec, &options, &simulation, &error), error);
  assert_ok(jato_simulation_step(simulation, k, &error), error);
  assert_ok(jato_simulation_draw(simulation, to, &error), error);
  jato_simulation_destroy(&simulation);
}

static void moves_each_pixel(void **state)
{
  static const uint64_t sides[] = {1, 2, 5, 64, 101};
  static unsigned char before[101 * 101], wanted[101 * 101], found[101 * 101];
  for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++) {
    uint64_t side = sides[i], bytes = side * side;
    paint(before, side);
    for (uint64_t y = 0; y < side; y++)
      for (uint64_t x = 0; x < side; x++)
        wanted[(x + y) % side * side + (2 * x + y) % side] = before[y * side + x];
    for (size_t d = 0; d < test_device_count; d++)
      for (int w = 0; w < WAYS; w++) {
        map(before, side, 1, ways[w], test_devices[d], *state, found);
        assert_memory_equal(found, wanted, bytes);
      }
  }
}

static const struct {
  uint64_t side, period;
} known[] = {{2, 3},     {3, 4},    {5, 10},    {10, 30},    {50, 150},   {64, 48},     {100, 150},
             {101, 25},  {128, 96}, {150, 300}, {250, 750},  {256, 192},  {341, 15},    {368, 24},
             {512, 384}, {684, 36}, {987, 16},  {1000, 750}, {1024, 768}, {1250, 3750}, {1368, 36}};
enum { KNOWN = sizeof known / sizeof known[0] };

/* By the power for every size; by steps where they are few. Nothing comes back before its time: the
 * periods that divide it are the ones to try. */
static void comes_back(void **state)
{
  unsigned char *before = malloc(MOST_SIDE * MOST_SIDE), *after = malloc(MOST_SIDE * MOST_SIDE);
  assert_non_null(before);
  assert_non_null(after);
  for (size_t i = 0; i < KNOWN; i++) {
    uint64_t side = known[i].side, period = known[i].period;
    paint(before, side);
    for (size_t d = 0; d < test_device_count; d++)
      for (int w = 0; w < WAYS; w++) {
        if (w > 0 && period * side * side > 4000000) continue;
        map(before, side, period, ways[w], test_devices[d], *state, after);
        assert_memory_equal(after, before, side * side);
      }
    for (uint64_t part = 2; part <= period; part++) {
      if (period % part != 0) continue;
      map(before, side, period / part, "power", "cpu", *state, after);
      assert_memory_not_equal(after, before, side * side);
    }
  }
  free(before);
  free(after);
}

static void refuses_other_pictures(void **state)
{
  unsigned char pixels[12] = {0};
  jato_image wide = {3, 2, 1, 8, pixels}, coloured = {2, 2, 3, 8, pixels};
  const jato_image *const pictures[] = {&wide, &coloured};
  (void)state;
  for (int i = 0; i < 2; i++) {
    jato_error error = {JATO_OK, ""};
    jato_simulation *simulation = NULL;
    jato_simulation_options options = {JATO_SIMULATION_OPTIONS_INIT, .start = pictures[i]};
    assert_int_equal(jato_simulation_create("catmap", &options, &simulation, &error),
                     JATO_E_ARGUMENT);
    assert_non_null(strstr(error.text, i == 0 ? "3 x 2" : "in colours"));
  }
}

int main(int count, char **arguments)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(moves_each_pixel, scratch_make, scratch_remove),
      cmocka_unit_test_setup_teardown(comes_back, scratch_make, scratch_remove),
      cmocka_unit_test(refuses_other_pictures),
  };
  if (!test_devices_find(count, arguments)) return 1;
  return cmocka_run_group_tests(tests, NULL, NULL);
}
