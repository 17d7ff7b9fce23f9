/* The settings of a run that its file keeps, by the table of settings: jato/setting.h. */
#pragma once

#include "options/settings.h"

/* Setting number `place` of those that are kept; NULL past the last one. */
const jx_setting *jx_saved_setting(size_t place);

/* Copies them to *to, where everything else becomes 0, and their texts to texts[]. Returns the
 * bytes that these take; where texts is NULL they are only counted. */
size_t jx_saved_options_copy(const jato_options *from, jato_options *to, char *texts);

/* Overwrites the options that a resumed run cannot choose. Texts are not copied. */
void jx_saved_options_impose(const jato_options *saved, jato_options *options);
