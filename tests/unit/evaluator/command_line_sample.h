/* A space and commands over it, for the tests of command lines. */
#ifndef TESTS_COMMAND_LINE_SAMPLE_H
#define TESTS_COMMAND_LINE_SAMPLE_H

#include "check.h"

#include "evaluator/command/command_line.h"

/* Choices that do harm if they are parsed a second time. */
static const char *const hard[] = {"plain", "two words",
                                   "it's",  "\"$(echo no)\" `echo no` $HOME",
                                   "a\\b",  "{kappa}",
                                   "",      "-n",
                                   "*",     "\xc3\xa9\xff\x01;|&"};
#define HARD (sizeof hard / sizeof hard[0])

static const jato_variable sample_variables[] = {
    {.name = "kappa", .lower = 0.001, .upper = 1},
    {.name = "n", .kind = JATO_INTEGER, .lower = 1, .upper = 20},
    {.name = "method", .kind = JATO_CATEGORY, .choices = hard, .choice_count = HARD},
};
static const jato_constraint sample_constraints[] = {{.name = "stress"}, {.name = "size"}};

static inline jx_space *new_space(const jato_space *given)
{
  jato_error error = {JATO_OK, ""};
  jx_space *space = NULL;
  jato_allocator allocator = jx_allocator_or_default(NULL);
  assert_ok(jx_space_create(given, &allocator, &space, &error), error);
  return space;
}

/* Set-up and tear-down: *state is the space. */
static inline int make_space(void **state)
{
  *state = new_space(&(jato_space){JATO_SPACE_INIT, sample_variables, 3, sample_constraints, 2, 0});
  return 0;
}

static inline int drop_space(void **state)
{
  jx_space *space = *state;
  jato_allocator allocator = jx_allocator_or_default(NULL);
  jx_space_destroy(&allocator, &space);
  return 0;
}

static inline jx_command_line *make(const jx_space *space, const jato_command *command)
{
  jato_error error = {JATO_OK, ""};
  jx_command_line *line = NULL;
  assert_ok(jx_command_line_create(command, space, NULL, &line, &error), error);
  return line;
}

static inline void refuse(const jx_space *space, const jato_command *command, const char *part)
{
  jato_error error = {JATO_OK, ""};
  jx_command_line *line = NULL;
  jato_status status = jx_command_line_create(command, space, NULL, &line, &error);
  if (status != JATO_E_ARGUMENT) print_error("wanted: %s\n", part);
  assert_int_equal(status, JATO_E_ARGUMENT);
  assert_null(line);
  assert_contains(error.text, part);
}

/* The command of these settings is refused with words that have `part`. */
#define REFUSE(part, ...) refuse(*state, &(jato_command){JATO_COMMAND_INIT, __VA_ARGS__}, part)

static const double point[] = {0.1, 3, 1};

/* Numerical Recipes' quick generator, its upper bits. */
static inline uint32_t next_random(uint32_t *seed)
{
  *seed = *seed * 1664525u + 1013904223u;
  return *seed >> 8;
}

#endif
