/* What the system says, in words that any thread may ask for. */
#ifndef JX_SYSTEM_H
#define JX_SYSTEM_H

#include <stddef.h>

typedef struct jx_reason {
  char text[128];
} jx_reason;

/* "No space left on device" and the like for an errno. */
jx_reason jx_system_reason(int code);

#endif
