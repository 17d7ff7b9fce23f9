/* Ranks for tests: threads of this process, each of which makes the same run. */
#ifndef THREAD_RANKS_H
#define THREAD_RANKS_H

#include "contract/comm.h"

#define RANKS_MOST 16

extern const jx_comm_ops thread_ops;

/* Calls fn(user, rank) by a thread for each rank, and waits for all. */
void on_ranks(int size, void (*fn)(void *user, int rank), void *user);

/* How often a rank of the last call has looked at a reduction while it was open. */
unsigned looks_of(int rank);

#endif
