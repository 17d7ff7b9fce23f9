/* What goes to programs and comes back, for who looks on: see jato_witness_fn. */
#define _POSIX_C_SOURCE 200809L
#include <string.h>

#include "evaluator/command/command.h"

void jx_witness_tell(const jx_evaluator *evaluator, const char *what, const char *text,
                     size_t length)
{
  if (evaluator->wish.witness == NULL || length == 0) return;
  evaluator->wish.witness(what, text, length, evaluator->wish.witness_user);
}

static void tell_all(const jx_evaluator *evaluator, const char *what, char *const *texts)
{
  for (; texts != NULL && *texts != NULL; texts++)
    evaluator->wish.witness(what, *texts, strlen(*texts), evaluator->wish.witness_user);
}

void jx_witness_sent(const jx_evaluator *evaluator, const char *folder)
{
  const jx_call *call = &evaluator->call;
  if (evaluator->wish.witness == NULL) return;
  if (folder != NULL) jx_witness_tell(evaluator, "folder", folder, strlen(folder));
  tell_all(evaluator, "argument", call->argv);
  tell_all(evaluator, "environment", call->env);
  if (call->input != NULL) jx_witness_tell(evaluator, "input", call->input, call->input_length);
}
