#include "record/hdf5/writer.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "record/hdf5/put.h"
#include "record/hdf5/shards.h"
#include "record/hdf5/saved_settings.h"
#include "record/hdf5/swarm_writer.h"
#include "record/hdf5/file_driver.h"
#include "base/system.h"

struct jx_writer {
  jato_allocator allocator;
  const jx_record_content *content; /* the caller's, until the end */
  jx_file_driver driver;
  hid_t file;
  jx_swarm_writer swarm;
  uint64_t next; /* the tile that is expected */
};

static const char *const groups[] = {"run", "problem", "result", "trace", "swarm", "algorithm"};
#define GROUPS (sizeof groups / sizeof groups[0])

/* Only what is never read back may be lost without HDF5 noticing, so it keeps all metadata in
 * memory until it closes; a run file has a few kilobytes of it, and 16 bytes a chunk. */
static int keep_metadata(hid_t access)
{
  H5AC_cache_config_t cache;
  cache.version = H5AC__CURR_CACHE_CONFIG_VERSION;
  if (H5Pget_mdc_config(access, &cache) < 0) return 0;
  cache.evictions_enabled = 0;
  cache.incr_mode = H5C_incr__off;
  cache.flash_incr_mode = H5C_flash_incr__off;
  cache.decr_mode = H5C_decr__off;
  return H5Pset_mdc_config(access, &cache) >= 0;
}

static hid_t create_file(jx_file_driver *driver)
{
  hid_t access = jx_file_driver_access(driver), creation = jx_put_creation(H5P_FILE_CREATE);
  hid_t file = H5I_INVALID_HID;
  if (access >= 0 && creation >= 0 && keep_metadata(access))
    file = H5Fcreate("run", H5F_ACC_TRUNC, creation, access);
  jx_hdf5_close(H5Pclose, &creation);
  jx_hdf5_close(H5Pclose, &access);
  return file;
}

static int put_group(hid_t file, hid_t creation, const char *name)
{
  hid_t group = H5Gcreate2(file, name, H5P_DEFAULT, creation, H5P_DEFAULT);
  int good = group >= 0;
  jx_hdf5_close(H5Gclose, &group);
  return good;
}

static int is_by_host(const jx_record_info *info)
{
  return info->options.order != NULL && info->options.order[0] != '\0';
}

static int put_groups(hid_t file, const jx_record_info *info)
{
  hid_t creation = jx_put_creation(H5P_GROUP_CREATE);
  int good = creation >= 0;
  for (size_t i = 0; good && i < GROUPS; i++) good = put_group(file, creation, groups[i]);
  if (good && info->frame_count > 0) good = put_group(file, creation, "frames");
  if (good && is_by_host(info)) good = put_group(file, creation, "host");
  if (good && info->state_count > 0) good = put_group(file, creation, "state");
  jx_hdf5_close(H5Pclose, &creation);
  return good;
}

/* ---- Attributes ---- */

static const char *kind_word(jato_record_kind kind)
{
  switch (kind) {
  case JATO_RECORD_GALLERY: return "gallery";
  case JATO_RECORD_SOURCE: return "source";
  case JATO_RECORD_FUNCTION: return "function";
  case JATO_RECORD_STUDY: return "study";
  }
  return "";
}

/* Texts of attributes that are made here. */
typedef struct made_texts {
  char digest[17];
  char arrays[JX_STATE_MOST * sizeof((jato_array *)0)->name]; /* "mean,sigma" */
} made_texts;

static void list_arrays(const jx_record_info *info, made_texts *made)
{
  size_t used = 0;
  made->arrays[0] = '\0';
  for (size_t i = 0; i < info->state_count && i < JX_STATE_MOST; i++)
    used += (size_t)snprintf(made->arrays + used, sizeof made->arrays - used, "%s%s",
                             i > 0 ? "," : "", info->state[i].name);
}

static void fill_attributes(const jx_record_content *content, const jx_swarm_writer *swarm,
                            made_texts *made, jx_attributes *attributes)
{
  const jx_record_info *info = &content->info;
  (void)snprintf(made->digest, sizeof made->digest, "%016" PRIx64, info->result.digest);
  list_arrays(info, made);
  *attributes = (jx_attributes){.info = *info,
                                .outcomes = content->outcomes,
                                .shards = content->shards,
                                .dim = info->dim,
                                .tile = swarm->cut.rows,
                                .kind = kind_word(info->kind),
                                .stop = jato_stop_name(info->result.stop),
                                .digest = made->digest,
                                .state_arrays = made->arrays,
                                .device_resolved = info->result.device,
                                .built = info->result.built};
  int has_shards = content->shards.checkpoint != NULL && content->shards.checkpoint[0] != '\0';
  attributes->info.format = has_shards ? JX_FORMAT_OF_SHARDS : JX_FORMAT_VERSION;
  attributes->info.options.particles = swarm->shape.particles;
  attributes->info.options.precision =
      swarm->shape.real_bytes == sizeof(float) ? JATO_FLOAT : JATO_DOUBLE;
}

static int has_submethods(const jx_record_info *info)
{
  return info->submethods != NULL && info->submethods[0] != '\0';
}

static int put_attributes(hid_t file, const jx_attributes *attributes)
{
  hid_t root = H5Gopen2(file, "/", H5P_DEFAULT);
  int good = root >= 0 && jx_put_text(root, "description", "a run of jato; see docs/run-file.md");
  jx_hdf5_close(H5Gclose, &root);
  for (size_t i = 0; good && i < jx_attribute_row_count; i++)
    good = jx_put_attribute(file, &jx_attribute_rows[i], attributes);
  if (good) good = jx_put_settings(file, &attributes->info.options, is_by_host(&attributes->info));
  if (good) good = jx_put_attribute(file, &jx_planned_attribute, attributes);
  if (good) good = jx_put_shards(file, attributes);
  if (good && attributes->info.signature != NULL && attributes->info.signature[0] != '\0')
    good = jx_put_attribute(file, &jx_signature_attribute, attributes);
  if (good && has_submethods(&attributes->info))
    good = jx_put_attribute(file, &jx_submethods_attribute, attributes);
  if (good && attributes->info.result.samples > 0)
    good = jx_put_attribute(file, &jx_error_attribute, attributes) &&
           jx_put_attribute(file, &jx_samples_attribute, attributes);
  if (good && attributes->info.frame_count > 0)
    good = jx_put_attribute(file, &jx_frames_attribute, attributes);
  for (size_t i = 0; good && is_by_host(&attributes->info) && i < jx_host_attribute_count; i++)
    good = jx_put_attribute(file, &jx_host_attributes[i], attributes);
  if (good && is_by_host(&attributes->info) && attributes->info.result.reused > 0)
    good = jx_put_attribute(file, &jx_reused_attribute, attributes);
  if (good && is_by_host(&attributes->info) && attributes->info.result.given > 0)
    good = jx_put_attribute(file, &jx_given_attribute, attributes);
  if (good && is_by_host(&attributes->info) && attributes->outcomes.failed_in_row > 0)
    good = jx_put_attribute(file, &jx_failing_attribute, attributes);
  if (good && attributes->info.state_count > 0)
    good = jx_put_attribute(file, &jx_state_attribute, attributes);
  return good;
}

static jato_status check_texts(const jx_attributes *attributes, jato_error *error)
{
  for (size_t i = 0; i < jx_attribute_row_count; i++)
    JX_TRY(jx_check_text(&jx_attribute_rows[i], attributes, error));
  return jx_check_settings(&attributes->info.options, error);
}

/* ---- Datasets ---- */

static int put_doubles(hid_t file, jx_dataset_name name, hsize_t count, const double *data)
{
  return jx_put_dataset(file, &jx_datasets[name], &count, (jx_column){data, JX_F64, 1});
}

static int put_problem(hid_t file, const jx_record_info *info)
{
  int good = put_doubles(file, JX_DATASET_LOWER, info->dim, info->lower) &&
             put_doubles(file, JX_DATASET_UPPER, info->dim, info->upper);
  const char *source = info->source == NULL ? "" : info->source;
  int has_text = info->kind == JATO_RECORD_SOURCE || info->kind == JATO_RECORD_STUDY ||
                 (info->kind == JATO_RECORD_FUNCTION && source[0] != '\0');
  if (good && has_text) {
    hsize_t length = strlen(source);
    good = jx_put_dataset(file, &jx_datasets[JX_DATASET_SOURCE], &length,
                          (jx_column){source, JX_U8, 1});
  }
  if (good && info->data_count > 0)
    good = put_doubles(file, JX_DATASET_DATA, info->data_count, info->data);
  return good;
}

/* The columns of the rows are the datasets of the trace. */
_Static_assert(sizeof(jato_trace_row) == JX_ROW_COLUMNS * 8, "a row is numbers of 8 bytes");

static int put_trace(hid_t file, const jx_record_info *info)
{
  hsize_t size[2] = {info->row_count, info->dim};
  int good = 1, columns = has_submethods(info) ? JX_ROW_COLUMNS : JX_ROW_COLUMNS - 1;
  for (int c = 0; good && c < columns; c++) {
    jx_dataset_name name = (jx_dataset_name)(JX_DATASET_ROW_ITERATION + c);
    const char *column = info->row_count == 0 ? NULL : (const char *)info->rows + 8 * c;
    good = jx_put_dataset(file, &jx_datasets[name], size,
                          (jx_column){column, jx_datasets[name].number, JX_ROW_COLUMNS});
  }
  return good && jx_put_dataset(file, &jx_datasets[JX_DATASET_ROW_X], size,
                                (jx_column){info->row_x, JX_F64, 1});
}

static int put_frames(hid_t file, const jx_record_info *info)
{
  hsize_t size[3] = {info->frame_count, info->frame_particles, 2};
  return jx_put_dataset(file, &jx_datasets[JX_DATASET_FRAME_ITERATION], size,
                        (jx_column){info->frame_iteration, JX_U64, 1}) &&
         jx_put_dataset(file, &jx_datasets[JX_DATASET_FRAME_POSITION], size,
                        (jx_column){info->frame_x, JX_F64, 1});
}

/* Each array under its own name; their order is an attribute. */
static int put_state(hid_t file, const jx_record_info *info)
{
  int good = 1;
  for (size_t i = 0; good && i < info->state_count; i++) {
    const jato_array *array = &info->state[i];
    hsize_t size[2] = {array->rows, array->columns};
    jx_dataset set = jx_state_dataset(array->name, array->kind);
    good = jx_put_dataset(file, &set, size, (jx_column){array->data, set.number, 1});
  }
  return good;
}

static int put_host(hid_t file, const jx_record_content *content)
{
  const jx_outcomes *outcomes = &content->outcomes;
  hsize_t points = outcomes->count, statuses = JX_EVAL_STATUSES, applied = outcomes->arrival_count;
  int good = jx_put_dataset(file, &jx_datasets[JX_DATASET_STATUSES], &statuses,
                            (jx_column){content->info.by_status, JX_U64, 1});
  if (good && outcomes->marks != NULL)
    good = jx_put_dataset(file, &jx_datasets[JX_DATASET_REPORTED], &points,
                          (jx_column){outcomes->marks, JX_U8, 1}) &&
           put_doubles(file, JX_DATASET_REPORTED_VALUE, points, outcomes->ranks) &&
           put_doubles(file, JX_DATASET_REPORTED_F, points, outcomes->values) &&
           put_doubles(file, JX_DATASET_REPORTED_VIOLATION, points, outcomes->violations);
  if (good && applied > 0)
    good = jx_put_dataset(file, &jx_datasets[JX_DATASET_ARRIVAL], &applied,
                          (jx_column){outcomes->arrival, JX_I32, 1});
  return good;
}

/* ---- The table's functions ---- */

/* HDF5 fails by itself where it has no memory, and perhaps where it is at odds with itself. */
static jato_status write_failed(const jx_file_driver *driver, jato_error *error)
{
  return jx_fail(error, JATO_E_FILE, "the run file cannot be written: %s",
                 driver->write_failure != 0 ? jx_system_reason(driver->write_failure).text
                                            : "HDF5 fails, perhaps without memory");
}

static void destroy(jx_writer **writer)
{
  jx_writer *w = *writer;
  *writer = NULL;
  if (w == NULL) return;
  jato_allocator allocator = w->allocator;
  jx_swarm_writer_release(&allocator, &w->swarm);
  jx_hdf5_close(H5Fclose, &w->file);
  jx_file_driver_release(&w->driver);
  jx_release(&allocator, w);
}

/* Closes without writing any more. */
static void drop(jx_writer **writer)
{
  if (*writer != NULL && (*writer)->driver.write_failure == 0)
    (*writer)->driver.write_failure = ECANCELED;
  destroy(writer);
}

static jato_status make_file(jx_writer *w, jato_error *error)
{
  const jx_record_info *info = &w->content->info;
  w->file = create_file(&w->driver);
  int good =
      w->file >= 0 && put_groups(w->file, info) && jx_swarm_writer_make_sets(w->file, &w->swarm);
  if (!good || w->driver.write_failure != 0) return write_failed(&w->driver, error);
  return JATO_OK;
}

/* Comes last, since the digest is known when all tiles have been seen. */
static jato_status write_all_but_swarm(jx_writer *w, jato_error *error)
{
  const jx_record_info *info = &w->content->info;
  made_texts made;
  jx_attributes attributes;
  fill_attributes(w->content, &w->swarm, &made, &attributes);
  JX_TRY(check_texts(&attributes, error));
  int good = put_attributes(w->file, &attributes) && put_problem(w->file, info) &&
             put_doubles(w->file, JX_DATASET_X, info->dim, info->x) && put_trace(w->file, info) &&
             (info->frame_count == 0 || put_frames(w->file, info)) && put_state(w->file, info) &&
             (!is_by_host(info) || put_host(w->file, w->content));
  if (!good || w->driver.write_failure != 0) return write_failed(&w->driver, error);
  return JATO_OK;
}

static jato_status begin(jx_writer **writer, jato_error *error)
{
  jato_status status;
  JX_TRY_DONE(jx_hdf5_fits(error));
  JX_TRY_DONE(make_file(*writer, error));
done:
  if (status != JATO_OK) drop(writer);
  return status;
}

jato_status jx_hdf5_begin(int file, const jx_record_content *content, const jx_shape *shape,
                          const jato_allocator *allocator, jx_writer **out, jato_error *error)
{
  jato_status status;
  const jx_record_info *info = &content->info;
  *out = NULL;
  if (info->dim != shape->dim)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "a problem of dimension %zu and a swarm of dimension %zu", info->dim,
                   shape->dim);
  jx_writer *w = jx_allocate(allocator, 1, sizeof *w);
  if (w == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory to write a run file");
  w->allocator = *allocator;
  w->content = content;
  w->driver.file = file;
  w->file = H5I_INVALID_HID;
  if (!jx_swarm_writer_reserve(allocator, shape, &w->swarm)) {
    destroy(&w);
    return jx_fail(error, JATO_E_MEMORY, "not enough memory to write a run file");
  }
  H5E_BEGIN_TRY { status = begin(&w, error); }
  H5E_END_TRY;
  *out = w;
  return status;
}

static jato_status put_tile(jx_writer *w, const jx_tile *tile, jato_error *error)
{
  if (!jx_swarm_writer_tile(&w->swarm, tile) || w->driver.write_failure != 0)
    return write_failed(&w->driver, error);
  return JATO_OK;
}

jato_status jx_hdf5_tile(jx_writer *writer, uint64_t number, const jx_tile *tile, jato_error *error)
{
  jato_status status;
  if (number != writer->next)
    return jx_fail(error, JATO_E_ARGUMENT, "tile %" PRIu64 " comes before tile %" PRIu64, number,
                   writer->next);
  H5E_BEGIN_TRY { status = put_tile(writer, tile, error); }
  H5E_END_TRY;
  if (status == JATO_OK) writer->next++;
  return status;
}

static jato_status close_file(jx_writer *w, jato_error *error)
{
  for (int f = 0; f < JX_SWARM_DATASETS; f++) jx_hdf5_close(H5Dclose, &w->swarm.set[f]);
  int good = H5Fclose(w->file) >= 0;
  w->file = H5I_INVALID_HID;
  good = good && jx_file_driver_finish(&w->driver);
  if (!good || w->driver.write_failure != 0) return write_failed(&w->driver, error);
  return JATO_OK;
}

jato_status jx_hdf5_end(jx_writer **writer, jato_error *error)
{
  jato_status status;
  int is_short = (*writer)->next != (*writer)->swarm.shape.tiles;
  if (is_short && (*writer)->driver.write_failure == 0) {
    status = jx_fail(error, JATO_E_ARGUMENT, "a run file was ended before its last tile");
    jx_hdf5_abandon(writer);
    return status;
  }
  H5E_BEGIN_TRY
  {
    status = write_all_but_swarm(*writer, error);
    if (status == JATO_OK) status = close_file(*writer, error);
    drop(writer);
  }
  H5E_END_TRY;
  return status;
}

void jx_hdf5_abandon(jx_writer **writer)
{
  H5E_BEGIN_TRY { drop(writer); }
  H5E_END_TRY;
}
