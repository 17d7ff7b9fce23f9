/* What a study's file says of problem and objective: texts that nobody has looked into yet. The
 * walk along outline and table of keys fills it in; make_space.c and make_objective.c turn it into
 * a study. All texts are the outline's. */
#pragma once

#include "text/outline.h"

/* A list as [bdf, adams]. */
typedef struct jx_texts {
  const jx_node *entry; /* [count]: scalars, which stand one after the other in the outline */
  size_t count;
} jx_texts;

/* Texts are NULL where the file says nothing. A choice is its index among the words of its key,
 * counted from 1; 0: nothing was said. */
typedef struct jx_draft_variable {
  jx_texts range, choices;
  const char *initial, *fixed;
  int kind, scale;
} jx_draft_variable;

typedef struct jx_draft_constraint {
  const char *at_most, *at_least, *equals, *tolerance, *scale;
} jx_draft_constraint;

typedef struct jx_draft_result {
  const char *field, *file;
} jx_draft_result;

typedef struct jx_draft_objective {
  const char *command, *shell, *object, *source, *expression, *problem; /* one of them */
  int by;                                                               /* JATO_BY_... */
  const char *folder, *scratch, *worker, *data, *dim;
  int keep, stays;
  jx_texts templates, bounds;
  jx_draft_result result;
} jx_draft_objective;

typedef struct jx_draft {
  const char *name;
  jx_draft_variable *variables;     /* [children of "variables" in the outline] */
  jx_draft_constraint *constraints; /* [children of "constraints"] */
  const char *penalty;
  jx_draft_objective objective;
} jx_draft;
