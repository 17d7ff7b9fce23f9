/* A build without NLopt: its methods still answer by name, and say so. */
#include "algorithm/algorithms.h"

#define ABSENT "not in this build, which has no NLopt; install libnlopt-dev and build again"

const jx_algorithm_ops jx_bobyqa_ops = {
    .name = "bobyqa",
    .summary = "BOBYQA, a local search by quadratic models in a trust region, started again",
    .source = "Powell 2009; NLopt",
    .absent = ABSENT};
const jx_algorithm_ops jx_sbplx_ops = {
    .name = "sbplx",
    .summary = "Subplex, Nelder-Mead simplices on changing subspaces, started again",
    .source = "Rowan 1990; NLopt",
    .absent = ABSENT};
const jx_algorithm_ops jx_cobyla_ops = {
    .name = "cobyla",
    .summary = "COBYLA, a local search by linear models in a trust region, started again",
    .source = "Powell 1994; NLopt",
    .absent = ABSENT};
