/* All-pairs gravity: every body is pulled by every other one. */
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
    {.name = "bodies",
     .help = "how many; 0: 1024, or the three of the eight",
     .largest = (double)MOST_BODIES,
     .whole = 1},
    {.name = "start",
     .help = "positions and velocities uniform in [-1, 1]^3; a regular polygon of radius 1 that "
             "turns; or three bodies that follow each other on a figure of eight",
     .choices = JX_GRAVITY_STARTS},
    {.name = "dt", .help = "time of a step", .fallback = 0.01, .smallest = -1e6, .largest = 1e6},
    {.name = "softening",
     .help = "added to the square of every distance",
     .fallback = 1e-9,
     .smallest = LEAST_SOFTENING,
     .largest = 1e6},
    {.name = "integrator",
     .help = "of order 1 (velocities first), 2, or 4, which takes three evaluations of forces",
     .choices = JX_GRAVITY_INTEGRATORS},
    {.name = "kernel",
     .help = "tiled: bodies through local memory on a GPU, vectors of them on a CPU; naive: one at "
             "a time from memory",
     .choices = JX_GRAVITY_KERNELS},
    {.name = "gravity", .help = "Newton's constant", .fallback = 1, .largest = 1e6},
    {.name = "mass", .help = "of a body", .fallback = 1, .largest = 1e6},
    {.name = "precision", .help = "of all numbers", .choices = "float double"},
};

static const char *const kernels[JX_GRAVITY_KERNEL_COUNT] = {
    "jk_gravity_accelerate", "jk_gravity_move", "jk_gravity_potential"};

/* ---- Integrators ---- */

/* v += kick dt a, then x += drift dt v; accelerations are made anew before, or are those of the
 * stage before. */
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
  jx_device_argument arguments[] = {
      JX_MEMORY(g->positions), JX_MEMORY(g->accelerations),     JX_SCALAR(bodies),
      JX_SCALAR(stride),       JX_GRAVITY_SCALAR(g, softening), JX_GRAVITY_SCALAR(g, strength)};
  return jx_launcher_run(&g->launcher, JX_GRAVITY_ACCELERATE, stride / g->block, arguments, 6,
                         error);
}

static jato_status move(jx_gravity *g, const stage *now, jato_error *error)
{
  jx_gravity_number kick = jx_gravity_number_of(g, now->kick * g->dt);
  jx_gravity_number drift = jx_gravity_number_of(g, now->drift * g->dt);
  jx_device_argument arguments[] = {JX_MEMORY(g->positions), JX_MEMORY(g->velocities),
                                    JX_MEMORY(g->accelerations), JX_GRAVITY_SCALAR(g, kick),
                                    JX_GRAVITY_SCALAR(g, drift)};
  return jx_launcher_run(&g->launcher, JX_GRAVITY_MOVE, 3 * g->stride / g->block, arguments, 5,
                         error);
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
  return jx_launcher_wait(&g->launcher, error);
}

/* ---- Create ---- */

static void gravity_destroy(jx_simulation **address)
{
  jx_gravity *g = (jx_gravity *)*address;
  if (g == NULL) return;
  jato_allocator allocator = g->launcher.allocator;
  jx_launcher_release(&g->launcher, &g->positions);
  jx_launcher_release(&g->launcher, &g->velocities);
  jx_launcher_release(&g->launcher, &g->accelerations);
  jx_launcher_release(&g->launcher, &g->potentials);
  jx_release(&allocator, g->numbers);
  jx_release(&allocator, g->singles);
  jx_release(&allocator, g);
  *address = NULL;
}

static jato_status choose_size(jx_gravity *g, double asked, jato_error *error)
{
  int is_eight = g->start == JX_GRAVITY_EIGHT;
  g->bodies = asked > 0 ? (uint64_t)asked : is_eight ? 3 : 1024;
  if (is_eight && g->bodies != 3)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "gravity: bodies=%.0f, but start=eight has 3; leave bodies out, or take "
                   "start=ring",
                   asked);
  g->block = g->launcher.on_cpu ? CPU_BLOCK : g->launcher.local;
  g->stride = (g->bodies + g->block - 1) / g->block * g->block;
  return JATO_OK;
}

static jato_status build(jx_gravity *g, jato_error *error)
{
  char defines[128];
  int is_tiled = g->kernel == JX_GRAVITY_TILED, on_cpu = g->launcher.on_cpu;
  (void)snprintf(defines, sizeof defines,
                 "#define JK_BLOCK %d\n#define JK_TILED %d\n#define JK_VECTORS %d\n", (int)g->block,
                 is_tiled && !on_cpu, is_tiled && on_cpu);
  jx_launcher_program program = {.texts = "gravity",
                                 .defines = defines,
                                 .precision = g->precision,
                                 .kernels = kernels,
                                 .count = JX_GRAVITY_KERNEL_COUNT};
  if (g->precision == JATO_DOUBLE && !g->launcher.facts->doubles)
    return jx_fail(error, JATO_E_DEVICE,
                   "gravity: %s has no double precision; take precision=float, or another device",
                   g->launcher.facts->spec);
  return jx_launcher_build(&g->launcher, &program, error);
}

static jato_status allocate(jx_gravity *g, jato_error *error)
{
  const jato_allocator *allocator = &g->launcher.allocator;
  size_t count = 3 * (size_t)g->stride;
  g->numbers = jx_allocate(allocator, count, sizeof *g->numbers);
  if (g->precision == JATO_FLOAT) g->singles = jx_allocate(allocator, count, sizeof *g->singles);
  if (g->numbers == NULL || (g->precision == JATO_FLOAT && g->singles == NULL))
    return jx_fail(error, JATO_E_MEMORY, "gravity: not enough memory for %zu numbers", count);
  JX_TRY(jx_launcher_allocate(&g->launcher, count * g->element, &g->positions, error));
  JX_TRY(jx_launcher_allocate(&g->launcher, count * g->element, &g->velocities, error));
  JX_TRY(jx_launcher_allocate(&g->launcher, count * g->element, &g->accelerations, error));
  return jx_launcher_allocate(&g->launcher, g->stride * g->element, &g->potentials, error);
}

/* Verlet's first kick wants the accelerations of the beginning. */
static jato_status prepare(jx_gravity *g, const jx_simulator_setup *setup, jato_error *error)
{
  const stage *first = &integrators[g->integrator].stages[0];
  JX_TRY(choose_size(g, setup->values->value[BODIES], error));
  JX_TRY(build(g, error));
  JX_TRY(allocate(g, error));
  JX_TRY(jx_gravity_begin(g, setup->seed, error));
  if (!first->accelerate && first->kick != 0) JX_TRY(accelerate(g, error));
  g->head.work = (double)g->bodies * (double)g->bodies * integrators[g->integrator].evaluations;
  g->head.kernel_count = g->launcher.kernel_count;
  return jx_launcher_wait(&g->launcher, error);
}

static jato_status gravity_create(const jx_simulator_setup *setup, jx_simulation **out,
                                  jato_error *error)
{
  const double *value = setup->values->value;
  jx_gravity *g = jx_allocate(&setup->allocator, 1, sizeof *g);
  if (g == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory for bodies");
  *g = (jx_gravity){.launcher = jx_launcher_begin(setup),
                    .start = (jx_gravity_start)value[START],
                    .kernel = (jx_gravity_kernel)value[KERNEL],
                    .integrator = (int)value[INTEGRATOR],
                    .precision = value[PRECISION] == 0 ? JATO_FLOAT : JATO_DOUBLE,
                    .element = value[PRECISION] == 0 ? sizeof(float) : sizeof(double),
                    .dt = value[DT],
                    .softening = value[SOFTENING],
                    .gravity = value[GRAVITY],
                    .mass = value[MASS]};
  g->head = (jx_simulation){.ops = &jx_gravity_ops,
                            .picture = {.width = SIDE, .height = SIDE, .channels = 1, .bits = 8},
                            .unit = "interactions",
                            .kernels = g->launcher.kernel};
  *out = &g->head;
  jato_status status = prepare(g, setup, error);
  if (status != JATO_OK) gravity_destroy(out);
  return status;
}

const jx_simulator_ops jx_gravity_ops = {
    .name = "gravity",
    .summary = "bodies in space, every one of which is pulled by every other one",
    .source = "Nyland, Harris and Prins 2007, GPU Gems 3, chapter 31",
    .parameters = {parameters, sizeof parameters / sizeof parameters[0]},
    .start = JX_STARTS_ITSELF,
    .create = gravity_create,
    .destroy = gravity_destroy,
    .step = gravity_step,
    .draw = jx_gravity_draw,
    .array = jx_gravity_array,
    .read = jx_gravity_read,
};
