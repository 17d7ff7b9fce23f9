/* The variables and constraints of a request as a space of the library. */
#pragma once

#include "base/memory.h"
#include "text/study_file.h"
#include "text/tree.h"

/* What is said of a space. variables: a list, as in [{"name": "kappa", "range": [1e-3, 1]}], or an
 * object in the order of its members, as in {"kappa": {"range": [1e-3, 1]}}; constraints likewise,
 * or NULL. */
typedef struct jx_space_request {
  const jx_node *variables, *constraints;
  double penalty;
} jx_space_request;

/* Reads it as the same keys of a study file are read; the space of *out is what was said. On
 * success *out is to be destroyed. Fails with JATO_E_ARGUMENT and JATO_E_MEMORY. */
jato_status jx_describe_space(const jx_space_request *asked, const jato_allocator *allocator,
                              jx_study **out, jato_error *error);
