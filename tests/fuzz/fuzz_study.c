/* Any bytes as a study file: read, made into a problem where that starts nothing and reads no other
 * file, and where it is a program's, written as run files keep it and read again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/study_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

static long given; /* pieces of memory that were not given back */

static void *give(size_t bytes, void *user)
{
  void *memory = malloc(bytes);
  (void)user;
  if (memory != NULL) given++;
  return memory;
}

static void take_back(void *memory, void *user)
{
  (void)user;
  if (memory != NULL) given--;
  free(memory);
}

static const jato_allocator counted = {.allocate = give, .release = take_back};

static void complain(const char *what, const char *text)
{
  (void)fprintf(stderr, "fuzz_study: %s: %s\n", what, text);
  abort();
}

/* Every refusal has a line. */
static void check_refusal(jato_status status, const jato_error *error)
{
  const char *line = error->text + strlen("s:");
  if (status == JATO_E_MEMORY) return;
  if (status != JATO_E_ARGUMENT && status != JATO_E_NAME) complain("another status", error->text);
  if (strncmp(error->text, "s:", 2) != 0 || strtol(line, NULL, 10) < 1)
    complain("no line", error->text);
}

static void write_and_read_again(const jato_problem *problem)
{
  jx_line line = {.text = NULL};
  jx_study *again = NULL;
  jato_error error;
  if (jx_study_write(problem, &line) &&
      jx_study_read(line.text, "s", NULL, &counted, &again, &error) != JATO_OK)
    complain(error.text, line.text);
  jx_study_destroy(&again);
  jx_line_release(&line);
}

static void try_problem(const jx_study *study)
{
  enum { WIDE = 1000 };
  jato_problem *problem = NULL;
  jato_error error;
  if (study->kind == JX_STUDY_OBJECT || study->source != NULL || study->data != NULL ||
      study->command.template_count > 0 || study->dim > WIDE)
    return;
  if (jato_study_problem(study, &problem, &error) == JATO_OK && study->kind == JX_STUDY_COMMAND)
    write_and_read_again(problem);
  jato_problem_destroy(&problem);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
  jx_study *study = NULL;
  jato_error error = {JATO_OK, ""};
  char *text = malloc(count + 1);
  if (text == NULL) return 0;
  memcpy(text, bytes, count);
  text[count] = '\0';
  jato_status status = jato_study_read(text, "s", NULL, &counted, &study, &error);
  if (status == JATO_OK)
    try_problem(study);
  else
    check_refusal(status, &error);
  jato_study_destroy(&study);
  free(text);
  if (given != 0) complain("memory was not given back", "");
  return 0;
}
