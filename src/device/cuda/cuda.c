/* CUDA devices: opening, memory, copies and launches. */
#include "device/cuda/cuda.h"

#include "base/text.h"
#include "device/common.h"
#include "device/devices.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { INDEX };

static const jato_parameter parameters[] = {
    JX_WHOLE_ROW("index", 0, 0, 4096,
                 "device number, as counted by the driver: cuda:0, cuda:1, ..."),
    JX_TEXT_ROW("name", "part of its name; index then counts the matching ones"),
};

/* ---- Finding ---- */

/* Reads the properties of device number `index` that can be queried without opening it. */
static jato_status read_device(const jx_cuda_driver *driver, int index, jx_cuda_found *out,
                               jato_error *error)
{
  int major = 0, minor = 0;
  *out = (jx_cuda_found){0};
  (void)snprintf(out->spec, sizeof out->spec, "cuda:%d", index);
  int result = driver->get(&out->device, index);
  JX_TRY(jx_cuda_check(driver, out->spec, "cuDeviceGet", result, error));
  result = driver->name(out->name, (int)sizeof out->name, out->device);
  JX_TRY(jx_cuda_check(driver, out->spec, "cuDeviceGetName", result, error));
  result = driver->attribute(&major, JX_CUDA_CAPABILITY_MAJOR, out->device);
  if (result == 0) result = driver->attribute(&minor, JX_CUDA_CAPABILITY_MINOR, out->device);
  if (result == 0) result = driver->attribute(&out->mode, JX_CUDA_COMPUTE_MODE, out->device);
  JX_TRY(jx_cuda_check(driver, out->spec, "cuDeviceGetAttribute", result, error));
  result = driver->total_memory(&out->bytes, out->device);
  JX_TRY(jx_cuda_check(driver, out->spec, "cuDeviceTotalMem", result, error));
  result = driver->version(&out->driver_version);
  JX_TRY(jx_cuda_check(driver, out->spec, "cuDriverGetVersion", result, error));
  out->capability = 10 * major + minor;
  return JATO_OK;
}

jato_status jx_cuda_find(const jx_cuda_driver *driver, size_t index, const char *part,
                         jx_cuda_found *out, jato_error *error)
{
  int count = 0;
  size_t matches = 0;
  JX_TRY(jx_cuda_check(driver, "cuda", "cuInit", driver->init(0), error));
  JX_TRY(jx_cuda_check(driver, "cuda", "cuDeviceGetCount", driver->count(&count), error));
  *out = (jx_cuda_found){0};
  /* Without a name, no other device is queried: it may be broken. */
  if (part[0] == '\0' && index < (size_t)count) return read_device(driver, (int)index, out, error);
  for (int i = 0; i < count && part[0] != '\0'; i++) {
    JX_TRY(read_device(driver, i, out, error));
    if (jx_text_contains(out->name, part) && matches++ == index) return JATO_OK;
  }
  *out = (jx_cuda_found){0};
  if (count == 0)
    return jx_fail(error, JATO_E_DEVICE,
                   "no CUDA device on this machine, though NVIDIA's driver is there; `nvidia-smi` "
                   "shows those there are, and CUDA_VISIBLE_DEVICES may hide some");
  jx_missing_device missing = {"cuda", "CUDA", index, part, (size_t)count, matches, ""};
  return jx_fail_missing_device(&missing, error);
}

static jato_status check_mode(const jx_cuda_found *found, jato_error *error)
{
  if (found->mode != JX_CUDA_MODE_PROHIBITED) return JATO_OK;
  return jx_fail(error, JATO_E_DEVICE,
                 "%s: no process may use this device; `nvidia-smi -c DEFAULT` lets them, or take "
                 "another one",
                 found->spec);
}

/* ---- Opening ---- */

static jato_status check(const jx_device *device, const char *call, int result, jato_error *error)
{
  return jx_cuda_check(&device->driver, device->found.spec, call, result, error);
}

jato_status jx_cuda_enter(const jx_device *device, jato_error *error)
{
  return check(device, "cuCtxPushCurrent", device->driver.push(device->context), error);
}

jato_status jx_cuda_leave(const jx_device *device, jato_status status, jato_error *error)
{
  jx_cuda_context left = NULL;
  int result = device->driver.pop(&left);
  return status != JATO_OK ? status : check(device, "cuCtxPopCurrent", result, error);
}

/* For releasing, which cannot report an error: tries twice, to avoid a leak. Returns 0 when the
 * context, and with it all it held, is gone. */
static int enter_to_release(const jx_device *device)
{
  return device->driver.push(device->context) == 0 || device->driver.push(device->context) == 0;
}

static void release_resources(jx_device *device)
{
  const jx_cuda_driver *driver = &device->driver;
  jx_cuda_context left = NULL;
  if (!enter_to_release(device)) return;
  if (device->stream != NULL) (void)driver->stream_wait(device->stream);
  if (device->module != NULL) (void)driver->module_unload(device->module);
  if (device->begin != NULL) (void)driver->event_destroy(device->begin);
  if (device->end != NULL) (void)driver->event_destroy(device->end);
  if (device->stream != NULL) (void)driver->stream_destroy(device->stream);
  (void)driver->pop(&left);
}

static void cuda_close(jx_device **address)
{
  jx_device *device = *address;
  if (device == NULL) return;
  if (device->context != NULL) {
    release_resources(device);
    (void)device->driver.release(device->found.device);
  }
  jx_nvrtc_unload(&device->nvrtc);
  jx_cuda_unload(&device->driver);
  jato_allocator allocator = device->allocator;
  jx_release(&allocator, device);
  *address = NULL;
}

/* Requires the context to be current. */
static jato_status make_stream(jx_device *device, jx_device_facts *facts, jato_error *error)
{
  const jx_cuda_driver *driver = &device->driver;
  size_t free = 0, total = 0;
  int result = driver->stream_create(&device->stream, JX_CUDA_STREAM_NON_BLOCKING);
  JX_TRY(check(device, "cuStreamCreate", result, error));
  result = driver->event_create(&device->begin, 0);
  if (result == 0) result = driver->event_create(&device->end, 0);
  JX_TRY(check(device, "cuEventCreate", result, error));
  JX_TRY(check(device, "cuMemGetInfo", driver->memory(&free, &total), error));
  facts->most_bytes = facts->free_bytes = free;
  return JATO_OK;
}

static void fill_facts(const jx_device *device, jx_device_facts *facts)
{
  const jx_cuda_found *found = &device->found;
  (void)snprintf(facts->spec, sizeof facts->spec, "%s", found->spec);
  (void)snprintf(facts->name, sizeof facts->name, "%s", found->name);
  (void)snprintf(facts->compiler, sizeof facts->compiler, "%.120s, driver %d.%d, NVRTC %d.%d, %s",
                 found->name, found->driver_version / 1000, found->driver_version % 1000 / 10,
                 device->nvrtc_major, device->nvrtc_minor, device->target);
  facts->language = JX_LANGUAGE_CUDA;
  facts->doubles = 1;
  facts->most_local = JX_CUDA_MOST_LOCAL;
}

/* Whether a device that was found can be used: loads the compiler and chooses the target. */
static jato_status check_ready(jx_device *device, jato_error *error)
{
  JX_TRY(check_mode(&device->found, error));
  JX_TRY(jx_nvrtc_load(&device->nvrtc, device->found.driver_version, error));
  return jx_cuda_choose_target(device, error);
}

static jato_status cuda_open(const jx_values *values, const jato_allocator *allocator,
                             jx_device **out, jx_device_facts *facts, jato_error *error)
{
  jato_status status = JATO_OK;
  jx_device *device = jx_allocate(allocator, 1, sizeof *device);
  if (device == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory for a CUDA device");
  device->allocator = *allocator;
  *facts = (jx_device_facts){0};
  JX_TRY_DONE(jx_cuda_load(&device->driver, error));
  JX_TRY_DONE(jx_cuda_find(&device->driver, (size_t)values->value[INDEX], values->text,
                           &device->found, error));
  JX_TRY_DONE(check_ready(device, error));
  JX_TRY_DONE(check(device, "cuDevicePrimaryCtxRetain",
                    device->driver.retain(&device->context, device->found.device), error));
  JX_TRY_DONE(jx_cuda_enter(device, error));
  JX_TRY_DONE(jx_cuda_leave(device, make_stream(device, facts, error), error));
  fill_facts(device, facts);
  *out = device;
  device = NULL; /* handed over */
done:
  cuda_close(&device);
  return status;
}

/* Makes the same checks as open, without opening the device. */
static int cuda_probe(size_t index, jato_device *device)
{
  jx_device probed = {0};
  jato_error error = {0};
  *device = (jato_device){.spec = "cuda"};
  jato_status status = jx_cuda_load(&probed.driver, &error);
  if (status == JATO_OK) status = jx_cuda_find(&probed.driver, index, "", &probed.found, &error);
  int is_there = probed.found.spec[0] != '\0';
  if (is_there) {
    memcpy(device->spec, probed.found.spec, sizeof device->spec);
    memcpy(device->name, probed.found.name, sizeof device->name);
  }
  if (status == JATO_OK) status = check_ready(&probed, &error);
  jx_nvrtc_unload(&probed.nvrtc);
  jx_cuda_unload(&probed.driver);
  device->ready = status == JATO_OK;
  (void)snprintf(device->state, sizeof device->state, "%.255s",
                 device->ready ? "ready" : error.text);
  device->doubles = is_there;
  device->deterministic = is_there;
  device->memory = probed.found.bytes;
  return is_there || index == 0;
}

static jx_cuda_pointer pointer_of(jx_device_memory memory)
{
  return (jx_cuda_pointer)(uintptr_t)memory;
}

static jato_status fail_without_memory(const jx_device *device, size_t bytes, jato_error *error)
{
  size_t free = 0, total = 0;
  char left[64] = "";
  if (device->driver.memory(&free, &total) == 0)
    (void)snprintf(left, sizeof left, ": %.3g of its %.3g GB are free", 1e-9 * (double)free,
                   1e-9 * (double)total);
  return jx_fail(error, JATO_E_MEMORY,
                 "%s (%s) does not have enough memory for another %.3g GB%s; take fewer particles, "
                 "--precision "
                 "float or another device",
                 device->found.spec, device->found.name, 1e-9 * (double)bytes, left);
}

static void cuda_release(jx_device *device, jx_device_memory memory)
{
  jx_cuda_context left = NULL;
  if (memory == NULL || !enter_to_release(device)) return;
  (void)device->driver.free(pointer_of(memory));
  (void)device->driver.pop(&left);
}

static jato_status cuda_allocate(jx_device *device, size_t bytes, jx_device_memory *out,
                                 jato_error *error)
{
  jx_cuda_pointer pointer = 0;
  JX_TRY(jx_cuda_enter(device, error));
  int result = device->driver.allocate(&pointer, bytes > 0 ? bytes : 1);
  jato_status status = jx_cuda_is_memory(result) ? fail_without_memory(device, bytes, error)
                                                 : check(device, "cuMemAlloc", result, error);
  status = jx_cuda_leave(device, status, error);
  jx_device_memory memory = (jx_device_memory)(uintptr_t)pointer;
  if (status == JATO_OK)
    *out = memory;
  else
    cuda_release(device, memory);
  return status;
}

/* Waits for the copy: the device might otherwise access the caller's memory after the call. */
static jato_status end_copy(const jx_device *device, const char *call, int result,
                            jato_error *error)
{
  jato_status status = check(device, call, result, error);
  if (status == JATO_OK)
    status =
        check(device, "cuStreamSynchronize", device->driver.stream_wait(device->stream), error);
  return jx_cuda_leave(device, status, error);
}

static jato_status cuda_write(jx_device *device, jx_device_memory to, size_t offset, size_t bytes,
                              const void *host, jato_error *error)
{
  JX_TRY(jx_cuda_enter(device, error));
  int result = device->driver.write(pointer_of(to) + offset, host, bytes, device->stream);
  return end_copy(device, "cuMemcpyHtoDAsync", result, error);
}

static jato_status cuda_read(jx_device *device, jx_device_memory from, size_t offset, size_t bytes,
                             void *host, jato_error *error)
{
  JX_TRY(jx_cuda_enter(device, error));
  int result = device->driver.read(host, pointer_of(from) + offset, bytes, device->stream);
  return end_copy(device, "cuMemcpyDtoHAsync", result, error);
}

/* Requires the context to be current. */
static jato_status launch(jx_device *device, const jx_device_launch *wanted, jato_error *error)
{
  const jx_cuda_driver *driver = &device->driver;
  jx_cuda_pointer pointers[JX_DEVICE_ARGUMENTS];
  void *addresses[JX_DEVICE_ARGUMENTS];
  for (size_t i = 0; i < wanted->count; i++) {
    const jx_device_argument *argument = &wanted->arguments[i];
    pointers[i] = pointer_of(argument->memory);
    /* The driver only reads it. */
    addresses[i] = argument->bytes > 0 ? (void *)(uintptr_t)argument->scalar : &pointers[i];
  }
  if (!device->launched) {
    int result = driver->event_record(device->begin, device->stream);
    JX_TRY(check(device, "cuEventRecord", result, error));
    device->launched = 1;
  }
  int result = driver->launch(device->kernel[wanted->kernel], (unsigned)wanted->groups, 1, 1,
                              (unsigned)wanted->local, 1, 1, 0, device->stream, addresses, NULL);
  return check(device, "cuLaunchKernel", result, error);
}

static jato_status cuda_launch(jx_device *device, const jx_device_launch *wanted, jato_error *error)
{
  if (wanted->kernel >= device->kernels || wanted->count > JX_DEVICE_ARGUMENTS ||
      wanted->groups > INT_MAX)
    return jx_fail(error, JATO_E_DEVICE,
                   "%s: kernel %zu with %zu arguments and %zu work-groups cannot be launched; take "
                   "fewer particles",
                   device->found.spec, wanted->kernel, wanted->count, wanted->groups);
  JX_TRY(jx_cuda_enter(device, error));
  return jx_cuda_leave(device, launch(device, wanted, error), error);
}

/* Requires the context to be current. */
static jato_status wait_for_all(jx_device *device, double *seconds, jato_error *error)
{
  const jx_cuda_driver *driver = &device->driver;
  float milliseconds = 0;
  if (device->launched)
    JX_TRY(
        check(device, "cuEventRecord", driver->event_record(device->end, device->stream), error));
  JX_TRY(check(device, "cuStreamSynchronize", driver->stream_wait(device->stream), error));
  if (device->launched) {
    int result = driver->event_elapsed(&milliseconds, device->begin, device->end);
    JX_TRY(check(device, "cuEventElapsedTime", result, error));
  }
  *seconds = 1e-3 * (double)milliseconds;
  return JATO_OK;
}

static jato_status cuda_wait(jx_device *device, double *seconds, jato_error *error)
{
  *seconds = 0;
  JX_TRY(jx_cuda_enter(device, error));
  jato_status status = wait_for_all(device, seconds, error);
  device->launched = 0;
  return jx_cuda_leave(device, status, error);
}

const jx_device_ops jx_cuda_ops = {
    .name = "cuda",
    .summary = "NVIDIA GPUs, with CUDA",
    .state = "built",
    .parameters = {parameters, sizeof parameters / sizeof parameters[0]},
    .probe = cuda_probe,
    .describe = jx_cuda_describe,
    .open = cuda_open,
    .close = cuda_close,
    .allocate = cuda_allocate,
    .release = cuda_release,
    .write = cuda_write,
    .read = cuda_read,
    .build = jx_cuda_build,
    .launch = cuda_launch,
    .wait = cuda_wait,
};
