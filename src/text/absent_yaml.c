/* Stands in for yaml/ where libyaml is not to be linked. */
#include "text/outline.h"

jato_status jx_outline_load(jx_outline *outline, const char *text, jato_error *error)
{
  (void)text;
  return jx_fail(error, JATO_E_NOT_BUILT,
                 "%s: this build of jato reads no study files; build it where libyaml-dev is "
                 "installed",
                 outline->name);
}
