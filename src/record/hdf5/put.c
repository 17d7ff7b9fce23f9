#include "record/hdf5/put.h"

#include <string.h>

/* Chunks of everything but the swarm: small datasets have one. */
#define CHUNK_MOST ((hsize_t)1 << 20)

hid_t jx_put_creation(hid_t list_class)
{
  hid_t list = H5Pcreate(list_class);
  if (list >= 0 && H5Pset_attr_phase_change(list, 64, 32) >= 0 &&
      H5Pset_link_phase_change(list, 64, 32) >= 0 && H5Pset_obj_track_times(list, 0) >= 0)
    return list;
  jx_hdf5_close(H5Pclose, &list);
  return H5I_INVALID_HID;
}

static int put_attribute(hid_t object, const char *name, hid_t type, const void *value)
{
  hid_t space = H5Screate(H5S_SCALAR), attribute = H5I_INVALID_HID;
  if (space >= 0) attribute = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  int good = attribute >= 0 && H5Awrite(attribute, type, value) >= 0;
  jx_hdf5_close(H5Aclose, &attribute);
  jx_hdf5_close(H5Sclose, &space);
  return good;
}

/* A text of fixed length, ended by zeros where it is shorter; an empty one has a single zero. */
int jx_put_text(hid_t object, const char *name, const char *text)
{
  if (text == NULL) text = "";
  size_t length = strlen(text);
  hid_t type = H5Tcopy(H5T_C_S1);
  int good = type >= 0 && H5Tset_size(type, length == 0 ? 1 : length) >= 0 &&
             H5Tset_strpad(type, H5T_STR_NULLPAD) >= 0 && H5Tset_cset(type, H5T_CSET_UTF8) >= 0 &&
             put_attribute(object, name, type, text);
  jx_hdf5_close(H5Tclose, &type);
  return good;
}

static hid_t open_group(hid_t file, const char *name)
{
  return H5Gopen2(file, name[0] == '\0' ? "/" : name, H5P_DEFAULT);
}

jato_status jx_check_text(const jx_attribute *row, const void *values, jato_error *error)
{
  if (!jx_attribute_is_text(row->kind)) return JATO_OK;
  const char *text = *(const char *const *)(const void *)((const char *)values + row->at);
  if (text == NULL || strlen(text) <= JX_TEXT_MOST) return JATO_OK;
  return jx_fail(error, JATO_E_FILE,
                 "a run file has no room for the %s of the %s: it is longer than %d bytes",
                 row->name, row->group, JX_TEXT_MOST);
}

int jx_put_attribute(hid_t file, const jx_attribute *row, const void *values)
{
  const char *at = (const char *)values + row->at;
  hid_t group = open_group(file, row->group);
  int good = group >= 0;
  if (good && jx_attribute_is_text(row->kind))
    good = jx_put_text(group, row->name, *(const char *const *)at);
  else if (good && row->kind == JX_ATTRIBUTE_INT)
    good = put_attribute(group, row->name, H5T_NATIVE_INT32, at);
  else if (good && row->kind == JX_ATTRIBUTE_FLAG)
    good = put_attribute(group, row->name, H5T_NATIVE_INT32, &(int){*(const bool *)at});
  else if (good && row->kind == JX_ATTRIBUTE_COUNT)
    good = put_attribute(group, row->name, H5T_NATIVE_UINT64, at);
  else if (good)
    good = put_attribute(group, row->name, H5T_NATIVE_DOUBLE, at);
  jx_hdf5_close(H5Gclose, &group);
  return good;
}

/* Chunked, with checksums. Space is not filled before it is written: all of it will be. */
static hid_t set_creation(int rank, const jx_extents *extents)
{
  hid_t list = H5Pcreate(H5P_DATASET_CREATE);
  if (list >= 0 && H5Pset_chunk(list, rank, extents->chunk) >= 0 && H5Pset_fletcher32(list) >= 0 &&
      H5Pset_obj_track_times(list, 0) >= 0)
    return list;
  jx_hdf5_close(H5Pclose, &list);
  return H5I_INVALID_HID;
}

/* HDF5 has no chunks for extents that are 0 for ever; those may grow, and do not. */
static hid_t set_space(int rank, const hsize_t *size)
{
  hsize_t most[JX_MOST_RANK] = {0};
  for (int r = 0; r < rank; r++) most[r] = size[r] == 0 ? H5S_UNLIMITED : size[r];
  return H5Screate_simple(rank, size, most);
}

hid_t jx_put_empty_dataset(hid_t file, const jx_dataset *set, const jx_extents *extents)
{
  hid_t group = open_group(file, set->group), space = set_space(set->rank, extents->size);
  hid_t creation = set_creation(set->rank, extents), made = H5I_INVALID_HID;
  if (group >= 0 && space >= 0 && creation >= 0)
    made = H5Dcreate2(group, set->name, jx_number_type(extents->number), space, H5P_DEFAULT,
                      creation, H5P_DEFAULT);
  if (made >= 0 && (!jx_put_text(made, "description", set->description) ||
                    (set->unit[0] != '\0' && !jx_put_text(made, "unit", set->unit))))
    jx_hdf5_close(H5Dclose, &made);
  jx_hdf5_close(H5Pclose, &creation);
  jx_hdf5_close(H5Sclose, &space);
  jx_hdf5_close(H5Gclose, &group);
  return made;
}

/* One chunk for all, cut in half along the first extents until it is small enough. */
static void choose_chunk(int rank, jx_extents *extents)
{
  hsize_t bytes = jx_number_bytes(extents->number);
  for (int r = 0; r < rank; r++) {
    extents->chunk[r] = extents->size[r] == 0 ? 1 : extents->size[r];
    bytes *= extents->chunk[r];
  }
  for (int r = 0; r < rank; r++)
    while (bytes > CHUNK_MOST && extents->chunk[r] > 1) {
      bytes /= extents->chunk[r];
      extents->chunk[r] = (extents->chunk[r] + 1) / 2;
      bytes *= extents->chunk[r];
    }
}

int jx_put_dataset(hid_t file, const jx_dataset *set, const hsize_t *size, jx_column column)
{
  jx_extents extents = {.number = set->number};
  hsize_t start = 0, step = column.step, count = 1;
  for (int r = 0; r < set->rank; r++) count *= extents.size[r] = size[r];
  choose_chunk(set->rank, &extents);
  hid_t made = jx_put_empty_dataset(file, set, &extents);
  if (made < 0) return 0;
  hsize_t span = count * step;
  hid_t memory = count == 0 ? H5I_INVALID_HID : H5Screate_simple(1, &span, NULL);
  int good = count == 0 ||
             (memory >= 0 &&
              H5Sselect_hyperslab(memory, H5S_SELECT_SET, &start, &step, &count, NULL) >= 0 &&
              H5Dwrite(made, jx_number_type(column.number), memory, H5S_ALL, H5P_DEFAULT,
                       column.data) >= 0);
  jx_hdf5_close(H5Sclose, &memory);
  jx_hdf5_close(H5Dclose, &made);
  return good;
}
