/* The memory of beams: each tile has the same room, and all get more when one of them needs it. */
#include "simulator/plasma/plasma_state.h"

/* Rows of a tile begin at a cache line. */
#define ROUND 16

static uint64_t tiled(const jx_plasma *plasma, size_t of_particle, size_t capacity)
{
  return (uint64_t)jx_plasma_tiles(plasma) * capacity * of_particle * sizeof(float);
}

/* Numbers of each memory: for one particle, or for counts of a tile. */
static const size_t widths[JX_PLASMA_MEMORIES] = {2, JX_PLASMA_REALS, 2, JX_PLASMA_REALS,
                                                  1, JX_PLASMA_COUNTS};

jato_status jx_plasma_beam_allocate(jx_plasma *plasma, jx_plasma_beam *beam, size_t capacity,
                                    jato_error *error)
{
  beam->capacity = (capacity + ROUND - 1) / ROUND * ROUND;
  for (int i = 0; i < JX_PLASMA_MEMORIES; i++)
    JX_TRY(jx_launcher_allocate(
        &plasma->head.launcher,
        tiled(plasma, widths[i], i == JX_PLASMA_TILE_COUNTS ? 1 : beam->capacity), &beam->memory[i],
        error));
  return JATO_OK;
}

void jx_plasma_beam_release(jx_plasma *plasma, jx_plasma_beam *beam)
{
  for (int i = 0; i < JX_PLASMA_MEMORIES; i++)
    jx_launcher_release(&plasma->head.launcher, &beam->memory[i]);
}

/* Copies the counts of all tiles to plasma->counts. */
static jato_status read_counts(jx_plasma *plasma, const jx_plasma_beam *beam, jato_error *error)
{
  return jx_launcher_read(&plasma->head.launcher, beam->memory[JX_PLASMA_TILE_COUNTS], 0,
                          tiled(plasma, JX_PLASMA_COUNTS, 1), plasma->counts, error);
}

/* ---- More room ---- */

/* Copies one memory to that of a larger beam, row by row; `row` has room for an old one. In moving
 * memory, leavers to higher tiles are at the end of a row, and are copied to the new end. */
static jato_status copy_rows(const jx_plasma *plasma, const jx_plasma_beam *from,
                             const jx_plasma_beam *to, int memory, float *row, jato_error *error)
{
  const jx_launcher *on = &plasma->head.launcher;
  size_t old = from->capacity * sizeof *row, more = to->capacity * sizeof *row;
  int moves = memory == JX_PLASMA_MOVING_CELLS || memory == JX_PLASMA_MOVING_REALS;
  for (size_t i = 0; i < jx_plasma_tiles(plasma) * widths[memory]; i++) {
    size_t higher = (size_t)plasma->counts[i / widths[memory] * JX_PLASMA_COUNTS + 2];
    size_t end = higher * sizeof *row;
    JX_TRY(jx_launcher_read(on, from->memory[memory], i * old, old, row, error));
    JX_TRY(jx_launcher_write(on, to->memory[memory], i * more, old, row, error));
    if (moves && end > 0)
      JX_TRY(jx_launcher_write(on, to->memory[memory], (i + 1) * more - end, end,
                               row + from->capacity - higher, error));
  }
  return JATO_OK;
}

static jato_status copy_beam(const jx_plasma *plasma, const jx_plasma_beam *from,
                             const jx_plasma_beam *to, float *row, jato_error *error)
{
  for (int i = 0; i < JX_PLASMA_TILE_COUNTS; i++)
    JX_TRY(copy_rows(plasma, from, to, i, row, error));
  return jx_launcher_write(&plasma->head.launcher, to->memory[JX_PLASMA_TILE_COUNTS], 0,
                           tiled(plasma, JX_PLASMA_COUNTS, 1), plasma->counts, error);
}

static jato_status enlarge(jx_plasma *plasma, jx_plasma_beam *beam, size_t needed,
                           jato_error *error)
{
  jx_plasma_beam larger = *beam;
  for (int i = 0; i < JX_PLASMA_MEMORIES; i++) larger.memory[i] = NULL;
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
  JX_TRY(read_counts(plasma, beam, error));
  size_t needed = most_after(plasma, axis);
  return needed <= beam->capacity ? JATO_OK : enlarge(plasma, beam, needed, error);
}

static jato_status read_tile(const jx_plasma *plasma, const jx_plasma_beam *beam,
                             jx_plasma_tile *tile, jato_error *error)
{
  const jx_launcher *from = &plasma->head.launcher;
  size_t bytes = beam->capacity * sizeof *tile->reals;
  tile->count = (size_t)plasma->counts[tile->number * JX_PLASMA_COUNTS];
  JX_TRY(jx_launcher_read(from, beam->memory[JX_PLASMA_CELLS], tile->number * 2 * bytes, 2 * bytes,
                          tile->cells, error));
  return jx_launcher_read(from, beam->memory[JX_PLASMA_REAL_ROWS],
                          tile->number * JX_PLASMA_REALS * bytes, JX_PLASMA_REALS * bytes,
                          tile->reals, error);
}

jato_status jx_plasma_each_tile(jx_plasma *plasma, const jx_plasma_beam *beam,
                                void (*fn)(const jx_plasma_tile *tile, void *user), void *user,
                                jato_error *error)
{
  jx_pool pool = {.allocator = plasma->head.launcher.allocator};
  jato_status status = JATO_OK;
  jx_plasma_tile tile = {
      .capacity = beam->capacity,
      .cells = jx_pool_take(&pool, 2 * beam->capacity, sizeof *tile.cells),
      .reals = jx_pool_take(&pool, JX_PLASMA_REALS * beam->capacity, sizeof *tile.reals)};
  if (tile.cells == NULL || tile.reals == NULL)
    JX_TRY_DONE(jx_fail(error, JATO_E_MEMORY, "not enough memory for a tile of %zu particles",
                        beam->capacity));
  JX_TRY_DONE(read_counts(plasma, beam, error));
  for (; tile.number < jx_plasma_tiles(plasma); tile.number++) {
    JX_TRY_DONE(read_tile(plasma, beam, &tile, error));
    fn(&tile, user);
  }
done:
  jx_pool_release(&pool);
  return status;
}
