#include <string.h>

#include "subject/study.h"

bool cli_study_is(const char *word)
{
  const char *dot = strrchr(word, '.');
  return dot != NULL &&
         (strcmp(dot, ".yaml") == 0 || strcmp(dot, ".yml") == 0 || strcmp(dot, ".json") == 0);
}

int cli_study_open(const char *path, jato_study **study)
{
  jato_error error;
  jato_status status = jato_study_load(path, NULL, study, &error);
  return status == JATO_OK ? CLI_DONE : cli_complain_of(status, &error);
}
