/* The CPU: this process's memory, a team of its threads, and the system's compiler for programs.
 * OpenMP, if the build has it, tells how many cores this process may use. */
#include "device/cpu/cpu.h"

#include "base/clock.h"
#include "device/cpu/level.h"
#include "device/devices.h"

#include <stdio.h>
#include <string.h>
#if defined(_OPENMP)
#include <omp.h>
#endif

enum { THREADS, LEVEL };

static const jato_parameter parameters[] = {
    JX_WHOLE_ROW("threads", 0, 0, 4096,
                 "number of threads; 0: one per core, fewer for small swarms"),
    JX_CHOICE_ROW("level", JX_CPU_LEVEL_CHOICES, 0,
                  "instruction set of the kernels; does not affect the result"),
};

#if defined(_OPENMP)
int jx_cpu_cores(void) { return omp_get_num_procs(); }
enum { MOST_THREADS = 4096 };
#else
int jx_cpu_cores(void) { return 1; }
enum { MOST_THREADS = 1 };
#endif

static int cpu_probe(size_t index, jato_device *device)
{
  const char *level = NULL;
  jato_error error;
  if (index > 0) return 0;
  *device = (jato_device){.spec = "cpu", .doubles = 1, .deterministic = 1};
  device->ready = jx_cpu_level_pick(0, &level, &error) == JATO_OK;
  if (device->ready)
    (void)snprintf(device->name, sizeof device->name, "%d cores, kernels of level %s",
                   jx_cpu_cores(), level);
  (void)snprintf(device->state, sizeof device->state, "%.250s",
                 device->ready ? "ready" : error.text);
  return 1;
}

static jato_status cpu_open(const jx_values *values, const jato_allocator *allocator,
                            jx_device **out, jx_device_facts *facts, jato_error *error)
{
  const char *level = NULL;
  int threads = (int)values->value[THREADS];
  JX_TRY(jx_cpu_level_pick((int)values->value[LEVEL], &level, error));
  jx_device *device = jx_allocate(allocator, 1, sizeof *device);
  if (device == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory for the cpu device");
  if (threads > MOST_THREADS) threads = MOST_THREADS;
  device->allocator = *allocator;
  device->level = level;
  device->threads = threads > 0 ? threads : jx_cpu_cores();
  *facts = (jx_device_facts){.spec = "cpu",
                             .language = JX_LANGUAGE_C,
                             .doubles = 1,
                             .most_local = 1,
                             .cores = jx_cpu_cores(),
                             .threads = threads,
                             .level = level};
  (void)snprintf(facts->name, sizeof facts->name, "%d cores", jx_cpu_cores());
  (void)snprintf(facts->compiler, sizeof facts->compiler, "%s", level);
  *out = device;
  return JATO_OK;
}

static void cpu_close(jx_device **address)
{
  jx_device *device = *address;
  if (device == NULL) return;
  jato_allocator allocator = device->allocator;
  jx_cpu_team_destroy(&allocator, &device->team);
  jx_cpu_drop_program(device);
  jx_release(&allocator, device);
  *address = NULL;
}

/* A cache line before each piece of memory, which holds its pages. Pages begin at multiples of 2
 * MiB; if all pieces began at the same offset, those that a kernel reads side by side would compete
 * for the same sets of the caches: r = p + q with vectors of 512 bits was up to 9 % slower (gcc 12,
 * one thread, 4096 x 4096 floats, best of 15). So pieces begin in turn in the first, second and
 * last third of the 64 lines of 4 KiB. */
enum { THIRD = 21 };

typedef union front {
  jx_pages pages;
  char line[JX_CACHE_LINE];
} front;

static jato_status cpu_allocate(jx_device *device, size_t bytes, jx_device_memory *out,
                                jato_error *error)
{
  jx_pages pages;
  size_t lines = 1 + THIRD * (device->pieces++ % 3), before = lines * sizeof(front);
  if (bytes > SIZE_MAX - before || !jx_pages_create(&device->allocator, before + bytes, &pages))
    return jx_fail(error, JATO_E_MEMORY, "cpu: not enough memory for a piece of %.3f GB",
                   1e-9 * (double)bytes);
  front *piece = (front *)pages.data + lines;
  piece[-1].pages = pages;
  *out = piece;
  return JATO_OK;
}

static void cpu_release(jx_device *device, jx_device_memory memory)
{
  if (memory == NULL) return;
  jx_pages pages = ((front *)memory - 1)->pages;
  jx_pages_destroy(&device->allocator, &pages);
}

static jato_status cpu_write(jx_device *device, jx_device_memory to, size_t offset, size_t bytes,
                             const void *host, jato_error *error)
{
  (void)device, (void)error;
  memcpy((char *)to + offset, host, bytes);
  return JATO_OK;
}

static jato_status cpu_read(jx_device *device, jx_device_memory from, size_t offset, size_t bytes,
                            void *host, jato_error *error)
{
  (void)device, (void)error;
  memcpy(host, (const char *)from + offset, bytes);
  return JATO_OK;
}

static jato_status start_threads(jx_device *device, int threads, jato_error *error)
{
  jx_cpu_team_destroy(&device->allocator, &device->team);
  if (jx_cpu_team_create(&device->allocator, threads, jx_cpu_cores(), &device->team))
    return JATO_OK;
  return jx_fail(error, JATO_E_MEMORY, "cpu: not enough memory for a team of %d threads", threads);
}

typedef struct sharing {
  jx_range_fn fn;
  void *work;
} sharing;

static void share_item(void *context, uint64_t item, int worker)
{
  const sharing *s = context;
  s->fn(s->work, worker, item, item + 1);
}

static void run_ranges(jx_device *device, uint64_t count, jx_range_fn fn, void *work)
{
  jx_cpu_team_share(device->team, count, share_item, &(sharing){fn, work});
}

static jx_kernel_fn find_kernel(const jx_device *device, size_t kernel)
{
  return kernel < device->kernels ? device->kernel[kernel] : NULL;
}

typedef struct launching {
  jx_cpu_entry entry;
  const void *arguments[JX_DEVICE_ARGUMENTS];
} launching;

static void run_groups(void *work, int thread, uint64_t first, uint64_t end)
{
  const launching *l = work;
  (void)thread;
  for (uint64_t group = first; group < end; group++) l->entry(l->arguments, (uint32_t)group);
}

/* Runs the kernel immediately. */
static jato_status cpu_launch(jx_device *device, const jx_device_launch *wanted, jato_error *error)
{
  launching work = {NULL, {NULL}};
  double began = jx_clock_seconds();
  if (wanted->kernel < device->kernels) work.entry = device->entry[wanted->kernel];
  if (work.entry == NULL || wanted->local != 1 || wanted->groups > UINT32_MAX ||
      wanted->count > JX_DEVICE_ARGUMENTS)
    return jx_fail(error, JATO_E_DEVICE,
                   "cpu: kernel %zu with %zu arguments and %zu work-groups of %zu cannot be "
                   "launched; a work-group is one item here, and a kernel needs a JK_ENTRY",
                   wanted->kernel, wanted->count, wanted->groups, wanted->local);
  for (size_t i = 0; i < wanted->count; i++) {
    const jx_device_argument *argument = &wanted->arguments[i];
    work.arguments[i] = argument->bytes > 0 ? argument->scalar : &argument->memory;
  }
  if (device->team == NULL && device->threads > 1)
    JX_TRY(start_threads(device, device->threads, error));
  run_ranges(device, wanted->groups, run_groups, &work);
  device->seconds += jx_clock_seconds() - began;
  return JATO_OK;
}

static jato_status cpu_wait(jx_device *device, double *seconds, jato_error *error)
{
  (void)error;
  *seconds = device->seconds;
  device->seconds = 0;
  return JATO_OK;
}

static const jx_in_process_ops in_process = {
    .start_threads = start_threads, .run_ranges = run_ranges, .kernel = find_kernel};

const jx_device_ops jx_cpu_ops = {
    .name = "cpu",
    .summary = "SIMD over particles, threads over tiles",
    .state = "built",
    .parameters = {parameters, sizeof parameters / sizeof parameters[0]},
    .in_process = &in_process,
    .probe = cpu_probe,
    .describe = jx_cpu_describe,
    .open = cpu_open,
    .close = cpu_close,
    .allocate = cpu_allocate,
    .release = cpu_release,
    .write = cpu_write,
    .read = cpu_read,
    .build = jx_cpu_compile,
    .launch = cpu_launch,
    .wait = cpu_wait,
};
