/* State and checks of the fake driver; devices and contexts. */
#include "driver.h"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

driver the_driver;

#define MOST_CURRENT 16

/* Contexts of this thread, the current one last. */
static thread_local context *stack_of_contexts[MOST_CURRENT];
static thread_local int contexts_on_stack;
static thread_local const char *call_under_way = "";

static int count_leaks()
{
  std::lock_guard<std::mutex> hold(the_driver.lock);
  return report_leaks(nullptr);
}

driver::driver() { fake_leaks_counted_by(0, count_leaks); }

driver::~driver()
{
  fake_leaks_counted_by(0, nullptr);
  (void)report_leaks(nullptr);
  for (const std::unique_ptr<module> &one : modules) unload(one.get());
  free_memory(nullptr);
}

context *current_context()
{
  return contexts_on_stack > 0 ? stack_of_contexts[contexts_on_stack - 1] : nullptr;
}

int count_current_contexts() { return contexts_on_stack; }

CUresult refuse(CUresult error, const char *format, ...)
{
  char words_of[512];
  va_list words;
  va_start(words, format);
  (void)std::vsnprintf(words_of, sizeof words_of, format, words);
  va_end(words);
  fake_violation("%s: %s", call_under_way, words_of);
  return error;
}

CUresult check_needs(const char *name, unsigned needs)
{
  call_under_way = name;
  if ((needs & NEEDS_INIT) && !the_driver.is_initialised)
    return refuse(CUDA_ERROR_NOT_INITIALIZED, "cuInit was not called");
  if ((needs & NEEDS_CONTEXT) != NEEDS_CONTEXT) return CUDA_SUCCESS;
  const context *now = current_context();
  if (now == nullptr)
    return refuse(CUDA_ERROR_INVALID_CONTEXT, "this thread has no current context");
  if (!now->alive)
    return refuse(CUDA_ERROR_CONTEXT_IS_DESTROYED, "the current context was destroyed");
  return now->is_broken ? CUDA_ERROR_LAUNCH_FAILED : CUDA_SUCCESS;
}

CUresult remember_failure(CUresult result, unsigned needs)
{
  bool lasts = result >= CUDA_ERROR_ILLEGAL_ADDRESS && result <= CUDA_ERROR_LAUNCH_FAILED &&
               result != CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
  context *now = (needs & NEEDS_CONTEXT) == NEEDS_CONTEXT ? current_context() : nullptr;
  if (lasts && now != nullptr) now->is_broken = true;
  return result;
}

static int count_devices()
{
  const char *count = std::getenv("FAKE_CUDA_DEVICES");
  return count != nullptr ? std::atoi(count) : 1;
}

CUresult check_device(CUdevice device)
{
  if (device >= 0 && device < count_devices()) return CUDA_SUCCESS;
  return refuse(CUDA_ERROR_INVALID_DEVICE, "there is no device %d", device);
}

FAKE_CUDA_API CUresult cuInit(unsigned flags)
{
  return driver_call("cuInit", NEEDS_NOTHING, [&] {
    if (flags != 0) return refuse(CUDA_ERROR_INVALID_VALUE, "the flags must be 0");
    if (count_devices() == 0) return CUDA_ERROR_NO_DEVICE;
    the_driver.is_initialised = true;
    return CUDA_SUCCESS;
  });
}

FAKE_CUDA_API CUresult cuDriverGetVersion(int *version)
{
  return driver_call("cuDriverGetVersion", NEEDS_NOTHING, [&] {
    *version = 13000;
    return CUDA_SUCCESS;
  });
}

FAKE_CUDA_API CUresult cuDeviceGetCount(int *count)
{
  return driver_call("cuDeviceGetCount", NEEDS_INIT, [&] {
    *count = count_devices();
    return CUDA_SUCCESS;
  });
}

FAKE_CUDA_API CUresult cuDeviceGet(CUdevice *device, int ordinal)
{
  return driver_call("cuDeviceGet", NEEDS_INIT, [&] {
    if (ordinal < 0 || ordinal >= count_devices()) return CUDA_ERROR_INVALID_DEVICE;
    *device = ordinal;
    return CUDA_SUCCESS;
  });
}

FAKE_CUDA_API CUresult cuDeviceGetName(char *name, int size, CUdevice device)
{
  return driver_call("cuDeviceGetName", NEEDS_INIT, [&] {
    CUresult result = check_device(device);
    if (result != CUDA_SUCCESS) return result;
    (void)std::snprintf(name, (size_t)size, "Fake CUDA device %d", device);
    return CUDA_SUCCESS;
  });
}

FAKE_CUDA_API CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice device)
{
  return driver_call("cuDeviceTotalMem_v2", NEEDS_INIT, [&] {
    CUresult result = check_device(device);
    if (result == CUDA_SUCCESS) *bytes = total_memory();
    return result;
  });
}

static context *add_context(int device)
{
  the_driver.contexts.emplace_back(new context);
  context *made = the_driver.contexts.back().get();
  made->device = device;
  made->null_stream = add_stream(made, 0);
  return made;
}

static context *find_primary(int device)
{
  for (const std::unique_ptr<context> &one : the_driver.contexts)
    if (one->alive && one->device == device && one->retained > 0) return one.get();
  return nullptr;
}

/* What is left in a context goes with it, and counts as forgotten. */
static void end_context(context *one)
{
  (void)report_leaks(one);
  one->alive = false;
  one->retained = 0;
  for (const std::unique_ptr<stream> &s : the_driver.streams)
    if (s->of == one) end_stream(s.get());
  for (const std::unique_ptr<event> &e : the_driver.events)
    if (e->of == one) e->alive = false;
  for (const std::unique_ptr<module> &m : the_driver.modules)
    if (m->of == one) unload(m.get());
  free_memory(one);
}

static CUresult take_context(CUcontext handle, context **out)
{
  for (const std::unique_ptr<context> &one : the_driver.contexts) {
    if (one.get() != reinterpret_cast<context *>(handle)) continue;
    if (!one->alive) return refuse(CUDA_ERROR_CONTEXT_IS_DESTROYED, "the context was destroyed");
    *out = one.get();
    return CUDA_SUCCESS;
  }
  return refuse(CUDA_ERROR_INVALID_CONTEXT, "this is not a context");
}

static CUresult push_context(context *one)
{
  if (contexts_on_stack == MOST_CURRENT)
    return refuse(CUDA_ERROR_INVALID_CONTEXT, "%d contexts were pushed and not popped",
                  MOST_CURRENT);
  stack_of_contexts[contexts_on_stack++] = one;
  return CUDA_SUCCESS;
}

FAKE_CUDA_API CUresult cuCtxCreate_v2(CUcontext *out, unsigned, CUdevice device)
{
  return driver_call("cuCtxCreate_v2", NEEDS_INIT, [&] {
    CUresult result = check_device(device);
    if (result != CUDA_SUCCESS) return result;
    context *made = add_context(device);
    *out = reinterpret_cast<CUcontext>(made);
    return push_context(made);
  });
}

FAKE_CUDA_API CUresult cuCtxDestroy_v2(CUcontext handle)
{
  return driver_call("cuCtxDestroy_v2", NEEDS_INIT | RELEASES, [&] {
    context *one = nullptr;
    CUresult result = take_context(handle, &one);
    if (result != CUDA_SUCCESS) return result;
    if (one->retained > 0)
      return refuse(CUDA_ERROR_INVALID_CONTEXT, "a primary context is released, not destroyed");
    end_context(one);
    if (current_context() == one) contexts_on_stack--;
    return CUDA_SUCCESS;
  });
}

FAKE_CUDA_API CUresult cuDevicePrimaryCtxRetain(CUcontext *out, CUdevice device)
{
  return driver_call("cuDevicePrimaryCtxRetain", NEEDS_INIT, [&] {
    CUresult result = check_device(device);
    if (result != CUDA_SUCCESS) return result;
    context *one = find_primary(device);
    if (one == nullptr) one = add_context(device);
    one->retained++;
    *out = reinterpret_cast<CUcontext>(one);
    return CUDA_SUCCESS;
  });
}

FAKE_CUDA_API CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device)
{
  return driver_call("cuDevicePrimaryCtxRelease_v2", NEEDS_INIT | RELEASES, [&] {
    context *one = find_primary(device);
    if (one == nullptr)
      return refuse(CUDA_ERROR_INVALID_CONTEXT, "device %d has no primary context", device);
    if (one->retained == 1) end_context(one);
    if (one->retained > 1) one->retained--;
    return CUDA_SUCCESS;
  });
}

FAKE_CUDA_API CUresult cuCtxSetCurrent(CUcontext handle)
{
  return driver_call("cuCtxSetCurrent", NEEDS_INIT | (handle == nullptr ? RELEASES : 0), [&] {
    context *one = nullptr;
    if (handle != nullptr) {
      CUresult result = take_context(handle, &one);
      if (result != CUDA_SUCCESS) return result;
    }
    if (contexts_on_stack > 0) contexts_on_stack--;
    return one != nullptr ? push_context(one) : CUDA_SUCCESS;
  });
}

FAKE_CUDA_API CUresult cuCtxGetCurrent(CUcontext *out)
{
  return driver_call("cuCtxGetCurrent", NEEDS_INIT, [&] {
    *out = reinterpret_cast<CUcontext>(current_context());
    return CUDA_SUCCESS;
  });
}

FAKE_CUDA_API CUresult cuCtxPushCurrent_v2(CUcontext handle)
{
  return driver_call("cuCtxPushCurrent_v2", NEEDS_INIT, [&] {
    context *one = nullptr;
    CUresult result = take_context(handle, &one);
    return result == CUDA_SUCCESS ? push_context(one) : result;
  });
}

FAKE_CUDA_API CUresult cuCtxPopCurrent_v2(CUcontext *out)
{
  return driver_call("cuCtxPopCurrent_v2", NEEDS_INIT | RELEASES, [&] {
    if (contexts_on_stack == 0)
      return refuse(CUDA_ERROR_INVALID_CONTEXT, "no context was pushed in this thread");
    if (out != nullptr) *out = reinterpret_cast<CUcontext>(current_context());
    contexts_on_stack--;
    return CUDA_SUCCESS;
  });
}
