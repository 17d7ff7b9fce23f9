/* The rule that what a run file of somebody else holds or names is not run unasked. */
#pragma once

#include "base/status.h"
#include "text/study_file.h"

/* Fails with JATO_E_TRUST, and a list of what would be run, unless the file was made here by the
 * user, is trusted, or has nothing to run. */
jato_status jx_trust_check(const jato_record *record, jato_error *error);

/* Whether it is of a program or a shared object: jato writes no study of another kind into a run
 * file. */
static inline int jx_trust_is_of_process(const jato_study *study)
{
  return study->kind == JX_STUDY_OBJECT || study->kind == JX_STUDY_COMMAND;
}
