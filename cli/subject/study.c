#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "subject/study.h"

bool cli_study_is(const char *word)
{
  const char *dot = strrchr(word, '.');
  return dot != NULL &&
         (strcmp(dot, ".yaml") == 0 || strcmp(dot, ".yml") == 0 || strcmp(dot, ".json") == 0);
}

int cli_study_open(const char *path, jato_study **study)
{
  char *text = NULL;
  jato_error error;
  *study = NULL;
  int code = cli_read_text(path, &text);
  if (code != CLI_DONE) return code;
  char *folder = cli_folder_of(path);
  if (folder == NULL) {
    cli_complain("no memory for the folder of %s", path);
    code = CLI_FAILED;
  } else {
    /* Without a folder, paths stay as they are written. */
    bool here = strcmp(folder, ".") == 0;
    jato_status status = jato_study_read(text, path, here ? NULL : folder, NULL, study, &error);
    if (status != JATO_OK) code = cli_complain_of(status, &error);
  }
  free(folder);
  free(text);
  return code;
}
