/* OpenCL devices: opening, memory, copies and launches. */
#include "device/opencl/opencl.h"

#include "device/devices.h"

#include <stdio.h>
#include <string.h>

enum { INDEX, NAME, LANES };

/* The choices of lanes. */
enum { LANES_BEST, LANES_ONE, LANES_ALL };

static const jato_parameter parameters[] = {
    JX_WHOLE_ROW("index", 0, 0, 4096,
                 "device number, counted over all platforms: opencl:0, opencl:1, ..."),
    JX_TEXT_ROW("name", "part of its name; index then counts the matching ones"),
    JX_CHOICE_ROW("lanes", "best 1 16", 0,
                  "particles per work-item; best: 16 on a CPU, else 1; does not affect the result"),
};

static void forget_events(jx_device *device)
{
  if (device->last != NULL && device->last != device->first)
    (void)device->api.ReleaseEvent(device->last);
  if (device->first != NULL) (void)device->api.ReleaseEvent(device->first);
  device->first = device->last = NULL;
}

static void opencl_close(jx_device **address)
{
  jx_device *device = *address;
  if (device == NULL) return;
  if (device->queue != NULL) (void)device->api.Finish(device->queue);
  forget_events(device);
  jx_opencl_drop_program(device);
  if (device->queue != NULL) (void)device->api.ReleaseCommandQueue(device->queue);
  if (device->context != NULL) (void)device->api.ReleaseContext(device->context);
  jx_opencl_unload(&device->api);
  jato_allocator allocator = device->allocator;
  jx_release(&allocator, device);
  *address = NULL;
}

static void fill_facts(const jx_device *device, int lanes, jx_device_facts *facts)
{
  const jx_opencl_traits *traits = &device->traits;
  static const char *const written[] = {"", ",lanes=1", ",lanes=16"};
  *facts = (jx_device_facts){.language = JX_LANGUAGE_OPENCL,
                             .doubles = traits->doubles,
                             .lanes = lanes == LANES_BEST ? traits->is_cpu : lanes == LANES_ALL,
                             .most_local = traits->most_local,
                             .most_bytes = (size_t)traits->most_bytes,
                             .free_bytes = (size_t)traits->bytes};
  (void)snprintf(facts->spec, sizeof facts->spec, "%.22s%s", device->found.spec, written[lanes]);
  memcpy(facts->name, device->found.name, sizeof facts->name);
  (void)snprintf(facts->compiler, sizeof facts->compiler, "%.100s; %.70s; %.70s; rounds=%d",
                 device->found.name, traits->version, traits->driver, traits->rounds);
}

static jato_status open_queue(jx_device *device, jato_error *error)
{
  const jx_opencl_api *api = &device->api;
  const char *spec = device->found.spec;
  cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                        (cl_context_properties)device->found.platform, 0};
  cl_int code = CL_SUCCESS;
  device->context = api->CreateContext(properties, 1, &device->found.id, NULL, NULL, &code);
  JX_TRY(jx_opencl_check(spec, "clCreateContext", code, error));
  device->queue =
      api->CreateCommandQueue(device->context, device->found.id, CL_QUEUE_PROFILING_ENABLE, &code);
  return jx_opencl_check(spec, "clCreateCommandQueue", code, error);
}

static jato_status opencl_open(const jx_values *values, const jato_allocator *allocator,
                               jx_device **out, jx_device_facts *facts, jato_error *error)
{
  jato_status status = JATO_OK;
  jx_device *device = jx_allocate(allocator, 1, sizeof *device);
  if (device == NULL)
    return jx_fail(error, JATO_E_MEMORY, "not enough memory for an OpenCL device");
  device->allocator = *allocator;
  JX_TRY_DONE(jx_opencl_load(&device->api, error));
  JX_TRY_DONE(jx_opencl_find(&device->api, (size_t)values->value[INDEX], values->text,
                             &device->found, error));
  JX_TRY_DONE(jx_opencl_read_traits(&device->api, &device->found, &device->traits, error));
  JX_TRY_DONE(open_queue(device, error));
  fill_facts(device, (int)values->value[LANES], facts);
  *out = device;
  device = NULL; /* handed over */
done:
  opencl_close(&device);
  return status;
}

static jato_status opencl_allocate(jx_device *device, size_t bytes, jx_device_memory *out,
                                   jato_error *error)
{
  cl_int code = CL_SUCCESS;
  cl_mem memory = device->api.CreateBuffer(device->context, CL_MEM_READ_WRITE, bytes, NULL, &code);
  if (jx_opencl_is_memory(code)) {
    char name[64];
    jx_opencl_code_name(code, name, sizeof name);
    return jx_fail(
        error, JATO_E_MEMORY,
        "%s: not enough memory for a piece of %.3f GB; it has %.1f GB in all and gives at most "
        "%.1f GB in a piece; take fewer particles or --precision float (%s)",
        device->found.spec, 1e-9 * (double)bytes, 1e-9 * (double)device->traits.bytes,
        1e-9 * (double)device->traits.most_bytes, name);
  }
  JX_TRY(jx_opencl_check(device->found.spec, "clCreateBuffer", code, error));
  *out = memory;
  return JATO_OK;
}

static void opencl_release(jx_device *device, jx_device_memory memory)
{
  if (memory != NULL) (void)device->api.ReleaseMemObject(memory);
}

static jato_status opencl_write(jx_device *device, jx_device_memory to, size_t offset, size_t bytes,
                                const void *host, jato_error *error)
{
  cl_int code = device->api.EnqueueWriteBuffer(device->queue, to, CL_TRUE, offset, bytes, host, 0,
                                               NULL, NULL);
  return jx_opencl_check(device->found.spec, "clEnqueueWriteBuffer", code, error);
}

static jato_status opencl_read(jx_device *device, jx_device_memory from, size_t offset,
                               size_t bytes, void *host, jato_error *error)
{
  cl_int code = device->api.EnqueueReadBuffer(device->queue, from, CL_TRUE, offset, bytes, host, 0,
                                              NULL, NULL);
  return jx_opencl_check(device->found.spec, "clEnqueueReadBuffer", code, error);
}

_Static_assert(sizeof(jx_device_memory) == sizeof(cl_mem), "a piece of memory is its cl_mem");

static jato_status set_arguments(jx_device *device, const jx_device_launch *launch,
                                 jato_error *error)
{
  for (size_t i = 0; i < launch->count; i++) {
    const jx_device_argument *argument = &launch->arguments[i];
    int is_scalar = argument->bytes > 0;
    cl_int code = device->api.SetKernelArg(device->kernels[launch->kernel], (cl_uint)i,
                                           is_scalar ? argument->bytes : sizeof(cl_mem),
                                           is_scalar ? argument->scalar : &argument->memory);
    JX_TRY(jx_opencl_check(device->found.spec, "clSetKernelArg", code, error));
  }
  return JATO_OK;
}

static jato_status opencl_launch(jx_device *device, const jx_device_launch *launch,
                                 jato_error *error)
{
  const char *spec = device->found.spec;
  size_t global = launch->groups * launch->local;
  cl_event event = NULL;
  JX_TRY(set_arguments(device, launch, error));
  cl_int code = device->api.EnqueueNDRangeKernel(device->queue, device->kernels[launch->kernel], 1,
                                                 NULL, &global, &launch->local, 0, NULL, &event);
  JX_TRY(jx_opencl_check(spec, "clEnqueueNDRangeKernel", code, error));
  if (device->last != NULL && device->last != device->first)
    (void)device->api.ReleaseEvent(device->last);
  if (device->first == NULL) device->first = event;
  device->last = event;
  /* Makes the device begin now, and not when the caller waits for it. */
  return jx_opencl_check(spec, "clFlush", device->api.Flush(device->queue), error);
}

static jato_status opencl_wait(jx_device *device, double *seconds, jato_error *error)
{
  const char *spec = device->found.spec;
  cl_ulong start = 0, end = 0; /* ns */
  *seconds = 0;
  JX_TRY(jx_opencl_check(spec, "clFinish", device->api.Finish(device->queue), error));
  if (device->first == NULL) return JATO_OK;
  cl_int code = device->api.GetEventProfilingInfo(device->first, CL_PROFILING_COMMAND_START,
                                                  sizeof start, &start, NULL);
  if (code == CL_SUCCESS)
    code = device->api.GetEventProfilingInfo(device->last, CL_PROFILING_COMMAND_END, sizeof end,
                                             &end, NULL);
  forget_events(device);
  if (end > start) *seconds = 1e-9 * (double)(end - start);
  return jx_opencl_check(spec, "clGetEventProfilingInfo", code, error);
}

const jx_device_ops jx_opencl_ops = {
    .name = "opencl",
    .summary = "CPUs, GPUs and others, with OpenCL 1.2",
    .state = "built",
    .parameters = {parameters, sizeof parameters / sizeof parameters[0]},
    .probe = jx_opencl_probe,
    .describe = jx_opencl_describe,
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
