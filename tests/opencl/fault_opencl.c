/* An OpenCL library that fails on demand: built as libOpenCL.so.1, found through LD_LIBRARY_PATH,
 * it hands every call on to the real one (REAL_OPENCL, a path) but for one.
 *
 *   JATO_FAULT_CALL   the number of the call that fails, from 1; 0 or nothing: none
 *   JATO_FAULT_CODE   the code it fails with
 *   JATO_FAULT_REPORT where a report is written at exit: a line for each call made, then one line
 *                     "alive NAME COUNT" for each kind of object that was made and not released
 *
 * A release that fails has released all the same. */
#define _POSIX_C_SOURCE 200809L
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))
#define MOST_CALLS 65536

enum { CONTEXTS, QUEUES, BUFFERS, PROGRAMS, KERNELS, EVENTS, KINDS };
static const char *const kind_names[KINDS] = {"context", "queue",  "buffer",
                                              "program", "kernel", "event"};

static struct {
  pthread_once_t once;
  pthread_mutex_t lock;
  void *real;
  long fail_at, code;
  const char *report;
  long calls;
  const char *names[MOST_CALLS];
  long alive[KINDS];
} state = {.once = PTHREAD_ONCE_INIT, .lock = PTHREAD_MUTEX_INITIALIZER};

static long from_environment(const char *name)
{
  const char *text = getenv(name);
  return text != NULL ? strtol(text, NULL, 10) : 0;
}

static void write_report(void)
{
  FILE *file = fopen(state.report, "w");
  if (file == NULL) return;
  for (long i = 0; i < state.calls && i < MOST_CALLS; i++) fprintf(file, "%s\n", state.names[i]);
  for (int kind = 0; kind < KINDS; kind++)
    if (state.alive[kind] != 0)
      fprintf(file, "alive %s %ld\n", kind_names[kind], state.alive[kind]);
  fclose(file);
}

static void begin(void)
{
  state.real = dlopen(REAL_OPENCL, RTLD_NOW | RTLD_LOCAL);
  if (state.real == NULL) {
    fprintf(stderr, "fault_opencl: %s\n", dlerror());
    abort();
  }
  state.fail_at = from_environment("JATO_FAULT_CALL");
  state.code = from_environment("JATO_FAULT_CODE");
  state.report = getenv("JATO_FAULT_REPORT");
  if (state.report != NULL) atexit(write_report);
}

/* Counts a call, finds the real function, and says whether this call is to fail. */
static int enter(const char *name, void *function)
{
  pthread_once(&state.once, begin);
  void *address = dlsym(state.real, name);
  if (address == NULL) {
    fprintf(stderr, "fault_opencl: the real library has no %s\n", name);
    abort();
  }
  memcpy(function, &address, sizeof address);
  pthread_mutex_lock(&state.lock);
  if (state.calls < MOST_CALLS) state.names[state.calls] = name;
  int fails = ++state.calls == state.fail_at;
  pthread_mutex_unlock(&state.lock);
  return fails;
}

static void count(int kind, long by)
{
  pthread_mutex_lock(&state.lock);
  state.alive[kind] += by;
  pthread_mutex_unlock(&state.lock);
}

/* A call that returns a code. */
#define PLAIN(name, parameters, arguments)              \
  EXPORT cl_int name parameters                         \
  {                                                     \
    __typeof__(&name) real = NULL;                      \
    if (enter(#name, &real)) return (cl_int)state.code; \
    return real arguments;                              \
  }

/* A call that makes an object and writes its code to *code. */
#define MAKES(kind, type, name, parameters, arguments) \
  EXPORT type name parameters                          \
  {                                                    \
    __typeof__(&name) real = NULL;                     \
    if (enter(#name, &real)) {                         \
      if (code != NULL) *code = (cl_int)state.code;    \
      return NULL;                                     \
    }                                                  \
    type made = real arguments;                        \
    if (made != NULL) count(kind, 1);                  \
    return made;                                       \
  }

#define RELEASES(kind, type, name)            \
  EXPORT cl_int name(type object)             \
  {                                           \
    __typeof__(&name) real = NULL;            \
    int fails = enter(#name, &real);          \
    cl_int code = real(object);               \
    if (code == CL_SUCCESS) count(kind, -1);  \
    return fails ? (cl_int)state.code : code; \
  }

PLAIN(clGetPlatformIDs, (cl_uint n, cl_platform_id *ids, cl_uint *found), (n, ids, found))
PLAIN(clGetPlatformInfo,
      (cl_platform_id id, cl_platform_info what, size_t size, void *out, size_t *used),
      (id, what, size, out, used))
PLAIN(clGetDeviceIDs,
      (cl_platform_id id, cl_device_type type, cl_uint n, cl_device_id *ids, cl_uint *found),
      (id, type, n, ids, found))
PLAIN(clGetDeviceInfo, (cl_device_id id, cl_device_info what, size_t size, void *out, size_t *used),
      (id, what, size, out, used))
PLAIN(clBuildProgram,
      (cl_program program, cl_uint n, const cl_device_id *ids, const char *options,
       void(CL_CALLBACK *notify)(cl_program, void *), void *user),
      (program, n, ids, options, notify, user))
PLAIN(clGetProgramBuildInfo,
      (cl_program program, cl_device_id id, cl_program_build_info what, size_t size, void *out,
       size_t *used),
      (program, id, what, size, out, used))
PLAIN(clGetProgramInfo,
      (cl_program program, cl_program_info what, size_t size, void *out, size_t *used),
      (program, what, size, out, used))
PLAIN(clSetKernelArg, (cl_kernel kernel, cl_uint place, size_t size, const void *value),
      (kernel, place, size, value))
PLAIN(clFlush, (cl_command_queue queue), (queue))
PLAIN(clFinish, (cl_command_queue queue), (queue))
PLAIN(clGetEventProfilingInfo,
      (cl_event event, cl_profiling_info what, size_t size, void *out, size_t *used),
      (event, what, size, out, used))
PLAIN(clEnqueueWriteBuffer,
      (cl_command_queue queue, cl_mem memory, cl_bool blocking, size_t offset, size_t bytes,
       const void *host, cl_uint n, const cl_event *list, cl_event *event),
      (queue, memory, blocking, offset, bytes, host, n, list, event))
PLAIN(clEnqueueReadBuffer,
      (cl_command_queue queue, cl_mem memory, cl_bool blocking, size_t offset, size_t bytes,
       void *host, cl_uint n, const cl_event *list, cl_event *event),
      (queue, memory, blocking, offset, bytes, host, n, list, event))

MAKES(CONTEXTS, cl_context, clCreateContext,
      (const cl_context_properties *properties, cl_uint n, const cl_device_id *ids,
       void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *), void *user,
       cl_int *code),
      (properties, n, ids, notify, user, code))
MAKES(QUEUES, cl_command_queue, clCreateCommandQueue,
      (cl_context context, cl_device_id id, cl_command_queue_properties properties, cl_int *code),
      (context, id, properties, code))
MAKES(BUFFERS, cl_mem, clCreateBuffer,
      (cl_context context, cl_mem_flags flags, size_t bytes, void *host, cl_int *code),
      (context, flags, bytes, host, code))
MAKES(PROGRAMS, cl_program, clCreateProgramWithSource,
      (cl_context context, cl_uint n, const char **texts, const size_t *lengths, cl_int *code),
      (context, n, texts, lengths, code))
MAKES(PROGRAMS, cl_program, clCreateProgramWithBinary,
      (cl_context context, cl_uint n, const cl_device_id *ids, const size_t *lengths,
       const unsigned char **binaries, cl_int *each, cl_int *code),
      (context, n, ids, lengths, binaries, each, code))
MAKES(KERNELS, cl_kernel, clCreateKernel, (cl_program program, const char *name, cl_int *code),
      (program, name, code))

RELEASES(CONTEXTS, cl_context, clReleaseContext)
RELEASES(QUEUES, cl_command_queue, clReleaseCommandQueue)
RELEASES(BUFFERS, cl_mem, clReleaseMemObject)
RELEASES(PROGRAMS, cl_program, clReleaseProgram)
RELEASES(KERNELS, cl_kernel, clReleaseKernel)
RELEASES(EVENTS, cl_event, clReleaseEvent)

EXPORT cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                     const size_t *offset, const size_t *global,
                                     const size_t *local, cl_uint n, const cl_event *list,
                                     cl_event *event)
{
  __typeof__(&clEnqueueNDRangeKernel) real = NULL;
  if (enter("clEnqueueNDRangeKernel", &real)) return (cl_int)state.code;
  cl_int code = real(queue, kernel, dimensions, offset, global, local, n, list, event);
  if (code == CL_SUCCESS && event != NULL) count(EVENTS, 1);
  return code;
}
