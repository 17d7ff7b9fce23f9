/* What the fake driver says of its devices, kernels and errors, and of what was not released. The
 * device is like one of compute capability 8.0. */
#include "driver.h"

#include <cstdlib>

#define MULTIPROCESSORS 108
#define THREADS_PER_MULTIPROCESSOR 2048
#define BLOCKS_PER_MULTIPROCESSOR 32
#define SHARED_PER_MULTIPROCESSOR 167936

static int capability()
{
  const char *number = std::getenv("FAKE_CUDA_CAPABILITY");
  return number != nullptr ? std::atoi(number) : 80;
}

/* Returns 0 for an attribute that the fake device does not have. */
int device_attribute(CUdevice_attribute attribute, int *value)
{
  const struct {
    CUdevice_attribute attribute;
    int value;
  } table[] = {
      {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 1024},
      {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X, 1024},
      {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y, 1024},
      {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z, 64},
      {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X, 0x7fffffff},
      {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y, 65535},
      {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z, 65535},
      {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, MOST_SHARED_BYTES},
      {CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY, 65536},
      {CU_DEVICE_ATTRIBUTE_WARP_SIZE, FAKE_CUDA_WARP},
      {CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK, 65536},
      {CU_DEVICE_ATTRIBUTE_CLOCK_RATE, 1410000},
      {CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, MULTIPROCESSORS},
      {CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT, 0},
      {CU_DEVICE_ATTRIBUTE_INTEGRATED, 0},
      {CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY, 1},
      {CU_DEVICE_ATTRIBUTE_COMPUTE_MODE, 0},
      {CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS, 1},
      {CU_DEVICE_ATTRIBUTE_ECC_ENABLED, 1},
      {CU_DEVICE_ATTRIBUTE_PCI_BUS_ID, 1},
      {CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID, 0},
      {CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE, 1215000},
      {CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH, 5120},
      {CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, 40 << 20},
      {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, THREADS_PER_MULTIPROCESSOR},
      {CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT, 3},
      {CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING, 1},
      {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, capability() / 10},
      {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, capability() % 10},
      {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, SHARED_PER_MULTIPROCESSOR},
      {CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR, 65536},
      {CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY, 1},
      {CU_DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO, 2},
      {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, 166912},
      {CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR, BLOCKS_PER_MULTIPROCESSOR}};
  for (const auto &row : table) {
    if (row.attribute != attribute) continue;
    *value = row.value;
    return 1;
  }
  return 0;
}

FAKE_CUDA_API CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute,
                                            CUdevice device)
{
  return driver_call("cuDeviceGetAttribute", NEEDS_INIT, [&] {
    CUresult result = check_device(device);
    if (result != CUDA_SUCCESS || device_attribute(attribute, value)) return result;
    return refuse(CUDA_ERROR_INVALID_VALUE, "attribute %d is not emulated", (int)attribute);
  });
}

static const struct {
  CUresult error;
  const char *name, *text;
} errors[] = {
    {CUDA_SUCCESS, "CUDA_SUCCESS", "no error"},
    {CUDA_ERROR_INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {CUDA_ERROR_OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {CUDA_ERROR_NOT_INITIALIZED, "CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
    {CUDA_ERROR_NO_DEVICE, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
    {CUDA_ERROR_INVALID_DEVICE, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
    {CUDA_ERROR_INVALID_IMAGE, "CUDA_ERROR_INVALID_IMAGE", "device kernel image is invalid"},
    {CUDA_ERROR_INVALID_CONTEXT, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
    {CUDA_ERROR_NO_BINARY_FOR_GPU, "CUDA_ERROR_NO_BINARY_FOR_GPU",
     "no kernel image is available for execution on the device"},
    {CUDA_ERROR_OPERATING_SYSTEM, "CUDA_ERROR_OPERATING_SYSTEM", "OS call failed"},
    {CUDA_ERROR_INVALID_HANDLE, "CUDA_ERROR_INVALID_HANDLE", "invalid resource handle"},
    {CUDA_ERROR_NOT_FOUND, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    {CUDA_ERROR_NOT_READY, "CUDA_ERROR_NOT_READY", "device not ready"},
    {CUDA_ERROR_ILLEGAL_ADDRESS, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access"},
    {CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES",
     "too many resources requested for launch"},
    {CUDA_ERROR_CONTEXT_IS_DESTROYED, "CUDA_ERROR_CONTEXT_IS_DESTROYED", "context is destroyed"},
    {CUDA_ERROR_LAUNCH_FAILED, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"},
    {CUDA_ERROR_NOT_SUPPORTED, "CUDA_ERROR_NOT_SUPPORTED", "operation not supported"},
    {CUDA_ERROR_UNKNOWN, "CUDA_ERROR_UNKNOWN", "unknown error"}};

FAKE_CUDA_API CUresult cuGetErrorName(CUresult error, const char **name)
{
  return driver_call("cuGetErrorName", NEEDS_NOTHING, [&] {
    *name = nullptr;
    for (const auto &row : errors)
      if (row.error == error) *name = row.name;
    return *name != nullptr ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
  });
}

FAKE_CUDA_API CUresult cuGetErrorString(CUresult error, const char **text)
{
  return driver_call("cuGetErrorString", NEEDS_NOTHING, [&] {
    *text = nullptr;
    for (const auto &row : errors)
      if (row.error == error) *text = row.text;
    return *text != nullptr ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
  });
}

static int most_threads(const function *f)
{
  return f->kernel->most_threads > 0 ? f->kernel->most_threads : 1024;
}

/* Shared bytes are those of all kernels of the module together: which kernel has which is lost. */
FAKE_CUDA_API CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute,
                                          CUfunction handle)
{
  return driver_call("cuFuncGetAttribute", NEEDS_CONTEXT, [&] {
    function *f = nullptr;
    CUresult result = take_handle(the_driver.functions, handle, "function", &f);
    if (result != CUDA_SUCCESS) return result;
    switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: *value = most_threads(f); break;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: *value = (int)f->in->shared_bytes; break;
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES: *value = 0; break;
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: *value = 0; break;
    case CU_FUNC_ATTRIBUTE_NUM_REGS: *value = 32; break;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION: *value = capability(); break;
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION: *value = capability(); break;
    default:
      return refuse(CUDA_ERROR_INVALID_VALUE, "attribute %d is not emulated", (int)attribute);
    }
    return CUDA_SUCCESS;
  });
}

static int count_active(const function *f, int threads, size_t shared_bytes)
{
  size_t shared = f->in->shared_bytes + shared_bytes;
  int warps = (threads + FAKE_CUDA_WARP - 1) / FAKE_CUDA_WARP;
  if (threads < 1 || threads > most_threads(f) || shared_bytes > MOST_SHARED_BYTES) return 0;
  int active = THREADS_PER_MULTIPROCESSOR / (warps * FAKE_CUDA_WARP);
  if (shared > 0 && (int)(SHARED_PER_MULTIPROCESSOR / shared) < active)
    active = (int)(SHARED_PER_MULTIPROCESSOR / shared);
  return active < BLOCKS_PER_MULTIPROCESSOR ? active : BLOCKS_PER_MULTIPROCESSOR;
}

FAKE_CUDA_API CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction handle,
                                                                   int threads, size_t shared_bytes)
{
  return driver_call("cuOccupancyMaxActiveBlocksPerMultiprocessor", NEEDS_CONTEXT, [&] {
    function *f = nullptr;
    CUresult result = take_handle(the_driver.functions, handle, "function", &f);
    if (result == CUDA_SUCCESS) *blocks = count_active(f, threads, shared_bytes);
    return result;
  });
}

FAKE_CUDA_API CUresult cuOccupancyMaxPotentialBlockSize(int *grid, int *block, CUfunction handle,
                                                        CUoccupancyB2DSize shared_bytes_of,
                                                        size_t shared_bytes, int limit)
{
  return driver_call("cuOccupancyMaxPotentialBlockSize", NEEDS_CONTEXT, [&] {
    function *f = nullptr;
    CUresult result = take_handle(the_driver.functions, handle, "function", &f);
    if (result != CUDA_SUCCESS) return result;
    int threads = most_threads(f);
    if (limit > 0 && limit < threads) threads = limit;
    if (shared_bytes_of != nullptr) shared_bytes = shared_bytes_of(threads);
    *block = threads;
    *grid = MULTIPROCESSORS * count_active(f, threads, shared_bytes);
    return CUDA_SUCCESS;
  });
}

template <class T> static int count_living(const owned<T> &all, const context *of, const char *what)
{
  int found = 0;
  for (const std::unique_ptr<T> &one : all)
    found += one->alive && (of == nullptr || one->of == of) &&
             static_cast<const void *>(one.get()) != one->of->null_stream;
  if (found > 0) fake_leak("%s: %d", what, found);
  return found;
}

static int count_contexts()
{
  int found = 0, current = count_current_contexts();
  for (const std::unique_ptr<context> &one : the_driver.contexts) found += one->alive;
  if (found > 0) fake_leak("contexts: %d", found);
  if (current > 0) fake_leak("contexts that are still current in this thread: %d", current);
  return found + current;
}

int report_leaks(const context *of)
{
  int found = 0;
  for (const auto &[address, a] : the_driver.memory) {
    if (!a.alive || (of != nullptr && a.of != of)) continue;
    fake_leak("device memory of %zu bytes", a.bytes);
    found++;
  }
  found += count_living(the_driver.modules, of, "modules");
  found += count_living(the_driver.events, of, "events");
  found += count_living(the_driver.streams, of, "streams");
  return of == nullptr ? found + count_contexts() : found;
}
