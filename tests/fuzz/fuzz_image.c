/* Any bytes as an image: read, or refused in words, with no more memory than so many bytes can
 * fill; what was read is written in every format that can hold it, and read again as the same.
 * Checksums of a PNG's chunks are put right first, which bytes made by chance never have. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jato/image.h"

/* Deflate makes at most 1032 bytes of one; 1 bit of a palette becomes three bytes. */
#define MOST_OF_A_BYTE ((size_t)1032 * 24)
#define OWN_MOST ((size_t)1 << 16) /* of libpng's and zlib's pieces */
#define GIVEN_MOST ((size_t)1 << 20)

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

static void complain(const char *what, const char *words)
{
  (void)fprintf(stderr, "fuzz_image: %s: %s\n", what, words);
  abort();
}

typedef struct ledger {
  long given;
  size_t justified; /* bytes of one piece */
} ledger;

static void *give(size_t bytes, void *user)
{
  ledger *book = user;
  if (bytes > book->justified) complain("more memory than the bytes can fill", "");
  void *memory = bytes <= GIVEN_MOST ? malloc(bytes) : NULL;
  if (memory != NULL) book->given++;
  return memory;
}

static void take_back(void *memory, void *user)
{
  if (memory != NULL) ((ledger *)user)->given--;
  free(memory);
}

static uint32_t checksum(const uint8_t *bytes, size_t count)
{
  uint32_t crc = 0xFFFFFFFF;
  for (size_t i = 0; i < count; i++) {
    crc ^= bytes[i];
    for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320 : 0);
  }
  return ~crc;
}

static void put_right(uint8_t *bytes, size_t count)
{
  enum { SIGNATURE = 8, FRAME = 12 }; /* length, name, checksum */
  for (size_t at = SIGNATURE; at + FRAME <= count;) {
    const uint8_t *b = bytes + at;
    size_t length = (size_t)b[0] << 24 | (size_t)b[1] << 16 | (size_t)b[2] << 8 | b[3];
    if (length > count - at - FRAME) return;
    uint32_t crc = checksum(b + 4, length + 4);
    for (size_t i = 0; i < 4; i++) bytes[at + 8 + length + i] = (uint8_t)(crc >> (24 - 8 * i));
    at += length + FRAME;
  }
}

static void write_and_read_again(const jato_image *image, jato_image_format format, int plain)
{
  jato_error error = {JATO_OK, ""};
  jato_bytes *bytes = NULL;
  jato_image *again = NULL;
  size_t samples = (size_t)(image->width * image->height) * (size_t)image->channels;
  jato_status status = jato_image_encode(image, format, plain, NULL, &bytes, &error);
  if (status == JATO_E_NOT_BUILT) return;
  if (status != JATO_OK) complain("not written", error.text);
  if (jato_image_read(bytes->data, bytes->length, "again", NULL, &again, &error) != JATO_OK)
    complain("not read again", error.text);
  if (again->width != image->width || again->height != image->height ||
      again->channels != image->channels || again->bits != image->bits ||
      memcmp(again->data, image->data, samples) != 0)
    complain("another image", "");
  jato_image_destroy(&again);
  jato_bytes_destroy(&bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
  ledger book = {.justified = OWN_MOST + MOST_OF_A_BYTE * count};
  jato_allocator memory = {give, take_back, &book};
  jato_error error = {JATO_OK, ""};
  jato_image *image = NULL;
  uint8_t *copy = malloc(count); /* of its own size, so that a look past its end is seen */
  if (copy == NULL) return 0;
  memcpy(copy, bytes, count);
  if (count > 0 && copy[0] == 0x89) put_right(copy, count);
  jato_status status = jato_image_read(copy, count, "image", &memory, &image, &error);
  if (status == JATO_OK) {
    write_and_read_again(image, JATO_IMAGE_PNM, 0);
    write_and_read_again(image, JATO_IMAGE_PNM, 1);
    write_and_read_again(image, JATO_IMAGE_PNG, 0);
  } else if (status != JATO_E_MEMORY && status != JATO_E_FILE && status != JATO_E_NOT_BUILT) {
    complain("another status", error.text);
  } else if (image != NULL || strncmp(error.text, "image: ", 7) != 0) {
    complain("no words", error.text);
  }
  jato_image_destroy(&image);
  free(copy);
  if (book.given != 0) complain("memory was not given back", "");
  return 0;
}
