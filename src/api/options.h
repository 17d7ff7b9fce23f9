/* Turns names and options into the parts of a run. */
#pragma once

#include "run/run.h"

/* Resolves all names and checks the limits. The parts use the texts of the options. */
jato_status jx_options_resolve(const jato_problem *problem, const jato_options *options,
                               jx_run_parts *parts, jato_error *error);

/* Creates the search of a spec, for methods that contain others: jx_search_setup.make. */
jato_status jx_options_make_search(const char *spec, const jx_search_setup *asked, jx_search **out,
                                   jato_error *error);

/* The limits of programs. */
jx_program_limits jx_options_limits(const jato_options *options);

/* How many runs like this one can be made in parallel, each by one thread: 1 if a device is not of
 * this process, or only one thread may call the objective. And sets up such a run. */
size_t jx_options_runs_at_once(const jx_run_parts *parts);
void jx_options_limit_to_one_thread(jx_run_parts *parts);

/* Check that these specs exist and have valid parameters. Fail as above. */
jato_status jx_options_check_algorithm(const char *spec, jato_error *error);
jato_status jx_options_check_device(const char *specs, jato_error *error);
jato_status jx_options_check_walls(const char *name, jato_error *error);
