#include "comm/mpi/given_up.h"

#include <mpi.h>
#include <string.h>

static const char given_up[] = "jato: other ranks have not answered";

int jx_mpi_has_given_up(void)
{
  char name[MPI_MAX_OBJECT_NAME] = "";
  int length = 0;
  return MPI_Comm_get_name(MPI_COMM_SELF, name, &length) == MPI_SUCCESS &&
         strcmp(name, given_up) == 0;
}

jato_status jx_mpi_refuse_given_up(jato_error *error)
{
  if (!jx_mpi_has_given_up()) return JATO_OK;
  return jx_fail(error, JATO_E_DEVICE,
                 "other ranks have not answered in an earlier run of this process; end it, and "
                 "start all ranks again");
}

/* An earlier failure says what happened, so it is kept. */
static jato_status refuse(jato_status before, jato_error *error)
{
  if (before != JATO_OK) return before;
  return jx_fail(error, JATO_E_DEVICE, "other ranks have not answered before (rank_timeout)");
}

static void given_up_destroy(jx_comm **comm) { *comm = NULL; }

static jato_status given_up_best(jx_comm *comm, jx_best_reduction *reduction, jato_error *error)
{
  (void)comm;
  return refuse(reduction->status, error);
}

static void given_up_progress(jx_comm *comm) { (void)comm; }

static jato_status given_up_halo(jx_comm *comm, const jx_halo *halo, jato_error *error)
{
  (void)comm, (void)halo;
  return refuse(JATO_OK, error);
}

static jato_status given_up_broadcast(jx_comm *comm, int from, void *data, size_t bytes,
                                      jato_error *error)
{
  (void)comm, (void)from, (void)data, (void)bytes;
  return refuse(JATO_OK, error);
}

static jato_status given_up_gather(jx_comm *comm, void *all, const size_t *bytes, jato_error *error)
{
  (void)comm, (void)all, (void)bytes;
  return refuse(JATO_OK, error);
}

static jato_status given_up_swap(jx_comm *comm, const jx_swap *swap, jato_error *error)
{
  (void)comm, (void)swap;
  return refuse(JATO_OK, error);
}

static jato_status given_up_agree(jx_comm *comm, jato_status status, unsigned *flags,
                                  jato_error *error)
{
  (void)comm, (void)flags;
  return refuse(status, error);
}

static const jx_comm_ops given_up_ops = {.name = "mpi",
                                         .summary = "processes of MPI that do not answer",
                                         .destroy = given_up_destroy,
                                         .begin_best = given_up_best,
                                         .end_best = given_up_best,
                                         .progress = given_up_progress,
                                         .halo = given_up_halo,
                                         .broadcast = given_up_broadcast,
                                         .gather = given_up_gather,
                                         .swap = given_up_swap,
                                         .send = given_up_broadcast,
                                         .agree = given_up_agree};

void jx_mpi_give_up(jx_comm *comm)
{
  comm->ops = &given_up_ops;
  comm->is_abandoned = 1;
  (void)MPI_Comm_set_name(MPI_COMM_SELF, given_up);
}
