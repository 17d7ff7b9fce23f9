/* Modules and launches. A module is a shared library that the fake NVRTC has compiled. */
#include "driver.h"

#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include "crew.h"
#include "launch.h"

/* The bytes that the text stands for; empty when it is not of the fake NVRTC. */
static std::string read_ptx(const char *text)
{
  std::string image;
  if (std::strncmp(text, FAKE_CUDA_PTX, sizeof FAKE_CUDA_PTX - 1) != 0) return image;
  auto digit = [](char c) { return c < 'a' ? c - '0' : c - 'a' + 10; };
  for (const char *c = text + sizeof FAKE_CUDA_PTX - 1; c[0] > ' ' && c[1] > ' '; c += 2)
    image += (char)(digit(c[0]) * 16 + digit(c[1]));
  return image;
}

static CUresult check_image(const char *image, fake_cuda_image *head)
{
  if (std::strncmp(image, FAKE_CUDA_MAGIC, sizeof FAKE_CUDA_MAGIC) != 0)
    return CUDA_ERROR_INVALID_IMAGE;
  std::memcpy(head, image, sizeof *head);
  if (fake_cuda_sum(image + sizeof *head, head->bytes) != head->sum)
    return CUDA_ERROR_INVALID_IMAGE;
  int major = 0, minor = 0;
  (void)device_attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, &major);
  (void)device_attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, &minor);
  /* Machine code runs on its own generation only, PTX on all later ones. */
  bool fits = head->architecture <= 10 * major + minor &&
              (head->is_virtual || head->architecture / 10 == major);
  return fits ? CUDA_SUCCESS : CUDA_ERROR_NO_BINARY_FOR_GPU;
}

/* The file stays open until the module is unloaded: the loader knows libraries by their path, and a
 * number that came again would be taken for the old library. */
static CUresult open_library(const char *bytes, size_t count, module *made)
{
  made->file = memfd_create("fake_cuda_module", MFD_CLOEXEC);
  if (made->file < 0) return CUDA_ERROR_OPERATING_SYSTEM;
  for (size_t done = 0; done < count;) {
    ssize_t wrote = write(made->file, bytes + done, count - done);
    if (wrote <= 0) return CUDA_ERROR_OPERATING_SYSTEM;
    done += (size_t)wrote;
  }
  std::string path = "/proc/self/fd/" + std::to_string(made->file);
  made->library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (made->library == nullptr) return CUDA_ERROR_INVALID_IMAGE;
  void *here = dlsym(made->library, "fake_cuda_here");
  if (here == nullptr) return CUDA_ERROR_INVALID_IMAGE;
  *static_cast<const fake_cuda_runtime **>(here) = &crew::runtime;
  bool filled = false;
  made->shared_bytes = measure_shared(made->library, &filled);
  if (filled)
    return refuse(CUDA_ERROR_INVALID_IMAGE, "a __shared__ variable has a value from the start");
  return CUDA_SUCCESS;
}

void unload(module *one)
{
  one->alive = false;
  for (const std::unique_ptr<function> &f : the_driver.functions)
    if (f->in == one) f->alive = false;
  if (one->library != nullptr) (void)dlclose(one->library);
  if (one->file >= 0) (void)close(one->file);
  one->library = nullptr;
  one->file = -1;
}

static CUresult load(CUmodule *out, const char *given)
{
  std::string from_ptx = read_ptx(given);
  const char *image = from_ptx.empty() ? given : from_ptx.data();
  fake_cuda_image head = {};
  CUresult result = check_image(image, &head);
  if (result != CUDA_SUCCESS) return result;
  std::unique_ptr<module> made(new module);
  made->of = current_context();
  result = open_library(image + sizeof head, head.bytes, made.get());
  if (result != CUDA_SUCCESS) {
    unload(made.get());
    return result;
  }
  *out = reinterpret_cast<CUmodule>(made.get());
  the_driver.modules.push_back(std::move(made));
  return CUDA_SUCCESS;
}

FAKE_CUDA_API CUresult cuModuleLoadData(CUmodule *out, const void *image)
{
  return driver_call("cuModuleLoadData", NEEDS_CONTEXT,
                     [&] { return load(out, static_cast<const char *>(image)); });
}

/* The driver compiles PTX, and has words for what it cannot compile. */
static void write_log(unsigned count, const CUjit_option *options, void **values)
{
  char *log = nullptr;
  size_t bytes = 0;
  for (unsigned i = 0; i < count; i++) {
    if (options[i] == CU_JIT_ERROR_LOG_BUFFER) log = static_cast<char *>(values[i]);
    if (options[i] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES)
      bytes = static_cast<size_t>(reinterpret_cast<uintptr_t>(values[i]));
  }
  if (log != nullptr) (void)std::snprintf(log, bytes, "fatal: this PTX is not for this device");
}

FAKE_CUDA_API CUresult cuModuleLoadDataEx(CUmodule *out, const void *image, unsigned count,
                                          CUjit_option *options, void **values)
{
  return driver_call("cuModuleLoadDataEx", NEEDS_CONTEXT, [&] {
    const char *given = static_cast<const char *>(image);
    CUresult result = load(out, given);
    if (result != CUDA_SUCCESS && !read_ptx(given).empty()) write_log(count, options, values);
    return result;
  });
}

FAKE_CUDA_API CUresult cuModuleUnload(CUmodule handle)
{
  return driver_call("cuModuleUnload", NEEDS_CONTEXT | RELEASES, [&] {
    module *one = nullptr;
    CUresult result = take_handle(the_driver.modules, handle, "module", &one);
    if (result == CUDA_SUCCESS) unload(one);
    return result;
  });
}

/* A kernel that is not extern "C" has no such name, here as there. */
FAKE_CUDA_API CUresult cuModuleGetFunction(CUfunction *out, CUmodule handle, const char *name)
{
  return driver_call("cuModuleGetFunction", NEEDS_CONTEXT, [&] {
    module *one = nullptr;
    CUresult result = take_handle(the_driver.modules, handle, "module", &one);
    if (result != CUDA_SUCCESS) return result;
    std::string entry = std::string("fake_cuda_kernel_") + name;
    const void *kernel = dlsym(one->library, entry.c_str());
    if (kernel == nullptr || dlsym(one->library, name) == nullptr) return CUDA_ERROR_NOT_FOUND;
    std::unique_ptr<function> made(new function);
    made->of = one->of;
    made->in = one;
    made->name = name;
    made->kernel = static_cast<const fake_cuda_kernel *>(kernel);
    *out = reinterpret_cast<CUfunction>(made.get());
    the_driver.functions.push_back(std::move(made));
    return CUDA_SUCCESS;
  });
}

static CUresult check_sizes(const launch_order &order, unsigned shared_bytes)
{
  const fake_cuda_triple &g = order.grid, &b = order.block;
  if (g.x < 1 || g.y < 1 || g.z < 1 || b.x < 1 || b.y < 1 || b.z < 1)
    return refuse(CUDA_ERROR_INVALID_VALUE, "a dimension is 0");
  if (g.x > 0x7fffffff || g.y > 65535 || g.z > 65535)
    return refuse(CUDA_ERROR_INVALID_VALUE, "a grid of %u x %u x %u blocks is too large", g.x, g.y,
                  g.z);
  uint64_t threads = (uint64_t)b.x * b.y * b.z;
  if (b.x > MOST_THREADS || b.y > MOST_THREADS || b.z > 64 || threads > MOST_THREADS)
    return refuse(CUDA_ERROR_INVALID_VALUE, "a block of %u x %u x %u threads is too large", b.x,
                  b.y, b.z);
  int most = order.kernel->most_threads;
  if (most > 0 && threads > (uint64_t)most)
    return refuse(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES,
                  "%d threads in a block of a kernel with launch bounds %d", (int)threads, most);
  if (shared_bytes > MOST_SHARED_BYTES)
    return refuse(CUDA_ERROR_INVALID_VALUE, "%u bytes of shared memory", shared_bytes);
  return CUDA_SUCCESS;
}

/* A pointer is NULL or points into living memory of the device. */
static CUresult check_parameters(const fake_cuda_kernel *kernel, void **parameters)
{
  if (parameters == nullptr && kernel->parameters > 0)
    return refuse(CUDA_ERROR_INVALID_VALUE, "no parameters for a kernel with %d",
                  kernel->parameters);
  for (int i = 0; i < kernel->parameters; i++) {
    if (parameters[i] == nullptr)
      return refuse(CUDA_ERROR_INVALID_VALUE, "the address of parameter %d is NULL", i);
    if (!(kernel->pointers >> i & 1)) continue;
    CUdeviceptr value = 0;
    std::memcpy(&value, parameters[i], sizeof value);
    std::string what = "parameter " + std::to_string(i) + ",";
    CUresult result = value != 0 ? check_range(value, 0, what.c_str()) : CUDA_SUCCESS;
    if (result != CUDA_SUCCESS) return result;
  }
  return CUDA_SUCCESS;
}

static CUresult launch(const function *f, launch_order order, unsigned shared_bytes, stream *on)
{
  CUresult result = check_sizes(order, shared_bytes);
  if (result == CUDA_SUCCESS) result = check_parameters(f->kernel, order.parameters);
  if (result == CUDA_SUCCESS) result = add_work(on);
  if (result != CUDA_SUCCESS) return result;
  std::string wrong = launch_blocks(order);
  if (!wrong.empty())
    return refuse(CUDA_ERROR_LAUNCH_FAILED, "kernel %s, %s", f->name.c_str(), wrong.c_str());
  return check_all_guards(f->of);
}

FAKE_CUDA_API CUresult cuLaunchKernel(CUfunction handle, unsigned grid_x, unsigned grid_y,
                                      unsigned grid_z, unsigned block_x, unsigned block_y,
                                      unsigned block_z, unsigned shared_bytes, CUstream on,
                                      void **parameters, void **extra)
{
  return driver_call("cuLaunchKernel", NEEDS_CONTEXT, [&] {
    function *f = nullptr;
    stream *where = nullptr;
    CUresult result = take_handle(the_driver.functions, handle, "function", &f);
    if (result == CUDA_SUCCESS) result = take_stream(on, &where);
    if (result != CUDA_SUCCESS) return result;
    if (extra != nullptr)
      return refuse(CUDA_ERROR_NOT_SUPPORTED, "parameters in one buffer are not emulated");
    launch_order order = {
        f->kernel,      parameters,         {grid_x, grid_y, grid_z}, {block_x, block_y, block_z},
        f->in->library, f->in->shared_bytes};
    return launch(f, order, shared_bytes, where);
  });
}
