/* Whether a user's source may be compiled for several lanes in parallel. */
#pragma once

/* Returns 0 for a source that may use the answer of a comparison as a number, as in
 * `(x(0) > 1) + (x(1) > 1) == 2`. Where a real is a vector the answer is -1 in each lane that says
 * yes, and not 1, and no compiler says a word. Everything else that means something else for
 * several lanes does not compile for them. Looks at the text only, so it may return 0 for a source
 * that would do no harm. */
int jx_offload_suits_lanes(const char *source);
