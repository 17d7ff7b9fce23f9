/* Checks of spaces. */
#pragma once

#include "space/space.h"

/* Checks that the space can be copied: counts, and missing pointers. */
jato_status jx_space_check_given(const jato_space *given, jato_error *error);

/* Checks everything else, of a copy with all names written out. Fails with JATO_E_ARGUMENT, or with
 * JATO_E_MEMORY if there is none to sort names in. */
jato_status jx_space_check(const jato_space *space, const jato_allocator *allocator,
                           jato_error *error);
