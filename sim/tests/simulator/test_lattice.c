/* Automata on every device and with every kernel. Truth: the annealing rule's hashes and counts,
 * and the rows of rule 30, as published with the exercise; and the plain rule, cell by cell, here.
 *
 * usage: test_lattice [DEVICE...]: those that must be ready, such as cpu or opencl */
#define _GNU_SOURCE
#include "jato/simulate.h"
#include "scratch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devices.h"

static const char *const kernels[] = {"packed", "bytes", "local"};
enum { KERNELS = sizeof kernels / sizeof kernels[0] };

/* A simulation and its picture. */
typedef struct bed {
  jato_simulation *simulation;
  jato_simulation_info facts;
  unsigned char *cells;
  jato_error error;
} bed;

static void begin(bed *b, const char *spec, const char *device, const jato_image *start,
                  const scratch *s)
{
  jato_simulation_options options = {JATO_SIMULATION_OPTIONS_INIT, .device = device, .seed = 1,
                                     .start = start, .cache = s->folder};
  assert_ok(jato_simulation_create(spec, &options, &b->simulation, &b->error), b->error);
  b->facts = *jato_simulation_get_info(b->simulation);
  b->cells = malloc(b->facts.width * b->facts.height);
  assert_non_null(b->cells);
}

static void go_on(bed *b, uint64_t steps)
{
  assert_ok(jato_simulation_step(b->simulation, steps, &b->error), b->error);
  assert_ok(jato_simulation_draw(b->simulation, b->cells, &b->error), b->error);
}

static void end(bed *b)
{
  jato_simulation_destroy(&b->simulation);
  assert_null(b->simulation);
  free(b->cells);
}

/* Fowler, Noll and Vo's 1a over eight cells in a byte, the first in its lowest bit. */
static uint64_t hash_of(const bed *b, uint64_t *ones)
{
  uint64_t hash = 0xcbf29ce484222325u, count = b->facts.width * b->facts.height;
  *ones = 0;
  for (uint64_t i = 0; i < count; i += 8) {
    unsigned byte = 0;
    for (unsigned q = 0; q < 8; q++) {
      byte |= (unsigned)b->cells[i + q] << q;
      *ones += b->cells[i + q];
    }
    hash = (hash ^ byte) * 0x100000001b3u;
  }
  return hash;
}

static void anneals_as_published(void **state)
{
  static const struct {
    uint64_t steps, hash, ones;
  } known[] = {{0, 0x35d4f1bc8042d702u, 32638},
               {1, 0x10a6d648a42fc508u, 32583},
               {9, 0x3983f7d34ba9e7f9u, 32324},
               {90, 0x6710044eaf2a8409u, 31937},
               {924, 0x23d8335023824f50u, 30880}};
  for (size_t d = 0; d < test_device_count; d++)
    for (int k = 0; k < KERNELS; k++) {
      bed b;
      char spec[64];
      (void)snprintf(spec, sizeof spec, "totalistic:kernel=%s", kernels[k]);
      begin(&b, spec, test_devices[d], NULL, *state);
      for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        uint64_t ones;
        go_on(&b, known[i].steps);
        assert_int_equal(hash_of(&b, &ones), known[i].hash);
        assert_int_equal(ones, known[i].ones);
      }
      end(&b);
    }
}

/* ---- The plain rules ---------------------------------------------------------------------------
 */

typedef struct grid {
  uint64_t width, height;
  int plane, code;
} grid;

static unsigned plain_cell(const grid *g, const unsigned char *cells, uint64_t x, uint64_t y)
{
  unsigned sum = 0;
  for (uint64_t dx = 0; dx < 3; dx++) {
    uint64_t column = (x + g->width + dx - 1) % g->width;
    if (!g->plane) sum |= (unsigned)cells[column] << (2 - dx);
    for (uint64_t dy = 0; g->plane && dy < 3; dy++)
      sum += cells[(y + g->height + dy - 1) % g->height * g->width + column];
  }
  return (unsigned)g->code >> sum & 1;
}

static void check_plain(const grid *g, const char *device, const char *kernel, const scratch *s)
{
  bed b;
  char spec[96];
  uint64_t count = g->width * g->height;
  unsigned char *before = malloc(count), *wanted = malloc(count);
  jato_image start = {g->width, g->height, 1, 1, before};
  assert_non_null(before);
  assert_non_null(wanted);
  srandom(7);
  for (uint64_t i = 0; i < count; i++) before[i] = (unsigned char)(random() >> 7 & 1);
  if (g->plane)
    (void)snprintf(spec, sizeof spec, "totalistic:code=%d,kernel=%s", g->code, kernel);
  else
    (void)snprintf(spec, sizeof spec, "elementary:rule=%d,width=%llu,kernel=%s", g->code,
                   (unsigned long long)g->width, kernel);
  begin(&b, spec, device, &start, s);
  for (int step = 0; step < 4; step++) {
    for (uint64_t i = 0; i < count; i++)
      wanted[i] = (unsigned char)plain_cell(g, before, i % g->width, i / g->width);
    go_on(&b, 1);
    assert_memory_equal(b.cells, wanted, count);
    memcpy(before, wanted, count);
  }
  end(&b);
  free(before);
  free(wanted);
}

/* Sizes around those of a word, a strip, a tile and a band. */
static void follows_the_plain_rules(void **state)
{
  static const grid grids[] = {
      {1, 1, 1, 976},   {2, 3, 1, 976},    {63, 5, 1, 976},   {64, 1, 1, 976},   {65, 64, 1, 976},
      {130, 65, 1, 41}, {512, 33, 1, 976}, {1030, 3, 1, 976}, {8, 2000, 1, 976}, {1, 1, 0, 30},
      {2, 1, 0, 30},    {63, 1, 0, 30},    {64, 1, 0, 30},    {65, 1, 0, 30},    {127, 1, 0, 214},
      {513, 1, 0, 30},  {40000, 1, 0, 30}, {1025, 1, 0, 30}};
  for (size_t d = 0; d < test_device_count; d++)
    for (int k = 0; k < KERNELS; k++)
      for (size_t i = 0; i < sizeof grids / sizeof grids[0]; i++)
        check_plain(&grids[i], test_devices[d], kernels[k], *state);
}

/* ---- Rule 30 -----------------------------------------------------------------------------------
 */

static void rule_30_has_its_rows(void **state)
{
  static const uint64_t ones[] = {1,  3,  3,  6,  4,  9,  5,  12, 7,  12,
                                  11, 14, 12, 19, 13, 22, 15, 19, 20, 24};
  static const uint64_t rows[] = {1, 7, 25, 111, 401, 1783, 6409, 28479, 102849, 456263, 1641433};
  static const char centre[] = "110111001100010110010011";
  for (size_t d = 0; d < test_device_count; d++) {
    bed b;
    begin(&b, "elementary:rule=30,width=1024", test_devices[d], NULL, *state);
    for (uint64_t row = 0; row < sizeof centre - 1; row++) {
      uint64_t found = 0, number = 0;
      go_on(&b, row > 0);
      for (uint64_t x = 0; x < 1024; x++) found += b.cells[x];
      if (row < sizeof ones / sizeof ones[0]) assert_int_equal(found, ones[row]);
      assert_int_equal(b.cells[512], centre[row] - '0');
      if (row >= sizeof rows / sizeof rows[0]) continue;
      for (uint64_t x = 512 - row; x <= 512 + row; x++) number = 2 * number + b.cells[x];
      assert_int_equal(number, rows[row]);
    }
    end(&b);
  }
}

/* ---- What is refused ---------------------------------------------------------------------------
 */

static void refuses(const char *spec, const jato_simulation_options *options, jato_status status,
                    const char *words)
{
  jato_error error = {JATO_OK, ""};
  jato_simulation *simulation = NULL;
  assert_int_equal(jato_simulation_create(spec, options, &simulation, &error), status);
  assert_null(simulation);
  if (strstr(error.text, words) == NULL) fail_msg("\"%s\" does not say \"%s\"", error.text, words);
}

static void says_what_is_wrong(void **state)
{
  (void)state;
  unsigned char cell = 1;
  jato_image one = {1, 1, 1, 1, &cell};
  refuses("totalistc", NULL, JATO_E_NAME, "did you mean \"totalistic\"");
  refuses("elementary:rules=30", NULL, JATO_E_NAME, "rule");
  refuses("elementary:rule=256", NULL, JATO_E_ARGUMENT, "255");
  refuses("totalistic:width=1000000,height=1000000", NULL, JATO_E_ARGUMENT, "2^36");
  refuses("totalistic:width=2",
          &(jato_simulation_options){JATO_SIMULATION_OPTIONS_INIT, .start = &one}, JATO_E_ARGUMENT,
          "the picture has 1 x 1");
  refuses("elementary", &(jato_simulation_options){JATO_SIMULATION_OPTIONS_INIT, .device = "cpus"},
          JATO_E_NAME, "cpu");
  refuses("catmap", NULL, JATO_E_ARGUMENT, "needs a picture");
}

int main(int count, char **arguments)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(anneals_as_published, scratch_make, scratch_remove),
      cmocka_unit_test_setup_teardown(follows_the_plain_rules, scratch_make, scratch_remove),
      cmocka_unit_test_setup_teardown(rule_30_has_its_rows, scratch_make, scratch_remove),
      cmocka_unit_test(says_what_is_wrong),
  };
  if (!test_devices_find(count, arguments)) return 1;
  return cmocka_run_group_tests(tests, NULL, NULL);
}
