/* What a problem supplies: a box and a way to evaluate points. */
#ifndef JX_PROBLEM_H
#define JX_PROBLEM_H

#include "base/memory.h"
#include "base/status.h"

typedef enum jx_objective_kind {
  JX_OBJECTIVE_KERNEL, /* a kernel of the gallery: any device can run it */
  JX_OBJECTIVE_SOURCE, /* the user's source: any device can compile it */
  JX_OBJECTIVE_BATCH,  /* the caller's functions: the host runs them */
  JX_OBJECTIVE_POINT
} jx_objective_kind;

typedef struct jx_objective {
  jx_objective_kind kind;
  const char *kernel; /* name of the row of kernel/objective/gallery.def */
  int row;            /* its number */
  double parameter;   /* `a` of the kernel */
  const char *source; /* C text, its includes taken in and its numbers as they were; see program/ */
  const char *name;   /* what messages call the source */
  const double *data; /* [data_count]: what the source reads as data[i] */
  size_t data_count;
  jato_batch_fn batch;
  jato_point_fn point;
  void *user;
  int concurrent; /* several threads may call the caller's function at once */
} jx_objective;

/* The public jato_problem. Made by room `problem`, read by everybody, changed by nobody. */
struct jato_problem {
  char name[64];
  size_t dim;
  double *lower; /* [dim] */
  double *upper; /* [dim] */
  double minimum;
  const char *source;
  double (*minimizer)(size_t n, size_t i, double a); /* NULL where not known */
  jx_objective objective;
  void *owned[3]; /* the source's text, name and data, freed with the problem */
  jato_allocator allocator;
};

#endif
