/* jato worker: a shared object, called in a process of its own. */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <stddef.h>
#include <unistd.h>

#include "base/command.h"

typedef struct request {
  uint64_t constraints;
} request;

static const cli_option options[] = {
    {"constraints", 0, CLI_COUNT, "N", "numbers that its jato_constraints returns (default: 0)",
     .offset = offsetof(request, constraints), .most = 1000000},
};

/* Lines come and go by descriptors that the object does not know: what it prints goes to standard
 * error, and what it reads is empty. */
static bool set_aside(int *input, int *output)
{
  int nothing = open("/dev/null", O_RDONLY);
  *input = dup(STDIN_FILENO);
  *output = dup(STDOUT_FILENO);
  if (nothing < 0 || *input < 0 || *output < 0) return false;
  if (dup2(nothing, STDIN_FILENO) < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) return false;
  return close(nothing) == 0;
}

static int run(const cli_command *self, int argc, char **argv)
{
  request asked = {.constraints = 0};
  cli_words words;
  jato_error error;
  int input = -1, output = -1;
  int parsed = cli_parse(self, argc, argv, &asked, &words);
  if (parsed != CLI_DONE) return parsed;
  if (words.count == 0)
    return cli_refuse(CLI_USAGE, "worker needs a shared object, as in: jato worker ./beam.so");
  if (!set_aside(&input, &output))
    return cli_refuse(CLI_FILE, "standard input and output cannot be used");
  jato_status status =
      jato_object_serve(words.word[0], (size_t)asked.constraints, input, output, &error);
  return status == JATO_OK ? CLI_DONE : cli_complain_of(status, &error);
}

const cli_command cli_worker = {
    .name = "worker",
    .summary = "evaluate lines of JSON with a shared object; jato starts this itself",
    .usage = "FILE.so [--constraints N]",
    CLI_OPTIONS(options),
    .most_words = 1,
    .run = run,
};
