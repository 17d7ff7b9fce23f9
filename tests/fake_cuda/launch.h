/* A launch: all blocks of a grid, shared among threads of the host. */
#ifndef FAKE_CUDA_LAUNCH_H
#define FAKE_CUDA_LAUNCH_H

#include <string>

#include "interface.h"

struct launch_order {
  const fake_cuda_kernel *kernel;
  void **parameters;
  fake_cuda_triple grid, block;
  void *library; /* of the text, as dlopen gave it */
  size_t shared_bytes;
};

/* Bytes of the variables that each thread of the host has of its own, which are the shared
 * variables of all kernels of the text. `filled` says whether one has a value from the start. */
size_t measure_shared(void *library, bool *filled);

/* Returns what went wrong and in which block; empty when nothing did. */
std::string launch_blocks(const launch_order &order);

#endif
