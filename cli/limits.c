#include "limits.h"

void cli_limits_apply(const cli_limits *limits, jato_options *options)
{
  if (limits->iterations != 0) options->iterations = limits->iterations;
  if (limits->evaluations != 0) options->evaluations = limits->evaluations;
  if (limits->stall != 0) options->stall = limits->stall;
  if (limits->seconds > 0) options->seconds = limits->seconds;
  if (!isnan(limits->target)) options->target = limits->target;
}
