/* Feeds commands, shells' lines and what programs answer with bytes; the first one says which.
 * Apart from crashes: a refusal has words, and a call has as many words whatever the values are. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evaluator/command/command_line.h"
#include "evaluator/command/output.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const choices[] = {"a", "it's \"$(x)\" `y` \\ {k}\xff"};
static const jato_variable variables[] = {
    {.name = "kappa", .lower = 0, .upper = 1},
    {.name = "m", .kind = JATO_CATEGORY, .choices = choices, .choice_count = 2}};
static const jato_constraint constraints[] = {{.name = "g"}, {.name = "h"}};

static void complain(const char *what)
{
  fprintf(stderr, "%s\n", what);
  abort();
}

static size_t count_words(char *const *argv)
{
  size_t count = 0;
  while (argv[count] != NULL) count++;
  return count;
}

static void try_command(const jato_command *command, const jx_space *space)
{
  jato_error error = {JATO_OK, ""};
  jx_command_line *line = NULL;
  jx_call one = {0}, other = {0};
  if (jx_command_line_create(command, space, NULL, &line, &error) != JATO_OK) {
    if (line != NULL || error.text[0] == '\0') complain("a refusal without words");
    return;
  }
  if (!jx_call_compose(&one, line, &(jx_evaluation){1, (double[]){0.5, 0}, NULL}) ||
      !jx_call_compose(&other, line, &(jx_evaluation){1, (double[]){0.5, 1}, NULL}))
    complain("no call");
  if (count_words(one.argv) != count_words(other.argv)) complain("a value was split");
  jx_call_release(&one, &line->pool.allocator);
  jx_call_release(&other, &line->pool.allocator);
  jx_command_line_destroy(&line);
}

static void try_result(const char *field, const jx_space *space, const char *text, size_t length)
{
  jx_answer answer;
  double c[2] = {0, 0};
  if (!jx_output_read(space, field, NULL, (jx_text){text, length}, &answer, c) &&
      answer.message[0] == '\0')
    complain("no result, and no words");
  if (memchr(answer.message, '\0', sizeof answer.message) == NULL) complain("words without an end");
}

static void try_answer(const jx_space *space, const char *text, size_t length)
{
  jx_answer answer;
  double c[2] = {0, 0};
  if (!jx_lines_read_answer(space, text, length, &answer, c) && answer.message[0] == '\0')
    complain("no answer, and no words");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  jato_allocator allocator = jx_allocator_or_default(NULL);
  jato_error error = {JATO_OK, ""};
  jx_space *space = NULL;
  if (size == 0) return 0;
  if (jx_space_create(&(jato_space){JATO_SPACE_INIT, variables, 2, constraints, 2, 0}, &allocator,
                      &space, &error) != JATO_OK)
    complain(error.text);
  char *text = malloc(size); /* the rest, ended by a zero behind it */
  if (text == NULL) return 0;
  memcpy(text, data + 1, size - 1);
  text[size - 1] = '\0';
  switch (data[0]) {
  case 'c': try_command(&(jato_command){JATO_COMMAND_INIT, .command = text}, space); break;
  case 's': try_command(&(jato_command){JATO_COMMAND_INIT, .shell = text}, space); break;
  case 'n': try_result(NULL, space, text, size - 1); break;
  case 'f': try_result("loss", space, text, size - 1); break;
  case 'p': try_result("a.0.loss", space, text, size - 1); break;
  case 'a': try_answer(space, text, size - 1); break;
  default: break;
  }
  free(text);
  jx_space_destroy(&allocator, &space);
  return 0;
}
