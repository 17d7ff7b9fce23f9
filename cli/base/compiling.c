#include "base/compiling.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/complain.h"

/* `name` in a folder of the user's: the one that `variable` names, or `usual` at home. */
static void find_place(const char *variable, const char *usual, const char *name,
                       char path[CLI_FOLDER])
{
  const char *folder = getenv(variable);
  const char *home = getenv("HOME");
  int length = 0;
  if (folder != NULL && folder[0] == '/')
    length = snprintf(path, CLI_FOLDER, "%s/%s", folder, name);
  else if (home != NULL && home[0] == '/')
    length = snprintf(path, CLI_FOLDER, "%s/%s/%s", home, usual, name);
  if (length <= 0 || length >= CLI_FOLDER) path[0] = '\0';
}

void cli_usual_cache(char folder[CLI_FOLDER])
{
  find_place("XDG_CACHE_HOME", ".cache", "jato", folder);
}

void cli_usual_key(char path[CLI_FOLDER])
{
  find_place("XDG_CONFIG_HOME", ".config", "jato/key", path);
}

const char *cli_usual_temporary(void)
{
  const char *folder = getenv("TMPDIR");
  return folder != NULL && folder[0] == '/' ? folder : NULL;
}

void cli_notice(const char *text, void *user)
{
  (void)user;
  cli_complain("note: %s", text);
}
