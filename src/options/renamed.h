/* What names of before are called now: renamed.def has them. */
#pragma once

#include "jato/setting.h"

/* The new name of section.name; NULL where it has none. */
const char *jx_renamed(jato_name_kind kind, const char *section, const char *name);
