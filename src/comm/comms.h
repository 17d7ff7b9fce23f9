/* The ways ranks can talk; each is one file of this folder. */
#pragma once

#include "contract/comm.h"

extern const jx_comm_ops jx_self_ops, jx_mpi_ops;

/* What processes that were started together talk by: mpi, in a build that has it; self. */
extern const jx_comm_ops *const jx_ranks_ops;
