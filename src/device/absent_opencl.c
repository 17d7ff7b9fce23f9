/* A build without the headers of OpenCL: the device still answers by name, and says so. */
#include "device/devices.h"

const jx_device_ops jx_opencl_ops = {
    .name = "opencl",
    .summary = "OpenCL devices",
    .state = "not in this build; install opencl-headers and build again"};
