/* What a problem supplies: a box and a way to evaluate points. */
#ifndef JX_PROBLEM_H
#define JX_PROBLEM_H

#include "base/memory.h"
#include "base/status.h"

typedef enum jx_objective_kind {
  JX_OBJECTIVE_KERNEL, /* a kernel of the gallery, by name: any device can run it */
  JX_OBJECTIVE_BATCH,  /* the caller's functions: the host runs them */
  JX_OBJECTIVE_POINT
} jx_objective_kind;

typedef struct jx_objective {
  jx_objective_kind kind;
  const char *kernel; /* row of kernel/objective/gallery.def */
  double parameter;   /* `a` of the kernel */
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
  jato_allocator allocator;
};

#endif
