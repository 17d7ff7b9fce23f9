/* Objectives of the host on the devices of a run: each operation goes to who holds the particle. */
#include "run/fleet.h"

#include <math.h>

static jx_part *holder_of(jx_fleet *fleet, uint64_t particle)
{
  return jx_fleet_holder(fleet, jx_shape_find(&fleet->shape, particle).tile);
}

/* The particle behind the last one that a part holds. */
static uint64_t end_of(const jx_fleet *fleet, const jx_part *part)
{
  return jx_shape_first(&fleet->shape, part->swarm->first_tile + part->swarm->tiles);
}

void jx_fleet_read_points(jx_fleet *fleet, uint64_t first, uint64_t count, double *x)
{
  for (uint64_t done = 0; done < count;) {
    jx_part *part = holder_of(fleet, first + done);
    uint64_t here = end_of(fleet, part) - (first + done);
    here = here < count - done ? here : count - done;
    part->ops->host->read_points(part->swarm, first + done, here, x + done * fleet->shape.dim);
    done += here;
  }
}

jato_status jx_fleet_judge(jx_fleet *fleet, const double *f, jx_found *found, jato_error *error)
{
  *found = (jx_found){.value = INFINITY, .particle = UINT64_MAX};
  for (size_t i = 0; i < fleet->count; i++) {
    jx_found one;
    fleet->part[i].ops->host->judge(fleet->part[i].swarm, f, &one);
    jx_found_join(found, &one);
  }
  return jx_fleet_put_in_place(fleet, error);
}

void jx_fleet_move_one(jx_fleet *fleet, uint64_t particle, const jx_step *step, const double *guide)
{
  jx_part *part = holder_of(fleet, particle);
  part->ops->host->move_one(part->swarm, particle, step, guide);
}

void jx_fleet_judge_one(jx_fleet *fleet, uint64_t particle, double f)
{
  jx_part *part = holder_of(fleet, particle);
  part->ops->host->judge_one(part->swarm, particle, f);
}

void jx_fleet_read_own(jx_fleet *fleet, uint64_t particle, double *x, double *value)
{
  jx_part *part = holder_of(fleet, particle);
  part->ops->host->read_own(part->swarm, particle, x, value);
}

void jx_fleet_put_one(jx_fleet *fleet, uint64_t particle, const double *x)
{
  jx_part *part = holder_of(fleet, particle);
  part->ops->host->put_one(part->swarm, particle, x);
}
