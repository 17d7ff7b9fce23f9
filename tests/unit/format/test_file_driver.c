/* record/hdf5/file_driver.h: what HDF5 is let do with a file. */
#define _GNU_SOURCE
#include "scratch.h"

#include <fcntl.h>

#include "record/hdf5/file_driver.h"

/* HDF5 1.10 joins pieces of metadata without a look at their lengths, where it is let. */
static void metadata_is_not_gathered_of_files_that_are_read(void **state)
{
  scratch *s = *state;
  const unsigned how[] = {H5F_ACC_RDONLY, H5F_ACC_RDWR};
  hid_t made = H5Fcreate(scratch_path(s, "run"), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  assert_true(made >= 0 && H5Fclose(made) >= 0);
  for (int writing = 0; writing < 2; writing++) {
    unsigned long flags = 0;
    jx_file_driver driver = {.file = open(s->path, writing ? O_RDWR : O_RDONLY)};
    hid_t access = jx_file_driver_access(&driver);
    assert_true(driver.file >= 0 && access >= 0);
    H5FD_t *opened = H5FDopen("run", how[writing], access, HADDR_UNDEF);
    assert_true(opened != NULL && H5FDquery(opened, &flags) >= 0);
    assert_int_equal((flags & H5FD_FEAT_ACCUMULATE_METADATA_READ) != 0, writing);
    assert_int_equal((flags & H5FD_FEAT_AGGREGATE_METADATA) != 0, writing);
    assert_true(H5FDclose(opened) >= 0 && H5Pclose(access) >= 0);
    jx_file_driver_release(&driver);
    assert_int_equal(close(driver.file), 0);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(metadata_is_not_gathered_of_files_that_are_read),
  };
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
