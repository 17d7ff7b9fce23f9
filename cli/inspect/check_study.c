/* jato check STUDY.yaml: one evaluation, with what was sent and what was read. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/complain.h"
#include "text/writer/json.h"
#include "base/number.h"
#include "base/values.h"
#include "subject/subject.h"

enum { LINES_SHOWN = 12, LETTERS_SHOWN = 2000 };

/* Where and how the trace of the evaluation is printed. */
typedef struct scene {
  jx_json *json; /* NULL: text */
  char last[32]; /* what was shown last */
} scene;

/* Whether it went to the program, or came from it. */
static bool is_sent(const char *what)
{
  return strcmp(what, "folder") == 0 || strcmp(what, "argument") == 0 ||
         strcmp(what, "environment") == 0 || strcmp(what, "input") == 0;
}

/* The last lines of a text, without the line end behind them. */
static const char *tail_of(const char *text, size_t *length)
{
  size_t lines = 0, begin;
  while (*length > 0 && (text[*length - 1] == '\n' || text[*length - 1] == '\r')) (*length)--;
  for (begin = *length; begin > 0 && *length - begin < LETTERS_SHOWN; begin--)
    if (text[begin - 1] == '\n' && ++lines == LINES_SHOWN) break;
  *length -= begin;
  return text + begin;
}

/* One line of it, of at most LETTERS_SHOWN bytes, without what would confuse a terminal. */
static void print_line(const char *head, const char *text, size_t length)
{
  printf("  %-12s ", head);
  char line[LETTERS_SHOWN + 1];
  if (length > LETTERS_SHOWN) length = LETTERS_SHOWN;
  for (size_t i = 0; i < length; i++)
    line[i] = text[i] == '\t' ? ' ' : text[i] == '\0' ? '\a' : text[i];
  line[length] = '\0';
  puts(cli_make_plain(line, false));
}

static void print_lines(scene *seen, const char *what, const char *text, size_t length)
{
  bool again = strcmp(seen->last, what) == 0;
  size_t shown = length;
  const char *tail = tail_of(text, &shown);
  bool is_first = seen->last[0] == '\0';
  bool turns = is_first || is_sent(what) != is_sent(seen->last);
  if (turns) printf("%s\n", is_sent(what) ? "sent" : "read");
  if (tail != text) print_line(what, "...", 3);
  again = again || tail != text;
  for (const char *at = tail, *end = tail + shown; at <= end;) {
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    if (stop == NULL) stop = end;
    print_line(again ? "" : what, at, (size_t)(stop - at));
    again = true;
    at = stop + 1;
  }
}

static void print_member(jx_json *json, const char *what, const char *text, size_t length)
{
  char *copy = malloc(length + 1);
  if (copy == NULL) return;
  memcpy(copy, text, length);
  copy[length] = '\0';
  jx_json_begin_object(json, NULL);
  jx_json_text(json, "what", what);
  jx_json_text(json, "text", copy);
  jx_json_end(json);
  free(copy);
}

static void trace(const char *what, const char *text, size_t length, void *user)
{
  scene *seen = user;
  if (seen->json != NULL)
    print_member(seen->json, what, text, length);
  else
    print_lines(seen, what, text, length);
  snprintf(seen->last, sizeof seen->last, "%s", what);
}

/* ---- The result ---- */

/* A problem that was made from a box has neither names nor constraints. */
static const jato_space *space_of(const jato_problem *problem)
{
  static const jato_space nothing = {JATO_SPACE_INIT, .variable_count = 0};
  const jato_space *space = jato_problem_space(problem);
  return space != NULL ? space : &nothing;
}

static void print_number(const char *name, double number)
{
  char text[CLI_SHORTEST];
  cli_write_shortest(text, number);
  printf("  %-12s %s", name, text);
}

static double excess_of(const jato_constraint *constraint, double c)
{
  double over = constraint->relation == JATO_AT_MOST    ? c - constraint->bound
                : constraint->relation == JATO_AT_LEAST ? constraint->bound - c
                                                        : fabs(c - constraint->bound);
  return over > constraint->tolerance ? over : 0;
}

static void print_constraint(const jato_constraint *constraint, double c)
{
  static const char *const relations[] = {"at most", "at least", "equal to"};
  char bound[CLI_SHORTEST];
  double excess = excess_of(constraint, c);
  cli_write_shortest(bound, constraint->bound);
  print_number(constraint->name, c);
  if (excess > 0)
    printf("  violated by %.3g: must be %s %s\n", excess, relations[constraint->relation], bound);
  else
    printf("  met: must be %s %s\n", relations[constraint->relation], bound);
}

/* How long the whole run may take, where evaluations are limited. */
static void print_forecast(const jato_options *options, double seconds)
{
  double evaluations = (double)options->evaluations;
  unsigned workers = options->workers == 0 ? 1 : options->workers;
  if (options->evaluations == 0 && options->particles != 0 && options->iterations != 0)
    evaluations = (double)options->particles * ((double)options->iterations + 1);
  if (evaluations == 0) return;
  printf("  %-12s about %.3g s for %.0f evaluations, %u in parallel\n", "all",
         evaluations * seconds / workers, evaluations, workers);
}

static void print_result(const jato_problem *problem, const jato_options *options,
                         const jato_single_evaluation *found)
{
  const jato_space *space = space_of(problem);
  if (found->status == JATO_EVAL_OK || found->status == JATO_EVAL_NONFINITE) {
    printf("found\n");
    print_number("value", found->f);
    putchar('\n');
    for (size_t i = 0; i < space->constraint_count; i++)
      print_constraint(jato_space_constraint(space, i), found->c[i]);
  }
  printf("time\n  %-12s %.3g s\n", "one", found->seconds);
  if (found->status == JATO_EVAL_OK) print_forecast(options, found->seconds);
}

static void print_result_json(jx_json *json, const jato_problem *problem,
                              const jato_single_evaluation *found)
{
  const jato_space *space = space_of(problem);
  jx_json_text(json, "status", jato_eval_status_name(found->status));
  jx_json_text(json, "message", found->message[0] != '\0' ? found->message : NULL);
  jx_json_number(json, "value", found->f);
  jx_json_begin_object(json, "constraints");
  for (size_t i = 0; i < space->constraint_count; i++)
    jx_json_number(json, jato_space_constraint(space, i)->name,
                   found->status == JATO_EVAL_OK ? found->c[i] : NAN);
  jx_json_end(json);
  jx_json_number(json, "violation", found->violation);
  jx_json_number(json, "seconds", found->seconds);
}

/* ---- The evaluation ---- */

/* Where the first particle begins: initial values, and the middle of the others. */
static void choose_values(const jato_problem *problem, double *x, double *values)
{
  jato_problem_info info = *jato_problem_get_info(problem);
  const jato_space *space = space_of(problem);
  for (size_t i = 0; i < info.dim; i++) x[i] = 0.5 * info.lower[i] + 0.5 * info.upper[i];
  jato_problem_values(problem, x, values);
  for (size_t i = 0; i < space->variable_count; i++)
    if (jato_space_variable(space, i)->has_initial)
      values[i] = jato_space_variable(space, i)->initial;
}

/* Coordinates of a box are called x0, x1, ... */
static void print_box(jx_json *json, size_t dim, const double *values)
{
  enum { MOST = 10 };
  char name[32];
  for (size_t i = 0; i < dim && (json != NULL || i < MOST); i++) {
    snprintf(name, sizeof name, "x%zu", i);
    if (json != NULL) {
      jx_json_number(json, name, values[i]);
    } else {
      print_number(name, values[i]);
      putchar('\n');
    }
  }
  if (json == NULL && dim > MOST) printf("  ...\n");
}

static void print_values(jx_json *json, const jato_problem *problem, const double *values)
{
  const jato_space *space = space_of(problem);
  char text[CLI_VALUE];
  if (json != NULL)
    jx_json_begin_object(json, "values");
  else
    printf("values\n");
  if (jato_problem_space(problem) == NULL)
    print_box(json, jato_problem_get_info(problem)->dim, values);
  for (size_t i = 0; i < space->variable_count; i++) {
    cli_values_write(problem, i, values[i], text);
    if (json == NULL)
      printf("  %-12s %s\n", jato_space_variable(space, i)->name, cli_make_plain(text, false));
    else if (jato_space_variable(space, i)->kind == JATO_CATEGORY)
      jx_json_text(json, jato_space_variable(space, i)->name, text);
    else
      jx_json_number(json, jato_space_variable(space, i)->name, values[i]);
  }
  if (json != NULL) jx_json_end(json);
}

static jato_status show_try(const jato_problem *problem, const jato_options *options,
                            const double *values, jx_json *json, jato_single_evaluation *found,
                            jato_error *error)
{
  scene seen = {.json = json};
  found->trace = trace;
  found->trace_user = &seen;
  if (json != NULL) jx_json_begin_object(json, NULL);
  print_values(json, problem, values);
  if (json != NULL) jx_json_begin_array(json, "seen");
  jato_status status = jato_problem_try(problem, values, options, found, error);
  if (json != NULL) jx_json_end(json);
  if (status == JATO_OK && json != NULL)
    print_result_json(json, problem, found);
  else if (status == JATO_OK)
    print_result(problem, options, found);
  if (json != NULL) jx_json_end(json);
  fflush(stdout);
  return status;
}

static int check_problem(const jato_problem *problem, jato_options options, bool as_json)
{
  cli_places places;
  jato_error error;
  jato_single_evaluation found = {JATO_SINGLE_EVALUATION_INIT, .c = NULL};
  cli_subject subject = {.word = NULL};
  jx_json json = jx_json_to_file(stdout);
  const jato_space *space = space_of(problem);
  size_t dim = jato_problem_get_info(problem)->dim;
  size_t variables = space->variable_count > dim ? space->variable_count : dim;
  double *room = calloc(dim + variables + space->constraint_count, sizeof *room);
  if (room == NULL) return cli_refuse(CLI_FAILED, "not enough memory for %zu coordinates", dim);
  cli_subject_options(&subject, &places, &options);
  choose_values(problem, room, room + dim);
  found.c = room + dim + variables;
  jato_status status =
      show_try(problem, &options, room + dim, as_json ? &json : NULL, &found, &error);
  free(room);
  if (status != JATO_OK) return cli_complain_of(status, &error);
  if (found.status == JATO_EVAL_OK) return CLI_DONE;
  return cli_refuse(CLI_FAILED, "the evaluation failed (%s): %s",
                    jato_eval_status_name(found.status), found.message);
}

int cli_check_study(const char *path, bool json)
{
  jato_study *study = NULL;
  jato_problem *problem = NULL;
  jato_error error;
  int code = cli_study_open(path, &study);
  if (code != CLI_DONE) return code;
  jato_status status = jato_study_problem(study, &problem, &error);
  code = status == JATO_OK ? check_problem(problem, jato_study_options(study), json)
                           : cli_complain_of(status, &error);
  jato_problem_destroy(&problem);
  jato_study_destroy(&study);
  return code;
}
