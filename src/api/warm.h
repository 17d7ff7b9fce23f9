/* Whether an earlier run is one of the same space. */
#ifndef JX_API_WARM_H
#define JX_API_WARM_H

#include "base/status.h"

/* Fails with JATO_E_FILE, saying what differs first. Of a file that is no run file nothing is said
 * here. */
jato_status jx_warm_check(const jato_problem *problem, const char *path, jato_error *error);

#endif
