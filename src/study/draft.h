/* A study as its file has it: texts that nobody has looked into yet. The YAML reader fills it in by
 * the table of keys.h; make.c and settings.c turn it into a study. */
#ifndef JX_DRAFT_H
#define JX_DRAFT_H

#include "base/status.h"
#include "study/outline.h"

/* A list as [bdf, adams]. */
typedef struct jx_texts {
  char **text; /* [count] */
  unsigned count;
} jx_texts;

/* Texts are NULL where the file says nothing. A choice is its place among the words of its key,
 * counted from 1; 0: nothing was said. */
typedef struct jx_draft_variable {
  jx_texts range, choices;
  char *initial, *fixed;
  int kind, scale;
} jx_draft_variable;

typedef struct jx_draft_constraint {
  char *at_most, *at_least, *equals, *tolerance, *scale;
} jx_draft_constraint;

typedef struct jx_draft_result {
  char *field, *file;
} jx_draft_result;

typedef struct jx_draft_objective {
  char *command, *shell, *object, *source, *expression, *problem; /* one of them */
  int by;                                                         /* JATO_BY_... */
  char *folder, *scratch, *worker, *data, *dim;
  int keep, stays;
  jx_texts templates, bounds;
  jx_draft_result result;
} jx_draft_objective;

typedef struct jx_draft_failures {
  char *timeout, *retries;
  int then;
} jx_draft_failures;

typedef struct jx_draft_limits {
  char *iterations, *evaluations, *seconds, *target, *stall;
} jx_draft_limits;

typedef struct jx_draft_save {
  char *file, *checkpoint, *keep, *frames;
  int must;
} jx_draft_save;

typedef struct jx_draft {
  char *name;
  jx_draft_variable *variables;     /* [children of "variables" in the outline] */
  jx_draft_constraint *constraints; /* [children of "constraints"] */
  char *penalty;
  jx_draft_objective objective;
  jx_draft_failures failures;
  char *workers, *algorithm, *device, *walls, *particles, *seed;
  int order, precision;
  jx_draft_limits limits;
  jx_draft_save save;
} jx_draft;

/* What was read, with what it takes to give it back. */
typedef struct jx_sheet {
  jx_draft *draft;
  jx_outline outline;
  void *schema; /* the reader's own */
} jx_sheet;

/* Reads the text, which messages call `name`, into *sheet, which was zeroed. Fails with
 * JATO_E_ARGUMENT and "name:line: ...", JATO_E_NOT_BUILT, JATO_E_MEMORY. In any case *sheet is to
 * be released. */
jato_status jx_sheet_load(jx_sheet *sheet, const char *text, const char *name, jato_error *error);
void jx_sheet_release(jx_sheet *sheet);

#endif
