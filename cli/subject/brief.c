#include "subject/brief.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Whether a setting, "c1=1.5", is among those of a complete spec. */
static bool has_setting(const char *spec, const char *setting, size_t length)
{
  const char *at = strchr(spec, ':');
  while (at != NULL) {
    at++;
    if (strcspn(at, ",") == length && strncmp(at, setting, length) == 0) return true;
    at = strchr(at, ',');
  }
  return false;
}

void cli_brief_algorithm(const char *whole, char brief[CLI_BRIEF])
{
  char name[64], usual[CLI_BRIEF];
  size_t used = strcspn(whole, ":");
  jato_error error;
  snprintf(brief, CLI_BRIEF, "%s", whole);
  snprintf(name, sizeof name, "%.*s", (int)(used < sizeof name ? used : 0), whole);
  if (jato_spec_complete(JATO_KIND_ALGORITHM, name, usual, sizeof usual, &error) != JATO_OK) return;
  brief[used] = '\0';
  const char *setting = whole + used;
  for (char mark = ':'; *setting != '\0';) {
    size_t length = strcspn(++setting, ",");
    if (!has_setting(usual, setting, length) && used + length + 2 <= CLI_BRIEF) {
      used +=
          (size_t)snprintf(brief + used, CLI_BRIEF - used, "%c%.*s", mark, (int)length, setting);
      mark = ',';
    }
    setting += length;
  }
}
