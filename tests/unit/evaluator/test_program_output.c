/* evaluator/command/output.h: numbers and fields found in what programs write. */
#define _POSIX_C_SOURCE 200809L
#include "command_line_sample.h"
#include "evaluator/command/output.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- Numbers ----------------------------------------------------------------------------------
 */

#define NONE (-12345.0)

static double last_number(const char *text)
{
  double found = NONE;
  size_t count = jx_output_last_numbers(jx_text_of(text), 1, &found, NULL);
  assert_int_equal(count == 0, found == NONE);
  return found;
}

static void numbers(void **state)
{
  static const struct {
    const char *text;
    double wanted;
  } cases[] = {
      {"1", 1},
      {"-1.5e-3", -1.5e-3},
      {"+2", 2},
      {"1e5", 1e5},
      {".5", 0.5},
      {"5.", 5},
      {"-.5E+02", -50},
      {"1.0D-3", 1e-3},
      {"1.25d+02", 125},
      {"0.1-100", 0.1e-100},
      {"-0.25+100", -0.25e100},
      {"loss = 3.5\n", 3.5},
      {"loss=-3.5;", -3.5},
      {"loss:3.5,", 3.5},
      {"[1, 2, 3]", 3},
      {"1,2,-3", -3},
      {"<f>4.5</f>", 4.5},
      {"The loss is 3.5.", 3.5},
      {"The loss is 5...", 5},
      {"7\nversion3 x2 3rd 5ms 1.2.3 2026-11-15 0x10 a-5 1_000 1.#INF #4 \xc2\xb5"
       "2 \xe2\x88\x92"
       "3",
       7},
      {"7 - + . e5 1e 1e+ .e5 -- 1-2 1-100 0.1-10 0.1-1000 1.5-", 7},
      {"8%", 8},
      {"9\r\n", 9},
      {"7 at 12:30:05, 2026/11/17", 7},
      {"1e-400", 0},
      {"12345678901234567890", 12345678901234567890.0},
  };
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    double found = last_number(cases[i].text);
    if (found != cases[i].wanted) print_error("\"%s\"\n", cases[i].text);
    assert_same_double(found, cases[i].wanted);
  }
}

static void numbers_that_are_not_finite(void **state)
{
  (void)state;
  assert_true(isnan(last_number("1 nan")));
  assert_true(isnan(last_number("1 -NaN.")));
  assert_same_double(last_number("1 inf"), INFINITY);
  assert_same_double(last_number("1 -Infinity"), -INFINITY);
  assert_same_double(last_number("1 +INF"), INFINITY);
  assert_same_double(last_number("1e999"), INFINITY);
  assert_same_double(last_number("1 nano info infinite banana"), 1);
}

static void no_numbers(void **state)
{
  static const char *const texts[] = {"", " \n", "x2", "error", "version3", "- . +", "1.2.3"};
  char digits[1000];
  (void)state;
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
    assert_same_double(last_number(texts[i]), NONE);
  memset(digits, '1', sizeof digits);
  digits[sizeof digits - 1] = '\0';
  assert_same_double(last_number(digits), NONE);
}

/* A text is not ended by a zero, and may hold some. */
static void texts_have_a_length(void **state)
{
  double found = NONE;
  (void)state;
  assert_int_equal(jx_output_last_numbers((jx_text){"1 234", 3}, 1, &found, NULL), 2);
  assert_same_double(found, 2);
  assert_int_equal(jx_output_last_numbers((jx_text){"1\0002\0", 4}, 1, &found, NULL), 2);
  assert_same_double(found, 2);
}

/* Any number that C writes is read to the same bits, whatever stands around it. */
static void written_numbers_come_back(void **state)
{
  static const char *const formats[] = {"%.17g", "f=%.17e\n", "x2 [%+.17g]", "'%.17E', ok"};
  uint32_t seed = 3;
  (void)state;
  for (int i = 0; i < 20000; i++) {
    uint64_t bits = (uint64_t)next_random(&seed) << 48 ^ (uint64_t)next_random(&seed) << 24 ^
                    next_random(&seed);
    double number;
    char text[100];
    memcpy(&number, &bits, sizeof number);
    if (!isfinite(number)) continue;
    int length = snprintf(text, sizeof text, formats[i % 4], number);
    if (i % 3 == 0)
      for (int j = 0; j < length; j++)
        if (text[j] == 'E') text[j] = 'D';
    assert_same_double(last_number(text), number);
  }
}

static void the_locale_does_not_matter(void **state)
{
  (void)state;
  if (setlocale(LC_NUMERIC, "de_DE.UTF-8") == NULL && setlocale(LC_NUMERIC, "de_DE") == NULL)
    skip();
  assert_same_double(last_number("1.5"), 1.5);
  setlocale(LC_NUMERIC, "C");
}

/* ---- Results ----------------------------------------------------------------------------------
 */

/* Where a result is, in a space of two constraints. */
typedef struct reader {
  const jx_space *space;
  const char *field, *file;
} reader;

static int read_text(reader from, const char *text, jx_answer *answer, double *c)
{
  return jx_output_read(from.space, from.field, from.file, jx_text_of(text), answer, c);
}

static void assert_read(reader from, const char *text, double f, double c0, double c1)
{
  jx_answer answer;
  double c[2] = {NONE, NONE};
  memset(&answer, 0xff, sizeof answer);
  if (!read_text(from, text, &answer, c)) print_error("%s\n", answer.message);
  assert_int_equal(answer.failed, 0);
  assert_int_equal(answer.has_id, 0);
  assert_same_double(answer.value, f);
  assert_same_double(c[0], c0);
  assert_same_double(c[1], c1);
}

static void assert_not_read(reader from, const char *text, const char *part)
{
  jx_answer answer;
  double c[2];
  assert_int_equal(read_text(from, text, &answer, c), 0);
  assert_contains(answer.message, part);
}

static void last_numbers_of_the_output(void **state)
{
  reader from = {*state, NULL, NULL};
  assert_read(from, "step 1\nstep 2\n1.5 -2 3e4\n", 1.5, -2, 3e4);
  assert_read(from, "f 1\ng 2\nh inf", 1, 2, INFINITY);
  assert_not_read(from, "", "no number in the output, which is empty");
  assert_not_read(from, "a\nno convergence\n\n", "last line is \"no convergence\"");
  assert_not_read(from, "f 1.5\ng 2\n", "2 of 3 numbers");
  assert_not_read(from, "a\x1b\x01z", "\"a??z\"");
  assert_not_read(from, "1 2 3\nloss 1,5\n", "1,5 is not a number (write a decimal point");
  assert_not_read(from, "9 1,234.5 2 3", "1,234.5 is not a number");
  assert_read(from, "it took 1,5 s\n1.5 2 3\n", 1.5, 2, 3);
  assert_read(from, "[1.5, 2, 3], ok", 1.5, 2, 3);
}

static void long_lines_are_shown_by_their_end(void **state)
{
  reader from = {*state, NULL, NULL};
  char text[2000];
  memset(text, 'x', sizeof text);
  strcpy(text + sizeof text - 10, "the end");
  assert_not_read(from, text, "xxthe end\"");
  assert_not_read(from, text, "\"...xx");
}

static void fields_of_an_object(void **state)
{
  reader from = {*state, "loss", NULL};
  assert_read(from, "{\"loss\": 1.5, \"stress\": 2, \"size\": -1}", 1.5, 2, -1);
  assert_read(from, "log\n{\"loss\": 9}\n{\"loss\": 1, \"stress\": 2, \"size\": 3}\nbye {}x\n", 1,
              2, 3);
  assert_read(from,
              "{\n \"runs\": [\n{\"loss\": 9}\n], \"loss\": 1,\n\"stress\": 2, \"size\": 3}\n", 1,
              2, 3);
  assert_not_read(from, "", "no JSON object in the output, which is empty");
  assert_not_read(from, "3.5\n", "last line is \"3.5\"");
  assert_not_read(from, "{\"lost\": 1}\n", "loss");
  assert_not_read(from, "log\n{\"lost\": 1}\n", "loss");
}

static void messages_name_the_file(void **state)
{
  reader from = {*state, NULL, "out.txt"};
  assert_not_read(from, "", "in the file out.txt, which is empty");
  assert_not_read(from, "none", "in the file out.txt; its last line is \"none\"");
}

static void random_texts_do_no_harm(void **state)
{
  static const char letters[] = "0123456789+-.eEdDnanif{}\":, \n\\[]xloss\xff";
  const char *const fields[] = {NULL, "loss"};
  uint32_t seed = 9;
  for (int round = 0; round < 50000; round++) {
    char *text = malloc(64); /* its own, so that reading too far is noticed */
    size_t length = next_random(&seed) % 64;
    jx_answer answer;
    double c[2];
    for (size_t i = 0; i < length; i++)
      text[i] = letters[next_random(&seed) % (sizeof letters - 1)];
    text = realloc(text, length > 0 ? length : 1);
    if (!jx_output_read(*state, fields[round % 2], NULL, (jx_text){text, length}, &answer, c))
      assert_true(strlen(answer.message) > 5);
    free(text);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers),
      cmocka_unit_test(numbers_that_are_not_finite),
      cmocka_unit_test(no_numbers),
      cmocka_unit_test(texts_have_a_length),
      cmocka_unit_test(written_numbers_come_back),
      cmocka_unit_test(the_locale_does_not_matter),
      cmocka_unit_test(last_numbers_of_the_output),
      cmocka_unit_test(long_lines_are_shown_by_their_end),
      cmocka_unit_test(fields_of_an_object),
      cmocka_unit_test(messages_name_the_file),
      cmocka_unit_test(random_texts_do_no_harm),
  };
  return cmocka_run_group_tests_name("program output", tests, make_space, drop_space);
}
