#include "record/hdf5/get.h"
#include "base/system.h"

#include <string.h>

/* What HDF5 keeps of a dataset while it is open: two chunks, since the rows that are asked for may
 * lie in two. */
#define CACHE_BYTES ((size_t)32 << 20)

/* ---- Links ---- */

static int is_here(hid_t parent, const char *name)
{
  return H5Lexists(parent, name, H5P_DEFAULT) > 0;
}

int jx_has_group(const jx_input *input, const char *group) { return is_here(input->file, group); }

int jx_has_dataset(const jx_input *input, jx_dataset_name name)
{
  const jx_dataset *set = &jx_datasets[name];
  if (!jx_has_group(input, set->group)) return 0;
  hid_t group = H5Gopen2(input->file, set->group, H5P_DEFAULT);
  int has = group >= 0 && is_here(group, set->name);
  jx_hdf5_close(H5Gclose, &group);
  return has;
}

static jato_status open_group(const jx_input *input, const char *name, hid_t *out,
                              jato_error *error)
{
  *out = H5I_INVALID_HID;
  if (name[0] == '\0')
    *out = H5Gopen2(input->file, "/", H5P_DEFAULT);
  else if (!jx_has_group(input, name))
    return jx_fail(error, JATO_E_FILE, "the run file has no group /%s", name);
  else
    *out = H5Gopen2(input->file, name, H5P_DEFAULT);
  if (*out < 0) return jx_fail(error, JATO_E_FILE, "the run file's /%s is no group", name);
  return JATO_OK;
}

/* ---- Attributes ---- */

/* "attribute particles of /run": for messages. */
#define ATTRIBUTE_WORDS "attribute %s of /%s"

int jx_has_attribute(const jx_input *input, const jx_attribute *row)
{
  return jx_has_group(input, row->group) &&
         H5Aexists_by_name(input->file, row->group, row->name, H5P_DEFAULT) > 0;
}

static jato_status open_attribute(hid_t group, const jx_attribute *row, hid_t *out,
                                  jato_error *error)
{
  *out = H5I_INVALID_HID;
  if (H5Aexists(group, row->name) <= 0)
    return jx_fail(error, JATO_E_FILE, "the run file has no " ATTRIBUTE_WORDS, row->name,
                   row->group);
  *out = H5Aopen(group, row->name, H5P_DEFAULT);
  hid_t space = *out < 0 ? H5I_INVALID_HID : H5Aget_space(*out);
  int is_one = space >= 0 && H5Sget_simple_extent_type(space) == H5S_SCALAR;
  jx_hdf5_close(H5Sclose, &space);
  if (is_one) return JATO_OK;
  jx_hdf5_close(H5Aclose, out);
  return jx_fail(error, JATO_E_FILE, "the run file's " ATTRIBUTE_WORDS " is not a single value",
                 row->name, row->group);
}

/* jato writes nothing that controls a terminal. Invisible letters may come from an earlier version;
 * they are removed. */
static jato_status make_plain(jx_input *input, const jx_attribute *row, const char **text,
                              jato_error *error)
{
  size_t size = strlen(*text) + 1;
  char *plain = jx_pool_take(&input->pool, size, 1);
  if (plain == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory to read a run file");
  (void)jx_text_make_plain(*text, plain, size);
  int is_bad = jx_text_has_control(*text);
  *text = plain;
  if (!is_bad) return JATO_OK;
  return jx_fail(error, JATO_E_FILE,
                 "the run file's " ATTRIBUTE_WORDS " holds control characters: \"%.60s\"",
                 row->name, row->group, plain);
}

static jato_status get_text(jx_input *input, hid_t attribute, const jx_attribute *row,
                            const char **out, jato_error *error)
{
  hid_t type = H5Aget_type(attribute);
  size_t bytes = type < 0 ? 0 : H5Tget_size(type);
  int good = bytes > 0 && H5Tget_class(type) == H5T_STRING;
  char *text = good ? jx_pool_take(&input->pool, bytes + 1, 1) : NULL;
  int is_read = text != NULL && H5Aread(attribute, type, text) >= 0;
  jx_hdf5_close(H5Tclose, &type);
  if (is_read) {
    *out = text;
    return row->kind == JX_ATTRIBUTE_LINES ? JATO_OK : make_plain(input, row, out, error);
  }
  if (good && text == NULL)
    return jx_fail(error, JATO_E_MEMORY, "not enough memory to read a run file");
  return jx_fail(error, JATO_E_FILE,
                 "the run file's " ATTRIBUTE_WORDS " is not a text of fixed length", row->name,
                 row->group);
}

static jato_status get_number(hid_t attribute, const jx_attribute *row, void *to, jato_error *error)
{
  static const jx_number numbers[] = {[JX_ATTRIBUTE_INT] = JX_I32,
                                      [JX_ATTRIBUTE_FLAG] = JX_I32,
                                      [JX_ATTRIBUTE_COUNT] = JX_U64,
                                      [JX_ATTRIBUTE_REAL] = JX_F64};
  int flag = 0;
  jx_number number = numbers[row->kind];
  hid_t type = H5Aget_type(attribute);
  int good =
      type >= 0 && jx_type_matches(number, type) &&
      H5Aread(attribute, jx_number_type(number), row->kind == JX_ATTRIBUTE_FLAG ? &flag : to) >= 0;
  if (row->kind == JX_ATTRIBUTE_FLAG) *(bool *)to = flag != 0;
  jx_hdf5_close(H5Tclose, &type);
  if (good) return JATO_OK;
  return jx_fail(error, JATO_E_FILE, "the run file's " ATTRIBUTE_WORDS " is not of %s", row->name,
                 row->group, jx_number_words(number));
}

jato_status jx_get_attribute(jx_input *input, const jx_attribute *row, void *values,
                             jato_error *error)
{
  jato_status status;
  hid_t group = H5I_INVALID_HID, attribute = H5I_INVALID_HID;
  char *at = (char *)values + row->at;
  JX_TRY_DONE(open_group(input, row->group, &group, error));
  JX_TRY_DONE(open_attribute(group, row, &attribute, error));
  if (jx_attribute_is_text(row->kind))
    status = get_text(input, attribute, row, (const char **)(void *)at, error);
  else
    status = get_number(attribute, row, at, error);
done:
  jx_hdf5_close(H5Aclose, &attribute);
  jx_hdf5_close(H5Gclose, &group);
  return status;
}

/* ---- Datasets ---- */

/* Whether extents are the wanted ones, and how many numbers that makes: no more than fit into the
 * file. */
static int has_extents(hid_t set, int rank, const hsize_t *wanted, jx_found_dataset *found)
{
  hid_t space = H5Dget_space(set);
  int good = space >= 0 && H5Sis_simple(space) > 0 && H5Sget_simple_extent_ndims(space) == rank &&
             H5Sget_simple_extent_dims(space, found->size, NULL) == rank;
  found->count = 1;
  for (int r = 0; good && r < rank; r++) {
    good = wanted[r] == JX_ANY || wanted[r] == found->size[r];
    found->count *= found->size[r];
  }
  jx_hdf5_close(H5Sclose, &space);
  return good;
}

static const char *set_fault(jx_number number, const hsize_t *wanted, jx_found_dataset *found)
{
  int rank = found->set->rank;
  hid_t type = H5Dget_type(found->id);
  int is_right = type >= 0 && jx_type_matches(number, type);
  jx_hdf5_close(H5Tclose, &type);
  if (!is_right) return "is not of the numbers it must be of";
  if (!has_extents(found->id, rank, wanted, found)) return "has other extents than it must have";
  return NULL;
}

static hid_t open_set(hid_t group, const char *name)
{
  hid_t access = H5Pcreate(H5P_DATASET_ACCESS), set = H5I_INVALID_HID;
  if (access >= 0 && H5Pset_chunk_cache(access, 521, CACHE_BYTES, 1.0) >= 0)
    set = H5Dopen2(group, name, access);
  jx_hdf5_close(H5Pclose, &access);
  return set;
}

jato_status jx_get_open(const jx_input *input, const jx_dataset *set, jx_number number,
                        const hsize_t *wanted, jx_found_dataset *found, jato_error *error)
{
  const char *fault = NULL;
  hid_t group;
  *found = (jx_found_dataset){.id = H5I_INVALID_HID, .set = set};
  JX_TRY(open_group(input, set->group, &group, error));
  int is_there = is_here(group, set->name);
  if (is_there) found->id = open_set(group, set->name);
  jx_hdf5_close(H5Gclose, &group);
  if (!is_there)
    return jx_fail(error, JATO_E_FILE, "the run file has no dataset /%s/%s", set->group, set->name);
  fault = found->id < 0 ? "is no dataset" : set_fault(number, wanted, found);
  if (fault == NULL) return JATO_OK;
  jx_hdf5_close(H5Dclose, &found->id);
  return jx_fail(error, JATO_E_FILE, "the run file's /%s/%s %s", set->group, set->name, fault);
}

jato_status jx_get_failed(const jx_input *input, const jx_dataset *set, jato_error *error)
{
  char reason[256];
  if (input->driver->read_failure != 0)
    return jx_fail(error, JATO_E_FILE, "the run file's /%s/%s cannot be read: %s", set->group,
                   set->name, jx_system_reason(input->driver->read_failure).text);
  if (input->driver->is_cut_off)
    return jx_fail(error, JATO_E_FILE,
                   "the run file's /%s/%s cannot be read: the file is cut off before its end",
                   set->group, set->name);
  return jx_fail(error, JATO_E_FILE, "the run file's /%s/%s is damaged: HDF5 says \"%s\"",
                 set->group, set->name, jx_hdf5_reason(reason, sizeof reason));
}

jato_status jx_get_numbers(const jx_input *input, const jx_found_dataset *found, jx_number number,
                           size_t step, void *to, jato_error *error)
{
  hsize_t start = 0, stride = step, span = found->count * step;
  if (found->count == 0) return JATO_OK;
  hid_t memory = H5Screate_simple(1, &span, NULL);
  int good =
      memory >= 0 &&
      H5Sselect_hyperslab(memory, H5S_SELECT_SET, &start, &stride, &found->count, NULL) >= 0 &&
      H5Dread(found->id, jx_number_type(number), memory, H5S_ALL, H5P_DEFAULT, to) >= 0;
  jato_status status = good ? JATO_OK : jx_get_failed(input, found->set, error);
  jx_hdf5_close(H5Sclose, &memory);
  return status;
}

jato_status jx_get_array(jx_input *input, const jx_dataset *set, jx_number number, hsize_t *size,
                         const void **out, jato_error *error)
{
  jato_status status;
  jx_found_dataset found;
  JX_TRY(jx_get_open(input, set, set->number, size, &found, error));
  /* No more numbers than bytes in the file. */
  void *to = jx_pool_take(&input->pool, (size_t)found.count + 1, jx_number_bytes(number));
  if (to == NULL)
    status = jx_fail(error, JATO_E_MEMORY, "not enough memory to read a run file");
  else
    status = jx_get_numbers(input, &found, number, 1, to, error);
  for (int r = 0; r < set->rank; r++) size[r] = found.size[r];
  jx_hdf5_close(H5Dclose, &found.id);
  *out = to;
  return status;
}
