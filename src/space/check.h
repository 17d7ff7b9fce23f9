/* What is refused in a space. */
#pragma once

#include "space/space.h"

/* Whether what the caller points to can be copied: counts, and pointers that are missing. */
jato_status jx_space_check_given(const jato_space *given, jato_error *error);

/* Everything else, of a copy with all names written out. Fails with JATO_E_ARGUMENT, or with
 * JATO_E_MEMORY where there is none to sort names in. */
jato_status jx_space_check(const jato_space *space, const jato_allocator *allocator,
                           jato_error *error);
