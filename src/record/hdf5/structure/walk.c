#include "record/hdf5/structure/walk.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/system.h"

jato_status jx_walk_refuse(const jx_walk *walk, const char *what)
{
  return jx_fail(walk->error, JATO_E_FILE, "the run file's %s %s",
                 walk->path[0] != '\0' ? walk->path : "root", what);
}

static jato_status fail_for_memory(const jx_walk *walk)
{
  return jx_fail(walk->error, JATO_E_MEMORY, "not enough memory to read a run file");
}

/* ---- Claims ---- */

static int grow(jx_walk *walk)
{
  size_t room = walk->claim_room == 0 ? 256 : 2 * walk->claim_room;
  jx_claim *claims = jx_allocate(&walk->allocator, room, sizeof *claims);
  if (claims == NULL) return 0;
  if (walk->claim_count > 0) memcpy(claims, walk->claims, walk->claim_count * sizeof *claims);
  jx_release(&walk->allocator, walk->claims);
  walk->claims = claims;
  walk->claim_room = room;
  return 1;
}

jato_status jx_walk_claim(jx_walk *walk, uint64_t address, uint64_t bytes)
{
  if (address > walk->end || bytes > walk->end - address)
    return jx_walk_refuse(walk, "reaches beyond the end of the file");
  if (bytes > walk->end - walk->claimed)
    return jx_walk_refuse(walk, "takes bytes of the file that others take, too");
  if (walk->claim_count == walk->claim_room && !grow(walk)) return fail_for_memory(walk);
  walk->claimed += bytes;
  walk->claims[walk->claim_count++] = (jx_claim){address, bytes};
  return JATO_OK;
}

static int by_address(const void *a, const void *b)
{
  const jx_claim *left = a, *right = b;
  return (left->address > right->address) - (left->address < right->address);
}

jato_status jx_walk_check_claims(jx_walk *walk)
{
  const jx_claim *claims = walk->claims;
  qsort(walk->claims, walk->claim_count, sizeof *claims, by_address);
  for (size_t i = 1; i < walk->claim_count; i++)
    if (claims[i].address - claims[i - 1].address < claims[i - 1].bytes)
      return jx_fail(walk->error, JATO_E_FILE,
                     "the run file has bytes that two parts of it take, at %llu",
                     (unsigned long long)claims[i].address);
  return JATO_OK;
}

/* ---- Bytes ---- */

uint64_t jx_bytes_number(jx_bytes *bytes, size_t width)
{
  uint64_t number = 0;
  jx_bytes piece = jx_bytes_take(bytes, width);
  for (size_t i = piece.left; i-- > 0;) number = number << 8 | piece.at[i];
  return number;
}

jx_bytes jx_bytes_take(jx_bytes *bytes, size_t count)
{
  jx_bytes piece = {.at = bytes->at, .left = count};
  if (count > bytes->left) {
    bytes->is_short = 1;
    piece.is_short = 1;
    piece.left = count = 0;
  }
  bytes->at += count;
  bytes->left -= count;
  return piece;
}

int jx_bytes_are(jx_bytes *bytes, const void *expected, size_t count)
{
  jx_bytes piece = jx_bytes_take(bytes, count);
  return !piece.is_short && memcmp(piece.at, expected, count) == 0;
}

int jx_bytes_end(const jx_bytes *bytes) { return !bytes->is_short && bytes->left == 0; }

static jato_status read_at(jx_walk *walk, uint64_t address, void *to, size_t count)
{
  int64_t got = jx_system_read(walk->file, to, count, address);
  if (got < 0)
    return jx_fail(walk->error, JATO_E_FILE, "the run file cannot be read: %s",
                   jx_system_reason(errno).text);
  if ((size_t)got == count) return JATO_OK;
  return jx_walk_refuse(walk, "cannot be read: the file is cut off before its end");
}

jato_status jx_walk_read(jx_walk *walk, uint64_t address, uint64_t count, void **memory,
                         jx_bytes *out)
{
  *memory = NULL;
  JX_TRY(jx_walk_claim(walk, address, count));
  *memory = jx_allocate(&walk->allocator, (size_t)count, 1);
  if (*memory == NULL) return fail_for_memory(walk);
  *out = (jx_bytes){.at = *memory, .left = (size_t)count};
  jato_status status = read_at(walk, address, *memory, (size_t)count);
  if (status != JATO_OK) {
    jx_release(&walk->allocator, *memory);
    *memory = NULL;
  }
  return status;
}

jato_status jx_walk_peek(jx_walk *walk, uint64_t address, unsigned char *to, size_t count,
                         jx_bytes *out)
{
  if (address > walk->end) return jx_walk_refuse(walk, "reaches beyond the end of the file");
  if (count > walk->end - address) count = (size_t)(walk->end - address);
  *out = (jx_bytes){.at = to, .left = count};
  return read_at(walk, address, to, count);
}
