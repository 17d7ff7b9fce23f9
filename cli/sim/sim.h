/* What other commands ask of libjato_sim: sim/cli answers, or cli/absent_sim.c where the build has
 * no simulators. */
#pragma once

#include <jato/jato.h>

/* CLI_DONE if this build has simulators; otherwise CLI_NOT_BUILT, after a message. */
int cli_sim_check(void);

/* Fills *entry with simulator `index` and returns 1; returns 0 past the last one. */
int cli_sim_find(size_t index, jato_entry *entry);

/* JATO_OK if this build writes images in PNG, or films in GIF. */
jato_status cli_sim_try_png(jato_error *error);
jato_status cli_sim_try_gif(jato_error *error);
