/* config/: texts that are no studies, and those that mean harm. */
#include "study_sample.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- What is refused, and how ------------------------------------------------------------------
 */

typedef struct refusal {
  const char *text, *words;
} refusal;

#define V "variables: {a: {range: [0, 1]}}\n"
#define C "objective: {command: f}\n"
#define P "objective: {problem: sphere}\n"

static const refusal refusals[] = {
    {"variables:\n  a: {range: [0, 1]}\n  b:\n    rnage: [0, 1]\n" C,
     "a.yaml:4: unknown key \"rnage\"; did you mean \"range\"?"},
    {P "limits:\n  iterations: 3\n  second: 3\n",
     "a.yaml:4: unknown key \"second\"; did you mean \"seconds\"?"},
    {P "failures: {qqqq: 3}\n",
     "a.yaml:2: unknown key \"qqqq\"; the keys of failures are timeout, retries, then"},
    {P "\"\\e[31mx\": 3\n", "a.yaml:2: unknown key \"?[31mx\""},
    {V, "a.yaml:1: the key \"objective\" of a study is missing"},
    {C, "a.yaml:1: the key \"variables\" of a study is missing"},
    {P "save:\n  checkpoint: 3s\n", "a.yaml:2: the key \"file\" of save is missing"},
    {V "objective: {}\n", "a.yaml:2: the objective needs one of command"},
    {P "name: [a]\n", "a.yaml:2: name: must be one value, not a list"},
    {P "seed: {a: 1}\n", "a.yaml:2: seed: must be one value, not a mapping"},
    {P "name:\n", "a.yaml:2: name: has no value"},
    {P "limits: 3\n", "a.yaml:2: here the keys of limits are wanted"},
    {P "limits:\n", "a.yaml:2: here the keys of limits are wanted"},
    {"- a\n- b\n", "a.yaml:1: here the keys of a study are wanted"},
    {"variables: [a]\n" C, "a.yaml:1: variables: must be names"},
    {"variables: {a: 3}\n" C, "a.yaml:1: here the keys of a variable are wanted"},
    {"variables: {}\n" C, "a.yaml:1: a space has from 1"},
    {P P, "a.yaml:2: objective appears twice"},
    {"variables:\n  a: {range: [0, 1]}\n  a: {range: [0, 1]}\n" C, "a.yaml:3: \"a\" appears twice"},
    {V "objective:\n  command: f\n  by: input\n", "a.yaml:4: by: must be a list"},
    {V "objective:\n  command: f\n  by: [input,\n   enviroment]\n",
     "a.yaml:5: by: \"enviroment\" is not a choice; did you mean \"environment\"?"},
    {P "order: random\n",
     "a.yaml:2: order random: not a choice; choose from: iteration particle arrival"},
    {P "order: 1\n", "a.yaml:2: order 1: not a choice; choose from"},
    {P "save: {file: f, must: yes}\n", "a.yaml:2: must yes: not a choice; choose from: false true"},
    {"variables:\n  a:\n    range: [1]\n" C, "a.yaml:3: range: must be two numbers"},
    {"variables:\n  a:\n    range: [0, 1, 2]\n" C, "a.yaml:3: range: must be two numbers"},
    {"variables:\n  a:\n    range: [0, one]\n" C, "a.yaml:3: range: \"one\" is not a number"},
    {"variables:\n  a:\n    range: [2, 1]\n" C, "a.yaml:3: range: [2, 1] is not a lower"},
    {"variables:\n  a:\n    range: [0, inf]\n" C, "a.yaml:3: range: \"inf\" is not a number"},
    {"variables:\n  a: {range: [0, 1]}\n  b: {range: [0, 1], scale: log}\n" C, "a.yaml:3: b has"},
    {"variables:\n  a: {range: [0, 1]}\n  b: {range: [0, 1.5], kind: integer}\n" C, "a.yaml:3: "},
    {"variables:\n  a: {range: [0, 1]}\n  b: {range: [0, 1], initial: 2}\n" C, "a.yaml:3: "},
    {"variables:\n  a: {choices: [bdf, adams],\n   initial: bfd}\n" C,
     "a.yaml:3: initial: \"bfd\" is not one of the choices; did you mean \"bdf\"?"},
    {"variables:\n  a: {kind: integer, choices: [b, c]}\n" C,
     "a.yaml:2: a: a variable with choices"},
    {"variables:\n  a: {range: [0, 1], choices: [b, c]}\n" C,
     "a.yaml:2: a: takes range or choices"},
    {"variables:\n  a: {kind: category}\n" C, "a.yaml:2: a: a category needs choices"},
    {"variables:\n  a: {fixed: 1, initial: 1}\n" C, "a.yaml:2: a: takes initial or fixed"},
    {"variables:\n  a: {kind: real}\n" C, "a.yaml:2: a: needs a range"},
    {"variables:\n  a: {fixed: 1}\n" C, "a.yaml:1: "},
    {"variables:\n  9a: {range: [0, 1]}\n" C, "a.yaml:2: "},
    {V "constraints:\n  c: {at_most: 1, equals: 1}\n" C, "a.yaml:3: c: needs one of at_most"},
    {V "constraints:\n  c: {}\n" C, "a.yaml:3: c: needs one of at_most"},
    {V "constraints:\n  a: {at_most: 1}\n" C, "a.yaml:3: the name a occurs twice"},
    {V "constraints:\n  c: {at_most: 1, scale: 0}\n" C, "a.yaml:3: c: its scale must be above 0"},
    {V "constraints:\n  b: {at_most: 1}\n  c: {at_most: 1, tolerance: -1}\n" C, "a.yaml:4: "},
    {"constraints: {c: {at_most: 1}}\n" P, "a.yaml:1: constraints go with variables"},
    {V C "penalty: -1\n", "a.yaml:3: penalty: -1 is below 0"},
    {V "objective: {command: f,\n shell: f}\n",
     "a.yaml:3: shell: the objective is command already"},
    {V "objective: {object: f,\n scratch: f}\n", "a.yaml:3: scratch: does not go with object"},
    {"objective: {source: f.c}\n", "a.yaml:1: a source needs variables, or dim and bounds"},
    {"objective: {problem: sphere, bounds: [0, 1]}\n", "a.yaml:1: bounds: goes with dim"},
    {V P, "a.yaml:2: takes dim and bounds, or variables"},
    {"variables: {n: {range: [0, 1], kind: integer}}\nobjective: {expression: x(0)}\n",
     "a.yaml:2: a source's variables are real numbers"},
    {P "workers: 65537\n", "a.yaml:2: workers 65537: must be 65536 or less"},
    {P "particles: 0\n", "a.yaml:2: particles 0: must be 1 or more"},
    {P "particles: -1\n", "a.yaml:2: particles -1: needs a whole number"},
    {P "particles: 1.5\n", "a.yaml:2: particles 1.5: needs a whole number"},
    {P "particles: 18446744073709551616\n",
     "a.yaml:2: particles 18446744073709551616: needs a number below"},
    {P "failures: {timeout: 0}\n", "a.yaml:2: timeout 0: needs a time above 0"},
    {P "failures: {timeout: 3 days}\n", "a.yaml:2: timeout 3 days: needs a time above 0"},
    /* What is not even an outline. */
    {"", "a.yaml:1: the study is empty"},
    {"# nothing\n", "a.yaml:1: the study is empty"},
    {P "name: &a b\n", "a.yaml:2: anchors, aliases and tags"},
    {P "name: *a\n", "a.yaml:2: anchors, aliases and tags"},
    {P "name: !!python/object b\n", "a.yaml:2: anchors, aliases and tags"},
    {P "? [a]\n: b\n", "a.yaml:2: a key must be a name"},
    {P "name: ~\n", "a.yaml:2: null is not a value"},
    {"variables: {a: {choices: [b, null]}}\n" C, "a.yaml:1: null is not a value"},
    {P "---\n" P, "a.yaml:2: a second document"},
    {P "name: \"a\\0b\"\n", "a.yaml:2: a text holds a zero byte"},
    {P "name: 'a\n", "a.yaml:3: this is not YAML"},
    {P "name: a\n\tb: c\n", "this is not YAML"},
    {P "\nname: \xff\n", "a.yaml:3: this is not YAML"},
    {"\xff\xfeo\n", "a.yaml:1: this is not YAML"},
    {"objective: [[[[[[[[[[[[[[[[[[[[\n", "a.yaml:1: nested more deeply"},
};

static void refused_with_line_and_words(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
    jx_study *study = NULL;
    jato_error error = {JATO_OK, ""};
    if (jx_study_read(refusals[i].text, "a.yaml", NULL, NULL, &study, &error) == JATO_OK)
      fail_msg("this was taken:\n%s", refusals[i].text);
    assert_null(study);
    assert_int_equal(error.status, JATO_E_ARGUMENT);
    assert_contains(error.text, refusals[i].words);
    assert_int_equal(jx_study_read(refusals[i].text, "a.yaml", NULL, NULL, &study, NULL),
                     JATO_E_ARGUMENT);
  }
}

/* ---- Hostile texts -----------------------------------------------------------------------------
 */

static void too_long(void **state)
{
  (void)state;
  const size_t bytes = ((size_t)1 << 20) + 2;
  char *text = malloc(bytes);
  jx_study *study = NULL;
  jato_error error;
  memset(text, '#', bytes - 1);
  text[bytes - 1] = '\0';
  assert_int_equal(jx_study_read(text, "a.yaml", NULL, NULL, &study, &error), JATO_E_ARGUMENT);
  assert_contains(error.text, "more than 1048576 bytes");
  /* The longest that may be is read in reasonable time, and is empty. */
  text[bytes - 2] = '\0';
  assert_int_equal(jx_study_read(text, "a.yaml", NULL, NULL, &study, &error), JATO_E_ARGUMENT);
  assert_contains(error.text, "empty");
  free(text);
}

static void too_many(void **state)
{
  (void)state;
  char *text = malloc(1 << 20), *at = text;
  jx_study *study = NULL;
  jato_error error;
  at += sprintf(at, C "variables:\n");
  for (int i = 0; i <= 10000; i++) at += sprintf(at, " v%d: {range: [0, 1]}\n", i);
  assert_int_equal(jx_study_read(text, "a.yaml", NULL, NULL, &study, &error), JATO_E_ARGUMENT);
  assert_contains(error.text, "a.yaml:2: variables: has 10001 entries, more than 10000");
  *strrchr(text, 'v') = '\0'; /* one less */
  study = read_good(text, NULL);
  assert_int_equal(study->space.variable_count, 10000);
  assert_string_equal(study->space.variables[9999].name, "v9999");
  jx_study_destroy(&study);
  at = text + sprintf(text, C "variables: {a: {choices: [");
  for (int i = 0; i <= 1000; i++) at += sprintf(at, "c%d, ", i);
  (void)sprintf(at, "]}}\n");
  assert_int_equal(jx_study_read(text, "a.yaml", NULL, NULL, &study, &error), JATO_E_ARGUMENT);
  assert_contains(error.text, "a.yaml:2: choices: has 1001 entries, more than 1000");
  free(text);
}

static uint64_t next_random(uint64_t *state)
{
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

/* Bytes of the sample_study changed at random: it is read, or refused with a line. */
static void changed_bytes(void **state)
{
  uint64_t random = 1;
  int taken = 0;
  (void)state;
  for (int i = 0; i < 20000; i++) {
    char text[sizeof sample_study];
    jx_study *study = NULL;
    jato_error error = {JATO_OK, ""};
    memcpy(text, sample_study, sizeof sample_study);
    for (uint64_t k = next_random(&random) % 4 + 1; k > 0; k--) {
      static const char likely[] = "{}[],:#&*!|>'\"%@`-? \n\t\\0aA~.\xc3\x28";
      uint64_t place = next_random(&random) % (sizeof sample_study - 1);
      text[place] = next_random(&random) % 2 ? likely[next_random(&random) % (sizeof likely - 1)]
                                             : (char)(next_random(&random) % 255 + 1);
    }
    jato_status status = jx_study_read(text, "a.yaml", NULL, NULL, &study, &error);
    taken += status == JATO_OK;
    if (status != JATO_OK) assert_int_equal(strncmp(error.text, "a.yaml:", 7), 0);
    jx_study_destroy(&study);
  }
  assert_true(taken > 100); /* comments and names may change */
}

typedef struct ledger {
  long given, left;
} ledger;

static void *give(size_t bytes, void *user)
{
  ledger *book = user;
  if (book->left-- <= 0) return NULL;
  book->given++;
  return malloc(bytes);
}

static void take_back(void *memory, void *user)
{
  if (memory != NULL) ((ledger *)user)->given--;
  free(memory);
}

static void without_memory(void **state)
{
  (void)state;
  jato_status status = JATO_E_MEMORY;
  for (long most = 0; status != JATO_OK; most++) {
    jx_study *study = NULL;
    jato_error error;
    ledger book = {0, most};
    jato_allocator allocator = {.allocate = give, .release = take_back, .user = &book};
    status = jx_study_read(sample_study, "a.yaml", "f", &allocator, &study, &error);
    assert_true(status == JATO_OK || status == JATO_E_MEMORY);
    assert_true(most < 1000);
    jx_study_destroy(&study);
    assert_int_equal(book.given, 0);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(refused_with_line_and_words),
      cmocka_unit_test(too_long),
      cmocka_unit_test(too_many),
      cmocka_unit_test(changed_bytes),
      cmocka_unit_test(without_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
