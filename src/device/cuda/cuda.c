/* CUDA devices: opening, memory, copies and launches. Room `grid` does the rest. */
#include "device/cuda/cuda.h"

#include "device/devices.h"
#include "swarm/offload/offload.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { INDEX };

static const jato_parameter parameters[] = {
    {.name = "index",
     .help = "which one, as NVIDIA's driver counts them: cuda:0, cuda:1, ...",
     .largest = 4096,
     .whole = 1},
    {.name = "name", .help = "a part of its name; index then counts those that have it", .text = 1},
};

static jato_status check(const jx_grid *grid, const char *call, int result, jato_error *error)
{
  return jx_cuda_check(&grid->driver, grid->found.spec, call, result, error);
}

jato_status jx_cuda_enter(const jx_grid *grid, jato_error *error)
{
  return check(grid, "cuCtxPushCurrent", grid->driver.push(grid->context), error);
}

jato_status jx_cuda_leave(const jx_grid *grid, jato_status status, jato_error *error)
{
  jx_cuda_context left = NULL;
  int result = grid->driver.pop(&left);
  return status != JATO_OK ? status : check(grid, "cuCtxPopCurrent", result, error);
}

/* For giving back, where nobody could be told: a second try costs nothing, a leak does. Returns 0
 * when the context is gone, and all that was in it. */
static int enter_to_release(const jx_grid *grid)
{
  return grid->driver.push(grid->context) == 0 || grid->driver.push(grid->context) == 0;
}

static void give_back(jx_grid *grid)
{
  const jx_cuda_driver *driver = &grid->driver;
  jx_cuda_context left = NULL;
  if (!enter_to_release(grid)) return;
  if (grid->stream != NULL) (void)driver->stream_wait(grid->stream);
  if (grid->module != NULL) (void)driver->module_unload(grid->module);
  if (grid->begin != NULL) (void)driver->event_destroy(grid->begin);
  if (grid->end != NULL) (void)driver->event_destroy(grid->end);
  if (grid->stream != NULL) (void)driver->stream_destroy(grid->stream);
  (void)driver->pop(&left);
}

static void cuda_close(jx_grid **address)
{
  jx_grid *grid = *address;
  if (grid == NULL) return;
  if (grid->context != NULL) {
    give_back(grid);
    (void)grid->driver.release(grid->found.device);
  }
  jx_nvrtc_unload(&grid->nvrtc);
  jx_cuda_unload(&grid->driver);
  jato_allocator allocator = grid->allocator;
  jx_release(&allocator, grid);
  *address = NULL;
}

/* Between enter and leave. */
static jato_status make_stream(jx_grid *grid, jx_grid_facts *facts, jato_error *error)
{
  const jx_cuda_driver *driver = &grid->driver;
  size_t free = 0, total = 0;
  int result = driver->stream_create(&grid->stream, JX_CUDA_STREAM_NON_BLOCKING);
  JX_TRY(check(grid, "cuStreamCreate", result, error));
  result = driver->event_create(&grid->begin, 0);
  if (result == 0) result = driver->event_create(&grid->end, 0);
  JX_TRY(check(grid, "cuEventCreate", result, error));
  JX_TRY(check(grid, "cuMemGetInfo", driver->memory(&free, &total), error));
  facts->most_bytes = facts->free_bytes = free;
  return JATO_OK;
}

static void fill_facts(const jx_grid *grid, jx_grid_facts *facts)
{
  const jx_cuda_found *found = &grid->found;
  (void)snprintf(facts->spec, sizeof facts->spec, "%s", found->spec);
  (void)snprintf(facts->name, sizeof facts->name, "%s", found->name);
  (void)snprintf(facts->compiler, sizeof facts->compiler, "%.120s, driver %d.%d, NVRTC %d.%d, %s",
                 found->name, found->driver_version / 1000, found->driver_version % 1000 / 10,
                 grid->nvrtc_major, grid->nvrtc_minor, grid->target);
  facts->doubles = 1;
  facts->lanes = 0;
  facts->most_local = JX_CUDA_MOST_LOCAL;
}

/* Whether a device that was found can be used: loads the compiler and chooses what to compile for.
 */
static jato_status check_ready(jx_grid *grid, jato_error *error)
{
  JX_TRY(jx_cuda_check_mode(&grid->found, error));
  JX_TRY(jx_nvrtc_load(&grid->nvrtc, grid->found.driver_version, error));
  return jx_cuda_choose_target(grid, error);
}

static jato_status cuda_open(const jx_values *values, const jato_allocator *allocator,
                             jx_grid **out, jx_grid_facts *facts, jato_error *error)
{
  jato_status status = JATO_OK;
  jx_grid *grid = jx_allocate(allocator, 1, sizeof *grid);
  if (grid == NULL) return jx_fail(error, JATO_E_MEMORY, "no memory for a CUDA device");
  grid->allocator = *allocator;
  *facts = (jx_grid_facts){0};
  JX_TRY_DONE(jx_cuda_load(&grid->driver, error));
  JX_TRY_DONE(
      jx_cuda_find(&grid->driver, (size_t)values->value[INDEX], values->text, &grid->found, error));
  JX_TRY_DONE(check_ready(grid, error));
  JX_TRY_DONE(check(grid, "cuDevicePrimaryCtxRetain",
                    grid->driver.retain(&grid->context, grid->found.device), error));
  JX_TRY_DONE(jx_cuda_enter(grid, error));
  JX_TRY_DONE(jx_cuda_leave(grid, make_stream(grid, facts, error), error));
  fill_facts(grid, facts);
  *out = grid;
  grid = NULL; /* handed over */
done:
  cuda_close(&grid);
  return status;
}

/* Looks at everything open looks at, and touches nothing of the device. */
static int cuda_probe(size_t index, jato_device *device)
{
  jx_grid grid = {0};
  jato_error error = {0};
  *device = (jato_device){.spec = "cuda"};
  jato_status status = jx_cuda_load(&grid.driver, &error);
  if (status == JATO_OK) status = jx_cuda_find(&grid.driver, index, "", &grid.found, &error);
  int is_there = grid.found.spec[0] != '\0';
  if (is_there) {
    memcpy(device->spec, grid.found.spec, sizeof device->spec);
    memcpy(device->name, grid.found.name, sizeof device->name);
  }
  if (status == JATO_OK) status = check_ready(&grid, &error);
  jx_nvrtc_unload(&grid.nvrtc);
  jx_cuda_unload(&grid.driver);
  device->ready = status == JATO_OK;
  (void)snprintf(device->state, sizeof device->state, "%.255s",
                 device->ready ? "ready" : error.text);
  device->doubles = is_there;
  device->deterministic = is_there;
  device->memory = grid.found.bytes;
  return is_there || index == 0;
}

static jx_cuda_pointer pointer_of(jx_grid_memory memory)
{
  return (jx_cuda_pointer)(uintptr_t)memory;
}

static jato_status fail_without_memory(const jx_grid *grid, size_t bytes, jato_error *error)
{
  size_t free = 0, total = 0;
  char left[64] = "";
  if (grid->driver.memory(&free, &total) == 0)
    (void)snprintf(left, sizeof left, ": %.3g of its %.3g GB are free", 1e-9 * (double)free,
                   1e-9 * (double)total);
  return jx_fail(error, JATO_E_MEMORY,
                 "%s (%s) has no memory for another %.3g GB%s; take fewer particles, --precision "
                 "float or another device",
                 grid->found.spec, grid->found.name, 1e-9 * (double)bytes, left);
}

static void cuda_release(jx_grid *grid, jx_grid_memory memory)
{
  jx_cuda_context left = NULL;
  if (memory == NULL || !enter_to_release(grid)) return;
  (void)grid->driver.free(pointer_of(memory));
  (void)grid->driver.pop(&left);
}

static jato_status cuda_allocate(jx_grid *grid, size_t bytes, jx_grid_memory *out,
                                 jato_error *error)
{
  jx_cuda_pointer pointer = 0;
  JX_TRY(jx_cuda_enter(grid, error));
  int result = grid->driver.allocate(&pointer, bytes > 0 ? bytes : 1);
  jato_status status = jx_cuda_is_memory(result) ? fail_without_memory(grid, bytes, error)
                                                 : check(grid, "cuMemAlloc", result, error);
  status = jx_cuda_leave(grid, status, error);
  jx_grid_memory memory = (jx_grid_memory)(uintptr_t)pointer;
  if (status == JATO_OK)
    *out = memory;
  else
    cuda_release(grid, memory);
  return status;
}

/* A copy is waited for: memory of the caller's that the device can reach by itself would otherwise
 * be read or written later. */
static jato_status end_copy(const jx_grid *grid, const char *call, int result, jato_error *error)
{
  jato_status status = check(grid, call, result, error);
  if (status == JATO_OK)
    status = check(grid, "cuStreamSynchronize", grid->driver.stream_wait(grid->stream), error);
  return jx_cuda_leave(grid, status, error);
}

static jato_status cuda_write(jx_grid *grid, jx_grid_memory to, size_t offset, size_t bytes,
                              const void *host, jato_error *error)
{
  JX_TRY(jx_cuda_enter(grid, error));
  int result = grid->driver.write(pointer_of(to) + offset, host, bytes, grid->stream);
  return end_copy(grid, "cuMemcpyHtoDAsync", result, error);
}

static jato_status cuda_read(jx_grid *grid, jx_grid_memory from, size_t offset, size_t bytes,
                             void *host, jato_error *error)
{
  JX_TRY(jx_cuda_enter(grid, error));
  int result = grid->driver.read(host, pointer_of(from) + offset, bytes, grid->stream);
  return end_copy(grid, "cuMemcpyDtoHAsync", result, error);
}

/* Between enter and leave. */
static jato_status launch(jx_grid *grid, const jx_grid_launch *wanted, jato_error *error)
{
  const jx_cuda_driver *driver = &grid->driver;
  jx_cuda_pointer pointers[JX_GRID_ARGUMENTS];
  void *addresses[JX_GRID_ARGUMENTS];
  for (size_t i = 0; i < wanted->count; i++) {
    const jx_grid_argument *argument = &wanted->arguments[i];
    pointers[i] = pointer_of(argument->memory);
    /* The driver copies what is there and does not write to it. */
    addresses[i] = argument->bytes > 0 ? (void *)(uintptr_t)argument->scalar : &pointers[i];
  }
  if (!grid->launched) {
    int result = driver->event_record(grid->begin, grid->stream);
    JX_TRY(check(grid, "cuEventRecord", result, error));
    grid->launched = 1;
  }
  int result = driver->launch(grid->kernel[wanted->kernel], (unsigned)wanted->groups, 1, 1,
                              (unsigned)wanted->local, 1, 1, 0, grid->stream, addresses, NULL);
  return check(grid, "cuLaunchKernel", result, error);
}

static jato_status cuda_launch(jx_grid *grid, const jx_grid_launch *wanted, jato_error *error)
{
  if (wanted->kernel >= grid->kernels || wanted->count > JX_GRID_ARGUMENTS ||
      wanted->groups > INT_MAX)
    return jx_fail(error, JATO_E_DEVICE,
                   "%s: kernel %zu with %zu arguments and %zu work-groups cannot be launched; take "
                   "fewer particles",
                   grid->found.spec, wanted->kernel, wanted->count, wanted->groups);
  JX_TRY(jx_cuda_enter(grid, error));
  return jx_cuda_leave(grid, launch(grid, wanted, error), error);
}

/* Between enter and leave. */
static jato_status wait_for_all(jx_grid *grid, double *seconds, jato_error *error)
{
  const jx_cuda_driver *driver = &grid->driver;
  float milliseconds = 0;
  if (grid->launched)
    JX_TRY(check(grid, "cuEventRecord", driver->event_record(grid->end, grid->stream), error));
  JX_TRY(check(grid, "cuStreamSynchronize", driver->stream_wait(grid->stream), error));
  if (grid->launched) {
    int result = driver->event_elapsed(&milliseconds, grid->begin, grid->end);
    JX_TRY(check(grid, "cuEventElapsedTime", result, error));
  }
  *seconds = 1e-3 * (double)milliseconds;
  return JATO_OK;
}

static jato_status cuda_wait(jx_grid *grid, double *seconds, jato_error *error)
{
  *seconds = 0;
  JX_TRY(jx_cuda_enter(grid, error));
  jato_status status = wait_for_all(grid, seconds, error);
  grid->launched = 0;
  return jx_cuda_leave(grid, status, error);
}

static const jx_grid_ops jx_cuda_grid_ops = {
    .name = "cuda",
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

static jato_status cuda_create(const jx_order *order, jx_swarm **out, jato_error *error)
{
  return jx_grid_swarm_create(&jx_cuda_grid_ops, JX_LANGUAGE_CUDA, order, out, error);
}

const jx_device_ops jx_cuda_ops = {
    .name = "cuda",
    .summary = "NVIDIA's GPUs, by CUDA",
    .state = "built",
    .parameters = {parameters, sizeof parameters / sizeof parameters[0]},
    .probe = cuda_probe,
    .create = cuda_create,
    JX_GRID_SWARM_OPERATIONS,
};
