/* Stands in for jansson/ where jansson is not to be linked. */
#include "text/tree.h"

int jx_tree_reads_json(void) { return 0; }

jato_status jx_tree_read_json(jx_tree *tree, const char *text, size_t length, jato_error *error)
{
  (void)tree;
  (void)text;
  (void)length;
  return jx_fail(error, JATO_E_NOT_BUILT,
                 "this build of jato reads no JSON; build it where jansson is");
}
