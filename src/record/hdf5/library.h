/* HDF5 as the files of this folder see it, and what all of them need of it. */
#pragma once

#include <hdf5.h>

#include "base/status.h"

/* HDF5's constants for opening files call H5check(), which prints and ends the process when the
 * library that was loaded is not exactly that of the headers. We look ourselves, below. */
#undef H5CHECK
#define H5CHECK

/* Fails with JATO_E_NOT_BUILT when the HDF5 that was loaded is of another series than the one jato
 * was built with. */
jato_status jx_hdf5_fits(jato_error *error);

/* What numbers look like in a file. */
typedef enum jx_number { JX_U8 = 0, JX_I32, JX_U64, JX_F32, JX_F64, JX_NUMBERS } jx_number;

/* HDF5's type of such numbers in this machine's memory; not to be closed. */
hid_t jx_number_type(jx_number number);
size_t jx_number_bytes(jx_number number);

/* Whether numbers of a file's type are these, in either order of bytes. */
int jx_type_matches(jx_number number, hid_t type);

/* "64-bit whole numbers, not negative": for messages. */
const char *jx_number_words(jx_number number);

/* The innermost reason on HDF5's stack of errors, for messages: "" without one. Valid until the
 * next call of HDF5; in text[bytes]. */
const char *jx_hdf5_reason(char *text, size_t bytes);

/* Closes what is open: an id below 0 is none. */
typedef herr_t (*jx_hdf5_close_fn)(hid_t id);
void jx_hdf5_close(jx_hdf5_close_fn close, hid_t *id);
