#define _POSIX_C_SOURCE 200809L /* strerror_r */
#include "record/system.h"

#include <stdio.h>
#include <string.h>

jx_reason jx_system_reason(int code)
{
  jx_reason reason;
  if (strerror_r(code, reason.text, sizeof reason.text) != 0)
    (void)snprintf(reason.text, sizeof reason.text, "error %d", code);
  return reason;
}
