#include "options/renamed.h"

#include <string.h>

typedef struct row {
  jato_name_kind kind;
  const char *old, *now;
} row;

static const row rows[] = {
#define ROW(kind, old, now) {JATO_NAME_##kind, old, now},
#include "options/renamed.def"
#undef ROW
};

const char *jato_renamed(jato_name_kind kind, const char *old)
{
  for (size_t i = 0; old != NULL && i < sizeof rows / sizeof rows[0]; i++)
    if (rows[i].kind == kind && strcmp(rows[i].old, old) == 0) return rows[i].now;
  return NULL;
}

const char *jx_renamed(jato_name_kind kind, const char *section, const char *name)
{
  size_t length = strlen(section);
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const char *old = rows[i].old;
    if (rows[i].kind == kind && strncmp(old, section, length) == 0 && old[length] == '.' &&
        strcmp(old + length + 1, name) == 0)
      return rows[i].now;
  }
  return NULL;
}
