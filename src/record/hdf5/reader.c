#include "record/hdf5/reader.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "record/hdf5/saved_settings.h"
#include "record/hdf5/shards.h"
#include "record/hdf5/structure/structure.h"
#include "record/hdf5/validate.h"
#include "record/hdf5/get.h"
#include "base/system.h"

#define ROWS_MOST 1000000u

struct jx_reader {
  jx_file_driver driver;
  jx_input input;
  jx_found_dataset swarm[JX_SWARM_DATASETS]; /* ids below 0: the swarm does not have that field */
  jx_number real;
  uint64_t particles;
  size_t dim;
};

/* ---- All but the swarm ---- */

static jato_status read_format(jx_input *input, jx_attributes *attributes, jato_error *error)
{
  const jx_record_info *info = &attributes->info;
  if (jx_get_attribute(input, &jx_attribute_rows[0], attributes, NULL) != JATO_OK)
    return jx_fail(error, JATO_E_FILE,
                   "this is not a run file of jato: it has no attribute jato_format");
  if (info->format < 1)
    return jx_fail(error, JATO_E_FILE, "the run file's format is %d, which there never was",
                   info->format);
  if (info->format <= JX_FORMAT_OF_SHARDS) return JATO_OK;
  if (jx_get_attribute(input, &jx_attribute_rows[1], attributes, NULL) != JATO_OK)
    attributes->info.version = "?";
  return jx_fail(error, JATO_E_FILE,
                 "the run file was written by jato %.40s in format %d; this jato reads up to %d: "
                 "update jato",
                 info->version, info->format, JX_FORMAT_OF_SHARDS);
}

static jato_status read_attributes(jx_input *input, jx_attributes *attributes, jato_error *error)
{
  JX_TRY(read_format(input, attributes, error));
  for (size_t i = 1; i < jx_attribute_row_count; i++)
    JX_TRY(jx_get_attribute(input, &jx_attribute_rows[i], attributes, error));
  if (jx_has_attribute(input, &jx_planned_attribute))
    JX_TRY(jx_get_attribute(input, &jx_planned_attribute, attributes, error));
  attributes->info.signature = "";
  if (jx_has_attribute(input, &jx_signature_attribute))
    JX_TRY(jx_get_attribute(input, &jx_signature_attribute, attributes, error));
  attributes->info.submethods = "";
  if (jx_has_attribute(input, &jx_submethods_attribute))
    JX_TRY(jx_get_attribute(input, &jx_submethods_attribute, attributes, error));
  attributes->info.result.standard_error = NAN;
  if (jx_has_attribute(input, &jx_samples_attribute)) {
    JX_TRY(jx_get_attribute(input, &jx_samples_attribute, attributes, error));
    JX_TRY(jx_get_attribute(input, &jx_error_attribute, attributes, error));
  }
  if (jx_has_group(input, "frames"))
    JX_TRY(jx_get_attribute(input, &jx_frames_attribute, attributes, error));
  for (size_t i = 0; jx_has_group(input, "host") && i < jx_host_attribute_count; i++)
    JX_TRY(jx_get_attribute(input, &jx_host_attributes[i], attributes, error));
  if (jx_has_group(input, "host") && jx_has_attribute(input, &jx_reused_attribute))
    JX_TRY(jx_get_attribute(input, &jx_reused_attribute, attributes, error));
  if (jx_has_group(input, "host") && jx_has_attribute(input, &jx_given_attribute))
    JX_TRY(jx_get_attribute(input, &jx_given_attribute, attributes, error));
  if (jx_has_attribute(input, &jx_failing_attribute))
    JX_TRY(jx_get_attribute(input, &jx_failing_attribute, attributes, error));
  attributes->info.options = jato_options_default(); /* of settings that came later */
  JX_TRY(jx_get_settings(input, &attributes->info.options, error));
  return jx_validate_attributes(attributes, error);
}

/* A dataset of `count` doubles. */
static jato_status read_doubles(jx_input *input, jx_dataset_name name, hsize_t count,
                                const double **out, jato_error *error)
{
  const void *data = NULL;
  jato_status status = jx_get_array(input, &jx_datasets[name], JX_F64, &count, &data, error);
  *out = data;
  return status;
}

/* The text is ended by the zero that follows every array. */
static jato_status read_source(jx_input *input, jx_record_info *info, jato_error *error)
{
  const void *text = NULL;
  hsize_t length = JX_ANY;
  info->source = "";
  if (info->kind == JATO_RECORD_GALLERY) return JATO_OK;
  if (info->kind == JATO_RECORD_FUNCTION && !jx_has_dataset(input, JX_DATASET_SOURCE))
    return JATO_OK;
  JX_TRY(jx_get_array(input, &jx_datasets[JX_DATASET_SOURCE], JX_U8, &length, &text, error));
  if (memchr(text, '\0', (size_t)length) != NULL)
    return jx_fail(error, JATO_E_FILE, "the run file's /problem/source is not a text");
  info->source = text;
  return JATO_OK;
}

static jato_status read_problem(jx_input *input, jx_record_info *info, jato_error *error)
{
  const void *data = NULL;
  hsize_t count = JX_ANY;
  JX_TRY(read_doubles(input, JX_DATASET_LOWER, info->dim, &info->lower, error));
  JX_TRY(read_doubles(input, JX_DATASET_UPPER, info->dim, &info->upper, error));
  JX_TRY(read_source(input, info, error));
  if (!jx_has_dataset(input, JX_DATASET_DATA)) return JATO_OK;
  JX_TRY(jx_get_array(input, &jx_datasets[JX_DATASET_DATA], JX_F64, &count, &data, error));
  info->data = data;
  info->data_count = (size_t)count;
  return JATO_OK;
}

/* One column into the rows; the first says how many there are. */
static jato_status read_column(jx_input *input, int column, jx_record_info *info, jato_error *error)
{
  jx_dataset_name name = (jx_dataset_name)(JX_DATASET_ROW_ITERATION + column);
  hsize_t wanted = column == 0 ? JX_ANY : info->row_count;
  jx_found_dataset found;
  JX_TRY(jx_get_open(input, &jx_datasets[name], jx_datasets[name].number, &wanted, &found, error));
  jato_status status = JATO_OK;
  if (found.count > ROWS_MOST) {
    status = jx_fail(error, JATO_E_FILE, "the run file's /trace has more than %u rows", ROWS_MOST);
  } else if (column == 0) {
    info->row_count = (size_t)found.count;
    info->rows = jx_pool_take(&input->pool, info->row_count + 1, sizeof *info->rows);
    if (info->rows == NULL)
      status = jx_fail(error, JATO_E_MEMORY, "not enough memory to read a run file");
  }
  if (status == JATO_OK)
    status = jx_get_numbers(input, &found, jx_datasets[name].number, JX_ROW_COLUMNS,
                            (char *)(uintptr_t)info->rows + 8 * column, error);
  jx_hdf5_close(H5Dclose, &found.id);
  return status;
}

static jato_status read_trace(jx_input *input, jx_record_info *info, jato_error *error)
{
  const void *x = NULL;
  int columns = info->submethods[0] != '\0' ? JX_ROW_COLUMNS : JX_ROW_COLUMNS - 1;
  for (int c = 0; c < columns; c++) JX_TRY(read_column(input, c, info, error));
  hsize_t wanted[2] = {info->row_count, info->dim};
  JX_TRY(jx_get_array(input, &jx_datasets[JX_DATASET_ROW_X], JX_F64, wanted, &x, error));
  info->row_x = x;
  return JATO_OK;
}

static jato_status read_frames(jx_input *input, jx_record_info *info, jato_error *error)
{
  hsize_t count = JX_ANY;
  const void *iterations = NULL, *points = NULL;
  if (!jx_has_group(input, "frames")) return JATO_OK;
  JX_TRY(jx_get_array(input, &jx_datasets[JX_DATASET_FRAME_ITERATION], JX_U64, &count, &iterations,
                      error));
  hsize_t size[3] = {count, JX_ANY, 2};
  JX_TRY(
      jx_get_array(input, &jx_datasets[JX_DATASET_FRAME_POSITION], JX_F64, size, &points, error));
  info->frame_iteration = iterations;
  info->frame_x = points;
  info->frame_count = (size_t)count;
  info->frame_particles = (size_t)size[1];
  return JATO_OK;
}

static jato_status read_reported(jx_input *input, jx_outcomes *outcomes, jato_error *error)
{
  hsize_t particles = JX_ANY;
  const void *marks = NULL;
  if (!jx_has_dataset(input, JX_DATASET_REPORTED)) return JATO_OK;
  JX_TRY(jx_get_array(input, &jx_datasets[JX_DATASET_REPORTED], JX_U8, &particles, &marks, error));
  outcomes->marks = marks;
  outcomes->count = (size_t)particles;
  JX_TRY(read_doubles(input, JX_DATASET_REPORTED_VALUE, particles, &outcomes->ranks, error));
  JX_TRY(read_doubles(input, JX_DATASET_REPORTED_F, particles, &outcomes->values, error));
  return read_doubles(input, JX_DATASET_REPORTED_VIOLATION, particles, &outcomes->violations,
                      error);
}

/* What of the result follows from the rest. */
static void count_outcomes(jx_attributes *attributes)
{
  jx_record_info *info = &attributes->info;
  const jx_outcomes *outcomes = &attributes->outcomes;
  for (int status = JATO_EVAL_NONFINITE + 1; status < JX_EVAL_STATUSES; status++)
    info->result.failed += info->by_status[status];
  for (size_t i = 0; i < outcomes->count; i++) {
    info->result.waiting += outcomes->marks[i] != 0;
    info->waiting_nonfinite += outcomes->marks[i] == 1 + JATO_EVAL_NONFINITE;
  }
}

static jato_status read_host(jx_input *input, jx_attributes *attributes, jato_error *error)
{
  jx_outcomes *outcomes = &attributes->outcomes;
  const void *statuses = NULL, *arrival = NULL;
  hsize_t status_count = JX_EVAL_STATUSES, applied = JX_ANY;
  if (!jx_has_group(input, "host")) return JATO_OK;
  JX_TRY(jx_get_array(input, &jx_datasets[JX_DATASET_STATUSES], JX_U64, &status_count, &statuses,
                      error));
  memcpy(attributes->info.by_status, statuses, JX_EVAL_STATUSES * sizeof(uint64_t));
  JX_TRY(read_reported(input, outcomes, error));
  count_outcomes(attributes);
  if (!jx_has_dataset(input, JX_DATASET_ARRIVAL)) return JATO_OK;
  JX_TRY(jx_get_array(input, &jx_datasets[JX_DATASET_ARRIVAL], JX_I32, &applied, &arrival, error));
  outcomes->arrival = arrival;
  outcomes->arrival_count = (size_t)applied;
  return JATO_OK;
}

/* One name of the list "mean,sigma"; *list is behind it then. */
static jato_status next_name(const char **list, char *name, size_t size, jato_error *error)
{
  static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_.";
  size_t length = strcspn(*list, ",");
  if (length == 0 || length >= size || strspn(*list, letters) < length || **list == '.')
    return jx_fail(error, JATO_E_FILE, "the run file's /state has an array without a proper name");
  memcpy(name, *list, length);
  name[length] = '\0';
  *list += length + ((*list)[length] == ',');
  return JATO_OK;
}

static jato_status read_array(jx_input *input, jato_array *array, jato_error *error)
{
  hsize_t size[2] = {JX_ANY, JX_ANY};
  const void *data = NULL;
  jx_found_dataset found;
  jx_dataset set = jx_state_dataset(array->name, JATO_ARRAY_COUNTS);
  int counts = jx_get_open(input, &set, set.number, size, &found, NULL) == JATO_OK;
  jx_hdf5_close(H5Dclose, &found.id);
  array->kind = counts ? JATO_ARRAY_COUNTS : JATO_ARRAY_DOUBLES;
  set = jx_state_dataset(array->name, array->kind);
  JX_TRY(jx_get_array(input, &set, set.number, size, &data, error));
  array->rows = (size_t)size[0];
  array->columns = (size_t)size[1];
  array->data = (void *)(uintptr_t)data;
  return JATO_OK;
}

/* Files of format 1 have bytes that are no longer read. */
static jato_status read_state(jx_input *input, jx_attributes *attributes, jato_error *error)
{
  jx_record_info *info = &attributes->info;
  if (!jx_has_group(input, "state")) return JATO_OK;
  JX_TRY(jx_get_attribute(input, &jx_state_attribute, attributes, error));
  jato_array *arrays = jx_pool_take(&input->pool, JX_STATE_MOST, sizeof *arrays);
  if (arrays == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory to read a run file");
  for (const char *list = attributes->state_arrays; *list != '\0';) {
    if (info->state_count == JX_STATE_MOST)
      return jx_fail(error, JATO_E_FILE, "the run file's /state has more than %d arrays",
                     JX_STATE_MOST);
    jato_array *array = &arrays[info->state_count++];
    JX_TRY(next_name(&list, array->name, sizeof array->name, error));
    JX_TRY(read_array(input, array, error));
  }
  info->state = arrays;
  return JATO_OK;
}

/* ---- The swarm ---- */

/* A run of a method that gives points has none: its tiles have no particles. */
static jato_status open_swarm(jx_reader *r, const jx_attributes *attributes, jato_error *error)
{
  const jx_record_info *info = &attributes->info;
  hsize_t wanted[2] = {info->options.particles, info->dim};
  r->real = info->options.precision == JATO_FLOAT ? JX_F32 : JX_F64;
  r->particles = info->options.particles;
  r->dim = info->dim;
  if (attributes->tile == 0 && !jx_has_dataset(&r->input, JX_DATASET_POSITION)) return JATO_OK;
  if (attributes->tile == 0)
    return jx_fail(error, JATO_E_FILE, "the run file's tile has no particles");
  for (int f = 0; f < JX_SWARM_DATASETS; f++) {
    jx_dataset_name name = (jx_dataset_name)(JX_DATASET_POSITION + f);
    int may_miss = name == JX_DATASET_VELOCITY || name == JX_DATASET_OWN;
    if (may_miss && !jx_has_dataset(&r->input, name)) continue;
    JX_TRY(jx_get_open(&r->input, &jx_datasets[name], r->real, wanted, &r->swarm[f], error));
  }
  return JATO_OK;
}

static jato_status read_rows(jx_reader *r, const jx_found_dataset *found, uint64_t first,
                             uint64_t count, void *out, jato_error *error)
{
  int rank = found->set->rank;
  hsize_t start[2] = {first, 0}, size[2] = {count, r->dim};
  hid_t memory = H5Screate_simple(rank, size, NULL), file = H5Dget_space(found->id);
  int good = memory >= 0 && file >= 0 &&
             H5Sselect_hyperslab(file, H5S_SELECT_SET, start, NULL, size, NULL) >= 0 &&
             H5Dread(found->id, jx_number_type(r->real), memory, file, H5P_DEFAULT, out) >= 0;
  jato_status status = good ? JATO_OK : jx_get_failed(&r->input, found->set, error);
  jx_hdf5_close(H5Sclose, &file);
  jx_hdf5_close(H5Sclose, &memory);
  return status;
}

jato_status jx_hdf5_rows(jx_reader *reader, jato_record_field field, uint64_t first, uint64_t count,
                         void *out, jato_error *error)
{
  jato_status status;
  if ((int)field < 0 || (int)field >= JX_SWARM_DATASETS || reader->swarm[field].id < 0)
    return jx_fail(error, JATO_E_ARGUMENT, "the swarm of the run file has no %s",
                   (int)field < 0 || (int)field >= JX_SWARM_DATASETS
                       ? "such field"
                       : jx_datasets[JX_DATASET_POSITION + (int)field].name);
  if (first > reader->particles || count > reader->particles - first)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%" PRIu64 " particles from number %" PRIu64 " on: the run file has %" PRIu64,
                   count, first, reader->particles);
  if (count == 0) return JATO_OK;
  H5E_BEGIN_TRY { status = read_rows(reader, &reader->swarm[field], first, count, out, error); }
  H5E_END_TRY;
  return status;
}

/* ---- Opening and closing ---- */

static void destroy(jx_reader **reader)
{
  jx_reader *r = *reader;
  *reader = NULL;
  if (r == NULL) return;
  jato_allocator allocator = r->input.pool.allocator;
  for (int f = 0; f < JX_SWARM_DATASETS; f++) jx_hdf5_close(H5Dclose, &r->swarm[f].id);
  jx_hdf5_close(H5Fclose, &r->input.file);
  jx_file_driver_release(&r->driver);
  jx_pool_release(&r->input.pool);
  jx_release(&allocator, r);
}

static jato_status open_file(jx_reader *r, jato_error *error)
{
  char reason[256];
  hid_t access = jx_file_driver_access(&r->driver);
  if (access >= 0) r->input.file = H5Fopen("run", H5F_ACC_RDONLY, access);
  jato_status status = JATO_OK;
  if (r->input.file < 0 && r->driver.read_failure != 0)
    status = jx_fail(error, JATO_E_FILE, "the run file cannot be read: %s",
                     jx_system_reason(r->driver.read_failure).text);
  else if (r->input.file < 0)
    status = jx_fail(error, JATO_E_FILE, "this is no run file, or a damaged one: HDF5 says \"%s\"",
                     jx_hdf5_reason(reason, sizeof reason));
  jx_hdf5_close(H5Pclose, &access);
  return status;
}

static jato_status open_reader(jx_reader **reader, jx_record_content *content, jato_error *error)
{
  jato_status status;
  jx_input *input = &(*reader)->input;
  jx_attributes attributes = {.dim = 0};
  JX_TRY_DONE(jx_hdf5_fits(error));
  JX_TRY_DONE(jx_structure_check((*reader)->driver.file, &input->pool.allocator, error));
  JX_TRY_DONE(open_file(*reader, error));
  JX_TRY_DONE(read_attributes(input, &attributes, error));
  JX_TRY_DONE(open_swarm(*reader, &attributes, error));
  JX_TRY_DONE(jx_get_shards(input, &attributes, error));
  JX_TRY_DONE(read_problem(input, &attributes.info, error));
  JX_TRY_DONE(read_doubles(input, JX_DATASET_X, attributes.dim, &attributes.info.x, error));
  JX_TRY_DONE(read_trace(input, &attributes.info, error));
  JX_TRY_DONE(read_frames(input, &attributes.info, error));
  JX_TRY_DONE(read_state(input, &attributes, error));
  JX_TRY_DONE(read_host(input, &attributes, error));
  JX_TRY_DONE(jx_validate_datasets(&attributes, error));
  *content = (jx_record_content){attributes.info, attributes.outcomes, attributes.shards};
done:
  if (status != JATO_OK) destroy(reader);
  return status;
}

jato_status jx_hdf5_open(int file, const jato_allocator *allocator, jx_reader **out,
                         jx_record_content *content, jato_error *error)
{
  jato_status status;
  *out = NULL;
  jx_reader *r = jx_allocate(allocator, 1, sizeof *r);
  if (r == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory to read a run file");
  r->driver.file = file;
  r->input =
      (jx_input){.file = H5I_INVALID_HID, .driver = &r->driver, .pool.allocator = *allocator};
  for (int f = 0; f < JX_SWARM_DATASETS; f++) r->swarm[f].id = H5I_INVALID_HID;
  H5E_BEGIN_TRY { status = open_reader(&r, content, error); }
  H5E_END_TRY;
  *out = r;
  return status;
}

void jx_hdf5_close_reader(jx_reader **reader)
{
  H5E_BEGIN_TRY { destroy(reader); }
  H5E_END_TRY;
}
