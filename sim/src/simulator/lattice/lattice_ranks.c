/* A torus over several ranks: each has a range of its rows, and ghosts: copies of some rows above
 * and below. A rank computes steps as if these were a torus of their own: errors at the boundary
 * move by one row a step, so that its own rows stay right for as many steps as there are ghosts on
 * a side. Then the ghosts are renewed. */
#include "simulator/lattice/lattice_cells.h"

#include <inttypes.h>
#include <string.h>

/* Rows of ghosts on a side: few compared with the rows of a rank, and enough for rare messages. */
#define GHOST_ROWS 16

jato_status jx_lattice_share_rows(jx_lattice *lattice, jato_error *error)
{
  const jx_comm *comm = lattice->comm;
  uint64_t fewest = lattice->all_rows / (uint64_t)comm->size;
  lattice->first = 0;
  lattice->own_rows = lattice->height = lattice->all_rows;
  if (comm->size == 1) return JATO_OK;
  if (fewest == 0)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%" PRIu64 " rows are too few for %d ranks; take a larger height or fewer ranks",
                   lattice->all_rows, comm->size);
  lattice->first = jx_comm_first(comm, lattice->all_rows, comm->rank);
  lattice->own_rows = jx_comm_first(comm, lattice->all_rows, comm->rank + 1) - lattice->first;
  lattice->ghosts = fewest < GHOST_ROWS ? fewest : GHOST_ROWS;
  lattice->height = lattice->own_rows + 2 * lattice->ghosts;
  return JATO_OK;
}

/* The halos: [4][ghosts][words], to the previous rank, to the next, from the previous, from the
 * next.
 */
static uint64_t *halo_of(const jx_lattice *lattice, uint64_t which)
{
  return lattice->halos + which * lattice->ghosts * jx_lattice_words(lattice);
}

jato_status jx_lattice_make_halos(jx_lattice *lattice, jato_error *error)
{
  size_t rows = (size_t)(4 * lattice->ghosts);
  if (rows == 0) return JATO_OK;
  lattice->halos = jx_allocate(&lattice->head.launcher.allocator, rows,
                               (size_t)jx_lattice_words(lattice) * sizeof *lattice->halos);
  if (lattice->halos != NULL) return JATO_OK;
  return jx_fail(error, JATO_E_MEMORY, "not enough memory for the halos of %zu rows", rows);
}

/* `ghosts` rows from row `first` on, out of the device or into it. */
static jato_status read_rows(jx_lattice *lattice, uint64_t first, uint64_t *halo, jato_error *error)
{
  uint64_t words = jx_lattice_words(lattice);
  for (uint64_t i = 0; i < lattice->ghosts; i++) {
    JX_TRY(jx_lattice_get_row(lattice, first + i, error));
    memcpy(halo + i * words, lattice->words, (size_t)words * sizeof *halo);
  }
  return JATO_OK;
}

static jato_status write_rows(jx_lattice *lattice, uint64_t first, const uint64_t *halo,
                              jato_error *error)
{
  uint64_t words = jx_lattice_words(lattice);
  for (uint64_t i = 0; i < lattice->ghosts; i++) {
    memcpy(lattice->words, halo + i * words, (size_t)words * sizeof *halo);
    JX_TRY(jx_lattice_put_row(lattice, first + i, error));
  }
  return JATO_OK;
}

static jato_status read_halos(jx_lattice *lattice, jato_error *error)
{
  JX_TRY(read_rows(lattice, lattice->ghosts, halo_of(lattice, 0), error));
  return read_rows(lattice, lattice->own_rows, halo_of(lattice, 1), error);
}

/* Called by all ranks, which fail together; status: of the previous steps on this rank. */
static jato_status renew_ghosts(jx_lattice *lattice, jato_status status, jato_error *error)
{
  jx_comm *comm = lattice->comm;
  unsigned flags = 0;
  uint64_t bytes = lattice->ghosts * jx_lattice_words(lattice) * sizeof(uint64_t);
  jx_halo halo = {(size_t)bytes, halo_of(lattice, 0), halo_of(lattice, 1), halo_of(lattice, 2),
                  halo_of(lattice, 3)};
  if (status == JATO_OK) status = read_halos(lattice, error);
  JX_TRY(comm->ops->agree(comm, status, &flags, error));
  JX_TRY(comm->ops->halo(comm, &halo, error));
  JX_TRY(write_rows(lattice, 0, halo.from_before, error));
  JX_TRY(write_rows(lattice, lattice->ghosts + lattice->own_rows, halo.from_behind, error));
  lattice->wrong_rows = 0;
  return JATO_OK;
}

jato_status jx_lattice_step(jx_simulation *simulation, uint64_t steps, jato_error *error)
{
  jx_lattice *lattice = (jx_lattice *)simulation;
  jato_status status = JATO_OK;
  if (lattice->ghosts == 0) return jx_lattice_run(lattice, steps, error);
  while (steps > 0) {
    if (lattice->wrong_rows == lattice->ghosts) JX_TRY(renew_ghosts(lattice, status, error));
    uint64_t left = lattice->ghosts - lattice->wrong_rows, now = steps < left ? steps : left;
    if (status == JATO_OK) status = jx_lattice_run(lattice, now, error);
    lattice->wrong_rows += now;
    steps -= now;
  }
  return status;
}
