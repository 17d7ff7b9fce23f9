/* A build without HDF5: the format still answers by name, and says so. */
#include "record/formats.h"

const jx_format_ops jx_hdf5_ops = {
    .name = "hdf5", .state = "not in this build; install libhdf5-dev and build again"};
