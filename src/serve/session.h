/* The run of a conversation, and what answers need of it. */
#pragma once

#include "base/memory.h"
#include "serve/request_space.h"

typedef struct jx_session {
  jato_problem *problem;
  jato_run *run;
  const jato_space *space; /* the problem's own */
  double *x;               /* [dim]: scratch, as the next two */
  double *values;          /* [variable_count] */
  double *c;               /* [constraint_count], and one more */
  char *file;              /* its run file; NULL without */
  int resumed;
  int unsaved;     /* there are results that the file does not hold */
  int save_failed; /* the last checkpoint could not be written */
  char note[512];  /* for the next answer; "" once it was sent */
  jato_allocator allocator;
} jx_session;

/* What a session is made of. */
typedef struct jx_opening {
  jx_space_request space; /* without variables, those of the run file */
  const jx_node *options; /* NULL without */
  const char *file;       /* of a run to resume; NULL: a new one, unless options say resume */
  jato_options fallback;  /* what holds unless `options` say otherwise */
  int no_files;
  struct jx_session **before; /* the session that this one replaces; *before is NULL without */
} jx_opening;

/* Begins a run, or resumes that of a file. Fails as jato_problem_for_ask, jato_run_create,
 * jato_record_open and jato_run_load do; *out is then NULL. *before is closed only where it has the
 * same file, which two runs cannot have at once, and where nothing else is in the way. */
jato_status jx_session_open(const jx_opening *opening, jx_session **out, jato_error *error);

/* Writes the run to `file`, or to its own where that is NULL. Fails as jato_run_save does. */
jato_status jx_session_save(jx_session *session, const char *file, jato_error *error);

/* Frees it and sets *session to NULL; nothing is saved. A pointer to NULL is fine. */
void jx_session_close(jx_session **session);
