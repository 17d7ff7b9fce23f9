#include "record/saving/snapshot.h"

#include "options/saved.h"

#include <string.h>

/* For names, a small state of the algorithm and a short source: what is longer is seen when it
 * comes.
 */
#define SPARE_BYTES ((size_t)64 << 10)

jato_status jx_snapshot_create(const jx_shape *shape, const jato_allocator *allocator,
                               const jx_trace *trace, jx_snapshot *snapshot, jato_error *error)
{
  *snapshot = (jx_snapshot){.allocator = *allocator, .shape = *shape};
  size_t bytes = jx_trace_bytes(trace) + 3 * shape->dim * sizeof(double) + SPARE_BYTES;
  snapshot->memory = jx_allocate(&snapshot->allocator, bytes, 1);
  if (snapshot->memory == NULL)
    return jx_fail(error, JATO_E_MEMORY,
                   "not enough memory for the history of a run of %zu dimensions", shape->dim);
  snapshot->bytes = bytes;
  return JATO_OK;
}

int jx_snapshot_take_memory(jx_snapshot *snapshot)
{
  size_t bytes = jx_shape_bytes(&snapshot->shape);
  if (!jx_pages_create(&snapshot->allocator, bytes, &snapshot->tiles)) return 0;
  /* Now rather than at the first checkpoint, for which the run waits. */
  memset(snapshot->tiles.data, 0, bytes);
  return 1;
}

void jx_snapshot_destroy(jx_snapshot *snapshot)
{
  jx_pages_destroy(&snapshot->allocator, &snapshot->tiles);
  jx_release(&snapshot->allocator, snapshot->memory);
  snapshot->memory = NULL;
}

/* Where the next copy goes; with memory NULL, bytes are only counted. */
typedef struct cursor {
  unsigned char *memory;
  size_t used;
} cursor;

static size_t round_up(size_t bytes)
{
  return bytes + (sizeof(double) - bytes % sizeof(double)) % sizeof(double);
}

static const void *keep(cursor *c, const void *from, size_t bytes)
{
  if (from == NULL) return NULL;
  size_t at = c->used;
  c->used += round_up(bytes);
  if (c->memory == NULL) return NULL;
  memcpy(c->memory + at, from, bytes);
  return c->memory + at;
}

static const char *keep_text(cursor *c, const char *text)
{
  return text == NULL ? "" : keep(c, text, strlen(text) + 1);
}

static const double *keep_doubles(cursor *c, const double *from, size_t count)
{
  return keep(c, from, count * sizeof *from);
}

/* Copies the options that a file holds. */
static void keep_options(cursor *c, const jato_options *from, jato_options *to)
{
  char *texts = c->memory == NULL ? NULL : (char *)c->memory + c->used;
  c->used += round_up(jx_saved_options_copy(from, to, texts));
}

static const jato_array *keep_arrays(cursor *c, const jato_array *from, size_t count)
{
  jato_array *to = (jato_array *)(uintptr_t)keep(c, from, count * sizeof *from);
  for (size_t i = 0; i < count; i++) {
    size_t bytes = from[i].rows * from[i].columns * sizeof(double);
    const void *data = keep(c, from[i].data, bytes);
    if (to != NULL) to[i].data = (void *)(uintptr_t)data;
  }
  return to;
}

static void keep_info(cursor *c, const jx_record_info *from, jx_record_info *to)
{
  *to = *from;
  keep_options(c, &from->options, &to->options);
  to->problem = keep_text(c, from->problem);
  to->source = keep_text(c, from->source);
  to->signature = keep_text(c, from->signature);
  to->lower = keep_doubles(c, from->lower, from->dim);
  to->upper = keep_doubles(c, from->upper, from->dim);
  to->x = keep_doubles(c, from->x, from->dim);
  to->data = keep_doubles(c, from->data, from->data_count);
  to->state = keep_arrays(c, from->state, from->state_count);
}

static void keep_outcomes(cursor *c, const jx_outcomes *from, jx_outcomes *to)
{
  *to = *from;
  to->marks = keep(c, from->marks, from->count);
  to->ranks = keep_doubles(c, from->ranks, from->count);
  to->values = keep_doubles(c, from->values, from->count);
  to->violations = keep_doubles(c, from->violations, from->count);
  to->arrival = keep(c, from->arrival, from->arrival_count * sizeof *from->arrival);
}

static void keep_shards(cursor *c, const jx_shards *from, jx_shards *to)
{
  *to = *from;
  to->checkpoint = keep_text(c, from->checkpoint);
  to->parts = keep(c, from->parts, from->count * JX_SHARD_COLUMNS * sizeof *from->parts);
}

static void keep_content(cursor *c, const jx_record_content *from, jx_record_content *to)
{
  keep_shards(c, &from->shards, &to->shards);
  keep_info(c, &from->info, &to->info);
  keep_outcomes(c, &from->outcomes, &to->outcomes);
}

static int make_room(jx_snapshot *snapshot, size_t bytes)
{
  if (bytes <= snapshot->bytes) return 1;
  jx_release(&snapshot->allocator, snapshot->memory);
  snapshot->memory = jx_allocate(&snapshot->allocator, bytes, 1);
  snapshot->bytes = snapshot->memory != NULL ? bytes : 0;
  return snapshot->memory != NULL;
}

jato_status jx_snapshot_take(jx_snapshot *snapshot, const jx_saved *saved, const char *path,
                             const jx_trace *trace, jato_error *error)
{
  jx_record_info *copy = &snapshot->content.info;
  cursor counted = {.used = jx_trace_bytes(trace)};
  keep_content(&counted, saved->content, &snapshot->content);
  if (!make_room(snapshot, counted.used))
    return jx_fail(error, JATO_E_MEMORY, "not enough memory for a copy of the problem (%zu bytes)",
                   counted.used);
  cursor copied = {.memory = snapshot->memory, .used = jx_trace_bytes(trace)};
  keep_content(&copied, saved->content, &snapshot->content);
  jx_trace_lay(trace, saved->last, snapshot->memory, copy);
  snapshot->digest = *saved->digest;
  jx_provenance_now(&snapshot->provenance);
  copy->path = path;
  copy->format = JX_FORMAT_VERSION;
  copy->version = jato_version();
  copy->compiler = snapshot->provenance.compiler;
  copy->host = snapshot->provenance.host;
  copy->saved_at = snapshot->provenance.saved_at;
  copy->result.digest = 0;
  return JATO_OK;
}
