/* Where and how programs are compiled: what the caller chose, handed on to every device. */
#pragma once

#include "base/status.h"

typedef struct jx_toolchain {
  const char *cache;     /* folder that keeps what was compiled; NULL: nothing is kept */
  const char *compiler;  /* for C; NULL: gcc, or clang, or cc, whichever is there */
  double seconds;        /* a compiler that takes longer is ended */
  const char *temporary; /* folder in which it works; NULL: /tmp */
  jato_notice_fn notice; /* may be NULL */
  void *notice_user;
} jx_toolchain;
