/* What a device supplies: memory, a compiler, launches of kernels, and words about itself. It knows
 * nothing else: no swarm, no problem, no algorithm. A client of devices writes a program in the
 * device's language, and launches its kernels over work-groups.
 *
 * The CPU fills the same table. Its memory and threads are this process's own, so that C functions
 * of the library can use them without a program: jx_in_process_ops.
 *
 * An opened device belongs to one thread at a time. */
#pragma once

#include "base/memory.h"
#include "base/spec.h"
#include "base/status.h"
#include "contract/facts.h"
#include "contract/toolchain.h"

/* What a program's text is written in: kernel/portable.h and kernel/language.h are the words that
 * all three share. */
typedef enum jx_language { JX_LANGUAGE_C, JX_LANGUAGE_OPENCL, JX_LANGUAGE_CUDA } jx_language;

/* A device that was opened: context, queue and program. Each kind has its own. */
typedef struct jx_device jx_device;

/* A piece of the device's memory; NULL is none. On a device of this process it is the address. */
typedef void *jx_device_memory;

/* What is to be known of an opened device. */
typedef struct jx_device_facts {
  char spec[32];      /* "opencl:0" */
  char name[192];     /* what the maker calls it */
  char compiler[256]; /* device, driver and compiler with versions: part of a program's key */
  jx_language language;
  int doubles;       /* has double precision */
  int lanes;         /* wants a work-item to carry 16 lanes (a CPU) rather than one (a GPU) */
  size_t most_local; /* largest work-group */
  size_t most_bytes; /* largest piece of memory; 0: not known */
  size_t free_bytes; /* memory in all; 0: not known */

  /* Devices of this process only. */
  int cores;         /* threads that can be had at once */
  int threads;       /* as many were asked for; 0: whatever is worth it */
  const char *level; /* the instruction set: "v2", "v3", "v4", "generic" */
} jx_device_facts;

/* One argument of a kernel: a piece of memory, or `bytes` of a scalar at `scalar`. */
typedef struct jx_device_argument {
  jx_device_memory memory;
  const void *scalar;
  size_t bytes; /* 0 for memory */
} jx_device_argument;

#define JX_DEVICE_KERNELS 8
#define JX_DEVICE_ARGUMENTS 24

/* A program to be built. */
typedef struct jx_device_program {
  const char *text;
  size_t length;
  const char *user_name;      /* what messages call the user's source; NULL without one */
  const char *const *kernels; /* their names; launch takes the index in this list */
  size_t kernel_count;        /* at most JX_DEVICE_KERNELS */
  jato_precision precision;
  const jx_toolchain *toolchain;
  char key[33]; /* names the text and the facts' compiler: a file of the cache */

  /* In C only: the text (as its #line has it) with the loop over lanes that is to become vectors;
   * NULL without one. unroll: where it does not, it may with the loops inside it written out.
   * coordinates: what the user's source calls x(i), for words about its misuse. */
  const char *vector_loop;
  int unroll;
  const char *coordinates;
  int quick; /* it is run a few times only: to be made soon rather than to be fast */

  /* Set by build. */
  int from_cache; /* it was not compiled again */
  char
      built[256]; /* "gcc 12.2.0, x86-64-v4, 16 lanes in parallel"; "" where the facts say it all */
} jx_device_program;

/* One launch of a kernel over `groups` work-groups of `local` items. */
typedef struct jx_device_launch {
  size_t kernel; /* its index in the program's list */
  size_t groups, local;
  const jx_device_argument *arguments; /* in the order of the kernel's parameters */
  size_t count;                        /* at most JX_DEVICE_ARGUMENTS */
} jx_device_launch;

/* Computes items first..end - 1 of some work on thread number `thread`, counted from 0. */
typedef void (*jx_range_fn)(void *work, int thread, uint64_t first, uint64_t end);

typedef void (*jx_kernel_fn)(void);

/* Additional operations of a device of this process. */
typedef struct jx_in_process_ops {
  /* Starts threads to share work: `threads` with the caller's, or as many as the system gives.
   * Before this call the caller works alone. Fails with JATO_E_MEMORY. */
  jato_status (*start_threads)(jx_device *device, int threads, jato_error *error);

  /* Divides 0..count - 1 into ranges, calls fn for each of them on these threads, and returns when
   * all are done. A thread gets the same range each time, as long as no thread is late. Allocates
   * nothing. */
  void (*run_ranges)(jx_device *device, uint64_t count, jx_range_fn fn, void *work);

  /* Kernel number `kernel` of the program as a function, to be cast to what it is. */
  jx_kernel_fn (*kernel)(const jx_device *device, size_t kernel);
} jx_in_process_ops;

typedef struct jx_device_ops {
  const char *name; /* "opencl" */
  const char *summary;
  const char *state; /* "built"; otherwise why it cannot be used */
  jx_parameter_table parameters;
  const jx_in_process_ops *in_process; /* NULL for a device with memory of its own */

  /* Device number `index` of this kind on this machine; 0 past the last one. This operation and all
   * that follow are NULL for a device that is not in this build. */
  int (*probe)(size_t index, jato_device *device);

  /* Writes what device number `index`, for which probe has a row, says about itself: facts has a
   * row for each jx_fact, of which nothing is known yet. What it cannot tell it leaves. */
  void (*describe)(size_t index, jato_device_fact *facts);

  /* Opens the device the values name. */
  jato_status (*open)(const jx_values *values, const jato_allocator *allocator, jx_device **out,
                      jx_device_facts *facts, jato_error *error);
  void (*close)(jx_device **device); /* its memory was released before */

  /* Fails with JATO_E_MEMORY and words about the device when it has too little. */
  jato_status (*allocate)(jx_device *device, size_t bytes, jx_device_memory *out,
                          jato_error *error);
  void (*release)(jx_device *device, jx_device_memory memory); /* NULL is fine */

  /* Copies; they return when `host` may be used again. */
  jato_status (*write)(jx_device *device, jx_device_memory to, size_t offset, size_t bytes,
                       const void *host, jato_error *error);
  jato_status (*read)(jx_device *device, jx_device_memory from, size_t offset, size_t bytes,
                      void *host, jato_error *error);

  /* Compiles the text or takes it from the cache. Fails with JATO_E_SOURCE and the compiler's first
   * words when it does not compile. A second call replaces the program of the first. */
  jato_status (*build)(jx_device *device, jx_device_program *program, jato_error *error);

  /* Puts a kernel behind what was launched before. Scalars are copied at once. */
  jato_status (*launch)(jx_device *device, const jx_device_launch *launch, jato_error *error);

  /* Waits for all that was launched; the device's own seconds since the last wait. */
  jato_status (*wait)(jx_device *device, double *seconds, jato_error *error);
} jx_device_ops;
