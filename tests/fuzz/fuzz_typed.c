/* Feeds what people type: variables and constraints, settings, and files of numbers; the first byte
 * says which. Apart from crashes: a refusal has words; a space that was read is sound, and has what
 * was typed; numbers are those that a second, simpler reading finds. */
#define _GNU_SOURCE /* memfd_create */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <jato/jato.h>

#include "problem/numbers.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void complain(const char *what)
{
  fprintf(stderr, "%s\n", what);
  abort();
}

/* ---- Variables and constraints -----------------------------------------------------------------
 */

enum { MOST_WORDS = 64 };

/* Cuts the text at its line ends. */
static size_t cut_lines(char *text, const char *lines[MOST_WORDS])
{
  size_t count = 0;
  for (char *line = text; line != NULL && count < MOST_WORDS;) {
    char *end = strchr(line, '\n');
    if (end != NULL) *end = '\0';
    lines[count++] = line;
    line = end != NULL ? end + 1 : NULL;
  }
  return count;
}

static void check_variable(const jato_variable *variable, const char *typed)
{
  size_t length = strlen(variable->name);
  if (strncmp(variable->name, typed, length) != 0 || typed[length] != '=')
    complain("a variable has another name");
  if (variable->kind == JATO_CATEGORY && variable->choice_count == 0) complain("no choices");
  if (variable->kind != JATO_CATEGORY && !variable->fixed && !(variable->lower <= variable->upper))
    complain("an interval that is none");
  if (variable->has_initial && variable->kind != JATO_CATEGORY &&
      !(variable->initial >= variable->lower && variable->initial <= variable->upper))
    complain("it begins outside");
}

/* The lines are variables, those that begin with a blank constraints. */
static void try_space(char *text)
{
  const char *lines[MOST_WORDS], *variables[MOST_WORDS], *constraints[MOST_WORDS];
  jato_space_strings words = {JATO_SPACE_STRINGS_INIT, .variables = variables,
                              .constraints = constraints};
  jato_study *study = NULL;
  jato_error error = {JATO_OK, ""};
  for (size_t i = 0, count = cut_lines(text, lines); i < count; i++) {
    if (lines[i][0] == ' ')
      constraints[words.constraint_count++] = lines[i] + 1;
    else
      variables[words.variable_count++] = lines[i];
  }
  if (jato_study_from_strings(&words, NULL, &study, &error) != JATO_OK) {
    if (study != NULL || error.text[0] == '\0') complain("a refusal without words");
    return;
  }
  const jato_space *space = jato_study_space(study);
  if (space->variable_count != words.variable_count ||
      space->constraint_count != words.constraint_count)
    complain("some are lost");
  for (size_t i = 0; i < space->variable_count; i++)
    check_variable(&space->variables[i], variables[i]);
  jato_study_destroy(&study);
}

/* ---- Settings ----------------------------------------------------------------------------------
 */

/* NAME=TEXT */
static void try_setting(char *text)
{
  jato_error error = {JATO_OK, ""};
  jato_options options = jato_options_default();
  char nearest[64];
  char *value = strchr(text, '=');
  if (value != NULL) *value++ = '\0';
  if (jato_options_set(&options, text, value != NULL ? value : "", &error) != JATO_OK &&
      error.text[0] == '\0')
    complain("a refusal without words");
  if (jato_nearest_word(text, "particles on_failure compile_time", nearest) &&
      memchr(nearest, '\0', sizeof nearest) == NULL)
    complain("a word without an end");
}

/* ---- Files of numbers --------------------------------------------------------------------------
 */

/* A second reading of numbers that were found sound: blanks for all that is none. */
static void check_numbers(char *text, size_t length, const double *numbers, size_t count)
{
  int in_comment = 0;
  for (size_t i = 0; i < length; i++) {
    if (text[i] == '#') in_comment = 1;
    if (text[i] == '\n') in_comment = 0;
    if (in_comment || text[i] == ',' || text[i] == ';') text[i] = ' ';
  }
  char *at = text;
  for (size_t i = 0; i < count; i++) {
    double number = strtod(at, &at);
    if (!isfinite(number) || memcmp(&number, &numbers[i], sizeof number) != 0)
      complain("another number");
  }
  if (at[strspn(at, " \t\r\n")] != '\0') complain("numbers are lost");
}

static void try_numbers(char *text, size_t length)
{
  char path[64];
  double *numbers = NULL;
  size_t count = 0;
  jato_error error = {JATO_OK, ""};
  jato_allocator allocator = jx_allocator_or_default(NULL);
  int file = memfd_create("numbers", 0);
  if (file < 0 || write(file, text, length) != (ssize_t)length) complain("no file");
  (void)snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  if (jx_numbers_read(path, &allocator, &numbers, &count, &error) == JATO_OK)
    check_numbers(text, length, numbers, count);
  else if (error.text[0] == '\0' || numbers != NULL)
    complain("a refusal without words");
  jx_release(&allocator, numbers);
  (void)close(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  if (size == 0) return 0;
  char *text = malloc(size); /* the rest, ended by a zero behind it */
  if (text == NULL) return 0;
  memcpy(text, data + 1, size - 1);
  text[size - 1] = '\0';
  switch (data[0]) {
  case 'v': try_space(text); break;
  case 's': try_setting(text); break;
  case 'd': try_numbers(text, size - 1); break;
  default: break;
  }
  free(text);
  return 0;
}
