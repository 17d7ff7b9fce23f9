#include "base/compiling.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/complain.h"

void cli_usual_cache(char folder[CLI_FOLDER])
{
  const char *cache = getenv("XDG_CACHE_HOME");
  const char *home = getenv("HOME");
  int length = 0;
  if (cache != NULL && cache[0] == '/')
    length = snprintf(folder, CLI_FOLDER, "%s/jato", cache);
  else if (home != NULL && home[0] == '/')
    length = snprintf(folder, CLI_FOLDER, "%s/.cache/jato", home);
  if (length <= 0 || length >= CLI_FOLDER) folder[0] = '\0';
}

void cli_notice(const char *text, void *user)
{
  (void)user;
  cli_complain("note: %s", text);
}
