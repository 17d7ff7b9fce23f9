#include "base/status.h"

#include "base/float_mode.h"

#include <stdarg.h>
#include <stdio.h>

jato_status jx_fail(jato_error *error, jato_status status, const char *format, ...)
{
  if (error != NULL) {
    va_list arguments;
    va_start(arguments, format);
    error->status = status;
    (void)vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
  }
  return status;
}

void jx_notice_send(jato_notice_fn notice, void *user, const char *text)
{
  jx_float_mode mode = jx_float_mode_read();
  if (notice == NULL) return;
  notice(text, user);
  jx_float_mode_restore(&mode);
}
