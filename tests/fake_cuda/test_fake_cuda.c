/* The fake driver and NVRTC see wrong calls, and let calls fail as asked. */
#include "session.h"

#include <unistd.h>

static const char *self; /* path of this program */

/* Writes the number into every element. */
static const char *const fill_text =
    "extern \"C\" __global__ void fill(int *out, int number) { out[threadIdx.x] = number; }\n";

static void test_ranges_and_lifetimes(void **state)
{
  (void)state;
  session s = open_session(fill_text);
  char host[256] = {0};
  int number = 1;
  CUdeviceptr d = take(100), outside = (CUdeviceptr)(uintptr_t)host;
  void *parameters[] = {&d, &number}, *of_host[] = {&outside, &number};
  assert_refused(cuMemcpyHtoD_v2(d, host, 101), CUDA_ERROR_INVALID_VALUE, "101 bytes from byte 0");
  assert_refused(cuMemcpyDtoH_v2(host, d + 60, 41), CUDA_ERROR_INVALID_VALUE, "byte 60 of 100");
  assert_refused(cuMemsetD8_v2(outside, 0, 1), CUDA_ERROR_INVALID_VALUE, "not device memory");
  assert_refused(cuMemFree_v2(d + 4), CUDA_ERROR_INVALID_VALUE, "was not given");
  assert_refused(launch(&s, "fill", 1, 1, of_host), CUDA_ERROR_INVALID_VALUE, "parameter 0");
  assert_result(cuMemcpyDtoH_v2(host, d + 60, 40), CUDA_SUCCESS);
  assert_result(cuMemFree_v2(d), CUDA_SUCCESS);
  assert_refused(cuMemFree_v2(d), CUDA_ERROR_INVALID_VALUE, "freed before");
  assert_refused(cuMemcpyDtoH_v2(host, d, 1), CUDA_ERROR_INVALID_VALUE, "was freed");
  assert_refused(launch(&s, "fill", 1, 1, parameters), CUDA_ERROR_INVALID_VALUE, "was freed");

  CUfunction fill;
  CUstream stream;
  assert_result(cuModuleGetFunction(&fill, s.module, "fil"), CUDA_ERROR_NOT_FOUND);
  assert_result(cuModuleGetFunction(&fill, s.module, "fill"), CUDA_SUCCESS);
  assert_result(cuModuleUnload(s.module), CUDA_SUCCESS);
  assert_refused(cuLaunchKernel(fill, 1, 1, 1, 1, 1, 1, 0, NULL, parameters, NULL),
                 CUDA_ERROR_INVALID_HANDLE, "no longer");
  assert_result(cuStreamCreate(&stream, 0), CUDA_SUCCESS);
  assert_result(cuStreamDestroy_v2(stream), CUDA_SUCCESS);
  assert_refused(cuStreamSynchronize(stream), CUDA_ERROR_INVALID_HANDLE, "no longer");
  s.module = NULL;
  close_session(&s, CUDA_SUCCESS);
  assert_refused(cuMemAlloc_v2(&d, 1), CUDA_ERROR_INVALID_CONTEXT, "no current context");
  assert_refused(cuCtxPushCurrent_v2(s.context), CUDA_ERROR_CONTEXT_IS_DESTROYED, "destroyed");
}

/* What is on its way to the host arrives when the host has waited for it. */
static void test_streams(void **state)
{
  (void)state;
  session s = open_session(fill_text);
  int host[2] = {0, 0}, number = 7;
  CUdeviceptr d = take(sizeof host);
  void *parameters[] = {&d, &number};
  CUfunction fill;
  CUstream stream;
  CUevent events[2];
  float time = -1;
  assert_result(cuModuleGetFunction(&fill, s.module, "fill"), CUDA_SUCCESS);
  assert_result(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
  for (int i = 0; i < 2; i++) assert_result(cuEventCreate(&events[i], 0), CUDA_SUCCESS);
  assert_result(cuEventRecord(events[0], stream), CUDA_SUCCESS);
  assert_result(cuLaunchKernel(fill, 1, 1, 1, 2, 1, 1, 0, stream, parameters, NULL), CUDA_SUCCESS);
  assert_result(cuMemcpyDtoHAsync_v2(host, d, sizeof host, stream), CUDA_SUCCESS);
  assert_result(cuEventRecord(events[1], stream), CUDA_SUCCESS);
  assert_int_not_equal(host[1], 7);
  assert_result(cuEventElapsedTime(&time, events[0], events[1]), CUDA_ERROR_NOT_READY);
  assert_refused(cuMemcpyDtoH_v2(host, d, 4), CUDA_ERROR_INVALID_VALUE, "synchronise");
  assert_result(cuEventSynchronize(events[1]), CUDA_SUCCESS);
  assert_int_equal(host[1], 7);
  assert_result(cuEventElapsedTime(&time, events[0], events[1]), CUDA_SUCCESS);
  assert_true(time >= 0);
  assert_result(cuMemsetD8_v2(d, 0, 8), CUDA_SUCCESS);
  assert_refused(cuMemcpyDtoHAsync_v2(host, d, 4, stream), CUDA_ERROR_INVALID_VALUE, "null stream");

  /* All of this is still there: a piece of memory, a module, events, a stream, a context that is
   * also current. */
  assert_int_equal(fake_cuda_leaks(), 7);
  assert_result(cuMemFree_v2(d), CUDA_SUCCESS);
  assert_int_equal(fake_cuda_leaks(), 6);
  for (int i = 0; i < 2; i++) assert_result(cuEventDestroy_v2(events[i]), CUDA_SUCCESS);
  assert_result(cuStreamDestroy_v2(stream), CUDA_SUCCESS);
  close_session(&s, CUDA_SUCCESS);
}

/* Stops at the first error and gives back everything, as a library should. */
static int run_carefully(void)
{
  const char *options[] = {OPTIONS};
  int number = 5, host = 0;
  CUdeviceptr d = 0;
  void *parameters[] = {&d, &number};
  CUcontext context = NULL;
  CUmodule module = NULL;
  CUfunction fill;
  nvrtcProgram program = NULL;
  char *image = NULL;
  size_t bytes = 0;
  int pushed = 0;
  int ok = nvrtcCreateProgram(&program, fill_text, "fill.cu", 0, NULL, NULL) == 0 &&
           nvrtcCompileProgram(program, 4, options) == 0 &&
           nvrtcGetCUBINSize(program, &bytes) == 0 && (image = malloc(bytes)) != NULL &&
           nvrtcGetCUBIN(program, image) == 0 && cuInit(0) == 0 &&
           cuDevicePrimaryCtxRetain(&context, 0) == 0 &&
           (pushed = cuCtxPushCurrent_v2(context) == 0) && cuModuleLoadData(&module, image) == 0 &&
           cuModuleGetFunction(&fill, module, "fill") == 0 && cuMemAlloc_v2(&d, 4) == 0 &&
           cuLaunchKernel(fill, 1, 1, 1, 1, 1, 1, 0, NULL, parameters, NULL) == 0 &&
           cuMemcpyDtoH_v2(&host, d, 4) == 0;
  if (d != 0) ok = cuMemFree_v2(d) == 0 && ok;
  if (module != NULL) ok = cuModuleUnload(module) == 0 && ok;
  if (pushed) ok = cuCtxPopCurrent_v2(NULL) == 0 && ok;
  if (context != NULL) ok = cuDevicePrimaryCtxRelease_v2(0) == 0 && ok;
  if (program != NULL) ok = nvrtcDestroyProgram(&program) == 0 && ok;
  free(image);
  return ok ? host : -1;
}

static void test_every_call_can_fail(void **state)
{
  (void)state;
  fake_cuda_begin(0, 0);
  assert_int_equal(run_carefully(), 5);
  int calls = fake_cuda_calls();
  assert_int_equal(calls, 17);
  for (int error = CUDA_ERROR_OUT_OF_MEMORY; error < 1000; error += 717) /* 2 and 719 */
    for (int k = 1; k <= calls + 1; k++) {
      fake_cuda_begin(k, error);
      assert_int_equal(run_carefully(), k <= calls ? -1 : 5);
      assert_int_equal(fake_cuda_violations(), 0);
      assert_int_equal(fake_cuda_leaks(), 0);
    }
}

static void check_compile(const char *text, const char *option, nvrtcResult wanted,
                          const char *part)
{
  const char *options[] = {"--gpu-architecture=sm_80", option};
  nvrtcProgram program;
  char *log;
  nvrtcResult result = compile(text, 2, options, &program, &log);
  assert_contains(log, part);
  assert_result(result, wanted);
  assert_result(nvrtcDestroyProgram(&program), NVRTC_SUCCESS);
  free(log);
}

static int stop_at_once(void *with, void *reserved)
{
  (void)reserved;
  return ++*(int *)with;
}

static void test_compiler(void **state)
{
  (void)state;
  int asked = 0;
  nvrtcProgram program;
  fake_cuda_begin(0, 0);
  assert_result(nvrtcCreateProgram(&program, fill_text, NULL, 0, NULL, NULL), NVRTC_SUCCESS);
  assert_result(nvrtcSetFlowCallback(program, stop_at_once, &asked), NVRTC_SUCCESS);
  assert_result(nvrtcCompileProgram(program, 1, (const char *[]){"-fmad=false"}),
                NVRTC_ERROR_CANCELLED);
  assert_int_equal(asked, 1);
  assert_result(nvrtcDestroyProgram(&program), NVRTC_SUCCESS);
  check_compile("int a;\n#line 41 \"user text\"\n\nextern \"C\" __global__ void f() { b = 1; }\n",
                "-fmad=false", NVRTC_ERROR_COMPILATION, "user text(42): error: ");
  check_compile("extern \"C\" __global__ void f() { b = 1; }", "-fmad=false",
                NVRTC_ERROR_COMPILATION, "test.cu(1): error: ");
  check_compile("#include <stdint.h>\n", "-fmad=false", NVRTC_ERROR_COMPILATION, "stdint.h");
  check_compile("void g(); extern \"C\" __global__ void f() { g(); }", "-fmad=false",
                NVRTC_ERROR_COMPILATION, "1 error");
  check_compile(fill_text, "--nonsense", NVRTC_ERROR_INVALID_OPTION, "--nonsense");
  assert_int_equal(fake_cuda_violations(), 0);
  check_compile(fill_text, "--ftz=false", NVRTC_SUCCESS, "");
  assert_int_equal(fake_cuda_violations(), 1);
  assert_contains(fake_cuda_last_violation(), "--fmad=false");
}

static void test_images(void **state)
{
  (void)state;
  session s = open_session(NULL);
  CUmodule module;
  char *image = compile_image(fill_text);
  assert_result(cuModuleLoadData(&module, "\177ELF no image"), CUDA_ERROR_INVALID_IMAGE);
  image[200] = (char)(image[200] + 1);
  assert_result(cuModuleLoadData(&module, image), CUDA_ERROR_INVALID_IMAGE);
  image[200] = (char)(image[200] - 1);
  (void)setenv("FAKE_CUDA_CAPABILITY", "75", 1);
  assert_result(cuModuleLoadData(&module, image), CUDA_ERROR_NO_BINARY_FOR_GPU);
  (void)unsetenv("FAKE_CUDA_CAPABILITY");
  assert_result(cuModuleLoadDataEx(&module, image, 0, NULL, NULL), CUDA_SUCCESS);
  assert_result(cuModuleUnload(module), CUDA_SUCCESS);
  free(image);
  close_session(&s, CUDA_SUCCESS);
}

/* PTX is for its own generation and later ones. */
static void test_ptx(void **state)
{
  (void)state;
  const char *options[] = {"--gpu-architecture=compute_80", "--fmad=false"};
  char *log, words[64] = "";
  void *values[] = {words, (void *)sizeof words};
  CUjit_option asks[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  session s = open_session(NULL);
  nvrtcProgram program;
  CUmodule module;
  size_t bytes = 1;
  assert_result(compile(fill_text, 2, options, &program, &log), NVRTC_SUCCESS);
  assert_result(nvrtcGetCUBINSize(program, &bytes), NVRTC_SUCCESS);
  assert_int_equal(bytes, 0);
  assert_result(nvrtcGetPTXSize(program, &bytes), NVRTC_SUCCESS);
  char *ptx = malloc(bytes);
  assert_non_null(ptx);
  assert_result(nvrtcGetPTX(program, ptx), NVRTC_SUCCESS);
  assert_int_equal(strlen(ptx) + 1, bytes);
  (void)setenv("FAKE_CUDA_CAPABILITY", "90", 1);
  assert_result(cuModuleLoadDataEx(&module, ptx, 2, asks, values), CUDA_SUCCESS);
  assert_result(cuModuleUnload(module), CUDA_SUCCESS);
  assert_string_equal(words, "");
  (void)setenv("FAKE_CUDA_CAPABILITY", "75", 1);
  assert_result(cuModuleLoadDataEx(&module, ptx, 2, asks, values), CUDA_ERROR_NO_BINARY_FOR_GPU);
  assert_contains(words, "PTX");
  (void)unsetenv("FAKE_CUDA_CAPABILITY");
  assert_result(nvrtcDestroyProgram(&program), NVRTC_SUCCESS);
  free(ptx);
  free(log);
  close_session(&s, CUDA_SUCCESS);
}

/* In a process of its own: the environment, and what is written at the end. */
static void test_environment(void **state)
{
  (void)state;
  char path[] = "/tmp/fake_cuda_log.XXXXXX", command[4200], text[2048] = "";
  int made = mkstemp(path);
  assert_true(made >= 0);
  (void)close(made);
  (void)snprintf(command, sizeof command,
                 "FAKE_CUDA_LOG=%s FAKE_CUDA_FAIL=5 FAKE_CUDA_ERROR=46 FAKE_CUDA_DEVICES=3 '%s' "
                 "leave",
                 path, self);
  assert_int_equal(system(command), 0);
  FILE *log = fopen(path, "r");
  assert_non_null(log);
  assert_true(fread(text, 1, sizeof text - 1, log) > 0);
  (void)fclose(log);
  (void)unlink(path);
  assert_string_equal(text, "violation: cuDeviceGetCount: cuInit was not called\n"
                            "call 1 cuDeviceGetCount 3\n"
                            "call 2 cuInit 0\n"
                            "call 3 cuDeviceGetCount 0\n"
                            "call 4 cuCtxCreate_v2 0\n"
                            "call 5 cuMemAlloc_v2 46\n"
                            "call 6 cuMemAlloc_v2 0\n"
                            "violation: not released: device memory of 64 bytes\n"
                            "violation: not released: contexts: 1\n"
                            "violation: not released: contexts that are still current in this "
                            "thread: 1\n");
}

static int leave_everything(void)
{
  CUcontext context;
  CUdeviceptr d;
  int count = 0;
  int wrong = cuDeviceGetCount(&count) == CUDA_SUCCESS || cuInit(0) != CUDA_SUCCESS ||
              cuDeviceGetCount(&count) != CUDA_SUCCESS || count != 3 ||
              cuCtxCreate_v2(&context, 0, 0) != CUDA_SUCCESS ||
              cuMemAlloc_v2(&d, 64) == CUDA_SUCCESS || cuMemAlloc_v2(&d, 64) != CUDA_SUCCESS;
  return wrong;
}

int main(int count, char **arguments)
{
  self = arguments[0];
  if (count > 1) return leave_everything();
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_ranges_and_lifetimes),
                                     cmocka_unit_test(test_streams),
                                     cmocka_unit_test(test_every_call_can_fail),
                                     cmocka_unit_test(test_compiler),
                                     cmocka_unit_test(test_images),
                                     cmocka_unit_test(test_ptx),
                                     cmocka_unit_test(test_environment)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
