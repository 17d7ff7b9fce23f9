#define _POSIX_C_SOURCE 200809L

#include "inspect/tools.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <jato/jato.h>

#include "sim/sim.h"

/* What a call that was tried says of the build. */
static cli_tool tool_of(jato_status status, const jato_error *error, const char *there)
{
  cli_tool tool = {.there = status != JATO_E_NOT_BUILT};
  snprintf(tool.text, sizeof tool.text, "%.255s", tool.there ? there : error->text);
  return tool;
}

cli_tool cli_tool_programs(void)
{
  jato_error error;
  jato_problem *problem = NULL;
  jato_variable variable = {.name = "x", .lower = 0, .upper = 1};
  jato_space space = {.variables = &variable, .variable_count = 1};
  jato_command command = {.command = "true {x}"};
  jato_status status = jato_problem_from_command(&command, &space, &problem, &error);
  jato_problem_destroy(&problem);
  return tool_of(status, &error, "jansson is in this build");
}

cli_tool cli_tool_studies(void)
{
  jato_error error;
  jato_study *study = NULL;
  jato_status status = jato_study_read("", "study.yaml", NULL, NULL, &study, &error);
  jato_study_destroy(&study);
  return tool_of(status, &error, "libyaml is in this build");
}

cli_tool cli_tool_png(void)
{
  jato_error error;
  return tool_of(cli_sim_try_png(&error), &error, "libpng is in this build");
}

cli_tool cli_tool_gif(void)
{
  jato_error error;
  return tool_of(cli_sim_try_gif(&error), &error, "giflib is in this build");
}

cli_tool cli_tool_hdf5(void)
{
  cli_tool tool = {.there = true, .text = "HDF5 is in this build"};
  jato_error error;
  jato_record *record = NULL;
  jato_record_request nothing = {.path = ""};
  if (jato_record_open(&nothing, &record, &error) == JATO_E_NOT_BUILT) {
    tool.there = false;
    snprintf(tool.text, sizeof tool.text, "%.255s", error.text);
  }
  jato_record_close(&record);
  return tool;
}

/* By the row of a method that is the library's. */
static cli_tool library_of(const char *method, const char *there)
{
  jato_entry entry;
  cli_tool tool = {.there = false};
  for (size_t i = 0; jato_catalogue(JATO_KIND_ALGORITHM, i, &entry); i++) {
    if (strcmp(entry.name, method) != 0) continue;
    tool.there = strcmp(entry.state, "built") == 0;
    snprintf(tool.text, sizeof tool.text, "%s", tool.there ? there : entry.state);
  }
  return tool;
}

cli_tool cli_tool_nlopt(void) { return library_of("bobyqa", "NLopt is in this build"); }

cli_tool cli_tool_cminpack(void) { return library_of("lm", "cminpack is in this build"); }

/* In the child: gnuplot, with nothing but its answer heard. */
static void become_gnuplot(const int ends[2])
{
  int nowhere = open("/dev/null", O_RDWR);
  if (nowhere >= 0) {
    dup2(nowhere, STDIN_FILENO);
    dup2(nowhere, STDERR_FILENO);
  }
  dup2(ends[1], STDOUT_FILENO);
  close(ends[0]);
  close(ends[1]);
  execlp("gnuplot", "gnuplot", "--version", (char *)NULL);
  _exit(127);
}

/* What gnuplot says of its version, up to the end of the line; "" where it cannot be started. */
static void ask_gnuplot(char *text, size_t size)
{
  int ends[2], status = 0;
  text[0] = '\0';
  if (pipe(ends) != 0) return;
  pid_t child = fork();
  if (child == 0) become_gnuplot(ends);
  close(ends[1]);
  FILE *said = fdopen(ends[0], "r");
  if (said == NULL) close(ends[0]);
  if (said == NULL || fgets(text, (int)size, said) == NULL) text[0] = '\0';
  if (said != NULL) fclose(said);
  if (child < 0 || waitpid(child, &status, 0) != child || status != 0) text[0] = '\0';
  text[strcspn(text, "\n")] = '\0';
}

cli_tool cli_tool_gnuplot(void)
{
  cli_tool tool;
  ask_gnuplot(tool.text, sizeof tool.text);
  tool.there = tool.text[0] != '\0';
  if (!tool.there)
    snprintf(tool.text, sizeof tool.text,
             "not installed (Debian, Ubuntu: apt install gnuplot-nox)");
  return tool;
}
