#include "options/saved.h"

#include <string.h>

const jx_setting *jx_saved_setting(size_t place)
{
  const jx_setting *setting;
  for (size_t i = 0; (setting = jx_setting_at(i)) != NULL; i++)
    if ((setting->shown.used & JATO_USED_IN_RUN_FILES) != 0 && place-- == 0) break;
  return setting;
}

static void copy_value(const jx_setting *setting, const jato_options *from, jato_options *to)
{
  static const size_t bytes[] = {
      [JX_STORED_AS_TEXT] = sizeof(const char *), [JX_STORED_AS_UINT64] = sizeof(uint64_t),
      [JX_STORED_AS_UNSIGNED] = sizeof(unsigned), [JX_STORED_AS_DOUBLE] = sizeof(double),
      [JX_STORED_AS_BOOL] = sizeof(bool),         [JX_STORED_AS_INT] = sizeof(int)};
  memcpy((char *)to + setting->offset, (const char *)from + setting->offset,
         bytes[setting->stored]);
}

size_t jx_saved_options_copy(const jato_options *from, jato_options *to, char *texts)
{
  const jx_setting *setting;
  size_t used = 0;
  *to = (jato_options){.size = sizeof *to};
  for (size_t i = 0; (setting = jx_saved_setting(i)) != NULL; i++) {
    copy_value(setting, from, to);
    if (setting->stored != JX_STORED_AS_TEXT) continue;
    const char **text = (const char **)(void *)((char *)to + setting->offset);
    if (*text == NULL) continue;
    size_t bytes = strlen(*text) + 1;
    *text = texts == NULL ? NULL : memcpy(texts + used, *text, bytes);
    used += bytes;
  }
  return used;
}

void jx_saved_options_impose(const jato_options *saved, jato_options *options)
{
  const jx_setting *setting;
  for (size_t i = 0; (setting = jx_saved_setting(i)) != NULL; i++)
    if ((setting->shown.used & JATO_USED_TO_RESUME) == 0) copy_value(setting, saved, options);
}
