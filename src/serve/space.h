/* The variables and constraints of a request as a space of the library. */
#ifndef JX_SERVE_SPACE_H
#define JX_SERVE_SPACE_H

#include "base/memory.h"
#include "lines/tree.h"

/* What is said of a space. variables: a list, as in [{"name": "kappa", "range": [1e-3, 1]}], or an
 * object in the order of its members, as in {"kappa": {"range": [1e-3, 1]}}; constraints likewise,
 * or NULL. */
typedef struct jx_space_request {
  const jx_tree *variables, *constraints;
  double penalty;
} jx_space_request;

/* Texts point into the tree of the request. To be released. */
typedef struct jx_described {
  jato_space space;
  jato_variable *variables;
  jato_constraint *constraints;
  const char **choices; /* of all variables, one after the other */
  jato_allocator allocator;
} jx_described;

/* Whether names and bounds make sense is left to whoever makes a problem of the space. Fails with
 * JATO_E_ARGUMENT and JATO_E_MEMORY; *out is then empty. */
jato_status jx_describe_space(const jx_space_request *asked, const jato_allocator *allocator,
                              jx_described *out, jato_error *error);
void jx_described_release(jx_described *described);

#endif
