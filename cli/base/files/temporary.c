#define _GNU_SOURCE /* mkostemp */
#include "base/files/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/compiling.h"
#include "base/complain.h"

FILE *cli_temporary_file(void)
{
  char path[CLI_FOLDER];
  const char *folder = cli_usual_temporary();
  if (folder == NULL) folder = P_tmpdir;
  int length = snprintf(path, sizeof path, "%s/jato-XXXXXX", folder);
  if ((size_t)length >= sizeof path) errno = ENAMETOOLONG;
  int file = (size_t)length < sizeof path ? mkostemp(path, O_CLOEXEC) : -1;
  if (file >= 0) (void)unlink(path);
  FILE *stream = file >= 0 ? fdopen(file, "w+b") : NULL;
  if (stream != NULL) return stream;
  cli_complain("cannot create a temporary file in %s: %s; set TMPDIR to another folder", folder,
               strerror(errno));
  if (file >= 0) (void)close(file);
  return NULL;
}
