/* The compiling part of the CUDA device with NVIDIA's own run-time compiler, where that is
 * installed; it needs no GPU. */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>

#include "device/cuda/cuda.h"

#define NAME "objective.c"

/* A kernel, a user's helper that was written without CUDA in mind, and a place for a mistake. */
#define TEXT(mistake)                                                           \
  "#line 1 \"" NAME "\"\n"                                                      \
  "static float twice(float a) { return a + a; }\n"                             \
  "static float sum(float a, float b) { return a * b + twice(" mistake "); }\n" \
  "#line 1 \"jato/kernels\"\n"                                                  \
  "extern \"C\" __global__ void kernel(float *a) { *a = sum(*a, a[1]) / a[2]; }\n"

typedef struct bench {
  jx_device device;
  jx_toolchain toolchain;
  jx_device_program program;
  jx_string image;
  jato_error error;
} bench;

/* Skips the test without a compiler. capability 80 is that of a device of compute capability 8.0.
 */
static bench *begin(int capability)
{
  jx_nvrtc nvrtc;
  if (jx_nvrtc_load(&nvrtc, 1000 * 1000, NULL) != JATO_OK) {
    print_message("no NVRTC on this machine\n");
    skip();
  }
  bench *b = calloc(1, sizeof *b);
  assert_non_null(b);
  b->device.nvrtc = nvrtc;
  b->device.allocator = jx_allocator_or_default(NULL);
  b->device.found = (jx_cuda_found){.spec = "cuda:0", .name = "a device", .capability = capability};
  b->toolchain.seconds = 60;
  b->program =
      (jx_device_program){.text = TEXT("a"), .user_name = NAME, .toolchain = &b->toolchain};
  return b;
}

static void end(bench *b)
{
  jx_string_release(&b->image);
  jx_nvrtc_unload(&b->device.nvrtc);
  free(b);
}

static jato_status compile(bench *b)
{
  return jx_cuda_compile(&b->device, &b->program, &b->image, &b->error);
}

static void test_machine_code(void **state)
{
  (void)state;
  bench *b = begin(80);
  assert_ok(jx_cuda_choose_target(&b->device, &b->error), b->error);
  assert_string_equal(b->device.target, "sm_80");
  assert_ok(compile(b), b->error);
  assert_true(b->image.length > 64);
  assert_memory_equal(b->image.text, "\177ELF", 4);
  end(b);
}

/* A device that the compiler does not know yet gets PTX of the newest one it knows. In PTX one can
 * read that nothing is fused, flushed to zero or approximated. */
static void test_ptx(void **state)
{
  (void)state;
  bench *b = begin(9999);
  assert_ok(jx_cuda_choose_target(&b->device, &b->error), b->error);
  assert_memory_equal(b->device.target, "compute_", 8);
  assert_ok(compile(b), b->error);
  assert_contains(b->image.text, ".version");
  assert_contains(b->image.text, "kernel");
  assert_contains(b->image.text, "mul.rn.f32");
  assert_contains(b->image.text, "add.rn.f32");
  assert_contains(b->image.text, "div.rn.f32");
  assert_null(strstr(b->image.text, "fma"));
  assert_null(strstr(b->image.text, ".ftz"));
  assert_null(strstr(b->image.text, ".approx"));
  end(b);
}

static void test_old_device(void **state)
{
  (void)state;
  bench *b = begin(20);
  assert_int_equal(jx_cuda_choose_target(&b->device, &b->error), JATO_E_DEVICE);
  assert_contains(b->error.text, "compute capability 2.0");
  assert_contains(b->error.text, "install an older NVRTC");
  end(b);
}

static void test_mistake(void **state)
{
  (void)state;
  bench *b = begin(80);
  b->program.text = TEXT("nothing");
  assert_ok(jx_cuda_choose_target(&b->device, &b->error), b->error);
  assert_int_equal(compile(b), JATO_E_SOURCE);
  assert_null(b->image.text);
  assert_contains(b->error.text, NAME " does not compile on cuda:0");
  assert_contains(b->error.text, NAME "(2)");
  assert_contains(b->error.text, "nothing");
  b->program.user_name = NULL;
  assert_int_equal(compile(b), JATO_E_DEVICE);
  assert_contains(b->error.text, "jato's own kernels");
  end(b);
}

static void test_no_time(void **state)
{
  (void)state;
  bench *b = begin(80);
  int can_be_ended = b->device.nvrtc.on_flow != NULL; /* from CUDA 12.8 on */
  b->toolchain.seconds = 1e-9;
  assert_ok(jx_cuda_choose_target(&b->device, &b->error), b->error);
  assert_int_equal(compile(b), can_be_ended ? JATO_E_DEVICE : JATO_OK);
  if (can_be_ended) assert_contains(b->error.text, "was ended after 1e-09 s");
  end(b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_machine_code), cmocka_unit_test(test_ptx),
      cmocka_unit_test(test_old_device),   cmocka_unit_test(test_mistake),
      cmocka_unit_test(test_no_time),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
