/* The table of settings as the readers of study files and requests use it. */
#pragma once

#include "base/status.h"
#include "base/text.h"

/* The options of a caller, who may be compiled with fewer members or more; NULL: the defaults.
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
