/* A build without cminpack: its method still answers by name, and says so. */
#include "algorithm/algorithms.h"

const jx_algorithm_ops jx_lm_ops = {
    .name = "lm",
    .summary = "Levenberg-Marquardt for sums of squares, from their parts, started again",
    .source = "More 1978; cminpack",
    .absent = "not in this build, which has no cminpack; install libcminpack-dev and build again"};
