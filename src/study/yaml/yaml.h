/* What the two halves of the reader of YAML have between them. */
#ifndef JX_YAML_H
#define JX_YAML_H

#include "study/draft.h"

/* The outline of a text by libyaml's events, and nothing that could make a text larger or deeper
 * than it looks: no anchors, aliases and tags, one document, few levels. *outline was zeroed. Fails
 * as jx_sheet_load does; in any case *outline is to be released. */
jato_status jx_outline_load(jx_outline *outline, const char *text, jato_error *error);
void jx_outline_release(jx_outline *outline);

#endif
