/* The links of a group that has more of them than its header takes: a "dense" group. A fractal heap
 * holds the links, a B-tree has for each the hash of its name and where in the heap it is. jato
 * writes groups with up to JX_STATE_MOST members, and those with more than 64 are dense: too many
 * for one block or node, and few enough for a block of blocks and a root with leaves. */
#include <string.h>

#include "record/hdf5/structure/walk.h"

/* As HDF5 makes the heap and the tree of a group. */
enum {
  HEAP_BYTES = 146,
  WIDTH = 4,         /* blocks of a row */
  FIRST_BYTES = 512, /* of a block of the first two rows; each row after them has twice those */
  ROWS_MOST = 6,
  BLOCKS_MOST = WIDTH * ROWS_MOST,
  BEFORE_LINKS = 21, /* bytes of a block */
  TREE_BYTES = 38,
  NODE_BYTES = 512,
  RECORD_BYTES = 11,
  LEAF_MOST = (NODE_BYTES - 10) / RECORD_BYTES
};

static const char otherwise[] = "has members that are not stored as jato stores them";

typedef struct heap {
  jx_walk *walk;
  uint64_t header;
  unsigned depth; /* of the links */
  struct block {
    void *memory; /* NULL: there is none */
    uint64_t offset, bytes;
  } block[BLOCKS_MOST];
} heap;

static jato_status refuse(const heap *h) { return jx_walk_refuse(h->walk, otherwise); }

/* ---- The heap ---- */

static jato_status read_block(heap *h, unsigned number, uint64_t address)
{
  struct block *b = &h->block[number];
  unsigned row = number / WIDTH;
  jx_bytes bytes;
  b->bytes = row == 0 ? FIRST_BYTES : (uint64_t)FIRST_BYTES << (row - 1);
  b->offset = (row == 0 ? 0 : WIDTH * b->bytes) + number % WIDTH * b->bytes;
  JX_TRY(jx_walk_read(h->walk, address, b->bytes, &b->memory, &bytes));
  int good = jx_bytes_are(&bytes, "FHDB\0", 5) && jx_bytes_number(&bytes, 8) == h->header &&
             jx_bytes_number(&bytes, 4) == b->offset;
  return good ? JATO_OK : refuse(h);
}

/* A block of the addresses of others. */
static jato_status read_blocks(heap *h, uint64_t address, uint64_t rows)
{
  void *memory = NULL;
  jx_bytes bytes;
  JX_TRY(jx_walk_read(h->walk, address, 17 + 8 * WIDTH * rows + 4, &memory, &bytes));
  jato_status status = JATO_OK;
  int good = jx_bytes_are(&bytes, "FHIB\0", 5) && jx_bytes_number(&bytes, 8) == h->header &&
             jx_bytes_number(&bytes, 4) == 0;
  if (!good) status = refuse(h);
  for (unsigned i = 0; status == JATO_OK && i < WIDTH * rows; i++) {
    uint64_t child = jx_bytes_number(&bytes, 8);
    if (child != JX_NOWHERE) status = read_block(h, i, child);
  }
  jx_release(&h->walk->allocator, memory);
  return status;
}

static jato_status read_heap(heap *h)
{
  unsigned char header[HEAP_BYTES];
  jx_bytes bytes;
  JX_TRY(jx_walk_claim(h->walk, h->header, sizeof header));
  JX_TRY(jx_walk_peek(h->walk, h->header, header, sizeof header, &bytes));
  int good =
      jx_bytes_are(&bytes, "FRHP\0\7\0\0\0\2", 10) && /* identifiers of 7 bytes; no filters */
      jx_bytes_number(&bytes, 4) == 4096;             /* the largest object in a block */
  good = good && jx_bytes_number(&bytes, 8) == 0 && jx_bytes_number(&bytes, 8) == JX_NOWHERE;
  (void)jx_bytes_take(&bytes, 48); /* free space, and sizes of what is in the blocks */
  for (int i = 0; i < 4; i++)      /* objects outside of blocks: none */
    good = good && jx_bytes_number(&bytes, 8) == 0;
  good = good && jx_bytes_number(&bytes, 2) == WIDTH && jx_bytes_number(&bytes, 8) == FIRST_BYTES &&
         jx_bytes_number(&bytes, 8) == 65536 && jx_bytes_number(&bytes, 2) == 32 &&
         jx_bytes_number(&bytes, 2) == 1;
  uint64_t root = jx_bytes_number(&bytes, 8), rows = jx_bytes_number(&bytes, 2);
  return good && rows <= ROWS_MOST ? read_blocks(h, root, rows) : refuse(h);
}

/* ---- The tree ---- */

/* A record: the hash of a name, and an identifier: offset and length in the heap. */
static jato_status check_record(heap *h, jx_bytes *bytes)
{
  (void)jx_bytes_take(bytes, 4);
  uint64_t kind = jx_bytes_number(bytes, 1), offset = jx_bytes_number(bytes, 4);
  uint64_t length = jx_bytes_number(bytes, 2);
  for (unsigned i = 0; kind == 0 && !bytes->is_short && i < BLOCKS_MOST; i++) {
    const struct block *b = &h->block[i];
    if (b->memory == NULL || offset < b->offset || offset - b->offset >= b->bytes) continue;
    uint64_t inside = offset - b->offset;
    if (inside < BEFORE_LINKS || length > b->bytes - inside) break;
    jx_bytes link = {.at = (const unsigned char *)b->memory + inside, .left = (size_t)length};
    return jx_walk_link(h->walk, link, h->depth);
  }
  return refuse(h);
}

static jato_status check_leaf(heap *h, uint64_t address, uint64_t records)
{
  unsigned char node[NODE_BYTES];
  jx_bytes bytes;
  if (records < 1 || records > LEAF_MOST) return refuse(h);
  JX_TRY(jx_walk_claim(h->walk, address, sizeof node));
  JX_TRY(jx_walk_peek(h->walk, address, node, sizeof node, &bytes));
  if (!jx_bytes_are(&bytes, "BTLF\0\5", 6)) return refuse(h);
  for (uint64_t i = 0; i < records; i++) JX_TRY(check_record(h, &bytes));
  return JATO_OK;
}

/* The root of a tree with leaves below: records, and a leaf before, between and behind them. */
static jato_status check_root(heap *h, uint64_t address, uint64_t records, uint64_t *total)
{
  enum { MOST = (NODE_BYTES - 10 - 9) / (RECORD_BYTES + 9) }; /* address, and number of records */
  unsigned char node[NODE_BYTES];
  jx_bytes bytes;
  if (records < 1 || records > MOST) return refuse(h);
  JX_TRY(jx_walk_claim(h->walk, address, sizeof node));
  JX_TRY(jx_walk_peek(h->walk, address, node, sizeof node, &bytes));
  if (!jx_bytes_are(&bytes, "BTIN\0\5", 6)) return refuse(h);
  for (uint64_t i = 0; i < records; i++) JX_TRY(check_record(h, &bytes));
  *total = records;
  for (uint64_t i = 0; i <= records; i++) {
    uint64_t leaf = jx_bytes_number(&bytes, 8), count = jx_bytes_number(&bytes, 1);
    *total += count;
    JX_TRY(check_leaf(h, leaf, count));
  }
  return JATO_OK;
}

static jato_status check_tree(heap *h, uint64_t address)
{
  unsigned char header[TREE_BYTES];
  jx_bytes bytes;
  JX_TRY(jx_walk_claim(h->walk, address, sizeof header));
  JX_TRY(jx_walk_peek(h->walk, address, header, sizeof header, &bytes));
  /* Its depth is 1; the last two are percent at which nodes split and merge. */
  int good = jx_bytes_are(&bytes, "BTHD\0\5\0\2\0\0\x0b\0\1\0\x64\x28", 16);
  uint64_t root = jx_bytes_number(&bytes, 8), records = jx_bytes_number(&bytes, 2);
  uint64_t all = jx_bytes_number(&bytes, 8), total = 0;
  if (!good) return refuse(h);
  JX_TRY(check_root(h, root, records, &total));
  return total == all ? JATO_OK : refuse(h);
}

jato_status jx_walk_many_links(jx_walk *walk, uint64_t address, uint64_t tree, unsigned depth)
{
  heap h = {.walk = walk, .header = address, .depth = depth};
  jato_status status = read_heap(&h);
  if (status == JATO_OK) status = check_tree(&h, tree);
  for (unsigned i = 0; i < BLOCKS_MOST; i++) jx_release(&walk->allocator, h.block[i].memory);
  return status;
}
