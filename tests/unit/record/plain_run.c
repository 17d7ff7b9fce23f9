/* The run of plain_format.h. */
#include "plain_format.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/digest.h"
#include "record/run_file.h"

double plain_number(uint64_t iteration, jato_record_field field, uint64_t particle, size_t d)
{
  return (double)(iteration * 8 + (uint64_t)field) + (double)particle * 0.25 + (double)d * 0.0625;
}

void plain_run_make(plain_run *run, jato_precision precision)
{
  unsigned fields = JX_HAS(JX_POSITION) | JX_HAS(JX_VELOCITY) | JX_HAS(JX_OWN) | JX_HAS(JX_VALUE) |
                    JX_HAS(JX_BEST_IS_HERE);
  jx_shape_config config = {PLAIN_PARTICLES, PLAIN_DIM, precision, fields, 0};
  *run = (plain_run){.upper = {1, 1, 1}, .state = {1, 2, 3, 4, 5}};
  run->array = (jato_array){"plain", JATO_ARRAY_COUNTS, 1, PLAIN_STATE, run->state};
  if (jx_shape_make(&config, &run->shape, NULL) != JATO_OK) abort();
  run->memory = calloc(1, jx_shape_bytes(&run->shape));
  run->content.info = (jx_record_info){.problem = "plain",
                                       .dim = PLAIN_DIM,
                                       .lower = run->lower,
                                       .upper = run->upper,
                                       .x = run->x,
                                       .source = "",
                                       .state = &run->array,
                                       .state_count = 1};
  run->content.info.options = (jato_options){
      .algorithm = "none", .precision = precision, .particles = PLAIN_PARTICLES, .seed = 7};
  plain_run_step(run, 0);
}

void plain_run_free(plain_run *run) { free(run->memory); }

static void put_number(const plain_run *run, const jx_tile *tile, int field, size_t i, size_t d)
{
  size_t width = field == JX_VALUE ? 1 : PLAIN_DIM;
  size_t at = (i / JK_LANES * width + d) * JK_LANES + i % JK_LANES;
  double number = plain_number(run->last.iteration, (jato_record_field)field, tile->first + i, d);
  if (run->shape.real_bytes == sizeof(float))
    ((float *)(void *)tile->field[field])[at] = (float)number;
  else
    ((double *)(void *)tile->field[field])[at] = number;
}

void plain_run_step(plain_run *run, uint64_t iteration)
{
  run->last = (jato_trace_row){.iteration = iteration,
                               .evaluations = PLAIN_PARTICLES * (iteration + 1),
                               .best = 1.0 / (double)(iteration + 1),
                               .diversity = 0.25};
  for (size_t d = 0; d < PLAIN_DIM; d++) run->x[d] = run->last.best + (double)d;
  run->content.info.result.best = run->last.best;
  run->content.info.result.iterations = iteration;
  for (uint64_t t = 0; t < run->shape.tiles; t++) {
    jx_tile tile = jx_shape_tile(&run->shape, run->memory, t);
    for (int f = JX_POSITION; f <= JX_VALUE; f++)
      for (size_t i = 0; i < tile.particles; i++)
        for (size_t d = 0; d < (f == JX_VALUE ? 1 : PLAIN_DIM); d++)
          put_number(run, &tile, f, i, d);
  }
}

static void add_number(jx_digest *digest, double number, size_t real_bytes)
{
  float narrow = (float)number;
  jx_digest_add(digest, real_bytes == 4 ? (void *)&narrow : (void *)&number, real_bytes);
}

jx_digest plain_head(const plain_run *run)
{
  jx_digest head;
  jx_digest_begin(&head);
  jx_digest_add(&head, &run->last.best, 8);
  jx_digest_add(&head, run->x, sizeof run->x);
  return head;
}

uint64_t plain_digest(const plain_run *run)
{
  jx_digest all = plain_head(run);
  for (uint64_t t = 0; t < run->shape.tiles; t++) {
    jx_tile tile = jx_shape_tile(&run->shape, run->memory, t);
    jx_digest one;
    jx_digest_begin(&one);
    for (int f = JX_POSITION; f <= JX_VALUE; f++)
      for (size_t g = 0; g < tile.particles; g += JK_LANES)
        for (size_t d = 0; d < (f == JX_VALUE ? 1 : PLAIN_DIM); d++)
          for (size_t i = g; i < g + JK_LANES && i < tile.particles; i++)
            add_number(&one,
                       plain_number(run->last.iteration, (jato_record_field)f, tile.first + i, d),
                       run->shape.real_bytes);
    jx_digest_add_u64(&all, jx_digest_end(&one));
  }
  return jx_digest_end(&all);
}

jx_rotation plain_rotation(const plain_run *run, const char *path, unsigned keep)
{
  return (jx_rotation){.format = &plain_format,
                       .path = path,
                       .keep = keep,
                       .shape = &run->shape,
                       .allocator = jx_allocator_or_default(NULL),
                       .last = JX_NEVER,
                       .file = -1};
}

jato_status plain_write(jx_rotation *rotation, plain_run *run, jato_error *error)
{
  jx_digest head = plain_head(run);
  JX_TRY(jx_rotate_begin(rotation, &run->content, &head, error));
  for (uint64_t t = 0; t < run->shape.tiles; t++) {
    jx_tile tile = jx_shape_tile(&run->shape, run->memory, t);
    JX_TRY(jx_rotate_tile(rotation, t, &tile, error));
  }
  return jx_rotate_end(rotation, error);
}

long plain_iteration_at(const char *path)
{
  jato_record *record = NULL;
  jato_record_request request = {JATO_RECORD_REQUEST_INIT, .path = path, .only_this = 1};
  if (access(path, F_OK) != 0) return -1;
  if (jx_record_open(&plain_format, &request, &record, NULL) != JATO_OK) abort();
  long iteration = (long)jx_record_get_info(record)->result.iterations;
  jx_record_close(&record);
  return iteration;
}
