/* The fake device runs kernels as a device would: blocks, warps, barriers, shared memory. What they
 * give is compared with plain loops. And it sees when a kernel is wrong. */
#include "session.h"

#define KERNEL "#define KERNEL extern \"C\" __global__ void\n"

/* Sums of whole numbers are exact in any order. */
static const char *const sum_text = KERNEL
    "static __device__ __forceinline__ double sum_of_warp(double mine) {\n"
    "  for (int by = 16; by > 0; by >>= 1) mine += __shfl_down_sync(0xffffffffu, mine, by);\n"
    "  return mine;\n"
    "}\n"
    "KERNEL __launch_bounds__(256) sum(const double *in, unsigned n, double *out) {\n"
    "  __shared__ double part[32];\n"
    "  double mine = 0;\n"
    "  unsigned all = gridDim.x * blockDim.x;\n"
    "  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all) mine += in[i];\n"
    "  mine = sum_of_warp(mine);\n"
    "  if (threadIdx.x % warpSize == 0) part[threadIdx.x / warpSize] = mine;\n"
    "  __syncthreads();\n"
    "  if (threadIdx.x < 32) {\n"
    "    mine = sum_of_warp(threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0.0);\n"
    "    if (threadIdx.x == 0) out[blockIdx.x] = BY_OPTION * mine;\n"
    "  }\n"
    "}\n";

static void check_sums(unsigned blocks, unsigned threads, unsigned n)
{
  session s = open_session(sum_text);
  double *in = calloc(n, sizeof *in), *out = calloc(blocks, sizeof *out);
  double *wanted = calloc(blocks, sizeof *wanted);
  assert_true(in != NULL && out != NULL && wanted != NULL);
  for (unsigned i = 0; i < n; i++) {
    in[i] = (double)(i * 7919u % 1000u);
    wanted[i / threads % blocks] += 3 * in[i];
  }
  CUdeviceptr d_in = take(n * sizeof *in), d_out = take(blocks * sizeof *out);
  void *parameters[] = {&d_in, &n, &d_out};
  assert_result(cuMemcpyHtoD_v2(d_in, in, n * sizeof *in), CUDA_SUCCESS);
  assert_result(launch(&s, "sum", blocks, threads, parameters), CUDA_SUCCESS);
  assert_result(cuMemcpyDtoH_v2(out, d_out, blocks * sizeof *out), CUDA_SUCCESS);
  for (unsigned b = 0; b < blocks; b++) assert_same_double(out[b], wanted[b]);
  assert_result(cuMemFree_v2(d_in), CUDA_SUCCESS);
  assert_result(cuMemFree_v2(d_out), CUDA_SUCCESS);
  close_session(&s, CUDA_SUCCESS);
  assert_int_equal(fake_cuda_violations(), 0);
  free(in);
  free(out);
  free(wanted);
}

static void test_sums(void **state)
{
  (void)state;
  const char *orders[] = {"forward", "reverse", "mixed"};
  for (int order = 0; order < 3; order++) {
    (void)setenv("FAKE_CUDA_ORDER", orders[order], 1);
    (void)setenv("FAKE_CUDA_THREADS", order == 1 ? "1" : "3", 1);
    check_sums(1, 32, 1000);
    check_sums(7, 256, 100003);
  }
  (void)unsetenv("FAKE_CUDA_ORDER");
  (void)unsetenv("FAKE_CUDA_THREADS");
}

/* 16 rows of 32 lanes; lane i brings 10 * i. The second row of each kind has half the width. */
static const char *const shuffle_text =
    KERNEL "template <class T> static __device__ void rows(T mine, double *out) {\n"
           "  int i = threadIdx.x;\n"
           "  for (int w = 32; w >= 16; w /= 2, out += 32) {\n"
           "    out[i] = (double)__shfl_sync(~0u, mine, 21, w);\n"
           "    out[64 + i] = (double)__shfl_down_sync(~0u, mine, 5, w);\n"
           "    out[128 + i] = (double)__shfl_up_sync(~0u, mine, 5, w);\n"
           "    out[192 + i] = (double)__shfl_xor_sync(~0u, mine, 12, w);\n"
           "  }\n"
           "}\n"
           "KERNEL shuffle(double *out) {\n"
           "  int i = threadIdx.x;\n"
           "  rows(10 * i, out), rows(10u * i, out + 256), rows(10.f * i, out + 512);\n"
           "  rows(10.0 * i, out + 768), rows(10ll * i, out + 1024), rows(10ull * i, out + 1280);\n"
           "  out[1536 + i] = __ballot_sync(~0u, i % 3 == 0);\n"
           "  out[1568 + i] = __any_sync(~0u, i == 9) + 10 * __all_sync(~0u, i < 32);\n"
           "  out[1600 + i] = i < 8 ? (double)__shfl_sync(0xffu, i, 7 - i) : 0;\n"
           "}\n";

static int source_of(int kind, int lane, int width)
{
  int first = lane / width * width, end = first + width;
  int source[] = {first + 21 % width, lane + 5, lane - 5, lane ^ 12};
  return source[kind] < first || source[kind] >= end ? lane : source[kind];
}

static void test_shuffles(void **state)
{
  (void)state;
  session s = open_session(shuffle_text);
  double out[1632];
  CUdeviceptr d_out = take(sizeof out);
  void *parameters[] = {&d_out};
  assert_result(launch(&s, "shuffle", 1, 32, parameters), CUDA_SUCCESS);
  assert_result(cuMemcpyDtoH_v2(out, d_out, sizeof out), CUDA_SUCCESS);
  for (int type = 0; type < 6; type++)
    for (int row = 0; row < 8; row++)
      for (int lane = 0; lane < 32; lane++)
        assert_same_double(out[type * 256 + row * 32 + lane],
                           10 * source_of(row / 2, lane, row % 2 == 0 ? 32 : 16));
  for (int lane = 0; lane < 32; lane++) {
    assert_same_double(out[1536 + lane], (double)0x49249249u);
    assert_same_double(out[1568 + lane], 11);
    assert_same_double(out[1600 + lane], lane < 8 ? 7 - lane : 0);
  }
  assert_result(cuMemFree_v2(d_out), CUDA_SUCCESS);
  close_session(&s, CUDA_SUCCESS);
}

/* Three-dimensional indices, and types of parameters that are not one register wide. */
static void test_indices_and_parameters(void **state)
{
  (void)state;
  session s =
      open_session(KERNEL "struct pair { float a; double b; };\n"
                          "KERNEL place(struct pair p, char c, unsigned short h, double *out) {\n"
                          "  unsigned t = (threadIdx.z * 3 + threadIdx.y) * 2 + threadIdx.x;\n"
                          "  unsigned b = (blockIdx.z * 2 + blockIdx.y) * 5 + blockIdx.x;\n"
                          "  out[b * 24 + t] = p.a + p.b * c + h + b * 1000 + t;\n"
                          "}\n");
  struct {
    float a;
    double b;
  } pair = {0.5f, 100};
  char c = -2;
  unsigned short h = 60000;
  double out[20 * 24];
  CUdeviceptr d_out = take(sizeof out);
  CUfunction place;
  void *parameters[] = {&pair, &c, &h, &d_out};
  assert_result(cuModuleGetFunction(&place, s.module, "place"), CUDA_SUCCESS);
  assert_result(cuLaunchKernel(place, 5, 2, 2, 2, 3, 4, 0, NULL, parameters, NULL), CUDA_SUCCESS);
  assert_result(cuMemcpyDtoH_v2(out, d_out, sizeof out), CUDA_SUCCESS);
  for (int b = 0; b < 20; b++)
    for (int t = 0; t < 24; t++) assert_same_double(out[b * 24 + t], 59800.5 + b * 1000 + t);
  assert_result(cuMemFree_v2(d_out), CUDA_SUCCESS);
  close_session(&s, CUDA_SUCCESS);
}

static const char *const wrong_text =
    KERNEL "KERNEL leaves(double *out) {\n"
           "  if (threadIdx.x == 3) return;\n"
           "#line 50 \"wrong.cu\"\n"
           "  __syncthreads();\n"
           "  out[threadIdx.x] = 1;\n"
           "}\n"
           "KERNEL parts(double *out) {\n"
           "  if (threadIdx.x < 32) __syncthreads();\n"
           "  else\n"
           "    __syncthreads();\n"
           "}\n"
           "KERNEL lacks_lane(double *out) {\n"
           "  if (threadIdx.x == 5) __syncthreads();\n"
           "  out[threadIdx.x] = __shfl_sync(~0u, 1.0, 0);\n"
           "  __syncthreads();\n"
           "}\n"
           "KERNEL other_mask(double *out) {\n"
           "  out[threadIdx.x] = __shfl_sync(threadIdx.x ? ~0u : 3u, 1.0, 0);\n"
           "}\n"
           "KERNEL writes_behind(double *out) { out[threadIdx.x + 1] = -1; }\n"
           "KERNEL writes_before(double *out) { out[-3] = 0; }\n"
           "KERNEL __launch_bounds__(2 * 16, 1) small(double *out) {}\n"
           "KERNEL lacks_barrier(double *out) {\n"
           "  __shared__ double part[64];\n"
           "  part[threadIdx.x] = threadIdx.x;\n"
           "  out[threadIdx.x] = part[threadIdx.x / 2];\n"
           "}\n";

static void check_wrong(const char *kernel, unsigned threads, CUresult error, const char *part)
{
  session s = open_session(wrong_text);
  CUdeviceptr d_out = take(64 * sizeof(double));
  void *parameters[] = {&d_out};
  assert_refused(launch(&s, kernel, 1, threads, parameters), error, part);
  int lasts = error == CUDA_ERROR_LAUNCH_FAILED || error == CUDA_ERROR_ILLEGAL_ADDRESS;
  CUresult then = lasts ? CUDA_ERROR_LAUNCH_FAILED : CUDA_SUCCESS;
  assert_result(cuCtxSynchronize(), then);
  assert_result(cuMemFree_v2(d_out), then);
  close_session(&s, then);
}

static void test_wrong_kernels(void **state)
{
  (void)state;
  check_wrong("leaves", 64, CUDA_ERROR_LAUNCH_FAILED, "wrong.cu(50)");
  check_wrong("leaves", 64, CUDA_ERROR_LAUNCH_FAILED, "left the kernel");
  check_wrong("parts", 64, CUDA_ERROR_LAUNCH_FAILED, "different barriers");
  check_wrong("lacks_lane", 32, CUDA_ERROR_LAUNCH_FAILED, "no thread can go on");
  check_wrong("other_mask", 64, CUDA_ERROR_LAUNCH_FAILED, "different masks");
  check_wrong("writes_behind", 64, CUDA_ERROR_ILLEGAL_ADDRESS,
              "wrote 0 bytes behind the last of 512");
  check_wrong("writes_before", 1, CUDA_ERROR_ILLEGAL_ADDRESS, "wrote 24 bytes before");
  check_wrong("small", 33, CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, "launch bounds 32");
  check_wrong("parts", 1025, CUDA_ERROR_INVALID_VALUE, "1025 x 1 x 1 threads");
}

/* A missing barrier shows in the results of another order of threads. */
static void test_missing_barrier(void **state)
{
  (void)state;
  double out[2][64];
  const char *orders[] = {"forward", "reverse"};
  for (int order = 0; order < 2; order++) {
    (void)setenv("FAKE_CUDA_ORDER", orders[order], 1);
    session s = open_session(wrong_text);
    CUdeviceptr d_out = take(sizeof out[order]);
    void *parameters[] = {&d_out};
    assert_result(launch(&s, "lacks_barrier", 1, 64, parameters), CUDA_SUCCESS);
    assert_result(cuMemcpyDtoH_v2(out[order], d_out, sizeof out[order]), CUDA_SUCCESS);
    assert_result(cuMemFree_v2(d_out), CUDA_SUCCESS);
    close_session(&s, CUDA_SUCCESS);
  }
  (void)unsetenv("FAKE_CUDA_ORDER");
  assert_same_double(out[0][63], 31);
  assert_true(isnan(out[1][63]));
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_sums), cmocka_unit_test(test_shuffles),
                                     cmocka_unit_test(test_wrong_kernels),
                                     cmocka_unit_test(test_indices_and_parameters),
                                     cmocka_unit_test(test_missing_barrier)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
