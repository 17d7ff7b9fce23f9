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

#define RUN(kernel, groups, arguments)                                   \
  jx_launcher_run(&plasma->head.launcher, (kernel), (groups), arguments, \
                  sizeof(arguments) / sizeof(arguments)[0], error)

static jato_status move_beam(jx_plasma *plasma, jx_plasma_beam *beam, int first, jato_error *error)
{
  int capacity = (int)beam->capacity, tiles = (int)jx_plasma_tiles(plasma);
  float half = (float)(-0.5 * plasma->dt), step = (float)(plasma->dt / plasma->dx);
  float flow = (float)(beam->charge * plasma->dx / plasma->dt);
  jx_device_argument of_push[] = {
      JX_MEMORY(beam->cells),    JX_MEMORY(beam->reals),     JX_MEMORY(beam->counts),
      JX_MEMORY(plasma->fields), JX_SCALAR(capacity),        JX_SCALAR(plasma->width),
      JX_SCALAR(plasma->height), JX_SCALAR(plasma->tiles_x), JX_SCALAR(half)};
  jx_device_argument of_deposit[] = {
      JX_MEMORY(beam->cells),  JX_MEMORY(beam->reals),   JX_MEMORY(beam->counts),
      JX_MEMORY(beam->lists),  JX_MEMORY(plasma->flows), JX_SCALAR(capacity),
      JX_SCALAR(tiles),        JX_SCALAR(step),          JX_SCALAR(flow),
      JX_SCALAR(beam->charge), JX_SCALAR(first)};
  JX_TRY(RUN(PUSH, (uint64_t)tiles, of_push));
  return RUN(DEPOSIT, groups_of(plasma), of_deposit);
}

static jato_status sort_beam(jx_plasma *plasma, jx_plasma_beam *beam, int axis, jato_error *error)
{
  int capacity = (int)beam->capacity, tiles = (int)jx_plasma_tiles(plasma);
  jx_device_argument of_out[] = {JX_MEMORY(beam->cells),
                                 JX_MEMORY(beam->reals),
                                 JX_MEMORY(beam->counts),
                                 JX_MEMORY(beam->lists),
                                 JX_MEMORY(beam->moving_cells),
                                 JX_MEMORY(beam->moving_reals),
                                 JX_SCALAR(capacity),
                                 JX_SCALAR(tiles),
                                 JX_SCALAR(axis)};
  JX_TRY(RUN(OUT, groups_of(plasma), of_out));
  JX_TRY(jx_plasma_beam_make_room(plasma, beam, axis, error));
  capacity = (int)beam->capacity;
  jx_device_argument of_in[] = {JX_MEMORY(beam->cells),
                                JX_MEMORY(beam->reals),
                                JX_MEMORY(beam->counts),
                                JX_MEMORY(beam->lists),
                                JX_MEMORY(beam->moving_cells),
                                JX_MEMORY(beam->moving_reals),
                                JX_SCALAR(capacity),
                                JX_SCALAR(tiles),
                                JX_SCALAR(axis),
                                JX_SCALAR(plasma->tiles_x),
                                JX_SCALAR(plasma->tiles_y)};
  return RUN(IN, groups_of(plasma), of_in);
}

static jato_status solve_fields(jx_plasma *plasma, jato_error *error)
{
  int tiles = (int)jx_plasma_tiles(plasma);
  uint64_t rows = (uint64_t)plasma->height;
  float dt = (float)plasma->dt, step = (float)(plasma->dt / plasma->dx), half = 0.5F * step;
  jx_device_argument of_fold[] = {JX_MEMORY(plasma->flows), JX_SCALAR(tiles),
                                  JX_SCALAR(plasma->tiles_x), JX_SCALAR(plasma->tiles_y)};
  jx_device_argument of_magnetic[] = {JX_MEMORY(plasma->fields), JX_SCALAR(plasma->width),
                                      JX_SCALAR(plasma->height), JX_SCALAR(half)};
  jx_device_argument of_electric[] = {JX_MEMORY(plasma->fields),
                                      JX_MEMORY(plasma->flows),
                                      JX_SCALAR(plasma->width),
                                      JX_SCALAR(plasma->height),
                                      JX_SCALAR(plasma->tiles_x),
                                      JX_SCALAR(step),
                                      JX_SCALAR(dt)};
  if (plasma->beam_count > 0) JX_TRY(RUN(FOLD, groups_of(plasma), of_fold));
  JX_TRY(RUN(MAGNETIC, rows, of_magnetic));
  JX_TRY(RUN(ELECTRIC, rows, of_electric));
  return RUN(MAGNETIC, rows, of_magnetic);
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
