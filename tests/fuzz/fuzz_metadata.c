/* Raw bytes of run files, with the checksums of HDF5 and the seal made right: what a hostile author
 * of a file can do. The input is a sealed file; the mutator changes bytes of its metadata, and
 * makes the rest of it agree. Files that once crashed HDF5 are in the corpus.
 *
 * With FUZZ_FORKED=1 in the environment the file is read by a fork, as the program does. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "exercise.h"
#include "originals.h"
#include "record/files/seal.h"
#include "record/metadata.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);
int LLVMFuzzerInitialize(int *argc, char ***argv);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t count, size_t most, unsigned seed);

#define BLOCKS_MOST 1000

static int is_forked;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
  (void)argc;
  (void)argv;
  is_forked = getenv("FUZZ_FORKED") != NULL;
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
  int file = exercise_memory_file(bytes, count);
  exercise_reading(file, is_forked);
  (void)close(file);
  return 0;
}

/* ---- Mutations ---------------------------------------------------------------------------------
 */

static uint64_t state;

static uint64_t draw(uint64_t below)
{
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (state >> 33) % below;
}

/* Numbers at which something may go over: of this width, of the file, of what is in it. */
static uint64_t edge(size_t count, const metadata_block *blocks, size_t found)
{
  const metadata_block *some = &blocks[draw(found)];
  switch (draw(9)) {
  case 0: return 0;
  case 1: return UINT64_MAX >> draw(64);
  case 2: return (uint64_t)1 << draw(64);
  case 3: return count - draw(64);
  case 4: return some->start + draw(2) * draw(64);
  case 5: return some->count + draw(8) - 4;
  case 6: return draw(300);
  case 7: return draw(count);
  default: return draw((uint64_t)1 << 31) << draw(32);
  }
}

static size_t place_in(const metadata_block *blocks, size_t found)
{
  const metadata_block *some = &blocks[draw(found)];
  return some->start + draw(some->count);
}

static void change(uint8_t *bytes, size_t count, const metadata_block *blocks, size_t found)
{
  size_t at = place_in(blocks, found), width = (size_t)1 << draw(4);
  uint64_t number = edge(count, blocks, found);
  if (width > count - at) width = 1;
  switch (draw(5)) {
  case 0: bytes[at] ^= (uint8_t)(1 << draw(8)); break;
  case 1: bytes[at] = (uint8_t)draw(256); break;
  case 2: bytes[at] = (uint8_t)(bytes[at] + draw(5) - 2); break;
  case 3: {
    size_t from = place_in(blocks, found), length = 1 + draw(40);
    if (length <= count - at && length <= count - from) memmove(bytes + at, bytes + from, length);
    break;
  }
  default: memcpy(bytes + at, &number, width); break;
  }
}

/* Without a file to begin with, and now and then, one of the good ones. */
static size_t take_original(uint8_t *bytes, size_t most)
{
  const original *from = original_number((unsigned)draw(256));
  if (from->count + JX_SEAL_BYTES > most) return 0;
  memcpy(bytes, from->bytes, from->count);
  return from->count;
}

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t count, size_t most, unsigned seed)
{
  static metadata_block blocks[BLOCKS_MOST];
  state = seed;
  count = count > JX_SEAL_BYTES ? count - JX_SEAL_BYTES : 0;
  if (count < 1000 || draw(50) == 0) {
    size_t taken = take_original(bytes, most);
    if (taken > 0) count = taken;
  }
  if (count < 1000) return count;
  size_t found = metadata_mend(bytes, count, blocks, BLOCKS_MOST);
  if (found > BLOCKS_MOST) found = BLOCKS_MOST;
  for (uint64_t changes = 1 + draw(2) * draw(8); changes > 0; changes--)
    change(bytes, count, blocks, found);
  (void)metadata_mend(bytes, count, NULL, 0);
  return count + metadata_seal(bytes, count);
}
