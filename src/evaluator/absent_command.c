/* For builds without jansson, or not on Linux: the evaluator of programs is still known by name,
 * and says why it is missing. */
#include "evaluator/evaluators.h"

const jx_evaluator_ops jx_command_ops = {
    .name = "command",
    .state = "not in this build; install jansson with its headers and build again, on Linux"};
