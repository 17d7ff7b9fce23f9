/* A build without HDF5: the format still answers by name, and says so. */
#include "record/format.h"

const jx_format jx_format_hdf5 = {.name = "hdf5",
                                  .summary = "run files in HDF5",
                                  .state =
                                      "not in this build; install libhdf5-dev and build again"};
