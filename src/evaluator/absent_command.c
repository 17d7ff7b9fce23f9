/* A build without jansson, or not on Linux: programs as objectives still answer by name, and say
 * so. */
#include "evaluator/evaluators.h"

const jx_evaluator_ops jx_command_ops = {
    .name = "command",
    .state = "not in this build; install jansson with its headers and build again, on Linux"};
