/* Builds a program of kernels on a device, launches them one after the other and times them. */
#pragma once

#include "private/private.h"

/* Pieces of the device's memory at a time. */
enum { JX_LAUNCHER_PIECES = 24 };

typedef struct jx_launcher {
  const jx_device_ops *ops;
  jx_device *device;
  const jx_device_facts *facts;
  const jx_toolchain *toolchain;
  jato_allocator allocator;
  jx_pool pool;                              /* memory here */
  jx_device_memory held[JX_LAUNCHER_PIECES]; /* on the device; NULL: none */
  int on_cpu;   /* a work-group is one item that uses vectors: for cpu, and OpenCL on a CPU */
  size_t local; /* items of a work-group */
  int timed;
  size_t kernel_count;
  jato_kernel_time kernel[JX_DEVICE_KERNELS];
} jx_launcher;

/* A program's text consists of the files simulator/kernels/<texts>...; `defines` are whole lines.
 */
typedef struct jx_launcher_program {
  const char *texts;
  const char *defines;
  jato_precision precision;
  const char *const *kernels; /* [count]; they outlive the launcher */
  size_t count;
} jx_launcher_program;

/* Fails as the device's build does. */
jato_status jx_launcher_build(jx_launcher *launcher, const jx_launcher_program *program,
                              jato_error *error);

/* Arguments in the order of the kernel's parameters. */
#define JX_MEMORY(piece) \
  {                      \
    .memory = (piece)    \
  }
#define JX_SCALAR(value)                       \
  {                                            \
    .scalar = &(value), .bytes = sizeof(value) \
  }

/* Launches `groups` work-groups of a kernel after all earlier launches. */
#define JX_LAUNCH(launcher, kernel, groups, error, ...)                                           \
  jx_launcher_run((launcher), (kernel), (groups), (const jx_device_argument[]){__VA_ARGS__},      \
                  sizeof((const jx_device_argument[]){__VA_ARGS__}) / sizeof(jx_device_argument), \
                  (error))
jato_status jx_launcher_run(jx_launcher *launcher, size_t kernel, uint64_t groups,
                            const jx_device_argument *arguments, size_t count, jato_error *error);

/* Copies between the host and a piece of the device's memory, from an offset on. */
static inline jato_status jx_launcher_write(const jx_launcher *launcher, jx_device_memory to,
                                            uint64_t offset, uint64_t bytes, const void *from,
                                            jato_error *error)
{
  return launcher->ops->write(launcher->device, to, (size_t)offset, (size_t)bytes, from, error);
}

static inline jato_status jx_launcher_read(const jx_launcher *launcher, jx_device_memory from,
                                           uint64_t offset, uint64_t bytes, void *to,
                                           jato_error *error)
{
  return launcher->ops->read(launcher->device, from, (size_t)offset, (size_t)bytes, to, error);
}

/* Waits for all launches. */
jato_status jx_launcher_wait(jx_launcher *launcher, jato_error *error);

/* Allocates `bytes` of the device's memory, all 0. Fails with JATO_E_MEMORY. */
jato_status jx_launcher_allocate(jx_launcher *launcher, uint64_t bytes, jx_device_memory *out,
                                 jato_error *error);
void jx_launcher_release(jx_launcher *launcher, jx_device_memory *memory); /* NULL is fine */

/* Frees all memory that it has allocated, here and on the device. */
void jx_launcher_end(jx_launcher *launcher);
