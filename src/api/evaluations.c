/* The public calls that read journals. */
#include "record/journal/journal.h"

#include <string.h>

static int ends_with(const char *text, const char *end)
{
  size_t length = strlen(text), more = strlen(end);
  return length >= more && strcmp(text + length - more, end) == 0;
}

jato_status jato_evaluations_open(const char *path, jato_evaluations **out, jato_error *error)
{
  const jato_allocator allocator = jx_allocator_or_default(NULL);
  jx_name journal;
  if (out != NULL) *out = NULL;
  if (path == NULL || out == NULL)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "the name of a run file and a place for its evaluations "
                   "are needed");
  if (ends_with(path, ".journal")) return jx_journal_open(path, &allocator, out, error);
  jx_journal_name(path, &journal);
  return jx_journal_open(journal.text, &allocator, out, error);
}

void jato_evaluations_close(jato_evaluations **evaluations)
{
  if (evaluations != NULL) jx_journal_close(evaluations);
}

const jato_evaluations_info *jato_evaluations_get_info(const jato_evaluations *evaluations)
{
  return evaluations != NULL ? jx_journal_get_info(evaluations) : NULL;
}

jato_status jato_evaluations_read_sized(jato_evaluations *evaluations, uint64_t index,
                                        jato_evaluation *out, jato_error *error)
{
  if (evaluations == NULL || out == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "open evaluations and a place for one are needed");
  JX_TRY(jx_sized_check("jato_evaluation", out, error));
  jx_outcome row;
  JX_TRY(jx_journal_read(evaluations, index, &row, error));
  jato_evaluation own = {.number = row.id,
                         .attempt = row.attempt,
                         .worker = (unsigned)row.worker,
                         .status = row.status,
                         .is_last = row.is_last,
                         .is_given = row.is_given,
                         .start = row.start,
                         .seconds = row.seconds,
                         .f = row.f[0],
                         .violation = row.violation,
                         .values = row.values,
                         .c = row.c};
  jx_sized_write(&own, sizeof own, out);
  return JATO_OK;
}
