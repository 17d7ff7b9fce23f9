/* The kinds of communication between ranks; each is one file or folder here. */
#pragma once

#include "contract/comm.h"

extern const jx_comm_ops jx_self_ops, jx_mpi_ops;

/* The communication of processes that were started together: mpi if the build has it, else self. */
extern const jx_comm_ops *const jx_ranks_ops;
