/* jato init: a study to begin with. */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/command.h"
#include "base/files/beside.h"
#include "subject/study.h"

typedef struct request {
  bool force;
} request;

static const cli_option options[] = {
    {"force", 'f', CLI_FLAG, NULL, "overwrite an existing file",
     .offset = offsetof(request, force)},
};

static const char *const study[] = {
    "# A study for jato. Try one evaluation with: jato check FILE; then: jato run FILE.\n"
    "# docs/study-file.md describes every key.\n"
    "name: valley\n"
    "\n"
    "# What to search for. Other variables could look like this:\n"
    "#   kappa:  {range: [1e-3, 1], scale: log}       # each decade gets an equal share\n"
    "#   n:      {range: [1, 20], kind: integer}\n"
    "#   solver: {choices: [bdf, adams]}\n"
    "#   g:      {fixed: 9.81}                        # a constant\n"
    "variables:\n"
    "  x: {range: [-2, 2], initial: -1.2}\n"
    "  y: {range: [-1, 3], initial: 1}\n"
    "\n"
    "# Numbers that the program prints after the value, and their limits.\n"
    "# constraints:\n"
    "#   stress: {at_most: 300}\n"
    "\n",
    "# The program: {x} is replaced by a value, and the last number it prints is the result. It "
    "is\n"
    "# started without a shell; write literal braces twice. Your own could look like this:\n"
    "#   command: ./sim --kappa {kappa} --steps {n}\n"
    "objective:\n"
    "  command: awk -v x={x} -v y={y} 'BEGIN {{ print (1 - x)^2 + 100 * (y - x^2)^2 }}'\n"
    "  # by: [environment, input]      # also as JATO_x=..., or a line of JSON on standard input\n"
    "  # scratch: work                 # each evaluation gets its own folder in here\n"
    "  # templates: [deck.in]          # copied there as deck, with {x} replaced\n"
    "  # keep: failed                  # which of these folders to keep\n"
    "  # result: {field: loss}         # the output is JSON; read the value from this field\n"
    "\n",
    "# A failed evaluation is retried, then counts as worst (then: stop would stop the run).\n"
    "failures: {timeout: 60s, retries: 1, then: worst}\n"
    "workers: 2                        # evaluations to run in parallel\n"
    "\n"
    "algorithm: pso                    # jato list algorithms\n"
    "particles: 20\n"
    "seed: 1                           # the same seed gives the same run\n"
    "limits: {evaluations: 2k, target: 1e-6}\n"
    "\n"
    "# Save the run, to resume it (jato run FILE --resume) and to plot it (jato plot valley.h5).\n"
    "# save: {file: valley.h5}\n",
};

/* The text with FILE replaced by the name of the file. */
static void write_study(FILE *out, const char *name)
{
  for (size_t i = 0; i < sizeof study / sizeof study[0]; i++) {
    const char *at = study[i];
    for (const char *found = strstr(at, "FILE"); found != NULL; found = strstr(at, "FILE")) {
      fprintf(out, "%.*s%s", (int)(found - at), at, name);
      at = found + 4;
    }
    fputs(at, out);
  }
}

static bool is_folder(const char *path)
{
  struct stat found;
  return stat(path, &found) == 0 && S_ISDIR(found.st_mode);
}

/* A file that was not there, nor a link of its name. */
static bool open_new(cli_beside *file, const char *path)
{
  int opened = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  *file = (cli_beside){.stream = opened >= 0 ? fdopen(opened, "w") : NULL, .path = path};
  if (opened >= 0 && file->stream == NULL) (void)close(opened);
  return file->stream != NULL;
}

static int write_file(const char *path, bool force)
{
  cli_beside out;
  if (is_folder(path)) {
    cli_complain("%s is a folder; name the file in it, as in: jato init %s/study.yaml", path, path);
    return CLI_FILE;
  }
  bool opened = force ? cli_beside_open(&out, path) : open_new(&out, path);
  if (!opened && !force && errno == EEXIST) {
    cli_complain("%s already exists; add --force to overwrite it, or choose another name", path);
    return CLI_USAGE;
  }
  if (opened) write_study(out.stream, path);
  if (opened && cli_beside_keep(&out)) {
    printf("%s\n", path);
    fprintf(stderr, "jato: try one evaluation with: jato check %s\n", path);
    return CLI_DONE;
  }
  cli_complain("%s: %s", path, cli_beside_why(path));
  return CLI_FILE;
}

static int init_run(const cli_command *self, int argc, char **argv)
{
  request asked = {.force = false};
  cli_words words;
  int code = cli_parse(self, argc, argv, &asked, &words);
  if (code != CLI_DONE) return code;
  const char *path = words.count > 0 ? words.word[0] : "study.yaml";
  if (strcmp(path, "-") != 0) return write_file(path, asked.force);
  write_study(stdout, "study.yaml");
  return CLI_DONE;
}

const cli_command cli_init = {
    .name = "init",
    .summary = "write a commented study file to start from",
    .usage = "[FILE] [OPTIONS]",
    .about = "Writes study.yaml, or FILE; - means standard output. The study runs as it is: its\n"
             "objective is one line of awk, to be replaced by your own program.\n",
    .examples = "  jato init\n"
                "  jato init filter.yaml && jato check filter.yaml && jato run filter.yaml\n"
                "  jato init -\n",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .most_words = 1,
    .run = init_run,
};
