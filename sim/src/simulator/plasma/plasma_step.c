/* One step: for each beam push, move and deposit, and sort into tiles; then the fields. */
#include "simulator/plasma/plasma_state.h"

#include <stdio.h>

/* Particles whose paths are cut beside each other before they are added: on a CPU. */
#define CPU_BLOCK 64

enum { PUSH, DEPOSIT, OUT, IN, FOLD, MAGNETIC, ELECTRIC };
static const char *const kernels[] = {
    "jk_plasma_push", "jk_plasma_deposit",  "jk_plasma_out",     "jk_plasma_in",
    "jk_plasma_fold", "jk_plasma_magnetic", "jk_plasma_electric"};

jato_status jx_plasma_build(jx_plasma *plasma, jato_error *error)
{
  char defines[256];
  jx_launcher_program program = {.texts = "plasma",
                                 .defines = defines,
                                 .precision = JATO_FLOAT,
                                 .kernels = kernels,
                                 .count = sizeof kernels / sizeof kernels[0]};
  (void)snprintf(defines, sizeof defines,
                 "#define JK_TILE_X %d\n#define JK_TILE_Y %d\n#define JK_PUSHER %d\n"
                 "#define JK_VIRTUAL %d\n#define JK_LISTS %d\n#define JK_INDEX %d\n"
                 "#define JK_BLOCK %d\n",
                 plasma->tile_x, plasma->tile_y, plasma->pusher, !plasma->path,
                 plasma->sort == JX_PLASMA_BY_LEAVERS, plasma->sort == JX_PLASMA_BY_INDEX,
                 plasma->head.launcher.on_cpu ? CPU_BLOCK : 1);
  return jx_launcher_build(&plasma->head.launcher, &program, error);
}

/* Work-groups of kernels whose items are tiles. */
static uint64_t groups_of(const jx_plasma *plasma)
{
  return (jx_plasma_tiles(plasma) + plasma->head.launcher.local - 1) / plasma->head.launcher.local;
}

#define LAUNCH(kernel, groups, ...) \
  JX_LAUNCH(&plasma->head.launcher, (kernel), (groups), error, __VA_ARGS__)
#define OF_BEAM(name) JX_MEMORY(beam->memory[JX_PLASMA_##name])

static jato_status move_beam(jx_plasma *plasma, jx_plasma_beam *beam, int first, jato_error *error)
{
  int capacity = (int)beam->capacity, tiles = (int)jx_plasma_tiles(plasma);
  float half = (float)(-0.5 * plasma->dt), step = (float)(plasma->dt / plasma->dx);
  float flow = (float)(beam->charge * plasma->dx / plasma->dt);
  JX_TRY(LAUNCH(PUSH, (uint64_t)tiles, OF_BEAM(CELLS), OF_BEAM(REAL_ROWS), OF_BEAM(TILE_COUNTS),
                JX_MEMORY(plasma->fields), JX_SCALAR(capacity), JX_SCALAR(plasma->width),
                JX_SCALAR(plasma->height), JX_SCALAR(plasma->tiles_x), JX_SCALAR(half)));
  return LAUNCH(DEPOSIT, groups_of(plasma), OF_BEAM(CELLS), OF_BEAM(REAL_ROWS),
                OF_BEAM(TILE_COUNTS), OF_BEAM(LISTS), JX_MEMORY(plasma->flows), JX_SCALAR(capacity),
                JX_SCALAR(tiles), JX_SCALAR(step), JX_SCALAR(flow), JX_SCALAR(beam->charge),
                JX_SCALAR(first));
}

/* Takes particles that left their tile out, makes room, and adds them to the next tile. */
static jato_status sort_beam(jx_plasma *plasma, jx_plasma_beam *beam, int axis, jato_error *error)
{
  int capacity = (int)beam->capacity, tiles = (int)jx_plasma_tiles(plasma);
#define SORTING                                                                                    \
  OF_BEAM(CELLS), OF_BEAM(REAL_ROWS), OF_BEAM(TILE_COUNTS), OF_BEAM(LISTS), OF_BEAM(MOVING_CELLS), \
      OF_BEAM(MOVING_REALS), JX_SCALAR(capacity), JX_SCALAR(tiles), JX_SCALAR(axis)
  JX_TRY(LAUNCH(OUT, groups_of(plasma), SORTING));
  JX_TRY(jx_plasma_beam_make_room(plasma, beam, axis, error));
  capacity = (int)beam->capacity;
  return LAUNCH(IN, groups_of(plasma), SORTING, JX_SCALAR(plasma->tiles_x),
                JX_SCALAR(plasma->tiles_y));
#undef SORTING
}

static jato_status solve_magnetic(jx_plasma *plasma, float step, jato_error *error)
{
  return LAUNCH(MAGNETIC, (uint64_t)plasma->height, JX_MEMORY(plasma->fields),
                JX_SCALAR(plasma->width), JX_SCALAR(plasma->height), JX_SCALAR(step));
}

static jato_status solve_fields(jx_plasma *plasma, jato_error *error)
{
  int tiles = (int)jx_plasma_tiles(plasma);
  float dt = (float)plasma->dt, step = (float)(plasma->dt / plasma->dx), half = 0.5F * step;
  if (plasma->beam_count > 0)
    JX_TRY(LAUNCH(FOLD, groups_of(plasma), JX_MEMORY(plasma->flows), JX_SCALAR(tiles),
                  JX_SCALAR(plasma->tiles_x), JX_SCALAR(plasma->tiles_y)));
  JX_TRY(solve_magnetic(plasma, half, error));
  JX_TRY(LAUNCH(ELECTRIC, (uint64_t)plasma->height, JX_MEMORY(plasma->fields),
                JX_MEMORY(plasma->flows), JX_SCALAR(plasma->width), JX_SCALAR(plasma->height),
                JX_SCALAR(plasma->tiles_x), JX_SCALAR(step), JX_SCALAR(dt)));
  return solve_magnetic(plasma, half, error);
}

jato_status jx_plasma_step(jx_simulation *simulation, uint64_t steps, jato_error *error)
{
  jx_plasma *plasma = (jx_plasma *)simulation;
  for (uint64_t i = 0; i < steps; i++) {
    for (size_t b = 0; b < plasma->beam_count; b++) {
      JX_TRY(move_beam(plasma, &plasma->beam[b], b == 0, error));
      for (int axis = 0; axis < 2; axis++) JX_TRY(sort_beam(plasma, &plasma->beam[b], axis, error));
    }
    JX_TRY(solve_fields(plasma, error));
  }
  return jx_launcher_wait(&plasma->head.launcher, error);
}
