/* The chunks of a dataset: the layout message and, of several chunks, a fixed array of where each
 * is. All have the Fletcher32 checksum behind them. */
#include "record/hdf5/structure/walk.h"

/* Larger chunks than any that are written, so that a file cannot make HDF5 take all memory. */
#define CHUNK_MOST ((uint64_t)64 << 20)

#define CHECKSUM_BYTES 4
#define PAGE_BITS 10 /* elements of a page of a fixed array: 1024 */

enum { HAS_NO_CHUNKS = 0, SINGLE = 1, FIXED_ARRAY = 3, EXTENSIBLE_ARRAY = 4, TREE = 5 };

static const char otherwise[] = "is not stored as jato stores it";
static const char not_whole[] = "is not whole"; /* HDF5 would return uninitialised memory */

typedef struct layout {
  unsigned flags, index;
  uint64_t chunk[JX_WALK_MOST_RANK];
  uint64_t chunk_bytes;
  jx_bytes rest; /* what belongs to the index */
} layout;

static int read_layout(const jx_stored *stored, layout *out)
{
  jx_bytes bytes = stored->layout;
  int good = jx_bytes_are(&bytes, "\4\2", 2); /* version, chunked */
  out->flags = (unsigned)jx_bytes_number(&bytes, 1);
  good = good && jx_bytes_number(&bytes, 1) == stored->rank + 1;
  size_t width = (size_t)jx_bytes_number(&bytes, 1);
  good = good && width >= 1 && width <= 8;
  out->chunk_bytes = stored->number_bytes;
  for (unsigned r = 0; good && r < stored->rank; r++) {
    out->chunk[r] = jx_bytes_number(&bytes, width);
    good = out->chunk[r] >= 1 && out->chunk[r] <= CHUNK_MOST / out->chunk_bytes;
    if (good) out->chunk_bytes *= out->chunk[r];
  }
  good = good && jx_bytes_number(&bytes, width) == stored->number_bytes;
  out->index = (unsigned)jx_bytes_number(&bytes, 1);
  out->rest = bytes;
  return good && !bytes.is_short;
}

/* ---- Several chunks ---- */

typedef struct array {
  uint64_t header, count; /* its address; elements */
  uint64_t chunk_bytes;
  size_t size_width, element_bytes;
} array;

/* Each dimension is cut into chunks, the last of which may be larger than what is left. Returns 0
 * where the dataset may grow, or there are more chunks than a file can have. */
static uint64_t count_chunks(const jx_stored *stored, const layout *l)
{
  uint64_t count = 1;
  for (unsigned r = 0; r < stored->rank; r++) {
    if (stored->size[r] == 0 || stored->most[r] != stored->size[r]) return 0;
    uint64_t along = (stored->size[r] - 1) / l->chunk[r] + 1;
    if (count > (UINT64_MAX >> 8) / along) return 0;
    count *= along;
  }
  return count;
}

/* How many bytes HDF5 gives to the size of a chunk. */
static size_t size_width_of(uint64_t chunk_bytes)
{
  size_t bits = 0;
  while (chunk_bytes >> bits > 1) bits++;
  return 1 + (bits + 8) / 8;
}

static jato_status check_elements(jx_walk *walk, array *a, jx_bytes *bytes, uint64_t count)
{
  for (uint64_t i = 0; i < count; i++) {
    uint64_t address = jx_bytes_number(bytes, 8), size = jx_bytes_number(bytes, a->size_width);
    uint64_t left_out = jx_bytes_number(bytes, 4); /* filters that were not applied */
    if (bytes->is_short || left_out != 0) return jx_walk_refuse(walk, otherwise);
    if (address == JX_NOWHERE) return jx_walk_refuse(walk, not_whole);
    if (size != a->chunk_bytes + CHECKSUM_BYTES) return jx_walk_refuse(walk, otherwise);
    JX_TRY(jx_walk_claim(walk, address, size));
  }
  return JATO_OK;
}

/* Elements in pages, each with a checksum; a bitmap says which pages were written: all. */
static jato_status check_pages(jx_walk *walk, array *a, jx_bytes *bytes, uint64_t pages)
{
  jx_bytes bitmap = jx_bytes_take(bytes, (size_t)((pages + 7) / 8));
  (void)jx_bytes_take(bytes, 4); /* checksum */
  for (uint64_t p = 0; p < pages; p++) {
    uint64_t left = a->count - (p << PAGE_BITS), full = (uint64_t)1 << PAGE_BITS;
    if (bitmap.is_short || (bitmap.at[p / 8] & 0x80 >> p % 8) == 0)
      return jx_walk_refuse(walk, not_whole);
    JX_TRY(check_elements(walk, a, bytes, left < full ? left : full));
    (void)jx_bytes_take(bytes, 4);
  }
  return JATO_OK;
}

static jato_status check_block(jx_walk *walk, array *a, jx_bytes bytes, uint64_t pages)
{
  int good = jx_bytes_are(&bytes, "FADB\0\1", 6) && jx_bytes_number(&bytes, 8) == a->header;
  if (!good) return jx_walk_refuse(walk, otherwise);
  if (pages > 0) {
    JX_TRY(check_pages(walk, a, &bytes, pages));
  } else {
    JX_TRY(check_elements(walk, a, &bytes, a->count));
    (void)jx_bytes_take(&bytes, 4);
  }
  return jx_bytes_end(&bytes) ? JATO_OK : jx_walk_refuse(walk, otherwise);
}

/* The elements: all in one, or in pages. */
static jato_status check_elements_at(jx_walk *walk, array *a, uint64_t address)
{
  void *memory = NULL;
  jx_bytes bytes;
  uint64_t pages = a->count >> PAGE_BITS;
  pages += a->count > pages << PAGE_BITS;
  if (a->count <= (uint64_t)1 << PAGE_BITS) pages = 0;
  if (address == JX_NOWHERE || a->count > walk->end / a->element_bytes)
    return jx_walk_refuse(walk, not_whole);
  uint64_t size = 18 + a->count * a->element_bytes + (pages + 7) / 8 + 4 * pages;
  JX_TRY(jx_walk_read(walk, address, size, &memory, &bytes));
  jato_status status = check_block(walk, a, bytes, pages);
  jx_release(&walk->allocator, memory);
  return status;
}

static jato_status check_array(jx_walk *walk, const jx_stored *stored, const layout *l,
                               uint64_t address)
{
  unsigned char header[28];
  jx_bytes bytes;
  array a = {.header = address,
             .count = count_chunks(stored, l),
             .chunk_bytes = l->chunk_bytes,
             .size_width = size_width_of(l->chunk_bytes)};
  a.element_bytes = 8 + a.size_width + 4;
  if (a.count == 0) return jx_walk_refuse(walk, otherwise);
  JX_TRY(jx_walk_claim(walk, address, sizeof header));
  JX_TRY(jx_walk_peek(walk, address, header, sizeof header, &bytes));
  int good = jx_bytes_are(&bytes, "FAHD\0\1", 6) && /* version; of chunks with filters */
             jx_bytes_number(&bytes, 1) == a.element_bytes &&
             jx_bytes_number(&bytes, 1) == PAGE_BITS && jx_bytes_number(&bytes, 8) == a.count;
  if (!good) return jx_walk_refuse(walk, otherwise);
  return check_elements_at(walk, &a, jx_bytes_number(&bytes, 8));
}

/* ---- One chunk, or none ---- */

static int is_one_chunk(const jx_stored *stored, const layout *l)
{
  for (unsigned r = 0; r < stored->rank; r++)
    if (stored->size[r] != l->chunk[r] || stored->most[r] != l->chunk[r]) return 0;
  return 1;
}

/* A dataset that has no numbers may grow, as far as HDF5 knows, and has an index that is never
 * made. */
static int is_never_made(const jx_stored *stored, layout *l)
{
  int good = 0;
  for (unsigned r = 0; r < stored->rank; r++) good = good || stored->size[r] == 0;
  good = good && l->flags == 0;
  if (l->index == EXTENSIBLE_ARRAY) good = good && jx_bytes_are(&l->rest, "\x20\4\4\x10\n", 5);
  if (l->index == TREE) good = good && jx_bytes_are(&l->rest, "\0\x08\0\0\x64\x28", 6);
  return good && jx_bytes_number(&l->rest, 8) == JX_NOWHERE && jx_bytes_end(&l->rest);
}

static jato_status check_single(jx_walk *walk, const jx_stored *stored, layout *l)
{
  enum { SINGLE_WITH_FILTERS = 2 };
  uint64_t size = jx_bytes_number(&l->rest, 8), left_out = jx_bytes_number(&l->rest, 4);
  uint64_t address = jx_bytes_number(&l->rest, 8);
  if (l->flags != SINGLE_WITH_FILTERS || left_out != 0 || !is_one_chunk(stored, l) ||
      !jx_bytes_end(&l->rest))
    return jx_walk_refuse(walk, otherwise);
  if (address == JX_NOWHERE) return jx_walk_refuse(walk, not_whole);
  if (size != l->chunk_bytes + CHECKSUM_BYTES) return jx_walk_refuse(walk, otherwise);
  return jx_walk_claim(walk, address, size);
}

jato_status jx_walk_chunks(jx_walk *walk, const jx_stored *stored)
{
  layout l = {.index = HAS_NO_CHUNKS};
  if (!read_layout(stored, &l)) return jx_walk_refuse(walk, otherwise);
  if (l.index == SINGLE) return check_single(walk, stored, &l);
  if ((l.index == EXTENSIBLE_ARRAY || l.index == TREE) && is_never_made(stored, &l)) return JATO_OK;
  int good = l.index == FIXED_ARRAY && l.flags == 0 && jx_bytes_number(&l.rest, 1) == PAGE_BITS;
  uint64_t address = jx_bytes_number(&l.rest, 8);
  if (!good || !jx_bytes_end(&l.rest)) return jx_walk_refuse(walk, otherwise);
  if (address == JX_NOWHERE) return jx_walk_refuse(walk, not_whole);
  return check_array(walk, stored, &l, address);
}
