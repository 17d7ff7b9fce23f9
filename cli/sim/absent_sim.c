/* Stands in for sim/cli where libjato_sim is not to be built. */
#include <stdio.h>

#include "base/command.h"
#include "sim/sim.h"

#define ABSENT "not in this build; build jato with JATO_SIM=ON"

int cli_sim_check(void)
{
  cli_complain("simulators: " ABSENT);
  return CLI_NOT_BUILT;
}

int cli_sim_find(size_t index, jato_entry *entry)
{
  (void)index;
  (void)entry;
  return 0;
}

static jato_status refuse(jato_error *error)
{
  snprintf(error->text, sizeof error->text, ABSENT);
  return error->status = JATO_E_NOT_BUILT;
}

jato_status cli_sim_try_png(jato_error *error) { return refuse(error); }

jato_status cli_sim_try_gif(jato_error *error) { return refuse(error); }

static int simulate_run(const cli_command *self, int argc, char **argv)
{
  (void)self;
  (void)argc;
  (void)argv;
  return cli_sim_check();
}

const cli_command cli_simulate = {
    .name = "simulate",
    .summary = "run a simulator by itself, with pictures: not in this build",
    .usage = "",
    .on_ranks = true,
    .run = simulate_run,
};
