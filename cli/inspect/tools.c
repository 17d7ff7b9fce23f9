#define _POSIX_C_SOURCE 200809L

#include "inspect/tools.h"

#include <stdio.h>
#include <string.h>

#include <jato/jato.h>

#include "sim/sim.h"

enum { TEXT = sizeof((cli_tool *)NULL)->text };

/* Whether a call that was tried says that the build has the library. */
static bool tell(jato_status status, const jato_error *error, const char *library, char *text)
{
  bool there = status != JATO_E_NOT_BUILT;
  if (there)
    snprintf(text, TEXT, "%s is in this build", library);
  else
    snprintf(text, TEXT, "%.255s", error->text);
  return there;
}

static bool look_for_programs(char *text)
{
  jato_error error;
  jato_problem *problem = NULL;
  jato_variable variable = {.name = "x", .lower = 0, .upper = 1};
  jato_space space = {JATO_SPACE_INIT, .variables = &variable, .variable_count = 1};
  jato_command command = {JATO_COMMAND_INIT, .command = "true {x}"};
  jato_status status = jato_problem_from_command(&command, &space, &problem, &error);
  jato_problem_destroy(&problem);
  return tell(status, &error, "jansson", text);
}

static bool look_for_studies(char *text)
{
  jato_error error;
  jato_study *study = NULL;
  jato_status status = jato_study_read("", "study.yaml", NULL, NULL, &study, &error);
  jato_study_destroy(&study);
  return tell(status, &error, "libyaml", text);
}

static bool look_for_hdf5(char *text)
{
  jato_error error;
  jato_record *record = NULL;
  jato_status status = jato_record_open(
      &(jato_record_request){JATO_RECORD_REQUEST_INIT, .path = ""}, &record, &error);
  jato_record_close(&record);
  return tell(status, &error, "HDF5", text);
}

static bool look_for_png(char *text)
{
  jato_error error;
  return tell(cli_sim_try_png(&error), &error, "libpng", text);
}

static bool look_for_gif(char *text)
{
  jato_error error;
  return tell(cli_sim_try_gif(&error), &error, "giflib", text);
}

/* By the catalogue's row of a method that the library contains. */
static bool look_for_method(const char *method, const char *library, char *text)
{
  jato_entry entry;
  bool there = false;
  for (size_t i = 0; jato_catalogue(JATO_KIND_ALGORITHM, i, &entry); i++) {
    if (strcmp(entry.name, method) != 0) continue;
    there = strcmp(entry.state, "built") == 0;
    snprintf(text, TEXT, "%s%s", there ? library : entry.state, there ? " is in this build" : "");
  }
  return there;
}

static bool look_for_nlopt(char *text) { return look_for_method("bobyqa", "NLopt", text); }

static bool look_for_cminpack(char *text) { return look_for_method("lm", "cminpack", text); }

static bool look_for_gnuplot(char *text)
{
  /* NOLINTNEXTLINE(cert-env33-c): the command is a constant */
  FILE *said = popen("gnuplot --version </dev/null 2>/dev/null", "r");
  bool there = said != NULL && fgets(text, TEXT, said) != NULL;
  there = said != NULL && pclose(said) == 0 && there;
  text[strcspn(text, "\n")] = '\0';
  if (there) return true;
  snprintf(text, TEXT, "not installed (Debian, Ubuntu: apt install gnuplot-nox)");
  return false;
}

bool cli_tool_look(size_t index, cli_tool *tool)
{
  /* clang-format off: a row a line */
  static const struct {
    const char *key, *heading, *works, *fails;
    bool (*look)(char *text);
  } tools[] = {
      {"programs", "programs", "work: ", "cannot be started: ", look_for_programs},
      {"studies", "study files", "work: ", "cannot be read: ", look_for_studies},
      {"hdf5", "run files", "work: ", "cannot be used: ", look_for_hdf5},
      {"png", "PNG", "works: ", "cannot be used: ", look_for_png},
      {"gif", "GIF", "works: ", "cannot be used: ", look_for_gif},
      {"nlopt", "bobyqa ...", "work: ", "", look_for_nlopt},
      {"cminpack", "lm", "works: ", "", look_for_cminpack},
      {"gnuplot", "pictures", "work: ", "cannot be made: gnuplot is ", look_for_gnuplot},
  };
  /* clang-format on */
  if (index == sizeof tools / sizeof tools[0]) return false;
  *tool = (cli_tool){.key = tools[index].key, .heading = tools[index].heading};
  tool->there = tools[index].look(tool->text);
  tool->verdict = tool->there ? tools[index].works : tools[index].fails;
  return true;
}
