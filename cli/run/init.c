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

typedef struct request {
  bool force;
} request;

static const cli_option options[] = {
    {"force", 'f', CLI_FLAG, NULL, "overwrite an existing file",
     .offset = offsetof(request, force)},
};

/* cli/texts/study.yaml */
extern const char cli_text_study_yaml[];

/* The text with FILE replaced by the name of the file. */
static void write_study(FILE *out, const char *name)
{
  const char *at = cli_text_study_yaml;
  for (const char *found = strstr(at, "FILE"); found != NULL; found = strstr(at, "FILE")) {
    fprintf(out, "%.*s%s", (int)(found - at), at, name);
    at = found + 4;
  }
  fputs(at, out);
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
  if (is_folder(path))
    return cli_refuse(CLI_FILE,
                      "%s is a folder; name the file in it, as in: jato init %s/study.yaml", path,
                      path);
  bool opened = force ? cli_beside_open(&out, path) : open_new(&out, path);
  if (!opened && !force && errno == EEXIST)
    return cli_refuse(
        CLI_USAGE, "%s already exists; add --force to overwrite it, or choose another name", path);
  if (opened) write_study(out.stream, path);
  if (opened && cli_beside_keep(&out)) {
    printf("%s\n", path);
    fprintf(stderr, "jato: try one evaluation with: jato check %s\n", path);
    return CLI_DONE;
  }
  return cli_refuse(CLI_FILE, "%s: %s", path, cli_beside_why(path));
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
    CLI_OPTIONS(options),
    .most_words = 1,
    .run = init_run,
};
