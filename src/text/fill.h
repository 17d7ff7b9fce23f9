/* From an outline to a draft, by the table of keys. */
#pragma once

#include "base/status.h"
#include "text/draft.h"
#include "text/keys.h"

/* Walks along outline and `table` (jx_study_keys or jx_space_keys), side by side, and fills *draft
 * in, which was zeroed. Fails with JATO_E_ARGUMENT where the outline does not follow the table: the
 * first thing that does not, with its line and the nearest name; and with JATO_E_MEMORY. In any
 * case *draft is to be released. */
jato_status jx_draft_fill(jx_draft *draft, const jx_outline *outline, const jx_section *table,
                          jato_error *error);
void jx_draft_release(jx_draft *draft);
