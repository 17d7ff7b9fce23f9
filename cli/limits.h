/* When a run is to end: the options that minimize, run, serve and resume share. */
#ifndef CLI_LIMITS_H
#define CLI_LIMITS_H

#include <math.h>

#include "command.h"

typedef struct cli_limits {
  uint64_t iterations, evaluations, stall; /* 0: not given */
  double seconds;                          /* 0: not given */
  double target;                           /* NaN: not given */
} cli_limits;

#define CLI_NO_LIMITS \
  {                   \
    .target = NAN     \
  }

/* Rows of a command's options; AT(member) is the offset of a member of its request, which has a
 * cli_limits named limits. */
#define CLI_LIMIT_OPTIONS(AT)                                                                      \
  {"iterations",                                                                                   \
   'i',                                                                                            \
   CLI_COUNT,                                                                                      \
   "N",                                                                                            \
   "stop after N moves of the swarm (1000 without any limit)",                                     \
   AT(limits.iterations),                                                                          \
   .least = 1},                                                                                    \
      {"evaluations",          0,         CLI_COUNT, "N", "stop before more than N evaluations",   \
       AT(limits.evaluations), .least = 1},                                                        \
      {"seconds",         't', CLI_SECONDS, "TIME", "stop after a time: 90, 90s, 2m, 1h",          \
       AT(limits.seconds)},                                                                        \
      {"target", 0, CLI_REAL, "F", "stop once the best is F or less", AT(limits.target)},          \
  {                                                                                                \
    "stall", 0, CLI_COUNT, "N", "stop after N iterations without a better best", AT(limits.stall), \
        .least = 1                                                                                 \
  }

/* Puts those that were given in place of what the options have. */
void cli_limits_apply(const cli_limits *limits, jato_options *options);

#endif
