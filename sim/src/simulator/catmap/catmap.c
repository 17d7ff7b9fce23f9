/* Arnold's cat map of a square picture. */
#include "simulator/simulators.h"

#include <inttypes.h>
#include <stdio.h>

/* A work-group's rows of the picture. */
enum { ROWS = 8 };
/* Products of two numbers below it, and their sum, have to fit into 64 bits. */
#define MOST_SIDE (UINT64_C(1) << 31)

enum { WAY };
enum { WAY_POWER, WAY_LOOP, WAY_LAUNCHES };
static const jato_parameter parameters[] = {
    JX_CHOICE_ROW("way", "power loop launches", 0,
                  "k iterations by one launch with the matrix to the power k, by one launch that "
                  "makes k steps for each value, or by k launches"),
};

enum { KERNEL_STEPS, KERNEL_POWER };
static const char *const kernels[] = {"jk_catmap_steps", "jk_catmap_power"};

typedef struct catmap {
  jx_simulation head;
  int way;
  uint64_t side;
  jx_device_memory picture[2];
  int now; /* which of them is the present */
} catmap;

static jato_status check_picture(const jato_image *picture, jato_error *error)
{
  if (picture == NULL)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "catmap needs a picture to begin with: a square one in grey");
  if (picture->channels == 1 && picture->width == picture->height && picture->width < MOST_SIDE)
    return JATO_OK;
  return jx_fail(error, JATO_E_ARGUMENT,
                 "catmap takes a square picture in grey; this one has %" PRIu64 " x %" PRIu64
                 " pixels%s",
                 picture->width, picture->height,
                 picture->channels == 1 ? "" : " in colours: convert it to PGM first");
}

static jato_status catmap_begin(jx_simulation *simulation, const jx_simulator_setup *setup,
                                jato_error *error)
{
  catmap *map = (catmap *)simulation;
  jx_launcher *launcher = &simulation->launcher;
  char defines[64];
  JX_TRY(check_picture(setup->start, error));
  map->way = (int)setup->values->value[WAY];
  map->side = setup->start->width;
  simulation->picture = *setup->start;
  simulation->picture.data = NULL;
  simulation->work = (double)map->side * (double)map->side;
  simulation->unit = "pixels";
  jx_launcher_program program = {.texts = "catmap",
                                 .defines = defines,
                                 .precision = JATO_FLOAT,
                                 .kernels = kernels,
                                 .count = sizeof kernels / sizeof kernels[0]};
  (void)snprintf(defines, sizeof defines, "#define JK_ROWS %d\n", ROWS);
  JX_TRY(jx_launcher_build(launcher, &program, error));
  for (int i = 0; i < 2; i++)
    JX_TRY(jx_launcher_allocate(launcher, map->side * map->side, &map->picture[i], error));
  return jx_launcher_write(launcher, map->picture[0], 0, map->side * map->side, setup->start->data,
                           error);
}

/* ---- Steps ---- */

static uint64_t groups_of(const catmap *map) { return (map->side + ROWS - 1) / ROWS; }

static jato_status launch_steps(catmap *map, uint64_t k, jato_error *error)
{
  int from = map->now;
  map->now = 1 - from;
  return JX_LAUNCH(&map->head.launcher, KERNEL_STEPS, groups_of(map), error,
                   JX_MEMORY(map->picture[from]), JX_MEMORY(map->picture[1 - from]),
                   JX_SCALAR(map->side), JX_SCALAR(k));
}

/* ((a, b), (b, c)): symmetric, as all powers of ((2, 1), (1, 1)) are. */
typedef struct matrix {
  uint64_t a, b, c;
} matrix;

static matrix multiply(matrix p, matrix q, uint64_t modulo)
{
  return (matrix){(p.a * q.a + p.b * q.b) % modulo, (p.a * q.b + p.b * q.c) % modulo,
                  (p.b * q.b + p.c * q.c) % modulo};
}

static matrix power(uint64_t k, uint64_t modulo)
{
  matrix result = {1 % modulo, 0, 1 % modulo}, square = {2 % modulo, 1 % modulo, 1 % modulo};
  for (; k > 0; k /= 2) {
    if (k % 2 == 1) result = multiply(result, square, modulo);
    square = multiply(square, square, modulo);
  }
  return result;
}

static jato_status launch_power(catmap *map, uint64_t k, jato_error *error)
{
  int from = map->now;
  matrix m = power(k, map->side);
  map->now = 1 - from;
  return JX_LAUNCH(&map->head.launcher, KERNEL_POWER, groups_of(map), error,
                   JX_MEMORY(map->picture[from]), JX_MEMORY(map->picture[1 - from]),
                   JX_SCALAR(map->side), JX_SCALAR(m.a), JX_SCALAR(m.b), JX_SCALAR(m.c));
}

static jato_status catmap_step(jx_simulation *simulation, uint64_t steps, jato_error *error)
{
  catmap *map = (catmap *)simulation;
  switch (map->way) {
  case WAY_POWER: JX_TRY(launch_power(map, steps, error)); break;
  case WAY_LOOP: JX_TRY(launch_steps(map, steps, error)); break;
  default:
    for (uint64_t i = 0; i < steps; i++) JX_TRY(launch_steps(map, 1, error));
  }
  return jx_launcher_wait(&map->head.launcher, error);
}

static jato_status catmap_draw(jx_simulation *simulation, unsigned char *data, jato_error *error)
{
  catmap *map = (catmap *)simulation;
  return jx_launcher_read(&simulation->launcher, map->picture[map->now], 0, map->side * map->side,
                          data, error);
}

const jx_simulator_ops jx_catmap_ops = {
    .name = "catmap",
    .summary = "Arnold's cat map: a square picture is stretched, cut, and after a while comes back",
    .source = "Arnold and Avez 1968, Ergodic Problems of Classical Mechanics",
    .parameters = {parameters, sizeof parameters / sizeof parameters[0]},
    .start = JX_NEEDS_PICTURE,
    .size = sizeof(catmap),
    .noun = "a cat map",
    .begin = catmap_begin,
    .step = catmap_step,
    .draw = catmap_draw,
};
