/* The evaluators of objectives that no device computes; see contract/evaluator.h. */
#pragma once

#include "contract/evaluator.h"

extern const jx_evaluator_ops jx_function_ops;
extern const jx_evaluator_ops jx_command_ops;
extern const jx_evaluator_ops jx_object_ops;
