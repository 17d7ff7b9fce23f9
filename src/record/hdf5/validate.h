/* Whether the contents of a run file can be true. Failures are JATO_E_FILE and say what cannot. */
#pragma once

#include "record/hdf5/contents.h"

/* The attributes: ranges, and words, which become the values of attributes->info; the rest of it
 * that follows from attributes is filled in, too. */
jato_status jx_validate_attributes(jx_attributes *attributes, jato_error *error);

/* Says that a word of the file is none that jato knows. */
jato_status jx_unknown_word(const char *what, const char *word, jato_error *error);

/* The datasets that are in memory. */
jato_status jx_validate_datasets(const jx_attributes *attributes, jato_error *error);
