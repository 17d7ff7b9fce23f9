/* What keeps runs; each is one table. */
#ifndef JX_RECORDERS_H
#define JX_RECORDERS_H

#include "contract/recorder.h"

extern const jx_recorder_ops jx_recorder_of_files;

#endif
