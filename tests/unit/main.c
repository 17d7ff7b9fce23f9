/* The tests of a folder as one program, which runs the one that is named. UNIT_TESTS lists them, as
 * tests/JatoTests.cmake writes it: UNIT_TEST(text) UNIT_TEST(spec). The main of test_text.c is
 * compiled under the name test_text_main. */
#include <stdio.h>
#include <string.h>

#define UNIT_TEST(name) int test_##name##_main(void);
UNIT_TESTS
#undef UNIT_TEST

static const struct {
  const char *name;
  int (*run)(void);
} tests[] = {
#define UNIT_TEST(name) {#name, test_##name##_main},
    UNIT_TESTS
#undef UNIT_TEST
};

int main(int argc, char **argv)
{
  size_t count = sizeof tests / sizeof tests[0];
  for (size_t i = 0; argc == 2 && i < count; i++)
    if (strcmp(argv[1], tests[i].name) == 0) return tests[i].run();
  (void)fprintf(stderr, "usage: %s TEST\nTEST is one of:", argv[0]);
  for (size_t i = 0; i < count; i++) (void)fprintf(stderr, " %s", tests[i].name);
  (void)fputc('\n', stderr);
  return 2;
}
