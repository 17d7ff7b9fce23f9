#include "options/guards.h"

#include "options/settings.h"

#include "jato/setting.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The guard whose name is the next one behind `name`; NULL past the last one. */
static const jx_setting *guard_after(const char *name)
{
  const jx_setting *setting, *next = NULL;
  for (size_t i = 0; (setting = jx_setting_at(i)) != NULL; i++)
    if ((setting->shown.used & JATO_USED_TO_GUARD) != 0 && strcmp(setting->shown.name, name) > 0 &&
        (next == NULL || strcmp(setting->shown.name, next->shown.name) < 0))
      next = setting;
  return next;
}

/* The bits of its value; those of a limit in seconds are the bits of the double, so that no digit
 * is lost. 0: it is not set. */
static uint64_t value_of(const jx_setting *setting, const jato_options *options)
{
  const void *at = (const char *)options + setting->offset;
  uint64_t bits = 0;
  switch (setting->stored) {
  case JX_STORED_AS_UINT64: return *(const uint64_t *)at;
  case JX_STORED_AS_UNSIGNED: return *(const unsigned *)at;
  case JX_STORED_AS_BOOL: return *(const bool *)at;
  case JX_STORED_AS_INT: return (uint64_t)(*(const int *)at);
  case JX_STORED_AS_DOUBLE:
    if (*(const double *)at != 0) memcpy(&bits, at, sizeof bits);
    return bits;
  case JX_STORED_AS_TEXT: break; /* no guard is a text */
  }
  return 0;
}

int jx_guards_write(const jato_options *options, char text[JX_GUARDS_SIZE])
{
  size_t used = 0;
  text[0] = '\0';
  for (const jx_setting *guard = guard_after(""); guard != NULL;
       guard = guard_after(guard->shown.name)) {
    uint64_t value = value_of(guard, options);
    if (value == 0) continue;
    int length =
        snprintf(text + used, JX_GUARDS_SIZE - used, "%s=%" PRIx64 "\n", guard->shown.name, value);
    if (length < 0 || (size_t)length >= JX_GUARDS_SIZE - used) return 0;
    used += (size_t)length;
  }
  return 1;
}

const char *jx_guards_withdraw(jato_options *options)
{
  const char *name = NULL;
  const jx_setting *setting;
  for (size_t i = 0; (setting = jx_setting_at(i)) != NULL; i++) {
    if ((setting->shown.used & JATO_USED_TO_PERMIT) == 0 || value_of(setting, options) == 0)
      continue;
    *(bool *)((char *)options + setting->offset) = false; /* all of them are flags */
    name = setting->shown.name;
  }
  return name;
}
