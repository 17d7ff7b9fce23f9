/* What names of before are called now: renamed.def has them. */
#pragma once

typedef enum jx_renamed_kind {
  JX_RENAMED_PROGRAM,
  JX_RENAMED_STUDY,
  JX_RENAMED_REQUEST,
  JX_RENAMED_PYTHON,
  JX_RENAMED_C
} jx_renamed_kind;

/* The new name of section.name (section NULL or "": of the name alone); NULL where it has none. */
const char *jx_renamed(jx_renamed_kind kind, const char *section, const char *name);
