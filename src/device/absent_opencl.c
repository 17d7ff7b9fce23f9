/* For builds without OpenCL's headers: the device is still known by name, and says why it is
 * missing. */
#include "device/devices.h"

const jx_device_ops jx_opencl_ops = {
    .name = "opencl",
    .summary = "OpenCL devices",
    .state = "not in this build; install opencl-headers and build again"};
