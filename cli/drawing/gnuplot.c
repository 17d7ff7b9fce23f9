#define _DEFAULT_SOURCE /* environ */
#include "drawing/gnuplot.h"

#include <errno.h>
#include <spawn.h>
#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/command.h"
#include "base/files/beside.h"
#include "base/files/temporary.h"

extern char **environ;

/* Script, drawing and errors are files rather than pipes: the two processes never wait for each
 * other, and a gnuplot that ends early raises no signal here. -d ignores ~/.gnuplot. */
static int start(FILE *script, FILE *drawing, FILE *errors, pid_t *child)
{
  char *arguments[] = {"gnuplot", "-d", NULL};
  posix_spawn_file_actions_t files;
  if (posix_spawn_file_actions_init(&files) != 0) return ENOMEM;
  int reason = posix_spawn_file_actions_adddup2(&files, fileno(script), STDIN_FILENO);
  if (reason == 0)
    reason = posix_spawn_file_actions_adddup2(&files, fileno(drawing), STDOUT_FILENO);
  if (reason == 0) reason = posix_spawn_file_actions_adddup2(&files, fileno(errors), STDERR_FILENO);
  if (reason == 0) reason = posix_spawnp(child, "gnuplot", &files, NULL, arguments, environ);
  (void)posix_spawn_file_actions_destroy(&files);
  return reason;
}

/* What gnuplot wrote, without the empty lines and the place marks in it. */
static void show_errors(FILE *errors)
{
  char line[512];
  rewind(errors);
  while (fgets(line, sizeof line, errors) != NULL) {
    line[strcspn(line, "\n")] = '\0';
    if (line[strspn(line, " \t^")] != '\0') cli_complain("gnuplot: %s", line);
  }
}

static int complain_of_start(int reason)
{
  if (reason == ENOENT || reason == EACCES || reason == ENOTDIR) {
    cli_complain("pictures are drawn by gnuplot, which is not in PATH; install gnuplot "
                 "(Debian, Ubuntu: apt install gnuplot-nox)");
    return CLI_NOT_BUILT;
  }
  return cli_refuse(CLI_FAILED, "gnuplot could not be started: %s", strerror(reason));
}

static int draw(FILE *script, FILE *drawing, FILE *errors)
{
  pid_t child = -1;
  int status = 0;
  if (fflush(script) != 0 || ferror(script) != 0 || lseek(fileno(script), 0, SEEK_SET) != 0)
    return cli_refuse(CLI_FILE, "the script for gnuplot could not be written to a temporary file");
  int reason = start(script, drawing, errors, &child);
  if (reason != 0) return complain_of_start(reason);
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return complain_of_start(errno);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 127) return complain_of_start(ENOENT);
  bool drawn = lseek(fileno(drawing), 0, SEEK_END) > 0;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && drawn) return CLI_DONE;
  show_errors(errors);
  return cli_refuse(CLI_FAILED,
                    "gnuplot failed; jato needs gnuplot 5.2 or newer (gnuplot --version)");
}

int cli_gnuplot_run(FILE *script, FILE *drawing)
{
  FILE *errors = cli_temporary_file();
  if (errors == NULL) return CLI_FILE;
  int code = draw(script, drawing, errors);
  fclose(errors);
  return code;
}

int cli_gnuplot_keep(FILE *drawing, const char *path)
{
  char block[8192];
  size_t length;
  cli_beside out;
  rewind(drawing);
  bool written = cli_beside_open(&out, path);
  while (written && (length = fread(block, 1, sizeof block, drawing)) > 0)
    written = fwrite(block, 1, length, out.stream) == length;
  if (written)
    written = cli_beside_keep(&out);
  else
    cli_beside_drop(&out);
  if (written) return CLI_DONE;
  return cli_refuse(CLI_FILE, "%s: %s", path, cli_beside_why(path));
}

void cli_gnuplot_print(FILE *drawing)
{
  char line[4096];
  size_t empty = 0; /* lines that were not printed yet */
  bool any = false;
  rewind(drawing);
  while (fgets(line, sizeof line, drawing) != NULL) {
    const char *text = line + strspn(line, "\f"); /* a new page, as on paper */
    size_t length = strlen(text);
    while (length > 0 && strchr(" \n", text[length - 1]) != NULL) length--;
    if (length == 0) {
      empty++;
      continue;
    }
    for (; any && empty > 0; empty--) putchar('\n');
    empty = 0;
    any = true;
    printf("%.*s\n", (int)length, text);
  }
}
