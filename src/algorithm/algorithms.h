/* The algorithms; each is one file of this folder and one row in algorithms.def. */
#ifndef JX_ALGORITHMS_H
#define JX_ALGORITHMS_H

#include "contract/algorithm.h"

#define JX_ALGORITHM(name) extern const jx_algorithm_ops jx_##name##_ops;
#include "algorithm/algorithms.def"
#undef JX_ALGORITHM

#endif
