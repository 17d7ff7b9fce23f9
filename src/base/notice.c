#include "base/notice.h"

#include "base/float_mode.h"

void jx_notice_send(jato_notice_fn notice, void *user, const char *text)
{
  jx_float_mode mode = jx_float_mode_read();
  if (notice == NULL) return;
  notice(text, user);
  jx_float_mode_restore(&mode);
}
