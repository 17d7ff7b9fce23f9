/* The memory of beams: each tile has the same room, and all get more when one of them needs it. */
#include "simulator/plasma/plasma_state.h"

/* Rows of a tile begin at a cache line. */
#define ROUND 16

static uint64_t tiled(const jx_plasma *plasma, size_t of_particle, size_t capacity)
{
  return (uint64_t)jx_plasma_tiles(plasma) * capacity * of_particle * sizeof(float);
}

jato_status jx_plasma_beam_allocate(jx_plasma *plasma, jx_plasma_beam *beam, size_t capacity,
                                    jato_error *error)
{
  jx_launcher *on = &plasma->head.launcher;
  beam->capacity = (capacity + ROUND - 1) / ROUND * ROUND;
  uint64_t cells = tiled(plasma, 2, beam->capacity);
  uint64_t reals = tiled(plasma, JX_PLASMA_REALS, beam->capacity);
  JX_TRY(jx_launcher_allocate(on, cells, &beam->cells, error));
  JX_TRY(jx_launcher_allocate(on, reals, &beam->reals, error));
  JX_TRY(jx_launcher_allocate(on, cells, &beam->moving_cells, error));
  JX_TRY(jx_launcher_allocate(on, reals, &beam->moving_reals, error));
  JX_TRY(jx_launcher_allocate(on, tiled(plasma, 1, beam->capacity), &beam->lists, error));
  return jx_launcher_allocate(on, tiled(plasma, JX_PLASMA_COUNTS, 1), &beam->counts, error);
}

void jx_plasma_beam_release(jx_plasma *plasma, jx_plasma_beam *beam)
{
  jx_device_memory *const pieces[] = {&beam->cells,        &beam->reals, &beam->moving_cells,
                                      &beam->moving_reals, &beam->lists, &beam->counts};
  for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++)
    jx_launcher_release(&plasma->head.launcher, pieces[i]);
}

jato_status jx_plasma_beam_count(jx_plasma *plasma, const jx_plasma_beam *beam, jato_error *error)
{
  const jx_launcher *from = &plasma->head.launcher;
  return jx_launcher_read(from, beam->counts, 0, tiled(plasma, JX_PLASMA_COUNTS, 1), plasma->counts,
                          error);
}

/* ---- More room ---- */

/* One piece of a tile's memory that gets longer rows. `behind`: the tile's leavers to higher tiles
 * lie at the end of a row, and go to the new end. */
typedef struct growing {
  jx_device_memory from, to;
  size_t rows; /* of a tile */
  int behind;
} growing;

/* row: room for one of the old length. */
static jato_status copy_rows(const jx_plasma *plasma, const growing *piece, const size_t lengths[2],
                             float *row, jato_error *error)
{
  const jx_launcher *on = &plasma->head.launcher;
  size_t old = lengths[0] * sizeof *row, more = lengths[1] * sizeof *row;
  for (size_t i = 0; i < jx_plasma_tiles(plasma) * piece->rows; i++) {
    size_t higher = (size_t)plasma->counts[i / piece->rows * JX_PLASMA_COUNTS + 2];
    size_t end = higher * sizeof *row;
    JX_TRY(jx_launcher_read(on, piece->from, i * old, old, row, error));
    JX_TRY(jx_launcher_write(on, piece->to, i * more, old, row, error));
    if (piece->behind && end > 0)
      JX_TRY(jx_launcher_write(on, piece->to, (i + 1) * more - end, end, row + lengths[0] - higher,
                               error));
  }
  return JATO_OK;
}

static jato_status copy_beam(const jx_plasma *plasma, const jx_plasma_beam *from,
                             const jx_plasma_beam *to, float *row, jato_error *error)
{
  const jx_launcher *on = &plasma->head.launcher;
  size_t lengths[] = {from->capacity, to->capacity};
  growing pieces[] = {{from->cells, to->cells, 2, 0},
                      {from->reals, to->reals, JX_PLASMA_REALS, 0},
                      {from->moving_cells, to->moving_cells, 2, 1},
                      {from->moving_reals, to->moving_reals, JX_PLASMA_REALS, 1},
                      {from->lists, to->lists, 1, 0}};
  for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++)
    JX_TRY(copy_rows(plasma, &pieces[i], lengths, row, error));
  return jx_launcher_write(on, to->counts, 0, tiled(plasma, JX_PLASMA_COUNTS, 1), plasma->counts,
                           error);
}

static jato_status enlarge(jx_plasma *plasma, jx_plasma_beam *beam, size_t needed,
                           jato_error *error)
{
  jx_plasma_beam larger = *beam;
  larger.cells = larger.reals = larger.counts = larger.lists = NULL;
  larger.moving_cells = larger.moving_reals = NULL;
  float *row = jx_allocate(&plasma->head.launcher.allocator, beam->capacity, sizeof *row);
  jato_status status =
      row == NULL ? jx_fail(error, JATO_E_MEMORY, "not enough memory for a tile's particles")
                  : jx_plasma_beam_allocate(plasma, &larger, needed + needed / 4, error);
  if (status == JATO_OK) status = copy_beam(plasma, beam, &larger, row, error);
  jx_release(&plasma->head.launcher.allocator, row);
  if (status != JATO_OK) {
    jx_plasma_beam_release(plasma, &larger);
    return status;
  }
  jx_plasma_beam_release(plasma, beam);
  *beam = larger;
  return JATO_OK;
}

/* counts: particles, leavers down, leavers up. */
static size_t most_after(const jx_plasma *plasma, int axis)
{
  int most = 0;
  for (int y = 0; y < plasma->tiles_y; y++)
    for (int x = 0; x < plasma->tiles_x; x++) {
      int nx = plasma->tiles_x, ny = plasma->tiles_y;
      int up = axis == 0 ? y * nx + (x + 1) % nx : (y + 1) % ny * nx + x;
      int down = axis == 0 ? y * nx + (x + nx - 1) % nx : (y + ny - 1) % ny * nx + x;
      int after = plasma->counts[(y * nx + x) * JX_PLASMA_COUNTS] +
                  plasma->counts[up * JX_PLASMA_COUNTS + 1] +
                  plasma->counts[down * JX_PLASMA_COUNTS + 2];
      most = after > most ? after : most;
    }
  return (size_t)most;
}

jato_status jx_plasma_beam_make_room(jx_plasma *plasma, jx_plasma_beam *beam, int axis,
                                     jato_error *error)
{
  JX_TRY(jx_plasma_beam_count(plasma, beam, error));
  size_t needed = most_after(plasma, axis);
  return needed <= beam->capacity ? JATO_OK : enlarge(plasma, beam, needed, error);
}

jato_status jx_plasma_beam_read(const jx_plasma *plasma, const jx_plasma_beam *beam, size_t tile,
                                int *cells, float *reals, jato_error *error)
{
  const jx_launcher *from = &plasma->head.launcher;
  size_t bytes = beam->capacity * sizeof *reals;
  JX_TRY(jx_launcher_read(from, beam->cells, tile * 2 * bytes, 2 * bytes, cells, error));
  return jx_launcher_read(from, beam->reals, tile * JX_PLASMA_REALS * bytes,
                          JX_PLASMA_REALS * bytes, reals, error);
}
