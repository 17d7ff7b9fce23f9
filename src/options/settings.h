/* The table of settings as the readers of study files and requests use it. */
#pragma once

#include "base/status.h"
#include "base/text.h"

#include "jato/setting.h"

/* How a value lies in jato_options. */
typedef enum jx_stored {
  JX_STORED_AS_TEXT = 0, /* const char *; NULL where it is not given */
  JX_STORED_AS_UINT64,   /* uint64_t */
  JX_STORED_AS_UNSIGNED, /* unsigned */
  JX_STORED_AS_DOUBLE,   /* double */
  JX_STORED_AS_BOOL,     /* bool: a flag */
  JX_STORED_AS_INT       /* int: a choice, as its index among its words */
} jx_stored;

/* A row of the table: what the public sees of it, and where its value is in jato_options. */
typedef struct jx_setting {
  jato_setting shown;
  jx_stored stored;
  size_t offset;
} jx_setting;

/* Row number `index`; NULL past the last one. */
const jx_setting *jx_setting_at(size_t index);

/* The options of a caller that may be compiled with fewer members or more; NULL: the defaults.
 * Fails with JATO_E_ARGUMENT where they were not begun with jato_options_default(). */
jato_status jx_options_read(const jato_options *given, jato_options *own, jato_error *error);

/* Setting number `index` of a section ("" at the top; NULL: of all), of those that are used for one
 * of `used`; NULL past the last one. */
const jato_setting *jx_setting_in(const char *section, unsigned used, size_t index);

/* The setting with this key in this section ("" at the top), if it is used for one of `used`; NULL
 * without. */
const jato_setting *jx_setting_of_key(const char *section, const char *key, unsigned used);

/* Sets its member of *options. `shown` is what messages call it. As jato_options_set. */
jato_status jx_setting_read(const jato_setting *setting, const char *shown, const char *text,
                            jato_options *options, jato_error *error);

/* Where its text is kept in *options; NULL for a setting that is no text. */
const char **jx_setting_text(const jato_setting *setting, jato_options *options);
