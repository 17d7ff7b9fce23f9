/* In place of mpi/ where the build is without: a process is by itself. */
#include "comm/comms.h"

const jx_comm_ops *const jx_ranks_ops = &jx_self_ops;
