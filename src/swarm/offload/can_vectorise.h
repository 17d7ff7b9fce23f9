/* Whether a user's source can be compiled for several lanes in parallel. */
#pragma once

/* Returns 0 for a source that may use the result of a comparison as a number, as in
 * `(x(0) > 1) + (x(1) > 1) == 2`. If a real is a vector, the result is -1 instead of 1 in each lane
 * where it is true, and no compiler warns. All other code with a different meaning for several
 * lanes fails to compile. Since only the text is examined, harmless sources may be rejected. */
int jx_offload_can_vectorise(const char *source);
