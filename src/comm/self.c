/* One process: its results are those of all ranks, and it is its own neighbour. */
#include "comm/comms.h"

#include <string.h>

typedef struct self {
  jx_comm head;
  jato_allocator allocator;
} self;

static jato_status self_create(const jato_allocator *allocator, double patience, jx_comm **out,
                               jato_error *error)
{
  self *one = jx_allocate(allocator, 1, sizeof *one);
  if (one == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory for a rank");
  *one = (self){{.ops = &jx_self_ops, .rank = 0, .size = 1, .patience = patience}, *allocator};
  *out = &one->head;
  return JATO_OK;
}

static void self_destroy(jx_comm **comm)
{
  self *one = (self *)*comm;
  if (one == NULL) return;
  jato_allocator allocator = one->allocator;
  jx_release(&allocator, one);
  *comm = NULL;
}

static jato_status self_begin(const void *communicator, int *rank, int *size, jato_error *error)
{
  (void)communicator, (void)error;
  *rank = 0;
  *size = 1;
  return JATO_OK;
}

static jato_status self_begin_best(jx_comm *comm, jx_best_reduction *reduction, jato_error *error)
{
  (void)comm, (void)reduction, (void)error;
  return JATO_OK;
}

static jato_status self_end_best(jx_comm *comm, jx_best_reduction *reduction, jato_error *error)
{
  (void)comm, (void)error;
  return reduction->status;
}

static jato_status self_halo(jx_comm *comm, const jx_halo *halo, jato_error *error)
{
  (void)comm, (void)error;
  memcpy(halo->from_before, halo->to_behind, halo->bytes);
  memcpy(halo->from_behind, halo->to_before, halo->bytes);
  return JATO_OK;
}

static jato_status self_broadcast(jx_comm *comm, int from, void *data, size_t bytes,
                                  jato_error *error)
{
  (void)comm, (void)from, (void)data, (void)bytes, (void)error;
  return JATO_OK;
}

static jato_status self_gather(jx_comm *comm, void *all, const size_t *bytes, jato_error *error)
{
  (void)comm, (void)all, (void)bytes, (void)error;
  return JATO_OK;
}

static jato_status self_swap(jx_comm *comm, const jx_swap *swap, jato_error *error)
{
  (void)comm, (void)error;
  if (swap->out_bytes[0] > 0) memcpy(swap->in, swap->out, swap->out_bytes[0]);
  return JATO_OK;
}

static jato_status self_agree(jx_comm *comm, jato_status status, unsigned *flags, jato_error *error)
{
  (void)comm, (void)flags, (void)error;
  return status;
}

const jx_comm_ops jx_self_ops = {.name = "self",
                                 .summary = "one process",
                                 .begin = self_begin,
                                 .create = self_create,
                                 .destroy = self_destroy,
                                 .begin_best = self_begin_best,
                                 .end_best = self_end_best,
                                 .halo = self_halo,
                                 .broadcast = self_broadcast,
                                 .gather = self_gather,
                                 .swap = self_swap,
                                 .send = self_broadcast, /* no other rank calls it */
                                 .agree = self_agree};
