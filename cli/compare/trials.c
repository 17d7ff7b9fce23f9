#include "compare/trials.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Methods ---- */

/* Whether a method begins here: what is a parameter of the one before has its = first. */
static bool begins_method(const char *text)
{
  size_t name = strcspn(text, ",:=");
  return text[name] != '=';
}

/* Up to the next comma, but for those of a value in quotes, as in path='a,b.so'. */
static size_t setting_length(const char *text)
{
  size_t length = strcspn(text, ",'\"");
  int is_quoted = length > 0 && text[length - 1] == '=' && text[length] != ',';
  const char *close = is_quoted ? strchr(text + length + 1, text[length]) : NULL;
  if (close != NULL) length = (size_t)(close - text);
  return length + strcspn(text + length, ",");
}

/* The length of the spec that the text begins with. */
static size_t spec_length(const char *text)
{
  size_t length = setting_length(text);
  while (text[length] == ',' && !begins_method(text + length + 1))
    length += 1 + setting_length(text + length + 1);
  return length;
}

static int refuse(const char *text, const char *why)
{
  return cli_refuse(CLI_USAGE, "--algorithm %s: %s", text, why);
}

static int add_method(const char *text, size_t length, cli_comparison *comparison)
{
  jato_error error;
  size_t count = comparison->method_count;
  if (count == CLI_MOST_METHODS || length >= CLI_METHOD)
    return refuse(text, count == CLI_MOST_METHODS ? "there are 32 methods already" : "is too long");
  char *spec = comparison->method[count], *complete = comparison->complete[count];
  memcpy(spec, text, length);
  spec[length] = '\0';
  jato_status status = jato_spec_complete(JATO_KIND_ALGORITHM, spec, complete, CLI_METHOD, &error);
  if (status != JATO_OK) return cli_complain_of(status, &error);
  for (size_t i = 0; i < count; i++)
    if (strcmp(comparison->complete[i], complete) == 0)
      return refuse(spec, "is the same method as an earlier one");
  comparison->method_count++;
  return CLI_DONE;
}

int cli_comparison_methods(const cli_list_of *texts, cli_comparison *comparison)
{
  for (size_t i = 0; i < texts->count; i++) {
    const char *at = texts->text[i];
    for (;;) {
      size_t length = spec_length(at);
      if (length == 0) return refuse(texts->text[i], "a method is missing next to a comma");
      int code = add_method(at, length, comparison);
      if (code != CLI_DONE) return code;
      if (at[length] == '\0') break;
      at += length + 1;
    }
  }
  if (comparison->method_count > 0) return CLI_DONE;
  return cli_refuse(
      CLI_USAGE, "compare needs methods, as in: --algorithm pso --algorithm cmaes:restarts=bipop; "
                 "jato list algorithms");
}

/* ---- Trials ---- */

int cli_comparison_begin(cli_comparison *comparison)
{
  size_t methods = comparison->method_count;
  comparison->trial_count = methods * (size_t)comparison->seeds;
  comparison->trials = calloc(comparison->trial_count, sizeof *comparison->trials);
  if (comparison->trials == NULL)
    return cli_refuse(CLI_FAILED, "not enough memory for %zu runs", comparison->trial_count);
  for (size_t i = 0; i < comparison->trial_count; i++) {
    comparison->trials[i].method = i % methods;
    comparison->trials[i].maximize = comparison->options.maximize != 0;
    comparison->trials[i].seed = comparison->first_seed + i / methods;
  }
  return CLI_DONE;
}

void cli_comparison_end(cli_comparison *comparison)
{
  for (size_t i = 0; comparison->trials != NULL && i < comparison->trial_count; i++)
    cli_trial_forget(&comparison->trials[i]);
  free(comparison->trials);
  free((void *)comparison->done.runs);
  comparison->trials = NULL;
  comparison->done.runs = NULL;
}

int cli_comparison_gather(cli_comparison *comparison)
{
  jato_compared_run *runs = calloc(comparison->trial_count, sizeof *runs);
  if (runs == NULL)
    return cli_refuse(CLI_FAILED, "not enough memory for %zu runs", comparison->trial_count);
  comparison->done = (jato_comparison){
      JATO_COMPARISON_INIT, .runs = runs, .method_count = comparison->method_count,
      .target = comparison->options.target, .maximize = comparison->options.maximize != 0};
  for (size_t i = 0; i < comparison->trial_count; i++) {
    const cli_trial *trial = &comparison->trials[i];
    if (trial->done)
      runs[comparison->done.run_count++] = (jato_compared_run){
          trial->method, trial->best, trial->evaluations, trial->rows, trial->row_count};
  }
  return CLI_DONE;
}

size_t cli_comparison_done(const cli_comparison *comparison)
{
  size_t done = 0;
  for (size_t i = 0; i < comparison->trial_count; i++) done += comparison->trials[i].done;
  return done;
}

bool cli_comparison_reached(const cli_comparison *comparison, const cli_trial *trial)
{
  return trial->done && cli_trial_cost(trial, trial->best) <=
                            cli_trial_cost(trial, comparison->options.target); /* never of NaN */
}

cli_reference cli_comparison_reference(const cli_comparison *comparison)
{
  cli_reference reference = {jato_problem_get_info(comparison->problem)->minimum, true};
  bool maximize = comparison->options.maximize != 0;
  if (!isnan(reference.value) && !maximize) return reference;
  reference = (cli_reference){maximize ? -INFINITY : INFINITY, false};
  for (size_t i = 0; i < comparison->trial_count; i++)
    if (comparison->trials[i].done)
      reference.value = (maximize ? fmax : fmin)(reference.value, comparison->trials[i].best);
  return reference;
}
