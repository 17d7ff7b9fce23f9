/* Collective operations without waiting, by the trees that MPI libraries use for small messages,
 * made of single messages. SimGrid's own go from every rank to every other. src/comm/mpi is
 * compiled with this header in front of it, and so calls these; all else in it is as it is. */
#ifndef TREES_H
#define TREES_H

#include <mpi.h>

/* By recursive doubling. */
int trees_iallreduce(const void *own, void *all, int count, MPI_Datatype type, MPI_Op operation,
                     MPI_Comm comm, MPI_Request *request);

/* By a binomial tree. */
int trees_ibcast(void *data, int count, MPI_Datatype type, int root, MPI_Comm comm,
                 MPI_Request *request);

/* Waits: a simulated clock stands still while a rank only looks. */
int trees_testall(int count, MPI_Request *requests, int *done, MPI_Status *ignored);

/* A look at all that this rank has under way: what has come is answered. */
int trees_test(MPI_Request *request, int *done, MPI_Status *ignored);

/* World itself: SimGrid's copies take memory for every rank on every rank. */
int trees_comm_idup(MPI_Comm comm, MPI_Comm *copy, MPI_Request *request);
int trees_comm_free(MPI_Comm *copy);

/* To how many others this rank has sent so far, by these. */
int trees_peers(void);

#ifdef TREES_STAND_FOR_MPI
#define MPI_Iallreduce trees_iallreduce
#define MPI_Ibcast trees_ibcast
#define MPI_Test trees_test
#define MPI_Testall trees_testall
#define MPI_Comm_idup trees_comm_idup
#define MPI_Comm_free trees_comm_free
#endif

#endif
