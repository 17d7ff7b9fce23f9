/* swarm/cpu/compiled_source.h: what a user's source computes, in both precisions. Truth is what
 * this file computes by itself, lane after lane, and the gallery's own kernels. */
#define _GNU_SOURCE
#include "compiled.h"

#include "device/cpu/subprocess.h"
#include "kernel/math_more.h"

static real gallery_rosenbrock(const real *lane, int n, const double *data)
{
  (void)data;
  return jk_f_rosenbrock(lane, n, 0);
}

static const char sphere[] = "#include <math.h>\n"
                             "JATO_OBJECTIVE(x, n)\n"
                             "{\n"
                             "  real sum = 0;\n"
                             "  for (int i = 0; i < n; i++) sum += x(i) * x(i);\n"
                             "  return sum;\n"
                             "}\n";

static const char rosenbrock[] = "JATO_OBJECTIVE(p, dim) {\n"
                                 "  real s = 0.0;\n"
                                 "  for (int i = 0; i < dim - 1; i++) {\n"
                                 "    real a = p(i + 1) - sq(p(i)), b = 1.0 - p(i);\n"
                                 "    s += 100.0 * a * a + b * b;\n"
                                 "  }\n"
                                 "  return s;\n"
                                 "}\n";

static void same_bits_as_the_gallery(void **state)
{
  static const size_t dims[] = {1, 2, 3, DIM, 64, 500};
  job j;
  job_in(*state, &j);
  for (size_t i = 0; i < sizeof dims / sizeof dims[0]; i++)
    assert_computes(&j, sphere, dims[i], gallery_sphere);
  for (size_t i = 1; i < sizeof dims / sizeof dims[0]; i++)
    assert_computes(&j, rosenbrock, dims[i], gallery_rosenbrock);
  assert_int_equal(j.notices, 0);
}

static void same_bits_by_every_compiler(void **state)
{
  static const char *const names[] = {"gcc", "clang", "cc"};
  char path[4096];
  job j;
  job_in(*state, &j);
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    if (!jx_cpu_find_program(names[i], path, sizeof path)) continue;
    j.toolchain.compiler = names[i];
    assert_computes(&j, rosenbrock, DIM, gallery_rosenbrock);
    assert_computes(&j, rosenbrock, 500, gallery_rosenbrock);
  }
}

/* Two loops, and a choice behind them, which compilers cannot compute over lanes as they are. */
static real variance(const real *lane, int n, const double *data)
{
  real mean = 0, sum = 0;
  (void)data;
  for (int i = 0; i < n; i++) mean += AT(i);
  mean /= (real)n;
  for (int i = 0; i < n; i++) sum += (AT(i) - mean) * (AT(i) - mean);
  return sum > (real)60 ? sum * (real)0.1 : sum;
}

static void loops_are_written_out(void **state)
{
  static const char text[] = "JATO_OBJECTIVE(x, n) {\n"
                             "  real mean = 0, sum = 0;\n"
                             "  for (int i = 0; i < n; i++) mean += x(i);\n"
                             "  mean /= n;\n"
                             "  for (int i = 0; i < n; i++) sum += sq(x(i) - mean);\n"
                             "  if (sum > 60) return sum * 0.1;\n"
                             "  return sum;\n"
                             "}\n";
  job j;
  jx_cpu_source source;
  job_in(*state, &j);
  assert_computes(&j, text, 2, variance);
  assert_computes(&j, text, 30, variance);
  assert_computes(&j, text, 600, variance);
  create_good(&j, text, 30, &source);
  int bytes = 0;
  const char *best = level(&bytes);
  if (strncmp(source.built, "gcc ", 4) == 0 && bytes > 0) {
    char words[100];
    (void)snprintf(words, sizeof words, ", x86-64-%s, %d lanes in parallel, loops written out",
                   best, bytes / (int)sizeof(real));
    assert_contains(source.built, words);
  }
  destroy(&j, &source);
}

static real residuals(const real *lane, int n, const double *data)
{
  real sum = 0;
  for (int k = 0; k < 3; k++) {
    real t = (real)data[2 * k], y = (real)data[2 * k + 1], model = 0;
    for (int i = n - 1; i >= 0; i--) model = model * t + AT(i);
    real r = (k == 1 ? (real)0.5 : (real)0.7) * (model - y);
    sum += r * r;
  }
  return sum;
}

static void residuals_are_squared_and_summed(void **state)
{
  static const char text[] = "JATO_CONSTANT real weight[2] = {0.7, 0.5};\n"
                             "static real miss(real model, real y) { return model - y; }\n"
                             "JATO_RESIDUALS(c, n, k, data_count / 2) {\n"
                             "  real t = data[2 * k], model = 0;\n"
                             "  for (int i = n - 1; i >= 0; i--) model = model * t + c(i);\n"
                             "  return weight[k % 2] * miss(model, data[2 * k + 1]);\n"
                             "}\n";
  job j;
  job_in(*state, &j);
  assert_computes(&j, text, DIM, residuals);
}

/* Every function a source may call. Short lists, which stay on one line each. */
#define EXPONENTIAL(ROW) ROW(exp) ROW(exp2) ROW(exp10) ROW(expm1) ROW(sinh) ROW(cosh) ROW(tanh)
#define LOGARITHMS(ROW) ROW(log) ROW(log2) ROW(log10) ROW(log1p) ROW(erf) ROW(sqrt) ROW(cbrt)
#define ANGLES(ROW) ROW(sin) ROW(cos) ROW(tan) ROW(asin) ROW(acos) ROW(atan)
#define WHOLE(ROW) ROW(floor) ROW(ceil) ROW(trunc) ROW(round)
#define OF_TWO(ROW) ROW(pow) ROW(atan2) ROW(hypot) ROW(fmod) ROW(fmin) ROW(fmax) ROW(copysign)
#define FUNCTIONS(ROW, ROW2) EXPONENTIAL(ROW) LOGARITHMS(ROW) ANGLES(ROW) WHOLE(ROW) OF_TWO(ROW2)

static real all_functions(const real *lane, int n, const double *data)
{
  real sum = 0, a = jk_abs(AT(0)) * (real)0.125, b = jk_abs(AT(1)) + (real)1;
  (void)n;
  (void)data;
#define ROW(name) sum += jk_##name(a) * b, sum += jk_##name(a);
#define ROW2(name) sum += jk_##name(a, b) * b, sum += jk_##name(b, a);
  FUNCTIONS(ROW, ROW2)
#undef ROW
#undef ROW2
  assert_true(isfinite(sum));
  return sum;
}

static void usual_names_mean_our_functions(void **state)
{
#define ROW(name) "  s += " #name "(a) * b; s += " #name "f(a);\n"
#define ROW2(name) "  s += " #name "(a, b) * b; s += " #name "f(b, a);\n"
  static const char text[] =
      "JATO_OBJECTIVE(x, n) {\n"
      "  real s = 0, a = fabs(x(0)) * 0.125, b = fabs(x(1)) + 1;\n" FUNCTIONS(
          ROW, ROW2) "  return s;\n}\n";
#undef ROW
#undef ROW2
  job j;
  job_in(*state, &j);
  assert_computes(&j, text, 2, all_functions);
}

/* The compiler itself says what type a number has. */
static void numbers_have_the_precision_of_the_run(void **state)
{
  job j;
  jx_cpu_source source;
  job_in(*state, &j);
  create_good(&j,
              "_Static_assert(sizeof(0.1) == sizeof(real) && sizeof(1e3) == sizeof(real), \"\");\n"
              "_Static_assert(sizeof(M_PI) == sizeof(real) && sizeof(1) == sizeof(int), \"\");\n"
              "JATO_OBJECTIVE(x, n) { return 0.1; }",
              DIM, &source);
  destroy(&j, &source);
}

static void expressions_can_be_minimised(void **state)
{
  job j;
  real x[2 * JK_LANES] __attribute__((aligned(64))), f[JK_LANES] __attribute__((aligned(64)));
  jato_error error = {JATO_OK, ""};
  jx_cpu_source source;
  job_in(*state, &j);
  jato_source expression = {JATO_SOURCE_INIT,
                            .expression = "sq(x(0) - 1) + fabs(x(1)) * n + data[2]"};
  assert_ok(create(&j, expression, 2, &source, &error), error);
  for (int lane = 0; lane < JK_LANES; lane++) {
    x[lane] = (real)3;
    x[JK_LANES + lane] = -(real)lane;
  }
  source.evaluate(x, 2, source.data, source.data_count, f);
  for (int lane = 0; lane < JK_LANES; lane++)
    assert_same_double((double)f[lane], 4 + 2 * lane + 0.5);
  destroy(&j, &source);
}

#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, scratch_make, scratch_remove)

int main(void)
{
  const struct CMUnitTest tests[] = {
      WITH_FOLDER(same_bits_as_the_gallery),
      WITH_FOLDER(same_bits_by_every_compiler),
      WITH_FOLDER(loops_are_written_out),
      WITH_FOLDER(residuals_are_squared_and_summed),
      WITH_FOLDER(usual_names_mean_our_functions),
      WITH_FOLDER(numbers_have_the_precision_of_the_run),
      WITH_FOLDER(expressions_can_be_minimised),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
