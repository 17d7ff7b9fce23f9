/* The formats of run files; each is one folder. */
#ifndef JX_FORMATS_H
#define JX_FORMATS_H

#include "contract/format.h"

extern const jx_format_ops jx_hdf5_ops;

#endif
