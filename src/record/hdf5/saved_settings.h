/* The settings of a run as attributes, all by the table of settings: a new row of it is in the file
 * without a line here. */
#pragma once

#include "record/hdf5/get.h"

/* Fails with JATO_E_FILE for a text that is too long. */
jato_status jx_check_settings(const jato_options *options, jato_error *error);

/* Writes them; those of the group "host" only where there is one. Returns 0 where HDF5 fails. */
int jx_put_settings(hid_t file, const jato_options *options, int has_host);

/* Reads them. What a file does not have is left as it is, unless every file has it. */
jato_status jx_get_settings(jx_input *input, jato_options *options, jato_error *error);
