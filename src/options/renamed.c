#include "options/renamed.h"

#include <stddef.h>
#include <string.h>

typedef struct row {
  jx_renamed_kind kind;
  const char *old, *new_name;
} row;

static const row rows[] = {
#define ROW(version, kind, old, new_name) {JX_RENAMED_##kind, old, new_name},
#include "options/renamed.def"
#undef ROW
};

static int is_name(const char *whole, const char *section, const char *name)
{
  size_t length = section != NULL ? strlen(section) : 0;
  if (length == 0) return strcmp(whole, name) == 0;
  return strncmp(whole, section, length) == 0 && whole[length] == '.' &&
         strcmp(whole + length + 1, name) == 0;
}

const char *jx_renamed(jx_renamed_kind kind, const char *section, const char *name)
{
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    if (rows[i].kind == kind && is_name(rows[i].old, section, name)) return rows[i].new_name;
  return NULL;
}
