/* The devices; each is one folder here and one row in devices.def. */
#pragma once

#include "contract/device.h"

#define JX_DEVICE(name) extern const jx_device_ops jx_##name##_ops;
#include "device/devices.def"
#undef JX_DEVICE
