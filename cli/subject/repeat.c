#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/shell_word.h"
#include "subject/repeat.h"

const char *cli_precision_name(jato_precision precision)
{
  return precision == JATO_FLOAT ? "float" : "double";
}

/* Whether a setting, "c1=1.5", is among those of a complete spec. */
static bool has_setting(const char *spec, const char *setting, size_t length)
{
  const char *at = strchr(spec, ':');
  while (at != NULL) {
    at++;
    if (strcspn(at, ",") == length && strncmp(at, setting, length) == 0) return true;
    at = strchr(at, ',');
  }
  return false;
}

void cli_brief_algorithm(const char *whole, char brief[CLI_BRIEF])
{
  char name[64], usual[CLI_BRIEF];
  size_t used = strcspn(whole, ":");
  jato_error error;
  snprintf(brief, CLI_BRIEF, "%s", whole);
  snprintf(name, sizeof name, "%.*s", (int)(used < sizeof name ? used : 0), whole);
  if (jato_spec_complete(JATO_KIND_ALGORITHM, name, usual, sizeof usual, &error) != JATO_OK) return;
  brief[used] = '\0';
  const char *setting = whole + used;
  for (char mark = ':'; *setting != '\0';) {
    size_t length = strcspn(++setting, ",");
    if (!has_setting(usual, setting, length) && used + length + 2 <= CLI_BRIEF) {
      used +=
          (size_t)snprintf(brief + used, CLI_BRIEF - used, "%c%.*s", mark, (int)length, setting);
      mark = ',';
    }
    setting += length;
  }
}

/* Ended by the clock or by the user. */
static bool was_cut(const jato_result *result)
{
  return result->stop == JATO_STOP_TIME || result->stop == JATO_STOP_CALLBACK ||
         result->stop == JATO_STOP_NONE;
}

/* If the course of an algorithm depends on the limits that a run began with, no command repeats a
 * run that was cut short or resumed beyond them; only its file does. */
static bool needs_file(const cli_repeat *repeat)
{
  const char *spec = repeat->asked->algorithm;
  size_t length = spec != NULL ? strcspn(spec, ":") : 0;
  jato_entry entry;
  if (repeat->file == NULL || length == 0) return false;
  if (!repeat->resumed && !was_cut(repeat->result)) return false;
  for (size_t i = 0; jato_catalogue(JATO_KIND_ALGORITHM, i, &entry); i++)
    if (strlen(entry.name) == length && strncmp(entry.name, spec, length) == 0)
      return strstr(entry.traits, "follows limits") != NULL;
  return false;
}

/* The limits that make the same run again. A run that the clock or the user ended is repeated by
 * the evaluations it made: another limit of iterations could be another schedule of the algorithm.
 */
static void print_limits(FILE *out, const cli_repeat *repeat)
{
  const jato_options *asked = repeat->asked;
  jato_options limits = *asked;
  bool limited = asked->iterations != 0 || asked->evaluations != 0 || asked->stall != 0 ||
                 asked->seconds > 0 || !isnan(asked->target);
  if (was_cut(repeat->result)) {
    if (!limited) limits.iterations = repeat->result->planned_iterations;
    limits.evaluations = repeat->result->evaluations;
  }
  cli_settings_print(out, "iterations evaluations stall no_converge target", &limits);
}

/* A run that went on keeps the schedule that it began with. */
static void print_first_limits(FILE *out, const cli_repeat *repeat)
{
  jato_options limits = *repeat->asked;
  bool began_alone = repeat->planned == 0 || repeat->result->iterations < repeat->planned;
  limits.iterations = repeat->planned;
  limits.evaluations = began_alone ? repeat->result->evaluations : 0;
  cli_settings_print(out, "iterations no_converge evaluations", &limits);
}

/* Past its first limit of iterations no single command has both the schedule and the length. */
static void print_second_part(FILE *out, const cli_repeat *repeat)
{
  if (repeat->planned == 0 || repeat->result->iterations <= repeat->planned) return;
  fprintf(out, " --save again.h5 && jato resume again.h5 --iterations %" PRIu64,
          repeat->result->iterations);
}

static void print_problem(FILE *out, const cli_repeat *repeat)
{
  const cli_subject *subject = repeat->subject;
  bool is_program = cli_subject_is_program(subject);
  if (is_program) {
    cli_objective_print(out, subject->objective);
  } else {
    fputs(subject->expression != NULL ? " -e " : repeat->name[0] == '-' ? " ./" : " ", out);
    cli_print_word(out, repeat->name);
  }
  if (!is_program || subject->dim != 0) fprintf(out, " --dim %zu", repeat->dim);
}

/* Settings that decide the result and were given instead of those of the study. */
static void print_given(FILE *out, const cli_settings *given)
{
  static const char *const names[] = {"algorithm", "walls", "precision", "order"};
  for (size_t i = 0; given != NULL && i < sizeof names / sizeof names[0]; i++)
    cli_print_option(out, names[i], cli_setting_given(given, names[i]));
  if (given != NULL && cli_setting_given(given, "maximize") != NULL) fputs(" --maximize", out);
}

/* Whether the command must name what was chosen by limits that it does not repeat. The method auto
 * chooses nothing by them, and takes a number of particles as a request for a swarm. */
static bool names_choice(const cli_repeat *repeat)
{
  const jato_result *result = repeat->result;
  return was_cut(result) &&
         strncmp(result->algorithm, "auto", strcspn(result->algorithm, ":")) != 0;
}

/* Without --particles, the number follows from the other options. */
static void print_particles(FILE *out, const cli_repeat *repeat)
{
  if (repeat->asked->particles != 0 || names_choice(repeat))
    fprintf(out, " --particles %" PRIu64, repeat->result->particles);
}

static void print_chosen(FILE *out, const cli_repeat *repeat)
{
  const char *asked = repeat->asked->algorithm;
  bool is_open = asked == NULL || strcmp(asked, "auto") == 0;
  if (is_open && names_choice(repeat))
    cli_print_option(out, "algorithm", repeat->result->algorithm);
}

/* Writes what the study file does not have, and what was given instead of it. */
static void print_study(FILE *out, const cli_repeat *repeat)
{
  fputs("jato run ", out);
  cli_print_word(out, repeat->subject->study);
  print_given(out, repeat->given);
  print_chosen(out, repeat);
  print_particles(out, repeat);
  (repeat->resumed ? print_first_limits : print_limits)(out, repeat);
  fprintf(out, " --seed %" PRIu64, repeat->result->seed);
  if (repeat->resumed) print_second_part(out, repeat);
}

void cli_print_repeat(FILE *out, const cli_repeat *repeat)
{
  const jato_options *asked = repeat->asked;
  const cli_subject *subject = repeat->subject;
  if (subject == NULL || needs_file(repeat)) {
    fputs("jato verify ", out);
    cli_print_word(out, repeat->file);
    return;
  }
  if (subject->study != NULL) {
    print_study(out, repeat);
    return;
  }
  fputs("jato minimize", out);
  print_problem(out, repeat);
  print_particles(out, repeat);
  cli_print_option(out, "bounds", subject->bounds);
  cli_print_option(out, "data", subject->data);
  cli_print_option(out, "algorithm", asked->algorithm);
  print_chosen(out, repeat);
  cli_print_option(out, "walls", asked->walls);
  cli_print_option(out, "device", asked->device);
  if (asked->maximize) fputs(" --maximize", out);
  if (asked->precision != JATO_DOUBLE)
    cli_print_option(out, "precision", cli_precision_name(asked->precision));
  if (cli_subject_is_program(subject)) {
    cli_print_option(out, "order", asked->order);
    cli_settings_print(out, CLI_SETTINGS_OUTSIDE, asked);
  }
  (repeat->resumed ? print_first_limits : print_limits)(out, repeat);
  fprintf(out, " --seed %" PRIu64, repeat->result->seed);
  if (repeat->resumed) print_second_part(out, repeat);
}
