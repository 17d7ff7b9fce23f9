/* base/text.h: pieces of text, numbers, and the nearest name. */
#include "check.h"

#include <jato/jato.h>

#include "base/text.h"

static void assert_text(jx_text text, const char *wanted)
{
  char copy[64] = "";
  assert_true(text.length < sizeof copy);
  if (text.length > 0) memcpy(copy, text.start, text.length);
  assert_string_equal(copy, wanted);
}

static void cuts_at_the_first_mark(void **state)
{
  jx_text rest = jx_text_of("a,bc,,d");
  (void)state;
  assert_text(jx_text_cut(&rest, ','), "a");
  assert_text(jx_text_cut(&rest, ','), "bc");
  assert_text(jx_text_cut(&rest, ','), "");
  assert_text(rest, "d");
  assert_text(jx_text_cut(&rest, ','), "d");
  assert_int_equal(rest.length, 0);
  assert_text(jx_text_cut(&rest, ','), "");
  assert_int_equal(rest.length, 0);
}

static void equals_wants_all_of_it(void **state)
{
  jx_text rest = jx_text_of("ring,radius");
  jx_text name = jx_text_cut(&rest, ',');
  (void)state;
  assert_true(jx_text_equals(name, "ring"));
  assert_false(jx_text_equals(name, "rin"));
  assert_false(jx_text_equals(name, "rings"));
  assert_false(jx_text_equals(name, ""));
}

static void reads_numbers(void **state)
{
  static const struct {
    const char *text;
    double value;
  } good[] = {{"0", 0},
              {"1.494", 1.494},
              {"-2", -2},
              {"+3", 3},
              {"1e3", 1000},
              {".5", 0.5},
              {"-1.5E-3", -0.0015},
              {"5.", 5},
              {"0x10", 16.0},
              {"1e308", 1e308},
              {"4.9e-324", 0x1p-1074}};
  (void)state;
  for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
    double value = 77;
    assert_true(jx_text_number(jx_text_of(good[i].text), &value));
    assert_same_double(value, good[i].value);
  }
}

static void refuses_what_is_not_a_number(void **state)
{
  static const char *const bad[] = {
      "",    "x",     "1x",
      "1 ",  "1,5",   "--1",
      "1e",  "nan",   "-inf",
      "inf", ".",     "1e309",
      "1 2", "1.5.2", "0000000000000000000000000000000000000000000000000000000000000000000001"};
  (void)state;
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    double value = 77;
    if (jx_text_number(jx_text_of(bad[i]), &value))
      fail_msg("\"%s\" was read as the number %g", bad[i], value);
    assert_same_double(value, 77);
  }
}

/* A number that ends in the middle of a longer text is read to its own end only. */
static void a_number_ends_where_its_text_does(void **state)
{
  double value = 0;
  (void)state;
  assert_true(jx_text_number((jx_text){"12345", 2}, &value));
  assert_same_double(value, 12);
}

/* Counted by hand: letters put in, left out, changed, and neighbours swapped. */
static void distances(void **state)
{
  static const struct {
    const char *a, *b;
    size_t distance;
  } pairs[] = {
      {"", "", 0},         {"", "abc", 3},           {"abc", "", 3},      {"ring", "ring", 0},
      {"rng", "ring", 1},  {"rinng", "ring", 1},     {"rimg", "ring", 1}, {"rign", "ring", 1},
      {"irgn", "ring", 2}, {"kitten", "sitting", 3}, {"ca", "abc", 3}};
  (void)state;
  for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
    assert_int_equal(jx_text_distance(jx_text_of(pairs[i].a), pairs[i].b), pairs[i].distance);
}

/* Very long names are far from everything and do no harm. */
static void long_names_are_far(void **state)
{
  char name[1000];
  (void)state;
  memset(name, 'a', sizeof name - 1);
  name[sizeof name - 1] = '\0';
  assert_true(jx_text_distance(jx_text_of(name), "a") > 10);
  assert_true(jx_text_distance(jx_text_of("a"), name) > 10);
}

static const char *nearest(const char *wanted)
{
  static const char *const names[] = {"sphere", "rosenbrock", "rastrigin", "griewank", "c1", "c2"};
  jx_nearest found = jx_nearest_to(jx_text_of(wanted));
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) jx_nearest_offer(&found, names[i]);
  return found.name;
}

static void suggests_a_near_name_only(void **state)
{
  (void)state;
  assert_string_equal(nearest("spere"), "sphere");
  assert_string_equal(nearest("rosenbork"), "rosenbrock");
  assert_string_equal(nearest("ras"), "rastrigin"); /* a beginning */
  assert_string_equal(nearest("grienwank"), "griewank");
  assert_string_equal(nearest("c3"), "c1"); /* of two equally near, the first offered */
  assert_null(nearest("zebra"));
  assert_null(nearest("quadrature"));
}

static void parts_are_found_in_capitals_or_not(void **state)
{
  (void)state;
  assert_true(jx_text_contains("Intel(R) OpenCL / Xeon", "opencl"));
  assert_true(jx_text_contains("Intel(R) OpenCL / Xeon", "XEON"));
  assert_true(jx_text_contains("abab abac", "ABAC"));
  assert_true(jx_text_contains("anything", ""));
  assert_false(jx_text_contains("Xeon", "xeons"));
  assert_false(jx_text_contains("", "x"));
}

/* The ends of the ranges of the Unicode standard, table 3-7, and what lies beyond them. */
static void letters_of_utf8(void **state)
{
  static const struct {
    const char *text;
    size_t bytes;
    unsigned letter;
  } rows[] = {{"a", 1, 'a'},
              {"\x7F", 1, 0x7F},
              {"\xC2\x80", 2, 0x80},
              {"\xDF\xBF", 2, 0x7FF},
              {"\xE0\xA0\x80", 3, 0x800},
              {"\xED\x9F\xBF", 3, 0xD7FF},
              {"\xEE\x80\x80", 3, 0xE000},
              {"\xEF\xBF\xBF", 3, 0xFFFF},
              {"\xF0\x90\x80\x80", 4, 0x10000},
              {"\xF4\x8F\xBF\xBF", 4, 0x10FFFF}};
  static const char *const none[] = {"\x80",
                                     "\xBF",
                                     "\xC1\xBF",
                                     "\xE0\x9F\xBF",
                                     "\xED\xA0\x80",
                                     "\xED\xBF\xBF",
                                     "\xF0\x8F\xBF\xBF",
                                     "\xF4\x90\x80\x80",
                                     "\xF8\x88\x80\x80\x80",
                                     "\xFF",
                                     "\xC2",
                                     "\xE2\x82",
                                     "\xF0\x9F\x98",
                                     "\xC2"
                                     "a",
                                     "\xE2\x82"
                                     "a"};
  unsigned letter;
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    assert_int_equal(jx_text_letter(rows[i].text, &letter), rows[i].bytes);
    assert_int_equal(letter, rows[i].letter);
  }
  for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
    assert_int_equal(jx_text_letter(none[i], &letter), 0);
}

static void words_have_indices(void **state)
{
  (void)state;
  assert_int_equal(jx_text_index(jx_text_of("real"), "real integer category"), 1);
  assert_int_equal(jx_text_index(jx_text_of("category"), "real integer category"), 3);
  assert_int_equal(jx_text_index(jx_text_of("int"), "real integer category"), 0);
  assert_int_equal(jx_text_index(jx_text_of("real integer"), "real integer category"), 0);
  assert_int_equal(jx_text_index(jx_text_of(""), "real"), 0);
  assert_int_equal(jx_text_index(jx_text_of("real"), ""), 0);
}

/* UTF-8, by RFC 3629. */
static void write_letter(unsigned letter, char out[8])
{
  size_t bytes = letter < 0x80 ? 1 : letter < 0x800 ? 2 : letter < 0x10000 ? 3 : 4;
  static const unsigned first[] = {0, 0, 0xC0, 0xE0, 0xF0};
  for (size_t i = bytes; i-- > 0; letter >>= 6)
    out[i] = (char)(i == 0 ? first[bytes] | letter : 0x80 | (letter & 0x3F));
  out[bytes] = '\0';
}

/* Escape sequences, C1 controls in UTF-8, bytes that are no letters; the rest as it is. */
static void no_letter_that_a_terminal_obeys(void **state)
{
  static const char *const rows[][2] = {
      {"plain, \xC3\xA4\xE2\x82\xAC", "plain, \xC3\xA4\xE2\x82\xAC"},
      {"\x1B[31mred\a", "?[31mred?"},
      {"a\nb\tc\x7F", "a?b?c?"},
      {"\xC2\x9B"
       "31m\xC2\xA0",
       "?31m\xC2\xA0"},
      {"\x9B\xFFx\xE2\x82", "??x??"}};
  char out[64], shown[JX_SHOWN];
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    assert_string_equal(jx_text_make_plain(rows[i][0], out, sizeof out), rows[i][1]);
    assert_string_equal(jx_text_show(rows[i][0], shown), rows[i][1]);
    int is_same = strcmp(rows[i][0], rows[i][1]) == 0;
    assert_int_equal(jx_text_has_control(rows[i][0]), !is_same);
  }
  assert_string_equal(jx_text_make_plain("ab\xE2\x82\xAC", out, 5), "ab"); /* not half a letter */
  assert_string_equal(jx_text_make_plain("ab\xE2\x82\xAC", out, 6), "ab\xE2\x82\xAC");
  assert_string_equal(jx_text_make_plain("ab", out, 1), "");
}

/* Marks of direction (UAX #9), letters without width, ends of lines, tags: no reader sees what they
 * do. Their neighbours, and marks that belong to a letter, are seen. */
static void no_letter_that_hides_or_turns_others(void **state)
{
  static const unsigned hidden[] = {0xAD,   0x34F,  0x61C,  0x180E, 0x200B,  0x200C,  0x200D,
                                    0x200E, 0x200F, 0x2028, 0x2029, 0x202A,  0x202B,  0x202C,
                                    0x202D, 0x202E, 0x2060, 0x2066, 0x2067,  0x2068,  0x2069,
                                    0x3164, 0xFE0F, 0xFEFF, 0xFFF9, 0xE0001, 0xE0041, 0xE01EF};
  static const unsigned seen[] = {0xA0,   0xAE,   0x301,  0x5D0,  0x627,  0x2010,  0x2027, 0x202F,
                                  0x205F, 0x2070, 0xFE10, 0xFEFE, 0xFFFD, 0x1F600, 0xE1000};
  char letter[8], shown[JX_SHOWN];
  (void)state;
  for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++) {
    write_letter(hidden[i], letter);
    assert_false(jato_letter_is_plain(letter));
    assert_false(jx_text_has_control(letter));
    assert_string_equal(jx_text_show(letter, shown), "?");
  }
  for (size_t i = 0; i < sizeof seen / sizeof seen[0]; i++) {
    write_letter(seen[i], letter);
    assert_true(jato_letter_is_plain(letter));
    assert_string_equal(jx_text_show(letter, shown), letter);
  }
  assert_false(jato_letter_is_plain(NULL));
  assert_false(jato_letter_is_plain(""));
}

/* The same in place, but for line ends. */
static void lines_keep_their_ends(void **state)
{
  char text[] = "a\n\tb\xC2\x9B"
                "c\x9B\x80\xE2\x82\xAC\x1B[0m\xFF\xE2\x82";
  (void)state;
  jx_text_clean_lines(text);
  assert_string_equal(text, "a\n?b?c??\xE2\x82\xAC?[0m???");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(words_have_indices),
      cmocka_unit_test(no_letter_that_a_terminal_obeys),
      cmocka_unit_test(no_letter_that_hides_or_turns_others),
      cmocka_unit_test(lines_keep_their_ends),
      cmocka_unit_test(letters_of_utf8),
      cmocka_unit_test(cuts_at_the_first_mark),
      cmocka_unit_test(equals_wants_all_of_it),
      cmocka_unit_test(reads_numbers),
      cmocka_unit_test(refuses_what_is_not_a_number),
      cmocka_unit_test(a_number_ends_where_its_text_does),
      cmocka_unit_test(distances),
      cmocka_unit_test(long_names_are_far),
      cmocka_unit_test(suggests_a_near_name_only),
      cmocka_unit_test(parts_are_found_in_capitals_or_not),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
