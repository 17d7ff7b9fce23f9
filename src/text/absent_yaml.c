/* Stands in for yaml/ where libyaml is not to be linked. */
#include "text/tree.h"

jato_status jx_tree_read_yaml(jx_tree *tree, const char *text, jato_error *error)
{
  (void)text;
  return jx_fail(error, JATO_E_NOT_BUILT,
                 "%s: this build of jato reads no study files; build it where libyaml-dev is "
                 "installed",
                 tree->name);
}
