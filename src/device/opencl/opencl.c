/* OpenCL devices: opening, memory, copies and launches. Room `grid` does the rest. */
#include "device/opencl/opencl.h"

#include "device/devices.h"
#include "swarm/offload/offload.h"

#include <stdio.h>
#include <string.h>

enum { INDEX, NAME, LANES };

/* Places of the choices of lanes. */
enum { LANES_BEST, LANES_ONE, LANES_ALL };

static const jato_parameter parameters[] = {
    {.name = "index",
     .help = "which one, counted over all platforms: opencl:0, opencl:1, ...",
     .largest = 4096,
     .whole = 1},
    {.name = "name", .help = "a part of its name; index then counts those that have it", .text = 1},
    {.name = "lanes",
     .help = "how many a work-item carries; best: 16 on a CPU, 1 elsewhere; the result is the same",
     .choices = "best 1 16"},
};

static void forget_events(jx_grid *grid)
{
  if (grid->last != NULL && grid->last != grid->first) (void)grid->api.ReleaseEvent(grid->last);
  if (grid->first != NULL) (void)grid->api.ReleaseEvent(grid->first);
  grid->first = grid->last = NULL;
}

static void opencl_close(jx_grid **address)
{
  jx_grid *grid = *address;
  if (grid == NULL) return;
  if (grid->queue != NULL) (void)grid->api.Finish(grid->queue);
  forget_events(grid);
  jx_opencl_drop_program(grid);
  if (grid->queue != NULL) (void)grid->api.ReleaseCommandQueue(grid->queue);
  if (grid->context != NULL) (void)grid->api.ReleaseContext(grid->context);
  jx_opencl_unload(&grid->api);
  jato_allocator allocator = grid->allocator;
  jx_release(&allocator, grid);
  *address = NULL;
}

static void fill_facts(const jx_grid *grid, int lanes, jx_grid_facts *facts)
{
  const jx_opencl_traits *traits = &grid->traits;
  static const char *const written[] = {"", ",lanes=1", ",lanes=16"};
  *facts = (jx_grid_facts){.doubles = traits->doubles,
                           .lanes = lanes == LANES_BEST ? traits->is_cpu : lanes == LANES_ALL,
                           .most_local = traits->most_local,
                           .most_bytes = (size_t)traits->most_bytes,
                           .free_bytes = (size_t)traits->bytes};
  (void)snprintf(facts->spec, sizeof facts->spec, "%.22s%s", grid->device.spec, written[lanes]);
  memcpy(facts->name, grid->device.name, sizeof facts->name);
  (void)snprintf(facts->compiler, sizeof facts->compiler, "%.100s; %.70s; %.70s; rounds=%d",
                 grid->device.name, traits->version, traits->driver, traits->rounds);
}

static jato_status open_queue(jx_grid *grid, jato_error *error)
{
  const jx_opencl_api *api = &grid->api;
  const char *who = grid->device.spec;
  cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                        (cl_context_properties)grid->device.platform, 0};
  cl_int code = CL_SUCCESS;
  grid->context = api->CreateContext(properties, 1, &grid->device.id, NULL, NULL, &code);
  JX_TRY(jx_opencl_check(who, "clCreateContext", code, error));
  grid->queue =
      api->CreateCommandQueue(grid->context, grid->device.id, CL_QUEUE_PROFILING_ENABLE, &code);
  return jx_opencl_check(who, "clCreateCommandQueue", code, error);
}

static jato_status opencl_open(const jx_values *values, const jato_allocator *allocator,
                               jx_grid **out, jx_grid_facts *facts, jato_error *error)
{
  jato_status status = JATO_OK;
  jx_grid *grid = jx_allocate(allocator, 1, sizeof *grid);
  if (grid == NULL) return jx_fail(error, JATO_E_MEMORY, "no memory for an OpenCL device");
  grid->allocator = *allocator;
  JX_TRY_DONE(jx_opencl_load(&grid->api, error));
  JX_TRY_DONE(
      jx_opencl_find(&grid->api, (size_t)values->value[INDEX], values->text, &grid->device, error));
  JX_TRY_DONE(jx_opencl_look(&grid->api, &grid->device, &grid->traits, error));
  JX_TRY_DONE(open_queue(grid, error));
  fill_facts(grid, (int)values->value[LANES], facts);
  *out = grid;
  grid = NULL; /* handed over */
done:
  opencl_close(&grid);
  return status;
}

static jato_status opencl_allocate(jx_grid *grid, size_t bytes, jx_grid_memory *out,
                                   jato_error *error)
{
  cl_int code = CL_SUCCESS;
  cl_mem memory = grid->api.CreateBuffer(grid->context, CL_MEM_READ_WRITE, bytes, NULL, &code);
  if (jx_opencl_is_memory(code)) {
    char name[64];
    jx_opencl_code_name(code, name, sizeof name);
    return jx_fail(error, JATO_E_MEMORY,
                   "%s: no memory for a piece of %.3f GB; it has %.1f GB in all and gives at most "
                   "%.1f GB in a piece; take fewer particles or --precision float (%s)",
                   grid->device.spec, 1e-9 * (double)bytes, 1e-9 * (double)grid->traits.bytes,
                   1e-9 * (double)grid->traits.most_bytes, name);
  }
  JX_TRY(jx_opencl_check(grid->device.spec, "clCreateBuffer", code, error));
  *out = memory;
  return JATO_OK;
}

static void opencl_release(jx_grid *grid, jx_grid_memory memory)
{
  if (memory != NULL) (void)grid->api.ReleaseMemObject(memory);
}

static jato_status opencl_write(jx_grid *grid, jx_grid_memory to, size_t offset, size_t bytes,
                                const void *host, jato_error *error)
{
  cl_int code =
      grid->api.EnqueueWriteBuffer(grid->queue, to, CL_TRUE, offset, bytes, host, 0, NULL, NULL);
  return jx_opencl_check(grid->device.spec, "clEnqueueWriteBuffer", code, error);
}

static jato_status opencl_read(jx_grid *grid, jx_grid_memory from, size_t offset, size_t bytes,
                               void *host, jato_error *error)
{
  cl_int code =
      grid->api.EnqueueReadBuffer(grid->queue, from, CL_TRUE, offset, bytes, host, 0, NULL, NULL);
  return jx_opencl_check(grid->device.spec, "clEnqueueReadBuffer", code, error);
}

_Static_assert(sizeof(jx_grid_memory) == sizeof(cl_mem), "a piece of memory is its cl_mem");

static jato_status set_arguments(jx_grid *grid, const jx_grid_launch *launch, jato_error *error)
{
  for (size_t i = 0; i < launch->count; i++) {
    const jx_grid_argument *argument = &launch->arguments[i];
    int is_scalar = argument->bytes > 0;
    cl_int code = grid->api.SetKernelArg(grid->kernels[launch->kernel], (cl_uint)i,
                                         is_scalar ? argument->bytes : sizeof(cl_mem),
                                         is_scalar ? argument->scalar : &argument->memory);
    JX_TRY(jx_opencl_check(grid->device.spec, "clSetKernelArg", code, error));
  }
  return JATO_OK;
}

static jato_status opencl_launch(jx_grid *grid, const jx_grid_launch *launch, jato_error *error)
{
  const char *who = grid->device.spec;
  size_t global = launch->groups * launch->local;
  cl_event event = NULL;
  JX_TRY(set_arguments(grid, launch, error));
  cl_int code = grid->api.EnqueueNDRangeKernel(grid->queue, grid->kernels[launch->kernel], 1, NULL,
                                               &global, &launch->local, 0, NULL, &event);
  JX_TRY(jx_opencl_check(who, "clEnqueueNDRangeKernel", code, error));
  if (grid->last != NULL && grid->last != grid->first) (void)grid->api.ReleaseEvent(grid->last);
  if (grid->first == NULL) grid->first = event;
  grid->last = event;
  /* The device begins now, and not when somebody waits for it. */
  return jx_opencl_check(who, "clFlush", grid->api.Flush(grid->queue), error);
}

static jato_status opencl_wait(jx_grid *grid, double *seconds, jato_error *error)
{
  const char *who = grid->device.spec;
  cl_ulong start = 0, end = 0; /* ns */
  *seconds = 0;
  JX_TRY(jx_opencl_check(who, "clFinish", grid->api.Finish(grid->queue), error));
  if (grid->first == NULL) return JATO_OK;
  cl_int code = grid->api.GetEventProfilingInfo(grid->first, CL_PROFILING_COMMAND_START,
                                                sizeof start, &start, NULL);
  if (code == CL_SUCCESS)
    code = grid->api.GetEventProfilingInfo(grid->last, CL_PROFILING_COMMAND_END, sizeof end, &end,
                                           NULL);
  forget_events(grid);
  if (end > start) *seconds = 1e-9 * (double)(end - start);
  return jx_opencl_check(who, "clGetEventProfilingInfo", code, error);
}

static const jx_grid_ops jx_opencl_grid_ops = {
    .name = "opencl",
    .open = opencl_open,
    .close = opencl_close,
    .allocate = opencl_allocate,
    .release = opencl_release,
    .write = opencl_write,
    .read = opencl_read,
    .build = jx_opencl_build,
    .launch = opencl_launch,
    .wait = opencl_wait,
};

static jato_status opencl_create(const jx_order *order, jx_swarm **out, jato_error *error)
{
  return jx_grid_swarm_create(&jx_opencl_grid_ops, JX_LANGUAGE_OPENCL, order, out, error);
}

const jx_device_ops jx_opencl_ops = {
    .name = "opencl",
    .summary = "CPUs, GPUs and others, by OpenCL 1.2",
    .state = "built",
    .parameters = {parameters, sizeof parameters / sizeof parameters[0]},
    .probe = jx_opencl_probe,
    .create = opencl_create,
    JX_GRID_SWARM_OPERATIONS,
};
