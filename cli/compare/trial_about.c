#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/number.h"
#include "base/shell_word.h"
#include "compare/trial_file.h"

/* The name of a file, and a hash of what is in it: a changed file is another problem. */
static void write_file(FILE *out, const char *option, const char *path)
{
  unsigned char block[4096];
  size_t length;
  uint64_t hash = CLI_HASH_BEGIN;
  if (path == NULL) return;
  FILE *file = fopen(path, "rb"); /* one that cannot be read ends the comparison elsewhere */
  while (file != NULL && (length = fread(block, 1, sizeof block, file)) > 0)
    hash = cli_hash(hash, block, length);
  if (file != NULL) fclose(file);
  cli_print_option(out, option, path);
  fprintf(out, " (%016" PRIx64 ")", hash);
}

static void write_problem(FILE *out, const cli_comparison *comparison, const cli_subject *subject)
{
  if (cli_subject_is_program(subject))
    cli_objective_print(out, subject->objective);
  else if (subject->study != NULL)
    write_file(out, "study", subject->study);
  else if (subject->expression != NULL)
    cli_print_option(out, "expression", subject->expression);
  else if (cli_subject_is_source(subject))
    write_file(out, "source", subject->word);
  else
    cli_print_option(out, "problem", comparison->name);
  write_file(out, "data", subject->data);
  fprintf(out, " --dim %zu", comparison->dim);
  cli_print_option(out, "bounds", subject->bounds);
}

/* What was given besides; where it is computed and compiled does not matter. */
static void write_settings(FILE *out, const cli_settings *given)
{
  for (size_t i = 0; i < given->count; i++) {
    const jato_setting *setting = given->given[i].setting;
    bool elsewhere = cli_word_index(setting->name, "device workers evaluations target") >= 0;
    if (!elsewhere && cli_word_index(setting->section, "compile") < 0)
      cli_print_option(out, setting->name, given->given[i].text);
  }
}

char *cli_trial_about(const cli_comparison *comparison, const cli_subject *subject,
                      const cli_settings *given)
{
  char *text = NULL, target[CLI_SHORTEST];
  size_t length = 0;
  FILE *out = open_memstream(&text, &length);
  if (out == NULL) return NULL;
  fprintf(out, "jato %s", jato_version());
  write_problem(out, comparison, subject);
  write_settings(out, given);
  fprintf(out, " --evaluations %" PRIu64, comparison->options.evaluations);
  if (!isnan(comparison->options.target)) {
    cli_write_shortest(target, comparison->options.target);
    cli_print_option(out, "target", target);
  }
  if (fclose(out) != 0) {
    free(text);
    return NULL;
  }
  for (char *at = text; *at != '\0'; at++)
    if ((unsigned char)*at < ' ') *at = ' '; /* a command may have lines */
  return text;
}
