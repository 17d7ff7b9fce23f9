#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "base/shell_word.h"
#include "subject/repeat.h"

const char *cli_precision_name(jato_precision precision)
{
  return precision == JATO_FLOAT ? "float" : "double";
}

static void print_option_count(FILE *out, const char *name, uint64_t count)
{
  if (count != 0) fprintf(out, " --%s %" PRIu64, name, count);
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
  char target[CLI_SHORTEST];
  const jato_options *asked = repeat->asked;
  const jato_result *result = repeat->result;
  bool cut = was_cut(result);
  bool limited = asked->iterations != 0 || asked->evaluations != 0 || asked->stall != 0 ||
                 asked->seconds > 0 || !isnan(asked->target);
  print_option_count(out, "iterations",
                     cut && !limited ? result->planned_iterations : asked->iterations);
  print_option_count(out, "evaluations", cut ? result->evaluations : asked->evaluations);
  print_option_count(out, "stall", asked->stall);
  if (asked->no_converge) fputs(" --no-converge", out);
  if (isnan(asked->target)) return;
  cli_write_shortest(target, asked->target);
  fprintf(out, " --target %s", target);
}

/* A run that went on keeps the schedule that it began with. */
static void print_first_limits(FILE *out, const cli_repeat *repeat)
{
  print_option_count(out, "iterations", repeat->planned);
  if (repeat->asked->no_converge) fputs(" --no-converge", out);
  if (repeat->planned == 0 || repeat->result->iterations < repeat->planned)
    print_option_count(out, "evaluations", repeat->result->evaluations);
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

/* What was chosen by limits that the command does not repeat. The method auto chooses nothing by
 * them, and takes a number of particles for the wish for a swarm. */
static bool names_choice(const cli_repeat *repeat)
{
  const jato_result *result = repeat->result;
  return was_cut(result) &&
         strncmp(result->algorithm, "auto", strcspn(result->algorithm, ":")) != 0;
}

/* Unasked they follow from the rest. */
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

/* What is not in the study file, or may have been given in its stead. */
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
    cli_work_print(out, asked);
  }
  (repeat->resumed ? print_first_limits : print_limits)(out, repeat);
  fprintf(out, " --seed %" PRIu64, repeat->result->seed);
  if (repeat->resumed) print_second_part(out, repeat);
}
