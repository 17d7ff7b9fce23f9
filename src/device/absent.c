/* Devices that are not in this build: they still answer by name, and say so. A build that has one
 * of them compiles its folder in place of the row here. */
#include "device/devices.h"

const jx_device_ops jx_opencl_ops = {
    .name = "opencl", .summary = "OpenCL devices", .state = "not in this build"};

const jx_device_ops jx_cuda_ops = {
    .name = "cuda", .summary = "CUDA devices", .state = "not in this build"};
