#define _GNU_SOURCE /* asprintf */
#include "base/files/beside.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "jato/jato.h"

#define MOST_TRIES 1000

/* The system's own links to what this process has open, as /dev/stdout: to be followed. */
static bool is_open_file(const char *path)
{
  static const char *const begins[] = {"/dev/std", "/dev/fd/", "/proc/self/fd/"};
  for (size_t i = 0; i < sizeof begins / sizeof begins[0]; i++)
    if (strncmp(path, begins[i], strlen(begins[i])) == 0) return true;
  return false;
}

/* Whether the path is a device or a pipe, which must not be replaced by a file. */
static bool is_special(const char *path)
{
  struct stat found;
  return lstat(path, &found) == 0 && !S_ISREG(found.st_mode) && !S_ISLNK(found.st_mode) &&
         !S_ISDIR(found.st_mode);
}

/* A new file beside it; -1 with errno. */
static int create_beside(cli_beside *file)
{
  int opened = -1;
  errno = EEXIST;
  for (int tries = 0; opened < 0 && errno == EEXIST && tries < MOST_TRIES; tries++) {
    free(file->other);
    file->other = NULL;
    if (asprintf(&file->other, "%s.%ld-%d.tmp", file->path, (long)getpid(), tries) < 0) {
      file->other = NULL;
      errno = ENOMEM;
      return -1;
    }
    opened = open(file->other, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  }
  return opened;
}

static const char *const words_of_run[] = {
    [JATO_FILE_RUN] = "it is a run file; take another name",
    [JATO_FILE_UNFINISHED] = "it is a run file that is not whole; take another name",
    [JATO_FILE_JOURNAL] = "it is a run's journal of evaluations; take another name",
    [JATO_FILE_LOCK] = "it is the lock of a run; take another name"};

static const char *words_for(const char *path)
{
  size_t kind = (size_t)jato_file_kind_of(path);
  return kind < sizeof words_of_run / sizeof words_of_run[0] ? words_of_run[kind] : NULL;
}

bool cli_beside_is_of_run(const char *path) { return words_for(path) != NULL; }

const char *cli_beside_why(const char *path)
{
  int reason = errno;
  const char *words = reason == EEXIST ? words_for(path) : NULL;
  return words != NULL ? words : strerror(reason);
}

bool cli_beside_open(cli_beside *file, const char *path)
{
  struct stat found;
  *file = (cli_beside){.path = path};
  int opened = -1;
  if (cli_beside_is_of_run(path))
    errno = EEXIST;
  else if (is_open_file(path))
    opened = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  else if (is_special(path))
    opened = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
  else if (lstat(path, &found) == 0 && S_ISDIR(found.st_mode))
    errno = EISDIR;
  else
    opened = create_beside(file);
  file->stream = opened >= 0 ? fdopen(opened, "wb") : NULL;
  if (file->stream != NULL) return true;
  if (opened >= 0) (void)close(opened);
  cli_beside_drop(file);
  return false;
}

bool cli_beside_keep(cli_beside *file)
{
  struct stat found;
  bool good = fflush(file->stream) == 0 && ferror(file->stream) == 0;
  if (file->other != NULL && lstat(file->path, &found) == 0 && S_ISREG(found.st_mode))
    (void)fchmod(fileno(file->stream), found.st_mode & 0777);
  good = fclose(file->stream) == 0 && good;
  file->stream = NULL;
  if (good && file->other != NULL) good = rename(file->other, file->path) == 0;
  if (good) {
    free(file->other);
    file->other = NULL;
  } else {
    cli_beside_drop(file);
  }
  return good;
}

void cli_beside_drop(cli_beside *file)
{
  int reason = errno;
  if (file->stream != NULL) (void)fclose(file->stream);
  if (file->other != NULL) (void)unlink(file->other);
  free(file->other);
  file->stream = NULL;
  file->other = NULL;
  errno = reason;
}
