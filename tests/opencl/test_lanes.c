/* Sources that use the answer of a comparison as a number are distinguished from those that do not:
 * for a lane of a vector the answer is -1 where C says 1 (OpenCL C 1.2, section 6.3 d to h). Needs
 * no device. */
#include "check.h"

#include "swarm/offload/can_vectorise.h"

static const char *const numbers[] = {
    "s = (a > b) + (c > d) == 2 ? a : b;",
    "s = 1 + (a > b) == 2 ? a : b;",
    "s = (a > b) * 3 > 2 ? a : b;",
    "s = -(a > b) < 0 ? a : b;",
    "s = a < b < c ? a : b;",
    "s = a == b != c ? a : b;",
    "s = (a > b) == 1 ? a : b;",
    "s = 1 == (a > b) ? a : b;",
    "s = ((a > b)) == 1 ? a : b;",
    "s = (a > b && c > d) == 1 ? a : b;",
    "s = (a > b || c > d) - 1 ? a : b;",
    "s = !(a > b) == 1 ? a : b;",
    "s = 1 - !c ? a : b;",
    "s = !c + 1 ? a : b;",
    "s = (a > b) & 1 ? a : b;",
    "s = a > b & 1 ? a : b;",
    "s = 1 & a > b ? a : b;",
    "s = ((a > b) << 1) > 0 ? a : b;",
    "s = isnan(a) == 1 ? a : b;",
    "s = 1 + isnan(a) > 1 ? a : b;",
    "s = sq(a > b) > 0 ? a : b;",
    "s = both(c, a > b) ? a : b;",
    "s = (t ? a > b : c > d) == 1 ? a : b;",
    "#define NEAR (a > b)\ns = NEAR + NEAR == 2 ? a : b;",
    "#define NEAR a \\\n > b\ns = NEAR;",
    "#define BOTH(p, q) ((p) + (q) == 2)\ns = BOTH(a, b) ? a : b;",
    "s = (a /* of the */ > b) /* more */ + 1;",
};

static const char *const harmless[] = {
    "",
    "real s = 0; for (int i = 0; i < n; i++) s += x(i) * x(i); return s;",
    "if (a > b) s += a; else s -= b;",
    "while (k-- > 0 && a > b) s += 1;",
    "s = a > b ? a : b;",
    "s = a > b && c < d || e == f ? a : b;",
    "s = (a > b) ? a : (c > d) ? e : f;",
    "s = ((a > b) && !(c > d)) ? a : b;",
    "s = 2 * (a > b ? a : b) + (c < d ? 1 : 0);",
    "s = fmax(a > b ? a : b, c) * 2;",
    "s = a + b > c * d - e ? a : b;",
    "s = -a > b ? a : b;",
    "s = a << 2 > b ? a : b;",
    "s = isnan(a) ? a : b;",
    "s = !isnan(a) && a > b ? a : b;",
    "s = (a & b) == c ? a : b;",
    "s = data[i] > data[i + 1] ? a : b;",
    "s += a >= b ? a : b; t -= c <= d ? c : d;",
    "#if N > 3\ns = a;\n#endif\n#line 7 \"f.c\"\n",
    "#define TWICE(a) ((a) * 2)\n#define MORE(a, b) ((a) > (b) ? (a) : (b))\ns = MORE(a, b) + 1;",
    "s = 1; /* (a > b) + 1 */ // (a > b) + 1\n",
    "char *t = \"(a > b) + 1\";",
    "switch (k) { case 1: s = a; break; default: s = b; }",
};

static void test_numbers(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    if (jx_offload_can_vectorise(numbers[i])) fail_msg("missed: %s", numbers[i]);
  }
}

static void test_harmless(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof harmless / sizeof harmless[0]; i++) {
    if (!jx_offload_can_vectorise(harmless[i])) fail_msg("refused: %s", harmless[i]);
  }
}

/* Brackets that do not match, and more of them than anybody needs, are the compiler's business. */
static void test_brackets(void **state)
{
  char many[512];
  (void)state;
  assert_true(jx_offload_can_vectorise(")))) a ]"));
  assert_true(jx_offload_can_vectorise("(((("));
  memset(many, '(', sizeof many - 1);
  many[sizeof many - 1] = '\0';
  assert_false(jx_offload_can_vectorise(many));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_numbers),
      cmocka_unit_test(test_harmless),
      cmocka_unit_test(test_brackets),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
