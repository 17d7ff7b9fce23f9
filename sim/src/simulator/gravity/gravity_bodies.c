/* Bodies between the host and a device: what they begin with, what is read of them, their picture.
 */
#include "simulator/gravity/gravity_bodies.h"

#include "simulator/draw.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846264338328
/* The picture shows x and y from -VIEW to VIEW. */
#define VIEW 1.5

/* ---- Copies ---- */

/* bodies->numbers to the device. */
static jato_status write_numbers(jx_gravity *g, jx_device_memory to, jato_error *error)
{
  const void *from = g->singles != NULL ? (const void *)g->singles : g->numbers;
  size_t count = 3 * (size_t)g->stride;
  for (size_t i = 0; g->singles != NULL && i < count; i++) g->singles[i] = (float)g->numbers[i];
  return jx_launcher_write(&g->head.launcher, to, 0, count * g->element, from, error);
}

/* `count` numbers of the device to bodies->numbers. */
static jato_status read_numbers(jx_gravity *g, jx_device_memory from, size_t count,
                                jato_error *error)
{
  void *to = g->singles != NULL ? (void *)g->singles : g->numbers;
  JX_TRY(jx_launcher_read(&g->head.launcher, from, 0, count * g->element, to, error));
  for (size_t i = 0; g->singles != NULL && i < count; i++) g->numbers[i] = (double)g->singles[i];
  return JATO_OK;
}

static double *at(jx_gravity *g, uint64_t body, int coordinate)
{
  return &g->numbers[(uint64_t)coordinate * g->stride + body];
}

/* ---- Beginnings ---- */

static void fill_at_random(jx_gravity *g, uint64_t *state)
{
  for (uint64_t i = 0; i < g->bodies; i++)
    for (int c = 0; c < 3; c++) *at(g, i, c) = 2 * jx_draw_number(state) - 1;
}

/* A polygon whose corners pull each other keeps its shape when it turns with this speed. */
static double speed_of_ring(const jx_gravity *g)
{
  double sum = 0, count = (double)g->bodies;
  for (uint64_t k = 1; k < g->bodies; k++) sum += 1 / sin(PI * (double)k / count);
  return sqrt(g->gravity * g->mass * sum / 4);
}

static void fill_with_ring(jx_gravity *g, int velocities)
{
  double speed = velocities ? speed_of_ring(g) : 1;
  for (uint64_t i = 0; i < g->bodies; i++) {
    double angle = 2 * PI * (double)i / (double)g->bodies;
    *at(g, i, 0) = speed * (velocities ? -sin(angle) : cos(angle));
    *at(g, i, 1) = speed * (velocities ? cos(angle) : sin(angle));
  }
}

/* Chenciner and Montgomery 2000, as seen when one body is in the middle between the others; of
 * period 6.325913982926 where gravity and mass are 1. */
static void fill_with_eight(jx_gravity *g, int velocities)
{
  static const double places[3] = {-1, 1, 0}, speeds[3] = {1, 1, -2};
  double scale = sqrt(g->gravity * g->mass);
  for (uint64_t i = 0; i < 3; i++) {
    *at(g, i, 0) = velocities ? scale * speeds[i] * 0.347116888119 : places[i];
    *at(g, i, 1) = velocities ? scale * speeds[i] * 0.532724945388 : 0;
  }
}

jato_status jx_gravity_begin(jx_gravity *g, uint64_t seed, jato_error *error)
{
  for (int velocities = 0; velocities < 2; velocities++) {
    memset(g->numbers, 0, 3 * (size_t)g->stride * sizeof *g->numbers);
    switch (g->start) {
    case JX_GRAVITY_RANDOM: fill_at_random(g, &seed); break;
    case JX_GRAVITY_RING: fill_with_ring(g, velocities); break;
    case JX_GRAVITY_EIGHT: fill_with_eight(g, velocities); break;
    }
    JX_TRY(write_numbers(g, velocities ? g->velocities : g->positions, error));
  }
  return JATO_OK;
}

/* ---- Reading ---- */

enum { POSITIONS, VELOCITIES, ACCELERATIONS, ENERGIES };

int jx_gravity_array(const jx_simulation *simulation, size_t index, jato_simulation_array *array)
{
  static const char *const names[] = {"positions", "velocities", "accelerations", "energies"};
  const jx_gravity *g = (const jx_gravity *)simulation;
  if (index > ENERGIES) return 0;
  *array = (jato_simulation_array){.name = names[index], .rows = g->bodies, .columns = 3};
  if (index == ENERGIES)
    *array = (jato_simulation_array){.name = names[index], .rows = 1, .columns = 2};
  return 1;
}

static jato_status read_potential(jx_gravity *g, double *out, jato_error *error)
{
  uint64_t bodies = g->bodies, stride = g->stride;
  double sum = 0;
  jx_gravity_number softening = jx_gravity_number_of(g, g->softening);
  JX_TRY(JX_LAUNCH(&g->head.launcher, JX_GRAVITY_POTENTIAL, stride / g->block, error,
                   JX_MEMORY(g->positions), JX_MEMORY(g->potentials), JX_SCALAR(bodies),
                   JX_SCALAR(stride), JX_GRAVITY_SCALAR(g, softening)));
  JX_TRY(jx_launcher_wait(&g->head.launcher, error));
  JX_TRY(read_numbers(g, g->potentials, (size_t)stride, error));
  for (uint64_t i = 0; i < bodies; i++) sum += g->numbers[i];
  *out = g->gravity * g->mass * g->mass * sum / 2; /* each pair was counted twice */
  return JATO_OK;
}

/* Kinetic, potential. */
static jato_status read_energies(jx_gravity *g, double *data, jato_error *error)
{
  double sum = 0;
  JX_TRY(read_numbers(g, g->velocities, 3 * (size_t)g->stride, error));
  for (uint64_t i = 0; i < g->bodies; i++)
    for (int c = 0; c < 3; c++) sum += *at(g, i, c) * *at(g, i, c);
  data[0] = g->mass * sum / 2;
  return read_potential(g, &data[1], error);
}

jato_status jx_gravity_read(jx_simulation *simulation, size_t index, double *data,
                            jato_error *error)
{
  jx_gravity *g = (jx_gravity *)simulation;
  const jx_device_memory memory[] = {g->positions, g->velocities, g->accelerations};
  if (index == ENERGIES) return read_energies(g, data, error);
  JX_TRY(read_numbers(g, memory[index], 3 * (size_t)g->stride, error));
  for (uint64_t i = 0; i < g->bodies; i++)
    for (int c = 0; c < 3; c++) data[3 * i + (uint64_t)c] = *at(g, i, c);
  return JATO_OK;
}

/* Half of what is missing to white for each body in a pixel; y points upwards. */
jato_status jx_gravity_draw(jx_simulation *simulation, unsigned char *data, jato_error *error)
{
  jx_gravity *g = (jx_gravity *)simulation;
  double width = (double)simulation->picture.width, height = (double)simulation->picture.height;
  memset(data, 0, (size_t)(simulation->picture.width * simulation->picture.height));
  JX_TRY(read_numbers(g, g->positions, 3 * (size_t)g->stride, error));
  for (uint64_t i = 0; i < g->bodies; i++) {
    double column = floor((*at(g, i, 0) + VIEW) / (2 * VIEW) * width);
    double row = floor((VIEW - *at(g, i, 1)) / (2 * VIEW) * height);
    if (!(column >= 0 && column < width && row >= 0 && row < height)) continue;
    unsigned char *pixel = &data[(uint64_t)row * simulation->picture.width + (uint64_t)column];
    *pixel = (unsigned char)(*pixel + (256 - *pixel) / 2);
  }
  return JATO_OK;
}
