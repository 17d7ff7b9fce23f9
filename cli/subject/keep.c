#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "subject/keep.h"
#include "subject/subject.h"

/* The folder of a path, which the caller frees: "." of "run.h5". NULL without memory. */
static char *folder_of(const char *path)
{
  const char *slash = strrchr(path, '/');
  if (slash == NULL) return strdup(".");
  return strndup(path, slash == path ? 1 : (size_t)(slash - path));
}

/* Checks the folder before the run, so that an hour of work does not end without a place for it. */
static int check_folder(const char *path)
{
  struct stat about;
  int code = CLI_FILE;
  char *folder = folder_of(path);
  if (folder == NULL) return cli_refuse(CLI_FAILED, "not enough memory for the folder of %s", path);
  if (stat(path, &about) == 0 && S_ISDIR(about.st_mode))
    cli_complain("--save %s: is a folder; name a file in it, as in --save %s/run.h5", path, path);
  else if (stat(folder, &about) != 0)
    cli_complain("--save %s: %s: %s", path, folder, strerror(errno));
  else if (!S_ISDIR(about.st_mode))
    cli_complain("--save %s: %s is not a folder", path, folder);
  else if (access(folder, W_OK) != 0)
    cli_complain("--save %s: cannot create files in %s: %s", path, folder, strerror(errno));
  else
    code = CLI_DONE;
  free(folder);
  return code;
}

int cli_keep_check(const jato_options *options)
{
  const char *alone = options->checkpoint > 0          ? "checkpoint"
                      : options->keep_checkpoints != 0 ? "keep-checkpoints"
                      : options->record_frames != 0    ? "record-frames"
                      : options->shards                ? "shards"
                      : options->must_save             ? "must-save"
                                                       : NULL;
  if (options->save != NULL && options->save[0] != '\0') return check_folder(options->save);
  if (options->save != NULL)
    cli_complain("--save needs the name of a file, as in --save run.h5");
  else if (alone != NULL)
    cli_complain("--%s works only with --save FILE, as in --save run.h5", alone);
  else
    return CLI_DONE;
  return CLI_USAGE;
}

int cli_keep_refuse(const char *found, const char *instead)
{
  return cli_refuse(CLI_USAGE, "%s already exists; %s, or choose another name", found, instead);
}

static void explain(const cli_saving *saving, const jato_event *event)
{
  cli_progress_end(saving->progress);
  fprintf(stderr, "after %" PRIu64 " evaluations, best %.6g: %s\n", event->progress->evaluations,
          event->progress->best, event->text);
}

static void on_event(const jato_event *event, void *user)
{
  cli_saving *saving = user;
  if (event->kind == JATO_EVENT_CHANGED && saving->explains) explain(saving, event);
  if (event->kind == JATO_EVENT_SAVED) saving->failed = false;
  if (event->kind != JATO_EVENT_SAVE_FAILED) return;
  saving->failed = true;
  snprintf(saving->why, sizeof saving->why, "%s", event->text);
}

/* A note in the middle of a run gets a line of its own. */
static void on_notice(const char *text, void *user)
{
  const cli_saving *saving = user;
  cli_progress_end(saving->progress);
  cli_notice(text, NULL);
}

void cli_keep_options(cli_saving *saving, jato_options *options)
{
  options->event = on_event;
  options->event_user = saving;
  options->notice = on_notice;
  options->notice_user = saving;
}
