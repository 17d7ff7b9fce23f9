/* The formats of run files; each is one folder. */
#pragma once

#include "contract/format.h"

extern const jx_format_ops jx_hdf5_ops;
