/* One rank: what it found is what all found. */
#include "comm/comms.h"

static jato_status self_share(jx_found *found, double *x, size_t dim, jato_error *error)
{
  (void)found;
  (void)x;
  (void)dim;
  (void)error;
  return JATO_OK;
}

const jx_comm_ops jx_self_ops = {.name = "self", .summary = "one process", .share = self_share};
