/* All-pairs gravity: every body attracts every other one. */
#include "simulator/gravity/gravity_bodies.h"
#include "simulator/simulators.h"

#include <stdio.h>

#define MOST_BODIES (UINT64_C(1) << 24)
/* Below it the cube of a distance overflows float, and a body's own term would be no number. */
#define LEAST_SOFTENING 1e-24
/* Bodies of a CPU's work-group: whole registers, whatever their width and the precision. */
enum { CPU_BLOCK = 64 };
/* Pixels of a side of the picture. */
enum { SIDE = 512 };

enum { BODIES, START, DT, SOFTENING, INTEGRATOR, KERNEL, GRAVITY, MASS, PRECISION };
static const jato_parameter parameters[] = {
    JX_WHOLE_ROW("bodies", 0, 0, (double)MOST_BODIES,
                 "how many; 0: 1024, or the three of the eight"),
    JX_CHOICE_ROW("start", JX_GRAVITY_STARTS, 0,
                  "positions and velocities uniform in [-1, 1]^3; a regular polygon of radius 1 "
                  "that turns; or three bodies that follow each other on a figure of eight"),
    JX_REAL_ROW("dt", 0.01, -1e6, 1e6, "time of a step"),
    JX_REAL_ROW("softening", 1e-9, LEAST_SOFTENING, 1e6, "added to the square of every distance"),
    JX_CHOICE_ROW(
        "integrator", JX_GRAVITY_INTEGRATORS, 0,
        "of order 1 (velocities first), 2, or 4, which takes three evaluations of forces"),
    JX_CHOICE_ROW("kernel", JX_GRAVITY_KERNELS, 0,
                  "tiled: bodies through local memory on a GPU, vectors of them on a CPU; naive: "
                  "one at a time from memory"),
    JX_REAL_ROW("gravity", 1, 0, 1e6, "Newton's constant"),
    JX_REAL_ROW("mass", 1, 0, 1e6, "of a body"),
    JX_CHOICE_ROW("precision", "float double", 0, "of all numbers"),
};

static const char *const kernels[JX_GRAVITY_KERNEL_COUNT] = {
    "jk_gravity_accelerate", "jk_gravity_move", "jk_gravity_potential"};

/* ---- Integrators ---- */

/* v += kick dt a, then x += drift dt v; `accelerate` says whether accelerations are computed again
 * before. */
typedef struct stage {
  int accelerate;
  double kick, drift;
} stage;

/* 1 / (2 - 2^(1/3)). */
#define THETA 1.35120719195965763404768780897

/* Euler with the velocities first, which keeps areas; Verlet 1967 with velocities; Forest and Ruth
 * 1990. */
static const struct {
  stage stages[4];
  int count, evaluations;
} integrators[] = {
    {{{1, 1, 1}}, 1, 1},
    {{{0, 0.5, 1}, {1, 0.5, 0}}, 2, 1},
    {{{0, 0, THETA / 2},
      {1, THETA, (1 - THETA) / 2},
      {1, 1 - 2 * THETA, (1 - THETA) / 2},
      {1, THETA, THETA / 2}},
     4,
     3},
};

static jato_status accelerate(jx_gravity *g, jato_error *error)
{
  uint64_t bodies = g->bodies, stride = g->stride;
  jx_gravity_number softening = jx_gravity_number_of(g, g->softening);
  jx_gravity_number strength = jx_gravity_number_of(g, g->gravity * g->mass);
  return JX_LAUNCH(&g->head.launcher, JX_GRAVITY_ACCELERATE, stride / g->block, error,
                   JX_MEMORY(g->positions), JX_MEMORY(g->accelerations), JX_SCALAR(bodies),
                   JX_SCALAR(stride), JX_GRAVITY_SCALAR(g, softening),
                   JX_GRAVITY_SCALAR(g, strength));
}

static jato_status move(jx_gravity *g, const stage *now, jato_error *error)
{
  jx_gravity_number kick = jx_gravity_number_of(g, now->kick * g->dt);
  jx_gravity_number drift = jx_gravity_number_of(g, now->drift * g->dt);
  return JX_LAUNCH(&g->head.launcher, JX_GRAVITY_MOVE, 3 * g->stride / g->block, error,
                   JX_MEMORY(g->positions), JX_MEMORY(g->velocities), JX_MEMORY(g->accelerations),
                   JX_GRAVITY_SCALAR(g, kick), JX_GRAVITY_SCALAR(g, drift));
}

static jato_status gravity_step(jx_simulation *simulation, uint64_t steps, jato_error *error)
{
  jx_gravity *g = (jx_gravity *)simulation;
  for (uint64_t i = 0; i < steps; i++)
    for (int s = 0; s < integrators[g->integrator].count; s++) {
      const stage *now = &integrators[g->integrator].stages[s];
      if (now->accelerate) JX_TRY(accelerate(g, error));
      JX_TRY(move(g, now, error));
    }
  return jx_launcher_wait(&g->head.launcher, error);
}

/* ---- Begin ---- */

static jato_status choose_size(jx_gravity *g, double asked, jato_error *error)
{
  int is_eight = g->start == JX_GRAVITY_EIGHT;
  g->bodies = asked > 0 ? (uint64_t)asked : is_eight ? 3 : 1024;
  if (is_eight && g->bodies != 3)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "gravity: bodies=%.0f, but start=eight has 3; leave bodies out, or take "
                   "start=ring",
                   asked);
  g->block = g->head.launcher.on_cpu ? CPU_BLOCK : g->head.launcher.local;
  g->stride = (g->bodies + g->block - 1) / g->block * g->block;
  return JATO_OK;
}

static jato_status build(jx_gravity *g, jato_error *error)
{
  char defines[128];
  int is_tiled = g->kernel == JX_GRAVITY_TILED, on_cpu = g->head.launcher.on_cpu;
  (void)snprintf(defines, sizeof defines,
                 "#define JK_BLOCK %d\n#define JK_TILED %d\n#define JK_VECTORS %d\n", (int)g->block,
                 is_tiled && !on_cpu, is_tiled && on_cpu);
  jx_launcher_program program = {.texts = "gravity",
                                 .defines = defines,
                                 .precision = g->precision,
                                 .kernels = kernels,
                                 .count = JX_GRAVITY_KERNEL_COUNT};
  if (g->precision == JATO_DOUBLE && !g->head.launcher.facts->doubles)
    return jx_fail(error, JATO_E_DEVICE,
                   "gravity: %s has no double precision; take precision=float, or another device",
                   g->head.launcher.facts->spec);
  return jx_launcher_build(&g->head.launcher, &program, error);
}

static jato_status allocate(jx_gravity *g, jato_error *error)
{
  jx_pool *pool = &g->head.launcher.pool;
  size_t count = 3 * (size_t)g->stride;
  g->numbers = jx_pool_take(pool, count, sizeof *g->numbers);
  if (g->precision == JATO_FLOAT) g->singles = jx_pool_take(pool, count, sizeof *g->singles);
  if (g->numbers == NULL || (g->precision == JATO_FLOAT && g->singles == NULL))
    return jx_fail(error, JATO_E_MEMORY, "gravity: not enough memory for %zu numbers", count);
  JX_TRY(jx_launcher_allocate(&g->head.launcher, count * g->element, &g->positions, error));
  JX_TRY(jx_launcher_allocate(&g->head.launcher, count * g->element, &g->velocities, error));
  JX_TRY(jx_launcher_allocate(&g->head.launcher, count * g->element, &g->accelerations, error));
  return jx_launcher_allocate(&g->head.launcher, g->stride * g->element, &g->potentials, error);
}

/* Verlet's first kick needs the initial accelerations. */
static jato_status prepare(jx_gravity *g, const jx_simulator_setup *setup, jato_error *error)
{
  const stage *first = &integrators[g->integrator].stages[0];
  JX_TRY(choose_size(g, setup->values->value[BODIES], error));
  JX_TRY(build(g, error));
  JX_TRY(allocate(g, error));
  JX_TRY(jx_gravity_begin(g, setup->seed, error));
  if (!first->accelerate && first->kick != 0) JX_TRY(accelerate(g, error));
  g->head.work = (double)g->bodies * (double)g->bodies * integrators[g->integrator].evaluations;
  return jx_launcher_wait(&g->head.launcher, error);
}

static jato_status gravity_begin(jx_simulation *simulation, const jx_simulator_setup *setup,
                                 jato_error *error)
{
  const double *value = setup->values->value;
  jx_gravity *g = (jx_gravity *)simulation;
  g->start = (jx_gravity_start)value[START];
  g->kernel = (jx_gravity_kernel)value[KERNEL];
  g->integrator = (int)value[INTEGRATOR];
  g->precision = value[PRECISION] == 0 ? JATO_FLOAT : JATO_DOUBLE;
  g->element = value[PRECISION] == 0 ? sizeof(float) : sizeof(double);
  g->dt = value[DT];
  g->softening = value[SOFTENING];
  g->gravity = value[GRAVITY];
  g->mass = value[MASS];
  simulation->picture = (jato_image){.width = SIDE, .height = SIDE, .channels = 1, .bits = 8};
  simulation->unit = "interactions";
  return prepare(g, setup, error);
}

const jx_simulator_ops jx_gravity_ops = {
    .name = "gravity",
    .summary = "bodies in space, every one of which is pulled by every other one",
    .source = "Nyland, Harris and Prins 2007, GPU Gems 3, chapter 31",
    .parameters = {parameters, sizeof parameters / sizeof parameters[0]},
    .start = JX_STARTS_ITSELF,
    .size = sizeof(jx_gravity),
    .noun = "bodies",
    .begin = gravity_begin,
    .step = gravity_step,
    .draw = jx_gravity_draw,
    .array = jx_gravity_array,
    .read = jx_gravity_read,
};
