#include "record/files/names.h"

#include <stdio.h>

void jx_rotate_name(const char *path, unsigned earlier, jx_name *out)
{
  if (earlier == 0)
    (void)snprintf(out->text, sizeof out->text, "%s.new", path);
  else
    (void)snprintf(out->text, sizeof out->text, "%s.%u", path, earlier);
}
