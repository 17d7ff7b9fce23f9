/* From names and options to the parts of a run. */
#pragma once

#include "run/run.h"

/* Resolves every name and checks the limits. Texts of the parts are the options'. */
jato_status jx_options_resolve(const jato_problem *problem, const jato_options *options,
                               jx_run_parts *parts, jato_error *error);

/* Makes the search of a spec, for methods that have others inside: jx_search_setup.make. */
jato_status jx_options_make_search(const char *spec, const jx_search_setup *asked, jx_search **out,
                                   jato_error *error);

/* What programs may use. */
jx_program_limits jx_options_limits(const jato_options *options);

/* Runs like this one that can be made side by side, each by one thread: 1 where a device is not of
 * this process, or the objective is for one thread alone. And a run that is made so. */
size_t jx_options_runs_at_once(const jx_run_parts *parts);
void jx_options_keep_to_one_thread(jx_run_parts *parts);

/* Whether these texts name what there is, with parameters that it takes. Fail as above. */
jato_status jx_options_check_algorithm(const char *spec, jato_error *error);
jato_status jx_options_check_device(const char *specs, jato_error *error);
jato_status jx_options_check_walls(const char *name, jato_error *error);
