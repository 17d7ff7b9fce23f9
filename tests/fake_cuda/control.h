/* For tests: what the fake libraries counted, and which call is to fail. */
#ifndef FAKE_CUDA_CONTROL_H
#define FAKE_CUDA_CONTROL_H

#if defined(__cplusplus)
extern "C" {
#endif

/* Counts calls and violations from 0 again. Call number `fails_at` (from 1; 0: none) will give
 * `error`. The first count is begun by FAKE_CUDA_FAIL and FAKE_CUDA_ERROR. */
void fake_cuda_begin(int fails_at, int error);

int fake_cuda_calls(void);
int fake_cuda_violations(void);
const char *fake_cuda_last_violation(void); /* "" without one */

/* How many things are not released at this moment; each is written to the log. A test that ends
 * with a value other than 0 should fail. */
int fake_cuda_leaks(void);

#if defined(__cplusplus)
}
#endif
#endif
