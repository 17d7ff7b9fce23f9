/* Feeds specs such as "pso:topology=ring" with bytes; the first one says what they name. Apart from
 * crashes: a refusal has words, and a spec that was taken, written out whole, is taken again and
 * means the same. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/spec.h"
#include "jato/jato.h"
#include "jato/simulate.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void complain(const char *what, const char *spec)
{
  (void)fprintf(stderr, "fuzz_spec: %s: %s\n", what, spec);
  abort();
}

/* ---- What this build has -----------------------------------------------------------------------
 */

enum { SIMULATOR = -1 }; /* beside the kinds of the catalogue */

static jato_status complete(int kind, const char *spec, char out[1024], jato_error *error)
{
  return kind == SIMULATOR ? jato_simulator_complete(spec, out, 1024, error)
                           : jato_spec_complete((jato_kind)kind, spec, out, 1024, error);
}

static void try_entry(int kind, const char *spec)
{
  char whole[1024], again[1024];
  jato_error error = {JATO_OK, ""};
  if (complete(kind, spec, whole, &error) != JATO_OK) {
    if (error.text[0] == '\0') complain("a refusal without words", spec);
    return;
  }
  if (complete(kind, whole, again, &error) != JATO_OK) complain(error.text, whole);
  if (strcmp(whole, again) != 0) complain("another spec", again);
}

/* ---- A table with a row of each kind, the text first -------------------------------------------
 */

static const jato_parameter rows[] = {
    {.name = "label", .text = 1},
    {.name = "shape", .choices = "global ring grid", .fallback = 1},
    {.name = "radius", .fallback = 3, .smallest = 1, .largest = 64, .whole = 1},
    {.name = "pull", .fallback = 1.494, .smallest = -2, .largest = 8},
    {.name = "offset", .smallest = -1e300, .largest = 1e300},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static void check_values(const jx_values *values, const char *spec)
{
  if (memchr(values->text, '\0', sizeof values->text) == NULL) complain("text without end", spec);
  for (size_t i = 1; i < ROWS; i++) {
    double value = values->value[i], largest = rows[i].choices != NULL ? 2 : rows[i].largest;
    if (!(value >= rows[i].smallest && value <= largest)) complain("out of range", spec);
    if ((rows[i].whole || rows[i].choices != NULL) && value != floor(value))
      complain("not whole", spec);
  }
}

/* The last `count` rows. */
static void try_table(size_t count, const char *spec)
{
  const jx_parameter_table table = {rows + ROWS - count, count};
  jx_values values, again;
  char whole[1024];
  jato_error error = {JATO_OK, ""};
  if (jx_spec_read(spec, table, &values, &error) != JATO_OK) {
    if (error.text[0] == '\0') complain("a refusal without words", spec);
    return;
  }
  if (count == ROWS) check_values(&values, spec);
  jx_spec_write("name", table, &values, whole, sizeof whole);
  if (jx_spec_read(whole, table, &again, &error) != JATO_OK) complain(error.text, whole);
  if (memcmp(values.value, again.value, sizeof again.value) != 0) complain("other values", whole);
  if (strcmp(values.text, again.text) != 0) complain("another text", whole);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  if (size == 0) return 0;
  char *spec = malloc(size); /* the rest, ended by a zero behind it */
  if (spec == NULL) return 0;
  memcpy(spec, data + 1, size - 1);
  spec[size - 1] = '\0';
  switch (data[0]) {
  case 'a': try_entry(JATO_KIND_ALGORITHM, spec); break;
  case 'p': try_entry(JATO_KIND_PROBLEM, spec); break;
  case 'd': try_entry(JATO_KIND_DEVICE, spec); break;
  case 'w': try_entry(JATO_KIND_WALLS, spec); break;
  case 's': try_entry(SIMULATOR, spec); break;
  case 't': try_table(ROWS, spec); break;
  case 'n': try_table(ROWS - 2, spec); break; /* a whole number first */
  default: break;
  }
  free(spec);
  return 0;
}
