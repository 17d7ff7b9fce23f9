#include "subject/objective.h"

#include <stdlib.h>
#include <string.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif

/* Processes that call a shared object are this very program. */
#define THIS_PROGRAM "/proc/self/exe"

bool cli_objective_is_given(const cli_objective *objective)
{
  return objective != NULL &&
         (objective->command != NULL || objective->shell != NULL || objective->object != NULL);
}

/* ---- What goes with what ---- */

#define AT(member) .offset = offsetof(whole, member)
typedef struct whole {
  cli_objective objective;
} whole;
static const cli_option rows[] = {CLI_OBJECTIVE_OPTIONS(AT)};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* The first option that was given of those named; NULL without. */
static const char *option_among(const cli_objective *asked, const char *names)
{
  for (size_t i = 0; i < ROWS; i++)
    if (cli_word_index(rows[i].name, names) >= 0 && cli_option_is_given(&rows[i], asked))
      return rows[i].name;
  return NULL;
}

/* Those that make sense with a program only. */
#define OF_PROGRAMS "env stdin persistent scratch template keep-folders result-field result-file"

/* Without a program: nothing of what goes with one. */
static int check_absent(const cli_objective *asked, const cli_settings *given)
{
  char name[CLI_SETTING_NAME];
  const char *option = option_among(asked, "isolate penalty constraint var " OF_PROGRAMS);
  const jato_setting *setting = cli_settings_any(given, CLI_SETTINGS_OUTSIDE);
  if (option == NULL && setting == NULL) return CLI_DONE;
  if (option == NULL) option = cli_setting_name(setting, name);
  if (strcmp(option, "isolate") == 0)
    return cli_refuse(CLI_USAGE, "--isolate works only with --object FILE.so");
  return cli_refuse(
      CLI_USAGE,
      "--%s works only with a program as the objective: --command './sim {a} {b}', --shell or "
      "--object",
      option);
}

/* The first setting given that an objective inside this process cannot have; NULL: none. */
static const char *needs_processes(const cli_settings *given, char name[CLI_SETTING_NAME])
{
  if (cli_settings_options(given).workers > 1) return "workers";
  const jato_setting *setting =
      cli_settings_any(given, "timeout memory cpu_time file_size sandbox setuid");
  return setting != NULL ? cli_setting_name(setting, name) : NULL;
}

static int check_object(const cli_objective *asked, const cli_settings *given)
{
  char name[CLI_SETTING_NAME];
  const char *option = option_among(asked, OF_PROGRAMS);
  if (option != NULL)
    return cli_refuse(
        CLI_USAGE,
        "--%s works only with --command or --shell; a shared object is called, not started",
        option);
  option = asked->isolate ? NULL : needs_processes(given, name);
  if (option == NULL) return CLI_DONE;
  return cli_refuse(
      CLI_USAGE, "--%s works only with programs; add --isolate to call %s in processes of its own",
      option, asked->object);
}

/* The first name in braces, for the message that says what is missing. */
static size_t first_name(const char *text, const char **name)
{
  const char *brace = strchr(text, '{');
  *name = brace == NULL || brace[1] == '{' ? "x" : brace + 1;
  size_t length = strcspn(*name, "}");
  return (*name)[length] == '}' && length > 0 && length < 64 ? length : 1;
}

static int check_program(const cli_objective *asked)
{
  const char *line = asked->command != NULL ? asked->command : asked->shell;
  const char *name;
  size_t length = first_name(line, &name);
  if (asked->isolate)
    cli_complain("--isolate works only with --object; a program runs by itself already");
  else if (line[strspn(line, " \t\n")] == '\0')
    cli_complain("--%s is empty; it names a program, as in --command './sim --kappa {kappa}'",
                 asked->command != NULL ? "command" : "shell");
  else if (asked->variables.count == 0)
    cli_complain("--var is needed: where may %.*s lie, as in --var %.*s=1e-3:1:log?", (int)length,
                 name, (int)length, name);
  else if (asked->scratch == NULL && asked->templates.count != 0)
    cli_complain(
        "--template %s works only with --scratch FOLDER, where each evaluation gets a copy of "
        "its own",
        asked->templates.text[0]);
  else if (asked->scratch == NULL && asked->keep_folders != 0)
    cli_complain(
        "--keep-folders works only with --scratch FOLDER, where each evaluation has a folder");
  else
    return CLI_DONE;
  return CLI_USAGE;
}

int cli_objective_check(const cli_objective *asked, const cli_settings *given)
{
  int named = (asked->command != NULL) + (asked->shell != NULL) + (asked->object != NULL);
  if (named == 0) return check_absent(asked, given);
  if (named > 1)
    return cli_refuse(CLI_USAGE,
                      "--command, --shell and --object each name the objective: give one of them");
  if (asked->penalty < 0 || (asked->penalty > 0 && asked->constraints.count == 0)) {
    if (asked->penalty < 0)
      return cli_refuse(CLI_USAGE, "--penalty %g: must be above 0", asked->penalty);
    return cli_refuse(CLI_USAGE, "--penalty works only with --constraint 'NAME<=BOUND'");
  }
  return asked->object != NULL ? check_object(asked, given) : check_program(asked);
}

/* ---- The problem ---- */

static jato_status make_problem(const cli_objective *asked, const jato_space *space,
                                jato_problem **problem, jato_error *error)
{
  jato_object object = {JATO_OBJECT_INIT, .path = asked->object,
                        .worker = asked->isolate ? THIS_PROGRAM : NULL};
  jato_command command = {
      JATO_COMMAND_INIT,
      .command = asked->command,
      .shell = asked->shell,
      .by =
          (asked->by_environment ? JATO_BY_ENVIRONMENT : 0) | (asked->by_input ? JATO_BY_INPUT : 0),
      .scratch = asked->scratch,
      .keep_folders = (jato_keep_folders)asked->keep_folders,
      .template_files = asked->templates.text,
      .template_count = asked->templates.count,
      .result_field = asked->result_field,
      .result_file = asked->result_file,
      .persistent = asked->persistent,
  };
  return asked->object != NULL ? jato_problem_from_object(&object, space, problem, error)
                               : jato_problem_from_command(&command, space, problem, error);
}

/* Nameless variables, with the box lower[dim]..upper[dim]; NULL without memory. */
static jato_variable *variables_of_box(const double *lower, const double *upper, size_t dim)
{
  jato_variable *variables = calloc(dim, sizeof *variables);
  for (size_t i = 0; variables != NULL && i < dim; i++) {
    variables[i].lower = lower[i];
    variables[i].upper = upper[i];
  }
  return variables;
}

int cli_objective_open(const cli_objective *asked, const double *box, size_t dim,
                       jato_problem **problem)
{
  jato_error error;
  jato_study *read = NULL;
  jato_space_strings words = {JATO_SPACE_STRINGS_INIT,  asked->variables.text,
                              asked->variables.count,   asked->constraints.text,
                              asked->constraints.count, asked->penalty};
  jato_status status = jato_study_from_strings(&words, NULL, &read, &error);
  if (status != JATO_OK) return cli_complain_of(status, &error);
  jato_space space = *jato_study_space(read);
  jato_variable *nameless = box != NULL ? variables_of_box(box, box + dim, dim) : NULL;
  if (box != NULL) {
    space.variables = nameless;
    space.variable_count = nameless != NULL ? dim : 0;
  }
  status = make_problem(asked, &space, problem, &error);
  free(nameless);
  jato_study_destroy(&read);
  return status == JATO_OK ? CLI_DONE : cli_complain_of(status, &error);
}

/* ---- The same once more ---- */

void cli_objective_print(FILE *out, const cli_objective *asked)
{
  for (size_t i = 0; i < ROWS; i++) cli_option_print(out, &rows[i], asked);
}

void cli_work_adopt(jato_options *options)
{
#if defined(__linux__)
  options->adopt_children = prctl(PR_SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L) == 0;
#else
  (void)options;
#endif
}
