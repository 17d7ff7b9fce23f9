/* A build without libuv or jansson: programs as objectives still answer by name, and say so. */
#include "evaluator/evaluators.h"

const jx_evaluator_ops jx_command_ops = {
    .name = "command",
    .state = "not in this build; install libuv and jansson with their headers and build again"};
