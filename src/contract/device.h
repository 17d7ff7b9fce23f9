/* What a device with memory and a compiler of its own supplies: it is opened, takes memory, copies
 * to and fro, compiles a program's text and launches kernels over a grid of work-groups. Room
 * `grid` makes a whole device of it. Nine operations. */
#ifndef JX_GRID_H
#define JX_GRID_H

#include "base/memory.h"
#include "base/spec.h"
#include "base/status.h"
#include "contract/workshop.h"

/* A device opened for one swarm: context, queue and program. Each kind has its own. */
typedef struct jx_grid jx_grid;

/* A piece of the device's memory; NULL is none. */
typedef void *jx_grid_memory;

/* What room grid wants to know of an opened device. */
typedef struct jx_grid_facts {
  char spec[32];      /* "opencl:0" */
  char name[192];     /* what the maker calls it */
  char compiler[256]; /* device, driver and compiler with versions: part of a program's key */
  int doubles;        /* has double precision */
  int lanes;          /* wants a work-item to carry 16 lanes (a CPU) rather than one (a GPU) */
  size_t most_local;  /* largest work-group */
  size_t most_bytes;  /* largest piece of memory; 0: not known */
  size_t free_bytes;  /* memory in all; 0: not known */
} jx_grid_facts;

/* One argument of a kernel: a piece of memory, or `bytes` of a scalar at `scalar`. */
typedef struct jx_grid_argument {
  jx_grid_memory memory;
  const void *scalar;
  size_t bytes; /* 0 for memory */
} jx_grid_argument;

/* A program to be built. */
typedef struct jx_grid_program {
  const char *text;
  size_t length;
  const char *user_name;      /* what messages call the user's source; NULL without one */
  const char *const *kernels; /* their names; launch takes the place in this list */
  size_t kernel_count;        /* at most JX_GRID_KERNELS */
  jato_precision precision;
  const jx_workshop *workshop;
  char key[33];   /* names the program and the facts' compiler: a file of the cache */
  int from_cache; /* set by build: it was not compiled anew */
} jx_grid_program;

#define JX_GRID_KERNELS 8

/* One launch of a kernel over `groups` work-groups of `local` items. */
typedef struct jx_grid_launch {
  size_t kernel; /* its place in the program's list */
  size_t groups, local;
  const jx_grid_argument *arguments; /* in the order of the kernel's parameters */
  size_t count;                      /* at most JX_GRID_ARGUMENTS */
} jx_grid_launch;

#define JX_GRID_ARGUMENTS 24

typedef struct jx_grid_ops {
  const char *name; /* "opencl" */

  /* Opens the device the values name. */
  jato_status (*open)(const jx_values *values, const jato_allocator *allocator, jx_grid **out,
                      jx_grid_facts *facts, jato_error *error);
  void (*close)(jx_grid **grid);

  /* Fails with JATO_E_MEMORY and words about the device when it has too little. */
  jato_status (*allocate)(jx_grid *grid, size_t bytes, jx_grid_memory *out, jato_error *error);
  void (*release)(jx_grid *grid, jx_grid_memory memory); /* NULL is fine */

  /* Copies; they return when `host` may be used again. */
  jato_status (*write)(jx_grid *grid, jx_grid_memory to, size_t offset, size_t bytes,
                       const void *host, jato_error *error);
  jato_status (*read)(jx_grid *grid, jx_grid_memory from, size_t offset, size_t bytes, void *host,
                      jato_error *error);

  /* Compiles the text or takes it from the cache. Fails with JATO_E_SOURCE and the compiler's first
   * words when it does not compile. A second call replaces the program of the first. */
  jato_status (*build)(jx_grid *grid, jx_grid_program *program, jato_error *error);

  /* Puts a kernel behind what was launched before. Scalars are copied at once. */
  jato_status (*launch)(jx_grid *grid, const jx_grid_launch *launch, jato_error *error);

  /* Waits for all that was launched; the device's own seconds since the last wait. */
  jato_status (*wait)(jx_grid *grid, double *seconds, jato_error *error);
} jx_grid_ops;

#endif
