/* A run to its end. */
#ifndef TESTS_FINISH_H
#define TESTS_FINISH_H

#include <jato/jato.h>

#include "check.h"

/* Steps the run to its end and destroys it. */
static inline jato_result finish(jato_run **run)
{
  jato_result result;
  jato_error error = {JATO_OK, ""};
  assert_ok(jato_run_step(*run, UINT64_MAX, NULL, &error), error);
  assert_ok(jato_run_result(*run, NULL, &result, &error), error);
  jato_run_destroy(run);
  return result;
}

#endif
