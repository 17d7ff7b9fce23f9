/* The public calls that create problems over spaces: functions, programs, shared objects, and
 * problems that the caller evaluates. */
#include "problem/problems.h"

#include "text/lines.h"
#include "registry/registry.h"
#include "text/study_file.h"

#include <stdio.h>
#include <string.h>

static jato_status check_given(const void *given, const char *what, const jato_space *space,
                               jato_problem **out, jato_error *error)
{
  JX_CLEAR_OUT(out, "problem", error);
  if (given == NULL || space == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "%s and a space of variables are needed", what);
  return JATO_OK;
}

static jato_status check_function(const jato_function *function, const jato_space *space,
                                  jato_error *error)
{
  int given = (function->batch != NULL) + (function->point != NULL) + (function->points != NULL) +
              (function->residuals != NULL);
  if (given != 1)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%s function to minimise is set; set one of batch, point, points and residuals",
                   given == 0 ? "no" : "more than one");
  JX_TRY(jx_problem_check_residuals(function, error));
  if (function->points == NULL && space->constraint_count > 0)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "batch, point and residuals yield no number to be constrained; with "
                   "constraints, set points");
  return JATO_OK;
}

jato_status jato_problem_from_space_function(const jato_function *given, const jato_space *space,
                                             jato_problem **out, jato_error *error)
{
  jato_function own, *function = &own;
  JX_TRY(check_given(given, "a function", space, out, error));
  JX_TRY(JX_SIZED_READ(jato_function, given, function, error));
  JX_TRY(check_function(function, space, error));
  JX_TRY(jx_problem_over_space(space, function->allocator, out, error));
  (void)snprintf((*out)->name, sizeof(*out)->name, "callback");
  (*out)->objective = (jx_objective){.kind = JX_OBJECTIVE_FUNCTION,
                                     .batch = function->batch,
                                     .point = function->point,
                                     .points = function->points,
                                     .residuals = function->residuals,
                                     .has_residuals = function->residuals != NULL,
                                     .residual_count = function->residual_count,
                                     .user = function->user,
                                     .concurrent = function->concurrent};
  return JATO_OK;
}

/* Stores the study from which a run file can recreate the problem. A problem that cannot be written
 * as a study can still be minimised. */
static jato_status note_study(jato_problem *problem, jato_error *error)
{
  jx_line text = {0};
  jato_status status = JATO_OK;
  if (jx_study_write(problem, &text)) status = jx_problem_set_study(problem, text.text, error);
  jx_line_release(&text);
  return status;
}

jato_status jato_problem_for_ask(const jato_space *space, const jato_allocator *allocator,
                                 jato_problem **out, jato_error *error)
{
  JX_TRY(check_given(space, "variables", space, out, error));
  JX_TRY(jx_problem_over_space(space, allocator, out, error));
  (void)snprintf((*out)->name, sizeof(*out)->name, "asked");
  (*out)->objective = (jx_objective){.kind = JX_OBJECTIVE_ASKED};
  jato_status status = note_study(*out, error);
  if (status != JATO_OK) jx_problem_destroy(out);
  return status;
}

/* Checks the problem, and stores its study. */
static jato_status finish(jato_problem *problem, jato_error *error)
{
  const jx_evaluator_ops *ops = jx_registry_evaluator(problem->objective.kind);
  if (ops->create == NULL) return jx_fail(error, JATO_E_NOT_BUILT, "%s: %s", ops->name, ops->state);
  if (ops->check != NULL) JX_TRY(ops->check(problem, error));
  return note_study(problem, error);
}

/* Sets the name to the first word: "./sim" for "./sim --kappa {kappa}". */
static void name_after(jato_problem *problem, const char *text)
{
  size_t length = strcspn(text, " \t\n");
  char name[sizeof problem->name];
  (void)snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1),
                 text);
  (void)jx_text_make_plain(name, problem->name, sizeof problem->name);
}

jato_status jato_problem_from_command(const jato_command *given, const jato_space *space,
                                      jato_problem **out, jato_error *error)
{
  jato_command own, *command = &own;
  JX_TRY(check_given(given, "a command", space, out, error));
  JX_TRY(JX_SIZED_READ(jato_command, given, command, error));
  if ((command->command == NULL) == (command->shell == NULL))
    return jx_fail(error, JATO_E_ARGUMENT, "a program is needed: either command or shell");
  JX_TRY(jx_problem_over_space(space, command->allocator, out, error));
  name_after(*out, command->command != NULL ? command->command : command->shell);
  jato_status status = jx_problem_set_command(*out, command, error);
  if (status == JATO_OK) status = finish(*out, error);
  if (status != JATO_OK) jx_problem_destroy(out);
  return status;
}

/* The program `jato worker` calls the object, and is persistent. */
static jato_status set_worker(jato_problem *problem, const jato_object *object, jato_error *error)
{
  char *text = jx_object_command(object->worker, object->path,
                                 problem->space->given.constraint_count, &problem->allocator);
  jato_command command = {JATO_COMMAND_INIT, .command = text,
                          .persistent = JATO_PERSISTENT_BY_INDEX};
  if (text == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory for a command");
  jato_status status = jx_problem_set_command(problem, &command, error);
  jx_release(&problem->allocator, text);
  return status;
}

jato_status jato_problem_from_object(const jato_object *given, const jato_space *space,
                                     jato_problem **out, jato_error *error)
{
  jato_object own, *object = &own;
  JX_TRY(check_given(given, "a shared object", space, out, error));
  JX_TRY(JX_SIZED_READ(jato_object, given, object, error));
  if (object->path == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "the path of a shared object is needed");
  JX_TRY(jx_problem_over_space(space, object->allocator, out, error));
  name_after(*out, object->path);
  jato_status status = jx_problem_set_object(*out, object->path, object->worker, error);
  if (status == JATO_OK) status = jx_registry_evaluator(JX_OBJECTIVE_OBJECT)->check(*out, error);
  if (status == JATO_OK && object->worker != NULL) status = set_worker(*out, object, error);
  if (status == JATO_OK) status = finish(*out, error);
  if (status != JATO_OK) jx_problem_destroy(out);
  return status;
}
