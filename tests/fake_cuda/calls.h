/* What both fake libraries do on every call: count it, let it fail when asked to, write it down. */
#ifndef FAKE_CUDA_CALLS_H
#define FAKE_CUDA_CALLS_H

#include "control.h"

#define FAKE_CUDA_API extern "C" __attribute__((visibility("default")))

struct fake_call {
  const char *name;
  int number;
  int injected; /* the error it is to give; 0: none */
};

FAKE_CUDA_API fake_call fake_call_begin(const char *name);
FAKE_CUDA_API void fake_call_end(const fake_call *call, int result);
FAKE_CUDA_API void fake_violation(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Writes one thing that was not released; of no call. */
FAKE_CUDA_API void fake_leak(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* `count` writes what is not released and returns how many things that are. NULL takes back. */
FAKE_CUDA_API void fake_leaks_counted_by(int library, int (*count)(void));

#endif
