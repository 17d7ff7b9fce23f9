/* Changing run files by HDF5 itself, in the part of the format that jato writes. */
#ifndef EDIT_RUN_H
#define EDIT_RUN_H

#include <fcntl.h>
#include <hdf5.h>

#include "check.h"
#include "record/sample.h"
#include "scratch.h"

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

/* A good file at s->path, open in HDF5. */
static inline hid_t make_good_run(scratch *s)
{
  sample made;
  jato_error error = {JATO_OK, ""};
  jato_allocator allocator = jx_allocator_or_default(NULL);
  int file = open(scratch_path(s, "run"), O_RDWR | O_CREAT | O_TRUNC, 0600);
  assert_true(file >= 0);
  sample_make(&sample_usual, &made);
  assert_ok(sample_write(&made, file, &allocator, &error), error);
  assert_int_equal(close(file), 0);
  sample_free(&made);
  return edit_run(s->path);
}

#endif
