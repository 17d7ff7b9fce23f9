#include "device_plasma.h"

#include "check.h"
#include "registry/registry.h"

#include <stdlib.h>

void device_plasma_create(device_plasma *made, const char *spec, const char *device,
                          const char *cache)
{
  jato_error error;
  jx_values of_device;
  *made = (device_plasma){.toolchain = {.cache = cache, .seconds = 60}};
  assert_ok(jx_registry_device(device, &made->device_ops, &error), error);
  assert_ok(jx_spec_read(device, made->device_ops->parameters, &of_device, &error), error);
  assert_ok(jx_spec_read(spec, jx_plasma_ops.parameters, &made->values, &error), error);
  jx_simulator_setup setup = {.device_ops = made->device_ops,
                              .facts = &made->facts,
                              .toolchain = &made->toolchain,
                              .values = &made->values,
                              .seed = 7,
                              .allocator = jx_allocator_or_default(NULL)};
  assert_ok(
      made->device_ops->open(&of_device, &setup.allocator, &made->device, &made->facts, &error),
      error);
  setup.device = made->device;
  assert_ok(jx_simulation_create(&jx_plasma_ops, &setup, &made->simulation, &error), error);
  made->plasma = (jx_plasma *)made->simulation;
}

void device_plasma_destroy(device_plasma *made)
{
  jx_simulation_destroy(&made->simulation);
  if (made->device != NULL) made->device_ops->close(&made->device);
}

int device_is_ready(const char *name)
{
  const jx_device_ops *ops = NULL;
  jato_device device;
  jato_error error;
  return jx_registry_device(name, &ops, &error) == JATO_OK && ops->probe != NULL &&
         ops->probe(0, &device) && device.ready;
}

void device_plasma_fields(device_plasma *made, float *out)
{
  jato_error error;
  size_t bytes = JX_PLASMA_FIELDS * jx_plasma_cells(made->plasma) * sizeof *out;
  assert_ok(made->device_ops->read(made->device, made->plasma->fields, 0, bytes, out, &error),
            error);
}

typedef struct reading {
  const jx_plasma *plasma;
  float charge;
  plain_particle *out; /* the next particle */
} reading;

static void read_tile(const jx_plasma_tile *tile, void *user)
{
  reading *r = user;
  const jx_plasma *plasma = r->plasma;
  const int *cells = tile->cells;
  const float *reals = tile->reals;
  size_t room = tile->capacity;
  int tile_x = (int)tile->number % plasma->tiles_x, tile_y = (int)tile->number / plasma->tiles_x;
  for (size_t p = 0; p < tile->count; p++) {
    assert_true(cells[p] >= 0 && cells[p] < plasma->tile_x);
    assert_true(cells[room + p] >= 0 && cells[room + p] < plasma->tile_y);
    *r->out++ = (plain_particle){tile_x * plasma->tile_x + cells[p],
                                 tile_y * plasma->tile_y + cells[room + p],
                                 reals[p],
                                 reals[room + p],
                                 {reals[2 * room + p], reals[3 * room + p], reals[4 * room + p]},
                                 r->charge};
  }
}

/* Particles of all beams, tile by tile, to `out`; returns their number. */
static int read_particles(device_plasma *made, plain_particle *out)
{
  jx_plasma *plasma = made->plasma;
  jato_error error;
  reading r = {.plasma = plasma, .out = out};
  for (size_t b = 0; b < plasma->beam_count; b++) {
    r.charge = plasma->beam[b].charge;
    assert_ok(jx_plasma_each_tile(plasma, &plasma->beam[b], read_tile, &r, &error), error);
  }
  return (int)(r.out - out);
}

plain_plasma *device_plasma_as_plain(device_plasma *made)
{
  jx_plasma *plasma = made->plasma;
  size_t count = 0, cells = jx_plasma_cells(plasma);
  for (size_t b = 0; b < plasma->beam_count; b++) count += plasma->beam[b].particles;
  plain_plasma *plain =
      plain_plasma_create(plasma->width, plasma->height, (int)count, plasma->dx, plasma->dt);
  float *fields = calloc(JX_PLASMA_FIELDS * cells, sizeof *fields);
  assert_int_equal(read_particles(made, plain->particle), count);
  device_plasma_fields(made, fields);
  for (size_t i = 0; i < 3 * cells; i++) {
    plain->e[i / cells][i % cells] = fields[i];
    plain->b[i / cells][i % cells] = fields[3 * cells + i];
  }
  free(fields);
  return plain;
}

/* ---- As a bed ---- */

static double kinetic_now(device_plasma *made)
{
  plain_plasma *plain = device_plasma_as_plain(made);
  double sum = 0;
  for (int k = 0; k < plain->count; k++) {
    const plain_particle *p = &plain->particle[k];
    double square = p->u[0] * p->u[0] + p->u[1] * p->u[1] + p->u[2] * p->u[2];
    sum += fabs(p->q) * square / (1 + sqrt(1 + square));
  }
  plain_plasma_destroy(plain);
  return sum;
}

void device_plasma_step(device_plasma *made, int steps)
{
  jato_error error;
  assert_ok(jx_plasma_ops.step(made->simulation, (uint64_t)steps, &error), error);
}

static void bed_step(void *of)
{
  device_plasma *made = of;
  if (made->looks && made->last == 0) made->last = kinetic_now(made);
  double before = made->last;
  device_plasma_step(made, 1);
  if (!made->looks) return;
  made->last = kinetic_now(made);
  made->kinetic = 0.5 * (before + made->last);
}

static void bed_field(void *of, int component, double *out)
{
  device_plasma *made = of;
  size_t cells = jx_plasma_cells(made->plasma);
  float *fields = calloc(JX_PLASMA_FIELDS * cells, sizeof *fields);
  device_plasma_fields(made, fields);
  for (size_t i = 0; i < cells; i++) out[i] = fields[(size_t)component * cells + i];
  free(fields);
}

static void bed_charge(void *of, double *out)
{
  plain_plasma *plain = device_plasma_as_plain(of);
  plain_plasma_charge(plain, out);
  plain_plasma_destroy(plain);
}

static double bed_kinetic(void *of) { return ((device_plasma *)of)->kinetic; }

plasma_bed device_plasma_bed(device_plasma *made)
{
  const jx_plasma *plasma = made->plasma;
  return (plasma_bed){made,     plasma->width, plasma->height, plasma->dx, plasma->dt,
                      bed_step, bed_field,     bed_charge,     bed_kinetic};
}
