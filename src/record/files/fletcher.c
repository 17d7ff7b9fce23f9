#include "record/files/fletcher.h"

#include <string.h>

#define MODULUS 65535u

/* Data is taken in rows of four words of 32 bits, each with two of the checksum's 16-bit words in
 * it, and BLOCK_ROWS rows before the sums are brought back below the modulus: BLOCK_ROWS *
 * (BLOCK_ROWS + 1) / 2 words of the largest value stay below 2^32. A row is a vector by its type:
 * as a loop over lanes, compilers made 6 GB/s of it or 19, depending on their version and level. */
typedef uint32_t row __attribute__((vector_size(16)));
#define LANES 4
#define ROW_WORDS (2 * LANES)
#define BLOCK_ROWS 256
#define BLOCK_BYTES (BLOCK_ROWS * sizeof(row))

/* first = w0 + w1 + ... and second = the sum of its partial sums, both up to a multiple of the
 * modulus: 0 only where all words are 0. */
typedef struct sums {
  uint64_t first, second;
} sums;

/* The remainder, except that a sum of anything but zeros is never 0: that is what adding with the
 * carry put back at the low end, as HDF5 does it, comes to. */
static uint64_t reduce(uint64_t sum) { return sum == 0 ? 0 : (sum - 1) % MODULUS + 1; }

static int is_little_endian(void)
{
  const uint16_t one = 1;
  unsigned char first;
  memcpy(&first, &one, 1);
  return first == 1;
}

/* Words in the machine's own order, in rows: word 2 l + k of a row is half k of lane l. A word's
 * weight in the second sum is one more than the number of words behind it. */
static sums add_block(sums before, const unsigned char *bytes)
{
  row low = {0}, high = {0}, lows = {0}, highs = {0};
  for (size_t r = 0; r < BLOCK_ROWS; r++) {
    row pairs;
    memcpy(&pairs, bytes + r * sizeof pairs, sizeof pairs);
    low += pairs & 0xffff;
    high += pairs >> 16;
    lows += low;
    highs += high;
  }
  unsigned low_at = is_little_endian() ? 0 : 1;
  uint64_t first = 0, second = 0;
  for (unsigned l = 0; l < LANES; l++) {
    first += (uint64_t)low[l] + high[l];
    second += (uint64_t)ROW_WORDS * lows[l] - (uint64_t)(2 * l + low_at) * low[l];
    second += (uint64_t)ROW_WORDS * highs[l] - (uint64_t)(2 * l + 1 - low_at) * high[l];
  }
  return (sums){.first = reduce(before.first + first),
                .second = reduce(before.second + BLOCK_ROWS * ROW_WORDS * before.first + second)};
}

static sums add_word(sums before, const unsigned char pair[2])
{
  uint16_t word;
  memcpy(&word, pair, sizeof word);
  uint64_t first = before.first + word;
  return (sums){.first = reduce(first), .second = reduce(before.second + first)};
}

/* Swapping the bytes of a number multiplies it by 256 modulo 65535, so sums of swapped words are
 * the swapped sums. */
static uint32_t swap(uint64_t sum) { return (uint32_t)((sum & 0xff) << 8 | sum >> 8); }

uint32_t jx_fletcher32(const void *data, size_t bytes)
{
  const unsigned char *at = data;
  sums sum = {0, 0};
  for (; bytes >= BLOCK_BYTES; at += BLOCK_BYTES, bytes -= BLOCK_BYTES) sum = add_block(sum, at);
  for (; bytes >= 2; at += 2, bytes -= 2) sum = add_word(sum, at);
  if (bytes == 1) sum = add_word(sum, (const unsigned char[2]){at[0], 0});
  if (!is_little_endian()) return (uint32_t)(sum.second << 16 | sum.first);
  return swap(sum.second) << 16 | swap(sum.first);
}

void jx_fletcher32_append(unsigned char *data, size_t bytes)
{
  uint32_t sum = jx_fletcher32(data, bytes);
  for (int i = 0; i < JX_FLETCHER_BYTES; i++)
    data[bytes + (size_t)i] = (unsigned char)(sum >> 8 * i);
}
