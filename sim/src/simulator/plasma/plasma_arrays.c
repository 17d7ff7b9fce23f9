/* Numbers of a plasma: its six fields, and its energies. */
#include "simulator/plasma/plasma_state.h"

#include <math.h>

static const char *const names[] = {"electric_x", "electric_y", "electric_z", "magnetic_x",
                                    "magnetic_y", "magnetic_z", "energies"};
enum { ENERGIES = JX_PLASMA_FIELDS, ARRAYS };

int jx_plasma_array(const jx_simulation *simulation, size_t index, jato_simulation_array *array)
{
  const jx_plasma *plasma = (const jx_plasma *)simulation;
  if (index >= ARRAYS) return 0;
  *array = (jato_simulation_array){
      .name = names[index], .rows = (uint64_t)plasma->height, .columns = (uint64_t)plasma->width};
  if (index == ENERGIES) array->rows = 1, array->columns = 2;
  return 1;
}

/* Reads `count` values from number `first` of all fields on, as double. */
static jato_status read_fields(const jx_plasma *plasma, size_t first, size_t count, double *data,
                               jato_error *error)
{
  const jx_launcher *from = &plasma->head.launcher;
  float *values = jx_allocate(&from->allocator, count, sizeof *values);
  if (values == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory for a field");
  jato_status status = jx_launcher_read(from, plasma->fields, first * sizeof *values,
                                        count * sizeof *values, values, error);
  for (size_t i = 0; i < count; i++) data[i] = values[i];
  jx_release(&from->allocator, values);
  return status;
}

typedef struct kinetic {
  double mass, sum;
} kinetic;

/* Adds a tile's sum of gamma - 1 over its particles, times their mass. */
static void add_kinetic(const jx_plasma_tile *tile, void *user)
{
  kinetic *all = user;
  size_t room = tile->capacity;
  const float *u = tile->reals + 2 * room;
  for (size_t p = 0; p < tile->count; p++) {
    double square = (double)u[p] * u[p] + (double)u[room + p] * u[room + p] +
                    (double)u[2 * room + p] * u[2 * room + p];
    all->sum += all->mass * square / (1 + sqrt(1 + square));
  }
}

/* The kinetic energy, and that of the fields, in units of m c^2 of the electrons of one (c/wp)^2.
 */
static jato_status read_energies(jx_plasma *plasma, double *data, jato_error *error)
{
  const jato_allocator *allocator = &plasma->head.launcher.allocator;
  size_t count = JX_PLASMA_FIELDS * jx_plasma_cells(plasma);
  kinetic all = {0, 0};
  double field = 0, area = plasma->dx * plasma->dx;
  double *values = jx_allocate(allocator, count, sizeof *values);
  if (values == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory for the fields");
  jato_status status = read_fields(plasma, 0, count, values, error);
  for (size_t i = 0; i < count; i++) field += 0.5 * values[i] * values[i];
  jx_release(allocator, values);
  for (size_t b = 0; b < plasma->beam_count && status == JATO_OK; b++) {
    all.mass = fabs((double)plasma->beam[b].charge);
    status = jx_plasma_each_tile(plasma, &plasma->beam[b], add_kinetic, &all, error);
  }
  data[0] = area * all.sum;
  data[1] = area * field;
  return status;
}

jato_status jx_plasma_read(jx_simulation *simulation, size_t index, double *data, jato_error *error)
{
  jx_plasma *plasma = (jx_plasma *)simulation;
  size_t cells = jx_plasma_cells(plasma);
  if (index == ENERGIES) return read_energies(plasma, data, error);
  return read_fields(plasma, index * cells, cells, data, error);
}
