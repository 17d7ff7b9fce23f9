#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "subject/subject.h"

/* What messages of a compiler call an expression. */
#define EXPRESSION_NAME "expression"

static bool ends_in(const char *word, const char *ending)
{
  size_t length = strlen(word), end = strlen(ending);
  return length > end && strcmp(word + length - end, ending) == 0;
}

static bool is_file(const char *word) { return strchr(word, '/') != NULL || ends_in(word, ".c"); }

bool cli_subject_is_source(const cli_subject *subject)
{
  return subject->expression != NULL || (subject->word != NULL && is_file(subject->word));
}

bool cli_subject_is_program(const cli_subject *subject)
{
  return cli_objective_is_given(subject->objective);
}

const char *cli_subject_name(const cli_subject *subject, const jato_problem *problem)
{
  return subject->expression != NULL ? subject->expression : jato_problem_get_info(problem)->name;
}

/* Reads "low:high" for all coordinates, or one for each with commas between, into
 * box[2][dim]: all lower bounds, then all upper ones. */
static int read_box(const char *bounds, size_t dim, double *box)
{
  size_t count = 0;
  const char *wanted = NULL;
  for (const char *at = bounds; wanted == NULL; at += strcspn(at, ",") + 1) {
    char interval[128];
    double low = 0, high = 0;
    size_t length = strcspn(at, ",");
    snprintf(interval, sizeof interval, "%.*s", (int)(length < 127 ? length : 127), at);
    wanted = cli_read_interval(interval, &low, &high);
    if (wanted == NULL && count < dim) {
      box[count] = low;
      box[dim + count] = high;
    }
    count++;
    if (at[length] == '\0') break;
  }
  if (wanted != NULL) return cli_refuse(CLI_USAGE, "--bounds %s: must be %s", bounds, wanted);
  if (count != 1 && count != dim)
    return cli_refuse(
        CLI_USAGE,
        "--bounds %s: has %zu intervals for %zu coordinates; give one for all or one for each",
        bounds, count, dim);
  for (size_t i = 1; count == 1 && i < dim; i++) {
    box[i] = box[0];
    box[dim + i] = box[dim];
  }
  return CLI_DONE;
}

/* Room for 2 * dim bounds, filled from --bounds; the caller frees it. */
static int make_box(const cli_subject *subject, size_t dim, double **box)
{
  *box = calloc(2 * dim, sizeof **box);
  if (*box != NULL) return read_box(subject->bounds, dim, *box);
  return cli_refuse(CLI_FAILED, "not enough memory for %zu bounds", dim);
}

static int open_gallery(const cli_subject *subject, jato_problem **problem)
{
  jato_error error;
  double *box = NULL;
  jato_status status =
      jato_problem_from_gallery(subject->word, (size_t)subject->dim, NULL, problem, &error);
  if (status != JATO_OK) return cli_complain_of(status, &error);
  if (subject->bounds == NULL) return CLI_DONE;
  size_t dim = jato_problem_get_info(*problem)->dim;
  int code = make_box(subject, dim, &box);
  if (code == CLI_DONE) {
    status = jato_problem_set_box(*problem, box, box + dim, &error);
    if (status != JATO_OK) code = cli_complain_of(status, &error);
  }
  free(box);
  if (code != CLI_DONE) jato_problem_destroy(problem);
  return code;
}

static int open_source(const cli_subject *subject, jato_problem **problem)
{
  jato_error error;
  double *box = NULL;
  size_t dim = (size_t)subject->dim;
  bool is_file = subject->expression == NULL;
  jato_source source = {JATO_SOURCE_INIT, .file = is_file ? subject->word : NULL,
                        .expression = subject->expression, .name = is_file ? NULL : EXPRESSION_NAME,
                        .data_file = subject->data};
  int code = make_box(subject, dim, &box);
  if (code == CLI_DONE) {
    jato_status status = jato_problem_from_source(&source, dim, box, box + dim, problem, &error);
    if (status != JATO_OK) code = cli_complain_of(status, &error);
  }
  free(box);
  return code;
}

/* A file that another command or option takes, by the ending of its name. Returns CLI_USAGE, or
 * CLI_DONE for what is none. */
static int refuse_other_file(const char *word)
{
  static const struct {
    const char *ending, *what, *instead;
  } kinds[] = {{".so", "a shared object", "jato minimize --object"},
               {".yaml", "a study", "jato run"},
               {".yml", "a study", "jato run"},
               {".json", "a study", "jato run"},
               {".h5", "a run file", "jato resume"}};
  for (size_t i = 0; word != NULL && i < sizeof kinds / sizeof kinds[0]; i++) {
    if (!ends_in(word, kinds[i].ending)) continue;
    return cli_refuse(CLI_USAGE, "%s is %s, not C source: %s %s", word, kinds[i].what,
                      kinds[i].instead, word);
  }
  return CLI_DONE;
}

/* A source says neither how many coordinates it has nor where they may lie. */
static int check_source(const cli_subject *subject)
{
  const char *what = subject->expression != NULL ? "the expression" : subject->word;
  if (subject->expression != NULL && subject->word != NULL) {
    cli_complain("--expression is the problem already; what is \"%s\"?", subject->word);
  } else if (subject->dim == 0) {
    cli_complain("--dim is needed: how many coordinates does %s have?", what);
  } else if (subject->bounds == NULL) {
    cli_complain("--bounds is needed: where may the coordinates of %s lie, as in --bounds -5:5?",
                 what);
  } else {
    return CLI_DONE;
  }
  return CLI_USAGE;
}

/* A program's variables have names and bounds of their own; a shared object may have a box. */
static int check_program(const cli_subject *subject)
{
  bool has_box = subject->dim != 0 || subject->bounds != NULL;
  bool is_object = subject->objective->object != NULL;
  bool has_variables = subject->objective->variables.count != 0;
  if (subject->word != NULL || subject->expression != NULL)
    cli_complain("the program is the problem already; what is \"%s\"?",
                 subject->word != NULL ? subject->word : subject->expression);
  else if (subject->data != NULL)
    cli_complain("--data works only with a C file or an expression");
  else if (has_box && !is_object)
    cli_complain("--%s works only with other problems; a program's variables are given by --var",
                 subject->dim != 0 ? "dim" : "bounds");
  else if (has_box && has_variables)
    cli_complain("--var or --dim with --bounds, not both");
  else if (!has_variables && (subject->dim == 0 || subject->bounds == NULL))
    cli_complain("%s needs variables: --var NAME=LOW:HIGH for each, or --dim N --bounds LOW:HIGH",
                 subject->objective->object);
  else
    return CLI_DONE;
  return CLI_USAGE;
}

static int open_program(const cli_subject *subject, jato_problem **problem)
{
  double *box = NULL;
  size_t dim = (size_t)subject->dim;
  int code = check_program(subject);
  if (code == CLI_DONE && dim != 0) code = make_box(subject, dim, &box);
  if (code == CLI_DONE) code = cli_objective_open(subject->objective, box, dim, problem);
  free(box);
  return code;
}

int cli_subject_open(const cli_subject *subject, jato_problem **problem)
{
  *problem = NULL;
  if (cli_subject_is_program(subject)) return open_program(subject, problem);
  int code = refuse_other_file(subject->word);
  if (code != CLI_DONE) return code;
  if (cli_subject_is_source(subject)) {
    code = check_source(subject);
    return code == CLI_DONE ? open_source(subject, problem) : code;
  }
  if (subject->data != NULL)
    return cli_refuse(CLI_USAGE,
                      "--data works only with a C file or an expression, and %s is of the gallery",
                      subject->word);
  return open_gallery(subject, problem);
}

int cli_subject_check(const cli_subject *subject, const cli_settings *given, const char *needs)
{
  int code = cli_objective_check(subject->objective, given);
  if (code != CLI_DONE || cli_subject_is_program(subject)) return code;
  if (cli_setting_given(given, "order") != NULL)
    return cli_refuse(
        CLI_USAGE, "--order works only with a program as the objective: --command './sim {a} {b}'");
  if (subject->word == NULL && subject->expression == NULL)
    return cli_refuse(CLI_USAGE, "%s", needs);
  return CLI_DONE;
}

bool cli_study_is(const char *word)
{
  return ends_in(word, ".yaml") || ends_in(word, ".yml") || ends_in(word, ".json");
}

int cli_study_open(const char *path, jato_study **study)
{
  jato_error error;
  jato_status status = jato_study_load(path, NULL, study, &error);
  return status == JATO_OK ? CLI_DONE : cli_complain_of(status, &error);
}

int cli_study_check(const jato_study *study, const cli_settings *given)
{
  char name[CLI_SETTING_NAME];
  const jato_setting *unfit = cli_settings_any(given, CLI_SETTINGS_OUTSIDE);
  if (unfit == NULL || jato_study_runs_process(study)) return CLI_DONE;
  return cli_refuse(CLI_USAGE,
                    "--%s works only with a program or a shared object, and the study has neither",
                    cli_setting_name(unfit, name));
}

void cli_subject_options(const cli_subject *subject, cli_places *places, jato_options *options)
{
  places->cache[0] = '\0';
  if (options->cache == NULL) cli_usual_cache(places->cache);
  if (places->cache[0] != '\0') options->cache = places->cache;
  cli_usual_key(places->key);
  options->key = places->key;
  if (subject->no_cache) options->cache = NULL;
  if (options->temporary == NULL) options->temporary = cli_usual_temporary();
  options->notice = cli_notice;
}
