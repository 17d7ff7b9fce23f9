#include "record/metadata.h"

#include <string.h>

#include "base/digest.h"

typedef struct metadata {
  uint8_t *bytes;
  size_t count;
  metadata_block *blocks;
  size_t found, most;
} metadata;

static uint64_t number(const metadata *m, size_t at, size_t width)
{
  uint64_t value = 0;
  for (size_t i = width; i-- > 0;)
    value = value << 8 | (at + i < m->count && at + i >= at ? m->bytes[at + i] : 0);
  return value;
}

/* ---- Bob Jenkins' lookup3, as HDF5 has it ------------------------------------------------------
 */

static uint32_t turn(uint32_t x, unsigned by) { return x << by | x >> (32 - by); }

static void stir(uint32_t s[3])
{
  static const unsigned by[6] = {4, 6, 8, 16, 19, 4};
  for (unsigned i = 0; i < 6; i++) {
    uint32_t *a = &s[i % 3], *b = &s[(i + 1) % 3], *c = &s[(i + 2) % 3];
    *a = (*a - *c) ^ turn(*c, by[i]);
    *c += *b;
  }
}

static void finish(uint32_t s[3])
{
  static const unsigned by[7] = {14, 11, 25, 16, 4, 14, 24};
  for (unsigned i = 0; i < 7; i++) {
    uint32_t *to = &s[(i + 2) % 3], from = s[(i + 1) % 3];
    *to = (*to ^ from) - turn(from, by[i]);
  }
}

static uint32_t sum_of(const uint8_t *bytes, size_t count)
{
  uint32_t s[3], words[3];
  s[0] = s[1] = s[2] = 0xdeadbeef + (uint32_t)count;
  for (; count > 0; bytes += 12) {
    size_t now = count < 12 ? count : 12;
    memset(words, 0, sizeof words);
    memcpy(words, bytes, now);
    for (int i = 0; i < 3; i++) s[i] += words[i];
    if (count <= 12) break;
    count -= 12;
    stir(s);
  }
  if (count > 0) finish(s);
  return s[2];
}

/* ---- Blocks ------------------------------------------------------------------------------------
 */

/* A block of count bytes whose checksum is at sum_at. */
static void mend_at(metadata *m, uint64_t start, uint64_t count, uint64_t sum_at, uint64_t length)
{
  if (start > m->count || count > m->count - start) return;
  uint8_t *block = m->bytes + start;
  memset(block + sum_at, 0, sum_at + 4 <= length ? 4 : 0);
  uint32_t sum = sum_of(block, (size_t)length);
  memcpy(block + sum_at, &sum, sizeof sum);
  if (m->blocks != NULL && m->found < m->most)
    m->blocks[m->found] = (metadata_block){(size_t)start, (size_t)count};
  m->found++;
}

/* A block of length bytes, and the checksum behind them. */
static void mend(metadata *m, uint64_t start, uint64_t length)
{
  if (length < m->count) mend_at(m, start, length + 4, length, length);
}

static void mend_messages(metadata *m, uint64_t at, uint64_t end, unsigned depth);

static void mend_rest(metadata *m, uint64_t at, uint64_t count, unsigned depth)
{
  if (at > m->count || count > m->count - at || count < 8 || depth > 40) return;
  mend_messages(m, at + 4, at + count - 4, depth);
  mend(m, at, count - 4);
}

static void mend_messages(metadata *m, uint64_t at, uint64_t end, unsigned depth)
{
  while (at + 4 <= end) {
    uint64_t kind = number(m, at, 1), size = number(m, at + 1, 2);
    if (kind == 0x10) mend_rest(m, number(m, at + 4, 8), number(m, at + 12, 8), depth + 1);
    at += 4 + size;
  }
}

static void mend_header(metadata *m, uint64_t at)
{
  uint64_t flags = number(m, at + 5, 1), begin = at + 6 + (flags & 32 ? 16 : 0);
  if (flags & 16) begin += 4;
  size_t width = (size_t)1 << (flags & 3);
  uint64_t size = number(m, begin, width);
  begin += width;
  if (begin > m->count || size > m->count - begin) return;
  mend_messages(m, begin, begin + size, 0);
  mend(m, at, begin - at + size);
}

static void mend_array(metadata *m, uint64_t at)
{
  uint64_t element = number(m, at + 6, 1), page = (uint64_t)1 << (number(m, at + 7, 1) & 31);
  uint64_t count = number(m, at + 8, 8), block = number(m, at + 16, 8);
  mend(m, at, 24);
  if (element == 0 || count > m->count / element || block > m->count) return;
  if (count <= page) {
    mend(m, block, 14 + count * element);
    return;
  }
  uint64_t pages = (count + page - 1) / page;
  mend(m, block, 14 + (pages + 7) / 8);
  block += 18 + (pages + 7) / 8;
  for (uint64_t p = 0; p < pages; p++, block += page * element + 4)
    mend(m, block, (p + 1 < pages ? page : count - p * page) * element);
}

static void mend_heap(metadata *m, uint64_t at)
{
  uint64_t root = number(m, at + 132, 8), rows = number(m, at + 140, 2) & 15;
  mend(m, at, 142);
  if (rows == 0) mend_at(m, root, 512, 17, 512);
  if (rows == 0 || root > m->count) return;
  for (uint64_t i = 0; i < 4 * rows; i++) {
    uint64_t bytes = (uint64_t)512 << (i < 4 ? 0 : i / 4 - 1);
    mend_at(m, number(m, root + 17 + 8 * i, 8), bytes, 17, bytes);
  }
  mend(m, root, 17 + 32 * rows);
}

static void mend_tree(metadata *m, uint64_t at)
{
  uint64_t record = number(m, at + 10, 2), depth = number(m, at + 12, 2);
  uint64_t root = number(m, at + 16, 8), count = number(m, at + 24, 2);
  mend(m, at, 34);
  if (root > m->count) return;
  mend(m, root, 6 + count * record + (depth > 0 ? 9 * (count + 1) : 0));
  for (uint64_t i = 0; depth > 0 && i <= count; i++) {
    uint64_t child = root + 6 + count * record + 9 * i;
    mend(m, number(m, child, 8), 6 + number(m, child + 8, 1) * record);
  }
}

size_t metadata_mend(uint8_t *bytes, size_t count, metadata_block *blocks, size_t most)
{
  static const struct {
    char letters[5];
    void (*mend)(metadata *m, uint64_t at);
  } kinds[] = {
      {"OHDR", mend_header}, {"FAHD", mend_array}, {"FRHP", mend_heap}, {"BTHD", mend_tree}};
  metadata m = {bytes, count, blocks, 0, most};
  mend(&m, 0, 44);
  for (size_t at = 48; at + 8 < count; at++)
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
      if (bytes[at] == (uint8_t)kinds[k].letters[0] && memcmp(bytes + at, kinds[k].letters, 4) == 0)
        kinds[k].mend(&m, at);
  return m.found;
}

size_t metadata_seal(uint8_t *bytes, size_t count)
{
  jx_digest digest;
  uint64_t words[2] = {1, count};
  memcpy(bytes + count, "jatoseal", 8);
  memcpy(bytes + count + 8, words, sizeof words);
  jx_digest_begin(&digest);
  jx_digest_add(&digest, bytes, count + 24);
  uint64_t sum = jx_digest_end(&digest);
  memcpy(bytes + count + 24, &sum, sizeof sum);
  return 32;
}
