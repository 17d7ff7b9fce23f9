/* Whether an earlier run is one of the same space. */
#pragma once

#include "base/status.h"

/* Fails with JATO_E_FILE, saying what differs first. Of a file that is no run file nothing is said
 * here. forked: as jato_record_request.read_forked. */
jato_status jx_warm_check(const jato_problem *problem, const char *path, int forked,
                          jato_error *error);
