#include "record/sample.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const sample_config sample_usual = {.particles = 100,
                                    .dim = 3,
                                    .moves = 1,
                                    .kind = JATO_RECORD_SOURCE,
                                    .rows = 5,
                                    .frames = 2,
                                    .data = 4,
                                    .state = 9};

static const jx_field fields[] = {JX_POSITION, JX_VELOCITY, JX_OWN, JX_VALUE};

double sample_number(jato_record_field field, uint64_t p, size_t d)
{
  switch (field) {
  case JATO_RECORD_POSITION: return (double)p + (double)d / 64;
  case JATO_RECORD_VELOCITY: return (double)d / 2 - (double)p;
  case JATO_RECORD_OWN: return (double)p / 4 - (double)d;
  case JATO_RECORD_VALUE: break;
  }
  if (p % 7 == 3) return (double)INFINITY;
  return p % 11 == 5 ? (double)NAN : (double)p / 8 - 3;
}

static void *take(size_t count, size_t bytes)
{
  void *memory = calloc(count + 1, bytes);
  if (memory == NULL) abort();
  return memory;
}

static double *doubles(size_t count, double first, double step)
{
  double *made = take(count, sizeof *made);
  for (size_t i = 0; i < count; i++) made[i] = first + step * (double)i;
  return made;
}

jx_tile sample_tile(const sample *made, uint64_t number)
{
  return jx_shape_tile(&made->shape, made->swarm, number);
}

/* Bytes that belong to no particle are 0xA5: they must not get into a file. */
static void fill_swarm(sample *made)
{
  const jx_shape *shape = &made->shape;
  made->swarm = take(jx_shape_bytes(shape), 1);
  memset(made->swarm, 0xA5, jx_shape_bytes(shape));
  for (uint64_t p = 0; p < shape->particles; p++) {
    jx_location location = jx_shape_find(shape, p);
    jx_tile tile = sample_tile(made, location.tile);
    for (int f = 0; f < 4; f++) {
      size_t per = fields[f] == JX_VALUE ? 1 : shape->dim;
      if (shape->group_bytes[fields[f]] == 0) continue;
      char *group = tile.field[fields[f]] + location.group * shape->group_bytes[fields[f]];
      for (size_t d = 0; d < per; d++) {
        double number = sample_number((jato_record_field)f, p, d);
        float as_float = (float)number;
        memcpy(group + (d * JK_LANES + location.lane) * shape->real_bytes,
               shape->real_bytes == 4 ? (void *)&as_float : (void *)&number, shape->real_bytes);
      }
    }
  }
}

static void fill_history(const sample_config *config, sample *made)
{
  made->rows = take(config->rows, sizeof *made->rows);
  for (size_t r = 0; r < config->rows; r++)
    made->rows[r] = (jato_trace_row){.iteration = 4 * r,
                                     .evaluations = 4 * r * config->particles,
                                     .nonfinite = r / 2,
                                     .best = r == 0 ? (double)INFINITY : 100.0 / (double)r,
                                     .seconds = 0.25 * (double)r,
                                     .diversity = r == 1 ? (double)NAN : 0.25,
                                     .submethod = config->state > 0 ? r % 3 : 0};
  made->row_x = doubles(config->rows * config->dim, 5, 0.125);
  made->frame_iteration = take(config->frames, sizeof *made->frame_iteration);
  for (size_t f = 0; f < config->frames; f++) made->frame_iteration[f] = 8 * f;
  made->frame_x = doubles(config->frames * config->particles * 2, -1, 0.5);
}

static void fill_info(const sample_config *config, sample *made)
{
  jx_record_info *info = &made->content.info;
  *info = (jx_record_info){.format = JX_FORMAT_VERSION,
                           .version = "0.1.0",
                           .compiler = "",
                           .host = "h\303\266st",
                           .saved_at = "2026-11-15T08:30:00Z",
                           .planned_iterations = 1000,
                           .planned_evaluations = 77,
                           .kind = config->kind,
                           .problem = "made-up",
                           .dim = config->dim,
                           .lower = made->lower,
                           .upper = made->upper,
                           .source = config->kind == JATO_RECORD_SOURCE
                                         ? "JATO_OBJECTIVE(x, n)\n{ return x(0); }\n"
                                         : "",
                           .data = config->data > 0 ? made->data : NULL,
                           .data_count = config->data,
                           .x = made->x,
                           .submethods = config->state > 0 ? "one,two words" : "",
                           .improved_at = 1,
                           .rows = made->rows,
                           .row_x = made->row_x,
                           .row_count = config->rows,
                           .row_stride = 4,
                           .state = config->state > 0 ? made->arrays : NULL,
                           .state_count = config->state > 0 ? 2 : 0,
                           .state_version = -3};
  info->options = (jato_options){.algorithm = "pso:w=0.7",
                                 .device = "cpu",
                                 .walls = "reflect",
                                 .precision = config->precision,
                                 .particles = config->particles,
                                 .seed = UINT64_MAX,
                                 .iterations = 1000,
                                 .evaluations = 7,
                                 .stall = 3,
                                 .record_frames = config->frames,
                                 .seconds = 1.5,
                                 .target = (double)NAN};
  info->result = (jato_result){.best = -0.0,
                               .stop = JATO_STOP_STALL,
                               .iterations = config->rows == 0 ? 1 : 4 * config->rows,
                               .evaluations = UINT64_MAX - 1,
                               .nonfinite = 2,
                               .particles = config->particles,
                               .seed = UINT64_MAX,
                               .seconds = 0.1,
                               .digest = 0x0123456789abcdef,
                               .swarm_bytes = 12345,
                               .build_seconds = 0.01,
                               .algorithm = "pso:w=0.7",
                               .device = "cpu:threads=2",
                               .built = "",
                               .walls = "reflect"};
  if (config->frames == 0) return;
  info->frame_iteration = made->frame_iteration;
  info->frame_x = made->frame_x;
  info->frame_count = config->frames;
  info->frame_particles = (size_t)config->particles;
  info->frame_stride = 8;
}

void sample_make(const sample_config *config, sample *made)
{
  unsigned has = JX_HAS(JX_POSITION) | JX_HAS(JX_VALUE) | JX_HAS(JX_BEST_IS_HERE);
  if (config->moves) has |= JX_HAS(JX_VELOCITY) | JX_HAS(JX_OWN);
  jx_shape_config shape = {config->particles, config->dim, config->precision, has, 0};
  memset(made, 0, sizeof *made);
  if (jx_shape_make(&shape, &made->shape, NULL) != JATO_OK) abort();
  fill_swarm(made);
  made->lower = doubles(config->dim, -2, -0.5);
  made->upper = doubles(config->dim, 1e300, 0.5);
  made->x = doubles(config->dim, 0.1, 0.1);
  made->data = doubles(config->data, 3, -1);
  made->state = doubles(3 * config->state, 1, 0.25);
  made->counts = take(config->state, sizeof *made->counts);
  for (size_t i = 0; i < config->state; i++) made->counts[i] = 7 * i;
  made->arrays[0] = (jato_array){"matrix", JATO_ARRAY_DOUBLES, 3, config->state, made->state};
  made->arrays[1] = (jato_array){"counts", JATO_ARRAY_COUNTS, config->state, 1, made->counts};
  fill_history(config, made);
  fill_info(config, made);
}

void sample_free(sample *made)
{
  free(made->swarm);
  free(made->lower);
  free(made->upper);
  free(made->x);
  free(made->data);
  free(made->row_x);
  free(made->frame_x);
  free(made->frame_iteration);
  free(made->rows);
  free(made->state);
  free(made->counts);
}

jato_status sample_write(const sample *made, int file, const jato_allocator *allocator,
                         jato_error *error)
{
  jx_writer *writer = NULL;
  JX_TRY(jx_hdf5_ops.begin(file, &made->content, &made->shape, allocator, &writer, error));
  for (uint64_t t = 0; t < made->shape.tiles; t++) {
    jx_tile tile = sample_tile(made, t);
    jato_status status = jx_hdf5_ops.tile(writer, t, &tile, error);
    if (status != JATO_OK) {
      jx_hdf5_ops.abandon(&writer);
      return status;
    }
  }
  return jx_hdf5_ops.end(&writer, error);
}
