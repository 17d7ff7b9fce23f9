#include "record/run_file.h"

#include "base/status.h"
#include "population/reals.h"
#include "record/files/find_newest.h"
#include "record/files/shard_reader.h"
#include "options/guards.h"
#include "record/rows.h"
#include "record/signature/key.h"
#include "record/signature/signature.h"

#include <string.h>

struct jato_record {
  jato_allocator allocator;
  const jx_format_ops *format;
  jx_found_file found;
  jato_record_info shown; /* what users see of it */
  jx_shard_reader shards; /* where the swarm is not in the file itself */
  int trusted;            /* its opener says that what it holds may be run */
  int outdated;           /* the user made it here, but its signature says nothing of its guards */
  void *rows;             /* [row_bytes]: what the file holds, on its way */
  size_t rows_bytes;
};

/* The fields of a file and of a swarm have the same order. */
_Static_assert((int)JATO_RECORD_POSITION == JX_POSITION &&
                   (int)JATO_RECORD_VELOCITY == JX_VELOCITY && (int)JATO_RECORD_OWN == JX_OWN &&
                   (int)JATO_RECORD_VALUE == JX_VALUE,
               "fields of a record are those of a swarm");

/* Whether the user who asks made the file, here. A key that cannot be used is worth a word: without
 * it every file seems to be somebody else's. */
static void recognise(const jato_record_request *request, jato_record *record)
{
  jx_record_info *info = &record->found.content.info;
  jx_key key;
  jato_error why;
  if (request->key == NULL || info->signature[0] == '\0' || !jx_signature_is_needed(info) ||
      !jx_key_is_there(request->key))
    return;
  if (jx_key_read(request->key, &key, &why) == JATO_OK) {
    info->made_here = jx_signature_is_ours(&key, info);
    record->outdated = jx_signature_is_outdated(&key, info);
  } else {
    jx_notice_send(request->notice, request->notice_user, why.text);
  }
}

/* A person who may have changed a file can take rights from its programs, never give them. */
static void withdraw(const jato_record_request *request, jx_record_info *info)
{
  const char *name = info->made_here ? NULL : jx_guards_withdraw(&info->options);
  jato_error words;
  if (name == NULL) return;
  (void)jx_fail(&words, JATO_E_TRUST,
                "%s asks for %s, which is not taken from a file that you did not make here; if its "
                "programs need it, say so when you resume it",
                info->path, name);
  jx_notice_send(request->notice, request->notice_user, words.text);
}

static void find_constraints(jx_record_info *info)
{
  for (size_t i = 0; i < info->state_count; i++)
    if (strcmp(info->state[i].name, JX_RECORD_CONSTRAINTS) == 0 &&
        info->state[i].kind == JATO_ARRAY_DOUBLES)
      info->c = info->state[i].data;
}

/* What users see of a file, whose options and result may grow: pointers. */
static void show(jx_record_info *info, jato_record_info *shown)
{
  info->options.size = sizeof info->options;
  info->result.size = sizeof info->result;
  *shown = (jato_record_info){
      .size = sizeof *shown,
      .path = info->path,
      .format = info->format,
      .version = info->version,
      .compiler = info->compiler,
      .host = info->host,
      .saved_at = info->saved_at,
      .options = &info->options,
      .planned_iterations = info->planned_iterations,
      .planned_evaluations = info->planned_evaluations,
      .kind = info->kind,
      .problem = info->problem,
      .dim = info->dim,
      .lower = info->lower,
      .upper = info->upper,
      .source = info->source,
      .data = info->data,
      .data_count = info->data_count,
      .signature = info->signature,
      .made_here = info->made_here,
      .result = &info->result,
      .x = info->x,
      .c = info->c,
      .improved_at = info->improved_at,
      .rows = info->rows,
      .row_x = info->row_x,
      .row_count = info->row_count,
      .row_stride = info->row_stride,
      .submethods = info->submethods,
      .frame_iteration = info->frame_iteration,
      .frame_x = info->frame_x,
      .frame_count = info->frame_count,
      .frame_particles = info->frame_particles,
      .frame_stride = info->frame_stride,
      .attempts = info->attempts,
      .waiting_nonfinite = info->waiting_nonfinite,
      .state = info->state,
      .state_count = info->state_count,
      .state_version = info->state_version,
  };
  memcpy(shown->by_status, info->by_status, sizeof shown->by_status);
}

jato_status jx_record_open(const jx_format_ops *format, const jato_record_request *request,
                           jato_record **out, jato_error *error)
{
  jato_allocator allocator = jx_allocator_or_default(request->allocator);
  *out = NULL;
  if (format->open == NULL)
    return jx_fail(error, JATO_E_NOT_BUILT, "run files: %s is %s", format->name, format->state);
  if (request->read_forked && format->forked != NULL) format = format->forked;
  jato_record *record = jx_allocate(&allocator, 1, sizeof *record);
  if (record == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory to open a run file");
  record->allocator = allocator;
  record->format = format;
  jato_status status = jx_find_newest(format, request, &record->allocator, &record->found, error);
  if (status != JATO_OK) {
    jx_release(&allocator, record);
    return status;
  }
  record->shards = (jx_shard_reader){.format = format,
                                     .path = record->found.name.text,
                                     .content = &record->found.content,
                                     .allocator = allocator,
                                     .file = -1};
  recognise(request, record);
  withdraw(request, &record->found.content.info);
  record->trusted = request->trust != 0;
  find_constraints(&record->found.content.info);
  show(&record->found.content.info, &record->shown);
  *out = record;
  return JATO_OK;
}

void jx_record_close(jato_record **address)
{
  jato_record *record = *address;
  if (record == NULL) return;
  jato_allocator allocator = record->allocator;
  jx_shard_reader_close(&record->shards);
  jx_found_file_close(record->format, &record->found);
  jx_release(&allocator, record->rows);
  jx_release(&allocator, record);
  *address = NULL;
}

const jx_record_info *jx_record_get_info(const jato_record *record)
{
  return &record->found.content.info;
}

const jato_record_info *jx_record_shown(const jato_record *record) { return &record->shown; }

void jx_record_asked_path(const jato_record *record, jx_name *out)
{
  memcpy(out->text, record->found.name.text, record->found.stem);
  out->text[record->found.stem] = '\0';
}

int jx_record_is_current(const jato_record *record)
{
  return jx_found_file_is_current(&record->found);
}

const jx_outcomes *jx_record_outcomes(const jato_record *record)
{
  return &record->found.content.outcomes;
}

int jx_record_is_outdated(const jato_record *record) { return record->outdated; }

int jx_record_may_run(const jato_record *record)
{
  const jx_record_info *info = &record->found.content.info;
  return !jx_signature_is_needed(info) || info->made_here || record->trusted;
}

static size_t real_bytes_of(const jx_record_info *info)
{
  return info->options.precision == JATO_FLOAT ? sizeof(float) : sizeof(double);
}

static jato_status make_room(jato_record *record, size_t count, size_t bytes, jato_error *error)
{
  if (bytes != 0 && count <= record->rows_bytes / bytes) return JATO_OK;
  jx_release(&record->allocator, record->rows);
  record->rows_bytes = 0;
  record->rows = jx_allocate(&record->allocator, count, bytes);
  if (record->rows == NULL)
    return jx_fail(error, JATO_E_MEMORY, "not enough memory for %zu particles of %s", count,
                   record->found.content.info.path);
  record->rows_bytes = count * bytes;
  return JATO_OK;
}

static jato_status read_rows(jato_record *record, jato_record_field field, uint64_t first,
                             uint64_t count, void *out, jato_error *error)
{
  if (record->found.content.shards.count > 0)
    return jx_shard_rows(&record->shards, field, first, count, out, error);
  return record->format->rows(record->found.reader, field, first, count, out, error);
}

jato_status jx_record_read_tile(jato_record *record, const jx_shape *shape, uint64_t number,
                                const jx_tile *tile, jato_error *error)
{
  const jx_record_info *info = &record->found.content.info;
  if (shape->particles != info->options.particles || shape->dim != info->dim ||
      shape->real_bytes != real_bytes_of(info) || number >= shape->tiles)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%s: a swarm of %llu particles of %zu dimensions was saved, not one of %llu of "
                   "%zu",
                   info->path, (unsigned long long)info->options.particles, info->dim,
                   (unsigned long long)shape->particles, shape->dim);
  JX_TRY(make_room(record, tile->particles, shape->dim * shape->real_bytes, error));
  for (int f = JX_POSITION; f <= JX_VALUE; f++) {
    if (shape->group_bytes[f] == 0) continue;
    JX_TRY(
        read_rows(record, (jato_record_field)f, tile->first, tile->particles, record->rows, error));
    jx_rows_to_tile(shape, record->rows, (jx_field)f, tile);
  }
  if (shape->group_bytes[JX_BEST_IS_HERE] > 0)
    memset(tile->field[JX_BEST_IS_HERE], 0, tile->groups * shape->group_bytes[JX_BEST_IS_HERE]);
  return JATO_OK;
}

/* Floats of a tile's worth of particles at a time. */
static jato_status widen(jato_record *record, jato_record_field field, uint64_t first,
                         uint64_t count, double *out, jato_error *error)
{
  size_t width = field == JATO_RECORD_VALUE ? 1 : record->found.content.info.dim;
  size_t most = count < JX_TILE_PARTICLES ? (size_t)count : JX_TILE_PARTICLES;
  JX_TRY(make_room(record, most, width * sizeof(float), error));
  while (count > 0) {
    size_t now = count < most ? (size_t)count : most;
    JX_TRY(read_rows(record, field, first, now, record->rows, error));
    for (size_t i = 0; i < now * width; i++) out[i] = jx_real_at(record->rows, i, sizeof(float));
    out += now * width;
    first += now;
    count -= now;
  }
  return JATO_OK;
}

jato_status jx_record_particles(jato_record *record, jato_record_field field, uint64_t first,
                                uint64_t count, double *out, jato_error *error)
{
  const jx_record_info *info = &record->found.content.info;
  uint64_t particles = info->options.particles;
  if ((int)field < JATO_RECORD_POSITION || (int)field > JATO_RECORD_VALUE)
    return jx_fail(error, JATO_E_ARGUMENT, "there is no field %d of a particle", (int)field);
  if (first > particles || count > particles - first)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%s: %llu particles from number %llu on are asked for, it has %llu", info->path,
                   (unsigned long long)count, (unsigned long long)first,
                   (unsigned long long)particles);
  if (count == 0) return JATO_OK;
  if (out == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "out is NULL: there is nowhere to put the particles");
  if (info->options.precision == JATO_FLOAT) return widen(record, field, first, count, out, error);
  return read_rows(record, field, first, count, out, error);
}
