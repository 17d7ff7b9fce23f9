/* Whether an earlier run has the same space. */
#pragma once

#include "base/status.h"

/* Fails with JATO_E_FILE and the first difference. Accepts a file that is no run file. forked: as
 * jato_record_request.read_forked. */
jato_status jx_warm_check(const jato_problem *problem, const char *path, int forked,
                          jato_error *error);
