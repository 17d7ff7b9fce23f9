/* program/source.h: a user's source read, and its numbers put into the run's precision. */
#define _GNU_SOURCE
#include "scratch.h"

#include "program/source.h"

static jato_allocator memory(void) { return jx_allocator_or_default(NULL); }

/* Reads a good source and gives it as a program gets it, behind its first line; to be freed. */
static char *read_good(const jato_source *source, jato_precision precision)
{
  jato_allocator allocator = memory();
  jato_error error = {JATO_OK, ""};
  jx_string text, program = {.allocator = allocator};
  assert_ok(jx_source_read(source, &allocator, &text, &error), error);
  assert_true(jx_source_add(&program, text.text, precision));
  assert_int_equal(strncmp(program.text, JX_SOURCE_HEAD, strlen(JX_SOURCE_HEAD)), 0);
  char *copy = strdup(strchr(program.text, '\n') + 1);
  assert_non_null(copy);
  jx_string_release(&text);
  jx_string_release(&program);
  return copy;
}

static char *read_text(const char *text, jato_precision precision)
{
  return read_good(&(jato_source){JATO_SOURCE_INIT, .text = text, .name = "my.c"}, precision);
}

#define OBJECTIVE "JATO_OBJECTIVE(x, n) { return 0; }\n"

/* What becomes of a text that comes before the objective. */
static void assert_is_read(const char *text, jato_precision precision, const char *wanted)
{
  char source[400], expected[600];
  (void)snprintf(source, sizeof source, "%s\n" OBJECTIVE, text);
  (void)snprintf(expected, sizeof expected, "#line 1 \"my.c\"\n%s\n" OBJECTIVE, wanted);
  char *found = read_text(source, precision);
  assert_contains(found, expected);
  free(found);
}

/* In single precision; in double it must stay as it is. */
static void assert_becomes(const char *text, const char *wanted)
{
  assert_is_read(text, JATO_FLOAT, wanted);
  assert_is_read(text, JATO_DOUBLE, text);
}

static void floating_numbers_get_a_suffix(void **state)
{
  (void)state;
  assert_becomes("a = 1.0;", "a = 1.0f;");
  assert_becomes("a = .5+1.;", "a = .5f+1.f;");
  assert_becomes("a = 1e3-1E-3*2e+8;", "a = 1e3f-1E-3f*2e+8f;");
  assert_becomes("a = 0x1p3+0x.8P-2;", "a = 0x1p3f+0x.8P-2f;");
  assert_becomes("b[3]=1.5,c.d=1.25;", "b[3]=1.5f,c.d=1.25f;");
  assert_becomes("#define C 0.1 /* 0.2 */", "#define C 0.1f /* 0.2 */");
  assert_becomes("#define C \\\n 0.1", "#define C \\\n 0.1f");
  assert_becomes("a = 1.\\\n5;", "a = 1.\\\n5f;");
}

static void other_text_stays(void **state)
{
  static const char *const texts[] = {
      "a = 1 + 0x1F + 07 + 10u + 5LL;",
      "a = 1.0f + 2.5F + 1.0L + 1e3f + 0x1p3f;",
      "s = \"1.0 \\\" 2.0\"; c = '.'; d = '\\''; e = 0xE+1;",
      "/* 1.0 \n 2.0 */ // 3.0\n// 4.0 \\\n 5.0",
      "v1.5e3x, x1.y2, a.b, q->f1",
      "#pragma something 1.5",
      "#if 1\n#endif",
      "# error 2.5",
      "x2e3 = a1e5;",
  };
  (void)state;
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) assert_becomes(texts[i], texts[i]);
}

static void the_second_line_names_the_coordinates(void **state)
{
  char name[64];
  (void)state;
  char *usual = read_text(OBJECTIVE, JATO_FLOAT);
  assert_contains(usual, "#define x(i) (jk_x[JK_STRIDE * (i)])\n#line 1 \"my.c\"\nJATO_OBJECTIVE");
  free(usual);
  jato_source source = {JATO_SOURCE_INIT,
                        .text = "JATO_RESIDUALS /* here */ (\n point ,dim,which,\n(dim, 2))\n{}"};
  jato_allocator allocator = memory();
  jato_error error = {JATO_OK, ""};
  jx_string text;
  assert_ok(jx_source_read(&source, &allocator, &text, &error), error);
  assert_contains(text.text, JX_SOURCE_HEAD "1\n#define point(i) ");
  assert_contains(text.text, "#line 1 \"objective.c\"\n");
  jx_source_coordinates(text.text, name, sizeof name);
  assert_string_equal(name, "point");
  jx_string_release(&text);
}

static void assert_refused(const jato_source *source, jato_status status, const char *words)
{
  jato_allocator allocator = memory();
  jato_error error = {JATO_OK, ""};
  jx_string text;
  if (jx_source_read(source, &allocator, &text, &error) == JATO_OK)
    fail_msg("\"%s\" was taken", source->text);
  assert_int_equal(error.status, status);
  assert_contains(error.text, words);
  assert_null(text.text);
  assert_int_equal(jx_source_read(source, &allocator, &text, NULL), status);
}

static void refuse_text(const char *text, const char *words)
{
  assert_refused(&(jato_source){JATO_SOURCE_INIT, .text = text, .name = "my.c"}, JATO_E_ARGUMENT,
                 words);
}

static void one_objective_is_needed(void **state)
{
  static const char none[] = "my.c: there is no JATO_OBJECTIVE(x, n) or JATO_RESIDUALS(x, n, k, "
                             "count) in it; docs/objectives.md shows one";
  (void)state;
  refuse_text("", none);
  refuse_text("/* JATO_OBJECTIVE(x, n) */", none);
  refuse_text("char *s = \"JATO_OBJECTIVE(x, n)\";", none);
  refuse_text("#define MINE JATO_OBJECTIVE(x, n)\n", none);
  refuse_text("int MY_JATO_OBJECTIVE(x, n), JATO_OBJECTIVES(x, n), JATO_OBJECTIVE;", none);
  refuse_text(OBJECTIVE OBJECTIVE, "my.c: there are 2 objectives in it");
  refuse_text(OBJECTIVE "JATO_RESIDUALS(x, n, k, 3) { return 0; }", "there are 2 objectives");
  refuse_text("JATO_OBJECTIVE(x) {}", "JATO_OBJECTIVE takes two names");
  refuse_text("JATO_OBJECTIVE(x, 3) {}", "JATO_OBJECTIVE takes two names");
  refuse_text("JATO_OBJECTIVE(x, n, k) {}", "JATO_OBJECTIVE takes two names");
  refuse_text("JATO_RESIDUALS(x, n, k) {}", "JATO_RESIDUALS takes three names");
  refuse_text("JATO_RESIDUALS(x, n, k, ) {}", "JATO_RESIDUALS takes three names");
  assert_refused(&(jato_source){JATO_SOURCE_INIT, .name = "a.c"}, JATO_E_ARGUMENT,
                 "a.c: a source is either");
  assert_refused(&(jato_source){JATO_SOURCE_INIT, .text = "", .expression = "1"}, JATO_E_ARGUMENT,
                 "either");
}

static void expressions_are_wrapped(void **state)
{
  (void)state;
  jato_source source = {JATO_SOURCE_INIT, .expression = "sq(x(0) - 0.5) // first",
                        .name = "a \"b\\c\n"};
  char *text = read_good(&source, JATO_FLOAT);
  assert_string_equal(text, "#define x(i) (jk_x[JK_STRIDE * (i)])\n"
                            "JATO_OBJECTIVE(x, n) { return\n"
                            "#line 1 \"a \\\"b\\\\c?\"\n"
                            "sq(x(0) - 0.5f) // first\n; }\n");
  free(text);
}

static void usual_headers_are_left_out(void **state)
{
  (void)state;
  assert_is_read("#include <math.h>\nint a;", JATO_DOUBLE, "\nint a;");
  assert_is_read(" # include <stdlib.h> // 1.0\nint a;", JATO_DOUBLE, " \nint a;");
  assert_is_read("#include /* \n\n */ <stdio.h>\nint a;", JATO_DOUBLE, "\n\n\nint a;");
  assert_is_read("#\\\ninclude <float.h>\nint a;", JATO_DOUBLE, "\n\nint a;");
  assert_is_read("#include <stddef.h>\r\n#include <stdint.h>\n#include <jato/jato.h>", JATO_DOUBLE,
                 "\n\n");
  refuse_text("int a;\n#include <complex.h>\n" OBJECTIVE,
              "my.c:2: #include <complex.h> cannot be used");
  refuse_text("#include <math.h\n" OBJECTIVE, "my.c:1: an #include has no closing >");
  refuse_text("#include HEADER\n" OBJECTIVE, "my.c:1: #include takes");
  refuse_text("#include \"a.h\"\n" OBJECTIVE, "needs a folder");
  refuse_text("#include \"\"\n" OBJECTIVE, "names no file");
}

static jato_source in_folder(const scratch *s, const char *text)
{
  return (jato_source){JATO_SOURCE_INIT, .text = text, .name = "my.c", .folder = s->folder};
}

/* Each is looked for beside the file that includes it, and the objective may be in any of them. */
static void files_are_taken_in(void **state)
{
  scratch *s = *state;
  char wanted[700];
  assert_int_equal(mkdir(scratch_path(s, "sub"), 0700), 0);
  (void)scratch_write(s, "sub/deep.h", OBJECTIVE);
  (void)scratch_write(s, "sub/inner.h", "#include \"deep.h\"\nint inner = 0.5;");
  (void)scratch_write(s, "outer.h", "int before;\n#include \"sub/inner.h\"\nint after;\n");
  jato_source source = in_folder(s, "int a;\n#include \"outer.h\" // 1.0\nint b;\n");
  char *text = read_good(&source, JATO_FLOAT), *f = s->folder;
  (void)snprintf(wanted, sizeof wanted,
                 "#line 1 \"my.c\"\nint a;\n#line 1 \"%s/outer.h\"\nint before;\n"
                 "#line 1 \"%s/sub/inner.h\"\n#line 1 \"%s/sub/deep.h\"\n" OBJECTIVE
                 "\n#line 1 \"%s/sub/inner.h\"\n\nint inner = 0.5f;\n"
                 "#line 2 \"%s/outer.h\"\n\nint after;\n\n#line 2 \"my.c\"\n\nint b;\n",
                 f, f, f, f, f);
  assert_contains(text, wanted);
  free(text);
}

static void files_that_cannot_be(void **state)
{
  scratch *s = *state;
  char deep[40], text[60];
  jato_source missing = in_folder(s, "\n#include \"none.h\"\n" OBJECTIVE);
  assert_refused(&missing, JATO_E_FILE, "my.c:2: cannot read the included file");
  assert_refused(&missing, JATO_E_FILE, "none.h: No such file");
  for (int i = 0; i < 40; i++) {
    (void)snprintf(deep, sizeof deep, "deep%d.h", i);
    (void)snprintf(text, sizeof text, "#include \"deep%d.h\"\n", i + 1);
    (void)scratch_write(s, deep, text);
  }
  jato_source too_deep = in_folder(s, "#include \"deep0.h\"\n" OBJECTIVE);
  assert_refused(&too_deep, JATO_E_ARGUMENT, "deep31.h:1: files include each other more than 32");
}

/* A file that includes itself, or its includer, is passed over there, as its guard would do. */
static void circles_end(void **state)
{
  scratch *s = *state;
  (void)scratch_write(s, "a.h", "#ifndef A\n#define A\n#include \"b.h\"\nint a;\n#endif\n");
  (void)scratch_write(s, "b.h", "#include \"a.h\"\nint b;\n");
  jato_source source = in_folder(s, "#include \"a.h\"\n" OBJECTIVE);
  char *text = read_good(&source, JATO_FLOAT);
  assert_non_null(strstr(text, "int b;"));
  assert_null(strstr(strstr(text, "int a;") + 1, "int a;"));
  free(text);
}

static void once_becomes_a_guard(void **state)
{
  scratch *s = *state;
  (void)scratch_write(s, "a.h", "#pragma once\nint a;\n");
  jato_source source = in_folder(s, "#include \"a.h\"\n#include \"a.h\"\n" OBJECTIVE);
  char *text = read_good(&source, JATO_FLOAT);
  assert_non_null(strstr(text, "#ifndef JATO_ONCE_"));
  assert_null(strstr(text, "#pragma once"));
  char *second = strstr(strstr(text, "#ifndef JATO_ONCE_") + 1, "#ifndef JATO_ONCE_");
  assert_non_null(second);
  assert_int_equal(strncmp(second, strstr(text, "#ifndef JATO_ONCE_"), 34), 0);
  free(text);
}

/* Whatever allocation fails, it is reported, and nothing stays behind. */
static void without_memory(void **state)
{
  scratch *s = *state;
  (void)scratch_write(s, "a.h", "#pragma once\n#include <math.h>\nint a = 0.5;\n");
  jato_source source = in_folder(s, "#include \"a.h\"\n" OBJECTIVE);
  jato_status status = JATO_E_MEMORY;
  for (long last = 0; status != JATO_OK; last++) {
    counted count = {.last = last};
    jato_allocator allocator = {counted_allocate, counted_release, &count};
    jato_error error = {JATO_OK, ""};
    jx_string text;
    status = jx_source_read(&source, &allocator, &text, &error);
    if (status != JATO_OK) assert_int_equal(status, JATO_E_MEMORY);
    jx_string_release(&text);
    assert_int_equal(count.held, 0);
    assert_true(last < 100);
  }
}

/* A text that was cut anywhere is refused or taken, but always read to its end. */
static void any_beginning_can_be_read(void **state)
{
  static const char whole[] = "/* a */ #include <math.h>\n#define A 1.5e\\\n3 // x\n'\\'' \"\\\" "
                              "1.0\" 0x1p-3\nJATO_RESIDUALS(x, n, k, (n + 1)) { return 1.5; }";
  jato_allocator allocator = memory();
  (void)state;
  for (size_t length = 0; length < sizeof whole; length++) {
    char *cut = strndup(whole, length);
    assert_non_null(cut);
    jx_string text, program = {.allocator = allocator};
    if (jx_source_read(&(jato_source){JATO_SOURCE_INIT, .text = cut}, &allocator, &text, NULL) ==
        JATO_OK)
      assert_true(jx_source_add(&program, text.text, JATO_FLOAT));
    jx_string_release(&text);
    jx_string_release(&program);
    free(cut);
  }
}

#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, scratch_make, scratch_remove)

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(floating_numbers_get_a_suffix),
      cmocka_unit_test(other_text_stays),
      cmocka_unit_test(the_second_line_names_the_coordinates),
      cmocka_unit_test(one_objective_is_needed),
      cmocka_unit_test(expressions_are_wrapped),
      cmocka_unit_test(usual_headers_are_left_out),
      WITH_FOLDER(files_are_taken_in),
      WITH_FOLDER(files_that_cannot_be),
      WITH_FOLDER(circles_end),
      WITH_FOLDER(once_becomes_a_guard),
      WITH_FOLDER(without_memory),
      cmocka_unit_test(any_beginning_can_be_read),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
