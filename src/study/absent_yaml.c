/* Stands in for yaml/ where libcyaml is not to be linked. */
#include "study/draft.h"

jato_status jx_sheet_load(jx_sheet *sheet, const char *text, const char *name, jato_error *error)
{
  (void)sheet;
  (void)text;
  return jx_fail(error, JATO_E_NOT_BUILT,
                 "%s: this build of jato reads no study files; build it where libcyaml-dev is "
                 "installed",
                 name);
}

void jx_sheet_release(jx_sheet *sheet) { (void)sheet; }
