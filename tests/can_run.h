/* Whether a method of the list can be run by a test that knows nothing of it but its name. */
#ifndef TESTS_CAN_RUN_H
#define TESTS_CAN_RUN_H

#include <string.h>

#include "jato/jato.h"

#define SKIPPED 77 /* what CTest takes for it: SKIP_RETURN_CODE */

/* This build has it, and it can do with values alone. `spec` may have parameters. */
static inline int can_run(const char *spec)
{
  jato_entry row;
  size_t length = strcspn(spec, ":");
  for (size_t i = 0; jato_catalogue(JATO_KIND_ALGORITHM, i, &row); i++)
    if (strlen(row.name) == length && strncmp(row.name, spec, length) == 0)
      return strcmp(row.state, "built") == 0 && strstr(row.traits, "residuals") == NULL;
  return 1; /* running it says that there is none */
}

/* The method itself: `auto` alone, with the options that tests give, may be another one. */
static inline const char *spec_of(const char *name)
{
  if (strcmp(name, "kriging") == 0) return "kriging:points=24"; /* a model costs its cube */
  return strcmp(name, "auto") == 0 ? "auto:batch=1" : name;
}

#endif
