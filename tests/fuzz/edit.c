#include "edit.h"

#include <stdlib.h>
#include <string.h>

#include "originals.h"

/* Text, integers of all widths, reals, and types a reader does not expect. Not all can be made: a
 * negative answer is passed on to HDF5, which refuses it. */
static hid_t make_type(uint64_t choice)
{
  const hid_t plain[] = {H5T_STD_U64LE, H5T_STD_I32LE,   H5T_IEEE_F64LE, H5T_IEEE_F32LE,
                         H5T_STD_U8LE,  H5T_IEEE_F64BE,  H5T_STD_I64LE,  H5T_STD_U16LE,
                         H5T_C_S1,      H5T_STD_REF_OBJ, H5T_STD_B64LE,  H5T_UNIX_D32LE};
  hid_t type = H5Tcopy(plain[choice % 12]);
  choice /= 12;
  if (H5Tget_class(type) == H5T_STRING) {
    const size_t sizes[] = {1, 2, 17, 64, 255, 300, 5000, H5T_VARIABLE};
    H5Tset_size(type, sizes[choice % 8]);
    H5Tset_strpad(type, (H5T_str_t)(choice / 8 % 3));
  } else if (choice % 8 == 1) {
    const hsize_t extent = choice / 8 % 5 + 1;
    hid_t array = H5Tarray_create2(type, 1, &extent);
    H5Tclose(type);
    return array;
  } else if (choice % 8 == 2) {
    hid_t list = H5Tvlen_create(type);
    H5Tclose(type);
    return list;
  } else if (choice % 8 == 3 && H5Tget_size(type) > 1) {
    H5Tset_precision(type, choice / 8 % 9 + 1);
  }
  return type;
}

static hsize_t make_extent(uint64_t choice)
{
  const hsize_t extents[] = {0,
                             1,
                             2,
                             3,
                             5,
                             6,
                             7,
                             20,
                             21,
                             40,
                             1000,
                             70000,
                             1 << 20,
                             (hsize_t)1 << 33,
                             (hsize_t)1 << 62,
                             H5S_UNLIMITED - 1};
  return extents[choice % 16];
}

static hid_t make_space(uint64_t choice, int *rank, hsize_t extents[3])
{
  *rank = (int)(choice % 5) - 1;
  if (*rank < 0) return H5Screate(H5S_NULL);
  if (*rank == 0) return H5Screate(H5S_SCALAR);
  for (int i = 0; i < *rank; i++) extents[i] = make_extent(choice >> (4 + 4 * i));
  return H5Screate_simple(*rank, extents, NULL);
}

/* Bytes for a value of any type that holds no pointers; NULL where it would. */
static void *make_value(hid_t type, hid_t space, uint64_t number)
{
  size_t size = H5Tget_size(type);
  hssize_t points = H5Sget_simple_extent_npoints(space);
  int has_pointers = H5Tdetect_class(type, H5T_VLEN) > 0 || H5Tis_variable_str(type) > 0 ||
                     H5Tdetect_class(type, H5T_REFERENCE) > 0;
  if (has_pointers || points <= 0 || size == 0 || (size_t)points > (1 << 16) / size) return NULL;
  unsigned char *value = malloc(size * (size_t)points);
  for (size_t i = 0; value != NULL && i < size * (size_t)points; i++)
    value[i] = (unsigned char)(number >> (8 * (i % 8)));
  return value;
}

/* Attributes that are too large for a file crash HDF5 as it makes them; those are not tried. */
static void put_attribute(hid_t object, const char *name, hid_t type, hid_t space, uint64_t number)
{
  hssize_t points = H5Sget_simple_extent_npoints(space);
  if (points < 0 || points > 1 << 17 || H5Tget_size(type) > 1 << 13) return;
  H5Adelete(object, name);
  hid_t attribute = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  void *value = make_value(type, space, number);
  if (attribute >= 0 && value != NULL) H5Awrite(attribute, type, value);
  free(value);
  if (attribute >= 0) H5Aclose(attribute);
}

/* Numbers that are at the edge of something: of integers, of reals as their bits. */
static uint64_t special(uint64_t choice)
{
  const uint64_t numbers[] = {0,
                              1,
                              2,
                              UINT64_MAX,
                              UINT64_MAX - 1,
                              (uint64_t)1 << 63,
                              0x7ff0000000000000,
                              0x7ff8000000000000,
                              0x3ff0000000000000,
                              (uint64_t)1 << 32,
                              1000000,
                              0x7fffffff,
                              0x80000000,
                              0x20};
  return numbers[choice % (sizeof numbers / sizeof numbers[0])];
}

static void edit_attribute(hid_t object, const char *name, unsigned deed, uint64_t number)
{
  hid_t attribute = H5Aopen(object, name, H5P_DEFAULT);
  if (attribute < 0) return;
  hid_t type = H5Aget_type(attribute), space = H5Aget_space(attribute);
  int rank;
  hsize_t extents[3];
  H5Aclose(attribute);
  if (deed % 5 == 0) {
    H5Adelete(object, name);
  } else if (deed % 5 == 1) {
    put_attribute(object, name, type, space, number);
  } else if (deed % 5 == 2) {
    put_attribute(object, name, type, space, special(number));
  } else if (deed % 5 == 3) {
    hid_t other = make_type(number);
    put_attribute(object, name, other, space, number >> 16);
    if (other >= 0) H5Tclose(other);
  } else {
    hid_t other = make_space(number, &rank, extents);
    put_attribute(object, name, type, other, number >> 16);
    if (other >= 0) H5Sclose(other);
  }
  H5Tclose(type);
  H5Sclose(space);
}

/* A new dataset: checksummed chunks, as ours are, or something else. */
static hid_t make_storage(uint64_t choice, int rank, const hsize_t extents[3])
{
  hid_t storage = H5Pcreate(H5P_DATASET_CREATE);
  hsize_t chunk[3];
  for (int i = 0; i < rank; i++) chunk[i] = extents[i] < 16 ? extents[i] + (extents[i] == 0) : 16;
  if (choice % 6 < 4 && rank > 0) H5Pset_chunk(storage, rank, chunk);
  if (choice % 6 == 0) H5Pset_fletcher32(storage);
  if (choice % 6 == 2) H5Pset_deflate(storage, 6);
  if (choice % 6 == 3) H5Pset_shuffle(storage);
  if (choice % 6 == 4) H5Pset_layout(storage, H5D_COMPACT);
  if (choice % 12 == 5) H5Pset_external(storage, "/dev/zero", 0, H5F_UNLIMITED);
  return storage;
}

static void put_dataset(hid_t file, const char *path, hid_t type, hid_t space, uint64_t storage,
                        uint64_t number)
{
  hsize_t extents[3] = {0, 0, 0};
  int rank = H5Sget_simple_extent_ndims(space);
  if (rank > 3) return;
  H5Sget_simple_extent_dims(space, extents, NULL);
  hid_t create = make_storage(storage, rank, extents);
  void *value = make_value(type, space, number);
  H5Ldelete(file, path, H5P_DEFAULT);
  hid_t data = H5Dcreate2(file, path, type, space, H5P_DEFAULT, create, H5P_DEFAULT);
  if (data >= 0 && value != NULL) H5Dwrite(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, value);
  if (data >= 0) H5Dclose(data);
  free(value);
  H5Pclose(create);
}

/* One element of a dataset, or all of them. */
static void put_elements(hid_t data, hid_t type, hid_t space, int all, uint64_t number)
{
  hsize_t extents[3], at[3] = {0, 0, 0};
  int rank = H5Sget_simple_extent_ndims(space);
  if (rank < 1 || rank > 3 || H5Sget_simple_extent_npoints(space) > 1 << 16) return;
  H5Sget_simple_extent_dims(space, extents, NULL);
  if (H5Sget_simple_extent_npoints(space) == 0) return;
  for (int i = 0; i < rank; i++) at[i] = (number >> (8 * i)) % extents[i];
  hid_t one = H5Screate(H5S_SCALAR);
  void *value = make_value(type, all ? space : one, all ? number : special(number >> 24));
  if (!all) H5Sselect_elements(space, H5S_SELECT_SET, 1, at);
  if (value != NULL) H5Dwrite(data, type, all ? space : one, space, H5P_DEFAULT, value);
  free(value);
  H5Sclose(one);
}

static void edit_shape(hid_t file, const char *path, hid_t data, unsigned deed, uint64_t number)
{
  hid_t type = H5Dget_type(data), space = H5Dget_space(data);
  int rank;
  hsize_t extents[3];
  if (deed < 2) {
    put_elements(data, type, space, deed == 0, number);
  } else if (deed == 2) {
    hid_t other = make_type(number);
    put_dataset(file, path, other, space, 0, number >> 16);
    if (other >= 0) H5Tclose(other);
  } else if (deed == 3) {
    hid_t other = make_space(number, &rank, extents);
    put_dataset(file, path, type, other, number >> 16, number >> 24);
    if (other >= 0) H5Sclose(other);
  } else {
    put_dataset(file, path, type, space, number, number >> 8);
  }
  H5Tclose(type);
  H5Sclose(space);
}

/* Puts something else where an object was. */
static void edit_link(hid_t file, const char *path, unsigned deed, uint64_t number)
{
  const char *const places[] = {"/",         "/run",     "/swarm/value", "/swarm/position",
                                "/trace/x",  "/problem", "/nowhere",     "/trace/best",
                                "/result/x", "/swarm",   "/frames",      "/algorithm/state"};
  const char *place = places[number % (sizeof places / sizeof places[0])];
  H5Ldelete(file, path, H5P_DEFAULT);
  if (deed == 1) H5Lcreate_soft(place, file, path, H5P_DEFAULT, H5P_DEFAULT);
  if (deed == 2) H5Lcreate_hard(file, place, file, path, H5P_DEFAULT, H5P_DEFAULT);
  if (deed == 3) H5Lcreate_external("/etc/passwd", place, file, path, H5P_DEFAULT, H5P_DEFAULT);
  if (deed == 4) {
    hid_t group = H5Gcreate2(file, path, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    if (group >= 0) H5Gclose(group);
  }
  if (deed == 5) {
    hid_t type = make_type(number);
    if (type >= 0) H5Tcommit2(file, path, type, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    if (type >= 0) H5Tclose(type);
  }
}

static void edit_object(hid_t file, const char *path, unsigned deed, uint64_t number)
{
  if (deed % 12 >= 6) {
    if (strcmp(path, "/") != 0) edit_link(file, path, deed % 6, number);
    return;
  }
  hid_t object = H5Oopen(file, path, H5P_DEFAULT);
  if (object < 0) return;
  if (H5Iget_type(object) == H5I_DATASET) edit_shape(file, path, object, deed % 5, number);
  H5Oclose(object);
}

edit_image edit_begin(unsigned k)
{
  edit_image image = {.original = k};
  image.file = original_open(original_number(k), &image.descriptor);
  return image;
}

void edit_one(edit_image *image, unsigned target_number, unsigned deed, uint64_t number)
{
  const original *from = original_number(image->original);
  const target *chosen = &from->targets[target_number % from->target_count];
  if (chosen->attribute[0] == 0) {
    edit_object(image->file, chosen->object, deed, number);
    return;
  }
  hid_t object = H5Oopen(image->file, chosen->object, H5P_DEFAULT);
  if (object < 0) return;
  edit_attribute(object, chosen->attribute, deed, number);
  H5Oclose(object);
}

void edit_end(edit_image *image) { H5Fclose(image->file); }
