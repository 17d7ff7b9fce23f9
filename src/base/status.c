#include "base/status.h"

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
