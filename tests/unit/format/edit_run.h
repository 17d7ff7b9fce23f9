/* Changing run files by HDF5 itself, in the part of the format that jato writes. */
#ifndef EDIT_RUN_H
#define EDIT_RUN_H

#include <hdf5.h>

#include "check.h"

/* The file, open for writing. New objects are made as the versions of HDF5 from 1.10 on make them:
 * as jato's own are, and attributes may have more than 64 KiB. */
static inline hid_t edit_run(const char *path)
{
  hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  assert_true(H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_LATEST) >= 0);
  hid_t opened = H5Fopen(path, H5F_ACC_RDWR, access);
  assert_true(opened >= 0 && H5Pclose(access) >= 0);
  return opened;
}

#endif
