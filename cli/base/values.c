#include "base/values.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/complain.h"
#include "base/number.h"

/* Whether it is nothing but coordinate i of a box. */
static bool is_plain(const jato_variable *variable, size_t i)
{
  char name[32];
  if (variable->kind != JATO_REAL || variable->scale != JATO_LINEAR || variable->fixed)
    return false;
  snprintf(name, sizeof name, "x%zu", i);
  return variable->name == NULL || strcmp(variable->name, name) == 0;
}

const jato_space *cli_values_space(const jato_problem *problem)
{
  const jato_space *space = problem == NULL ? NULL : jato_problem_space(problem);
  if (space == NULL) return NULL;
  for (size_t i = 0; i < space->variable_count; i++)
    if (!is_plain(jato_space_variable(space, i), i)) return space;
  return NULL;
}

size_t cli_values_variable(const jato_space *space, size_t coordinate)
{
  size_t i = 0;
  for (; i + 1 < space->variable_count; i++) {
    if (jato_space_variable(space, i)->fixed) continue;
    if (coordinate == 0) break;
    coordinate--;
  }
  return i;
}

void cli_values_write(const jato_problem *problem, size_t variable, double value,
                      char text[CLI_VALUE])
{
  (void)jato_problem_write_value(problem, variable, value, text, CLI_VALUE);
}

/* Adds to text[used], as much as there is room for; returns the new length. */
static size_t append(char text[CLI_VALUE], size_t used, const char *more)
{
  for (; *more != '\0' && used + 1 < CLI_VALUE; more++) text[used++] = *more;
  text[used] = '\0';
  return used;
}

void cli_values_range(const jato_problem *problem, size_t variable, char text[CLI_VALUE])
{
  const jato_variable *about = jato_space_variable(jato_problem_space(problem), variable);
  char value[CLI_VALUE];
  size_t used = 0;
  text[0] = '\0';
  if (about->fixed) {
    cli_values_write(problem, variable, about->initial, value);
    (void)append(text, append(text, 0, "always "), value);
    return;
  }
  for (size_t i = 0; about->kind == JATO_CATEGORY && i < about->choice_count; i++)
    used = append(text, append(text, used, i == 0 ? "" : ", "), about->choices[i]);
  if (about->kind == JATO_CATEGORY) return;
  cli_values_write(problem, variable, about->lower, value);
  used = append(text, append(text, 0, value), " to ");
  cli_values_write(problem, variable, about->upper, value);
  used = append(text, used, value);
  if (about->kind == JATO_INTEGER) used = append(text, used, ", whole");
  if (about->scale == JATO_LOG) (void)append(text, used, ", log");
}

static int widest_name(const jato_space *space)
{
  int widest = 0;
  for (size_t i = 0; i < space->variable_count; i++) {
    int width = (int)strlen(jato_space_variable(space, i)->name);
    if (width > widest) widest = width;
  }
  return widest;
}

static const char *const signs[] = {
    [JATO_AT_MOST] = "<=", [JATO_AT_LEAST] = ">=", [JATO_EQUALS] = "="};

static void print_constraint(FILE *out, const jato_constraint *about, const char *heading)
{
  char number[CLI_SHORTEST];
  cli_write_shortest(number, about->bound);
  fprintf(out, "%-12s %s %s %s", heading, about->name, signs[about->relation], number);
  cli_write_shortest(number, about->tolerance);
  if (about->tolerance != 0) fprintf(out, ", within %s", number);
  fputc('\n', out);
}

void cli_values_print_space(FILE *out, const jato_problem *problem)
{
  char text[CLI_VALUE];
  const jato_space *space = jato_problem_space(problem);
  int widest = widest_name(space);
  for (size_t i = 0; i < space->variable_count; i++) {
    cli_values_range(problem, i, text);
    fprintf(out, "%-12s %-*s  %s\n", i == 0 ? "variables" : "", widest,
            jato_space_variable(space, i)->name, cli_make_plain(text, false));
  }
  for (size_t i = 0; i < space->constraint_count; i++)
    print_constraint(out, jato_space_constraint(space, i), i == 0 ? "constraints" : "");
}

void cli_coordinates_print(FILE *out, const double *x, size_t dim, uint64_t shown)
{
  fprintf(out, "x           ");
  for (size_t d = 0; d < dim && d < shown; d++) fprintf(out, " %.6g", x[d]);
  fputs(dim > shown ? " ...\n" : "\n", out);
}

void cli_numbers_json(jx_json *json, const char *key, const double *numbers, size_t count)
{
  jx_json_begin_array(json, key);
  for (size_t i = 0; i < count; i++) jx_json_number(json, NULL, numbers[i]);
  jx_json_end(json);
}

/* The values of a point, which the caller frees; NULL without memory. */
static double *values_of(const jato_problem *problem, const double *x)
{
  double *values = calloc(jato_problem_space(problem)->variable_count, sizeof *values);
  if (values != NULL) jato_problem_values(problem, x, values);
  return values;
}

void cli_values_print(FILE *out, const jato_problem *problem, const double *x, uint64_t shown)
{
  char text[CLI_VALUE];
  const jato_space *space = jato_problem_space(problem);
  double *values = values_of(problem, x);
  int widest = widest_name(space);
  for (size_t i = 0; values != NULL && i < space->variable_count && i < shown; i++) {
    cli_values_write(problem, i, values[i], text);
    fprintf(out, "%-12s %-*s  %s%s\n", i == 0 ? "values" : "", widest,
            jato_space_variable(space, i)->name, cli_make_plain(text, false),
            jato_space_variable(space, i)->fixed ? " (fixed)" : "");
  }
  if (space->variable_count > shown && shown > 0) fprintf(out, "%-12s ...\n", "");
  free(values);
}

void cli_values_json(jx_json *json, const char *key, const jato_problem *problem, const double *x)
{
  const jato_space *space = jato_problem_space(problem);
  double *values = values_of(problem, x);
  char text[CLI_VALUE];
  jx_json_begin_object(json, key);
  for (size_t i = 0; values != NULL && i < space->variable_count; i++) {
    const jato_variable *variable = jato_space_variable(space, i);
    if (variable->kind != JATO_CATEGORY) {
      jx_json_number(json, variable->name, values[i]);
      continue;
    }
    cli_values_write(problem, i, values[i], text);
    jx_json_text(json, variable->name, text);
  }
  jx_json_end(json);
  free(values);
}

void cli_values_print_violation(FILE *out, const jato_space *space, double violation)
{
  char text[CLI_SHORTEST];
  if (space == NULL || space->constraint_count == 0) return;
  if (violation == 0) {
    fprintf(out, "feasible     all constraints satisfied\n");
    return;
  }
  cli_write_shortest(text, violation);
  fprintf(out, "violation    %s: %s\n", text,
          space->penalty > 0 ? "the best point violates constraints; a larger --penalty weighs "
                               "them more"
                             : "no feasible point was found");
}

void cli_values_print_constraints(FILE *out, const jato_space *space, const double *c)
{
  if (space == NULL || c == NULL || space->constraint_count == 0 || isnan(c[0])) return;
  for (size_t i = 0; i < space->constraint_count; i++) {
    const jato_constraint *about = jato_space_constraint(space, i);
    char number[CLI_SHORTEST], bound[CLI_SHORTEST];
    cli_write_shortest(number, c[i]);
    cli_write_shortest(bound, about->bound);
    fprintf(out, "%-12s %s  %s (limit: %s %s)\n", i == 0 ? "constraints" : "", about->name, number,
            signs[about->relation], bound);
  }
}

void cli_constraints_json(jx_json *json, const jato_space *space, const double *c)
{
  if (space == NULL || space->constraint_count == 0) return;
  jx_json_begin_object(json, "constraints");
  for (size_t i = 0; i < space->constraint_count; i++)
    jx_json_number(json, jato_space_constraint(space, i)->name, c != NULL ? c[i] : NAN);
  jx_json_end(json);
}

/* ---- Evaluations ---- */

void cli_evaluations_print(FILE *out, const jato_result *result)
{
  fprintf(out, "evaluations  %" PRIu64 "\n", result->evaluations);
  if (result->given != 0)
    fprintf(out, "given        %" PRIu64 " known point%s\n", result->given,
            result->given == 1 ? "" : "s");
  if (result->reused != 0)
    fprintf(out, "reused       %" PRIu64 " of them were answered by an earlier one\n",
            result->reused);
  if (result->nonfinite != 0)
    fprintf(out, "non-finite   %" PRIu64 " of them were NaN or infinite\n", result->nonfinite);
}

enum { STATUSES = JATO_EVAL_REFUSED + 1 };

static uint64_t sum_of(const jato_failures *failures, int first)
{
  uint64_t sum = 0;
  for (int status = first; status < STATUSES; status++) sum += failures->by_status[status];
  return sum;
}

/* Evaluations that gave no value at all: NaN and infinity are values, of a kind. */
static uint64_t failed_of(const jato_failures *failures)
{
  return sum_of(failures, JATO_EVAL_NONFINITE + 1);
}

void cli_failures_print(FILE *out, const jato_failures *failures)
{
  uint64_t all = sum_of(failures, JATO_EVAL_OK), failed = failed_of(failures);
  const char *between = ": ";
  if (failed > 0) {
    fprintf(out, "failed       %" PRIu64 " of %" PRIu64, failed, all);
    for (int status = JATO_EVAL_NONFINITE + 1; status < STATUSES; status++) {
      if (failures->by_status[status] == 0) continue;
      fprintf(out, "%s%" PRIu64 " %s", between, failures->by_status[status],
              jato_eval_status_name((jato_eval_status)status));
      between = ", ";
    }
    if (failures->message_count > 0) {
      char last[sizeof failures->messages[0].text];
      snprintf(last, sizeof last, "%s", failures->messages[0].text);
      fprintf(out, "; last: %.*s", (int)strcspn(last, "\n"), cli_make_plain(last, true));
    }
    fputc('\n', out);
  }
  if (failures->attempts > all)
    fprintf(out, "retried      %" PRIu64 " times\n", failures->attempts - all);
}

void cli_failures_json(jx_json *json, const jato_failures *failures)
{
  jx_json_begin_object(json, "failures");
  for (int status = JATO_EVAL_NONFINITE; status < STATUSES; status++)
    jx_json_count(json, jato_eval_status_name((jato_eval_status)status),
                  failures->by_status[status]);
  jx_json_end(json);
  jx_json_count(json, "attempts", failures->attempts);
  jx_json_begin_array(json, "messages");
  for (size_t i = 0; i < failures->message_count; i++) {
    jx_json_begin_object(json, NULL);
    jx_json_count(json, "evaluation", failures->messages[i].id);
    jx_json_text(json, "failure", jato_eval_status_name(failures->messages[i].status));
    jx_json_text(json, "text", failures->messages[i].text);
    jx_json_end(json);
  }
  jx_json_end(json);
}
