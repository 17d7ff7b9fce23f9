#include "record/hdf5/swarm_writer.h"

#include <string.h>

#include "record/files/fletcher.h"
#include "record/hdf5/put.h"
#include "record/rows.h"

/* HDF5 allows 4 GiB; what is read or written at once should be far smaller. */
#define CHUNK_MOST ((size_t)16 << 20)

/* The fields of a tile that go into the datasets, in their order. */
static const jx_field fields[JX_SWARM_DATASETS] = {JX_POSITION, JX_VELOCITY, JX_OWN, JX_VALUE};

static jx_cut make_cut(const jx_shape *shape)
{
  if (shape->tiles == 0) return (jx_cut){0, shape->dim}; /* there is no swarm */
  size_t largest_tile = (size_t)((shape->groups + shape->tiles - 1) / shape->tiles) * JK_LANES;
  size_t row_bytes = shape->dim * shape->real_bytes;
  size_t fitting = CHUNK_MOST / row_bytes / JK_LANES * JK_LANES;
  jx_cut cut = {.rows = largest_tile, .coordinates = shape->dim};
  if (fitting == 0) cut.coordinates = CHUNK_MOST / (JK_LANES * shape->real_bytes);
  if (cut.rows > fitting) cut.rows = fitting == 0 ? JK_LANES : fitting;
  if (cut.rows > shape->particles) cut.rows = (size_t)shape->particles;
  return cut;
}

/* Coordinates of a row of the field, and of a chunk of it. */
static size_t row_length(const jx_swarm_writer *swarm, int field)
{
  return fields[field] == JX_VALUE ? 1 : swarm->shape.dim;
}

static size_t chunk_width(const jx_swarm_writer *swarm, int field)
{
  return fields[field] == JX_VALUE ? 1 : swarm->cut.coordinates;
}

static size_t chunk_bytes(const jx_swarm_writer *swarm, int field)
{
  return swarm->cut.rows * chunk_width(swarm, field) * swarm->shape.real_bytes;
}

int jx_swarm_writer_reserve(const jato_allocator *allocator, const jx_shape *shape,
                            jx_swarm_writer *swarm)
{
  *swarm = (jx_swarm_writer){.shape = *shape, .cut = make_cut(shape)};
  for (int f = 0; f < JX_SWARM_DATASETS; f++) swarm->set[f] = H5I_INVALID_HID;
  for (int f = 0; f < JX_SWARM_DATASETS; f++) {
    if (shape->group_bytes[fields[f]] == 0) continue;
    swarm->chunk[f] = jx_allocate(allocator, chunk_bytes(swarm, f) + JX_FLETCHER_BYTES, 1);
    if (swarm->chunk[f] == NULL) return 0;
  }
  return 1;
}

void jx_swarm_writer_release(const jato_allocator *allocator, jx_swarm_writer *swarm)
{
  for (int f = 0; f < JX_SWARM_DATASETS; f++) {
    jx_hdf5_close(H5Dclose, &swarm->set[f]);
    jx_release(allocator, swarm->chunk[f]);
    swarm->chunk[f] = NULL;
  }
}

int jx_swarm_writer_make_sets(hid_t file, jx_swarm_writer *swarm)
{
  jx_number number = swarm->shape.real_bytes == sizeof(float) ? JX_F32 : JX_F64;
  jx_extents extents = {.number = number,
                        .size = {swarm->shape.particles, swarm->shape.dim},
                        .chunk = {swarm->cut.rows, swarm->cut.coordinates}};
  for (int f = 0; f < JX_SWARM_DATASETS; f++) {
    if (swarm->chunk[f] == NULL) continue;
    swarm->set[f] = jx_put_empty_dataset(file, &jx_datasets[JX_DATASET_POSITION + f], &extents);
    if (swarm->set[f] < 0) return 0;
  }
  return 1;
}

/* Where the next rows of a field go. */
typedef struct cursor {
  uint64_t first;
  size_t filled;
} cursor;

/* A chunk of which `used` rows are filled, at coordinate `from` on. */
static int put_chunk(jx_swarm_writer *swarm, int field, cursor at, size_t used, size_t from)
{
  size_t bytes = chunk_bytes(swarm, field), row = bytes / swarm->cut.rows;
  unsigned char *chunk = swarm->chunk[field];
  hsize_t offset[2] = {at.first, from};
  memset(chunk + used * row, 0, bytes - used * row);
  jx_fletcher32_append(chunk, bytes);
  return H5Dwrite_chunk(swarm->set[field], H5P_DEFAULT, 0, offset, bytes + JX_FLETCHER_BYTES,
                        chunk) >= 0;
}

/* Some groups of a tile that fit into the chunk, for all coordinates; what is complete goes out. */
static int put_groups(jx_swarm_writer *swarm, int field, const jx_tile *tile, jx_rows_part part,
                      cursor *at)
{
  size_t length = row_length(swarm, field), width = chunk_width(swarm, field);
  size_t end = (part.first_group + part.groups) * JK_LANES;
  size_t particles = (end < tile->particles ? end : tile->particles) - part.first_group * JK_LANES;
  size_t used = at->filled + particles;
  int complete = used == swarm->cut.rows || at->first + used == swarm->shape.particles;
  char *rows = (char *)swarm->chunk[field] + at->filled * width * swarm->shape.real_bytes;
  for (size_t from = 0; from < length; from += width) {
    part.first = from;
    part.count = length - from < width ? length - from : width;
    if (part.count < width) memset(swarm->chunk[field], 0, chunk_bytes(swarm, field));
    jx_rows_from_part(&swarm->shape, tile, fields[field], &part, rows, width);
    if (complete && !put_chunk(swarm, field, *at, used, from)) return 0;
  }
  at->filled = complete ? 0 : used;
  if (complete) at->first += used;
  return 1;
}

static int put_field(jx_swarm_writer *swarm, int field, const jx_tile *tile, cursor *at)
{
  size_t groups = 0;
  for (size_t g = 0; g < tile->groups; g += groups) {
    size_t room = (swarm->cut.rows - at->filled + JK_LANES - 1) / JK_LANES;
    groups = tile->groups - g < room ? tile->groups - g : room;
    if (!put_groups(swarm, field, tile, (jx_rows_part){g, groups, 0, 0}, at)) return 0;
  }
  return 1;
}

int jx_swarm_writer_tile(jx_swarm_writer *swarm, const jx_tile *tile)
{
  cursor after = {swarm->first, swarm->filled};
  for (int f = 0; f < JX_SWARM_DATASETS; f++) {
    cursor at = {swarm->first, swarm->filled};
    if (swarm->set[f] < 0) continue;
    if (!put_field(swarm, f, tile, &at)) return 0;
    after = at;
  }
  swarm->first = after.first;
  swarm->filled = after.filled;
  return 1;
}
