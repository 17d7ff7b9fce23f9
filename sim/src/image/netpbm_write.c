/* PBM, PGM and PPM, plain (P1 to P3) and raw (P4 to P6), by pbm(5), pgm(5) and ppm(5) of Netpbm. */
#include "image/image.h"

#include <stdio.h>
#include <string.h>

/* Lines of plain files have at most 70 letters. */
enum { HEADER_MOST = 64, BITS_A_LINE = 70, NUMBERS_A_LINE = 17 };

/* The image as its file has it: a narrower one is widened, a bitmap to black 0 and white 255. */
typedef struct wide {
  const jato_image *image;
  int bits, channels; /* of the file */
} wide;

/* Sample `column` (of width x channels) of row y. */
static unsigned sample(const wide *w, uint64_t y, uint64_t column)
{
  const jato_image *image = w->image;
  uint64_t at = image->channels == w->channels ? column : column / (uint64_t)w->channels;
  unsigned value = image->data[y * jx_image_row_bytes(image) + at];
  if (image->bits == w->bits) return value;
  return value != 0 ? 0 : 255;
}

static void put(jx_bytes *bytes, char c)
{
  bytes->head.data[bytes->head.length++] = (unsigned char)c;
}

static void put_number(jx_bytes *bytes, unsigned value)
{
  if (value >= 100) put(bytes, (char)('0' + value / 100));
  if (value >= 10) put(bytes, (char)('0' + value / 10 % 10));
  put(bytes, (char)('0' + value % 10));
}

/* One row as text; columns = width x channels. */
static void put_plain(const wide *w, uint64_t y, uint64_t columns, jx_bytes *bytes)
{
  uint64_t a_line = w->bits == 1 ? BITS_A_LINE : NUMBERS_A_LINE;
  for (uint64_t i = 0; i < columns; i++) {
    int ends = (i + 1) % a_line == 0 || i + 1 == columns;
    put_number(bytes, sample(w, y, i));
    if (ends || w->bits == 8) put(bytes, ends ? '\n' : ' ');
  }
}

static void put_bits(const wide *w, uint64_t y, uint64_t columns, jx_bytes *bytes)
{
  for (uint64_t first = 0; first < columns; first += 8) {
    unsigned byte = 0;
    for (uint64_t i = first; i < first + 8 && i < columns; i++)
      byte |= sample(w, y, i) << (7 - (i - first));
    put(bytes, (char)byte);
  }
}

static void put_raw(const wide *w, uint64_t y, uint64_t columns, jx_bytes *bytes)
{
  for (uint64_t i = 0; i < columns; i++) put(bytes, (char)sample(w, y, i));
}

/* The most bytes that one row takes. */
static uint64_t row_most(const wide *w, uint64_t columns, int plain)
{
  if (w->bits == 1) return plain ? columns + columns / BITS_A_LINE + 1 : (columns + 7) / 8;
  return plain ? 4 * columns : columns;
}

static void put_header(const wide *w, int plain, jx_bytes *bytes)
{
  int digit = (w->bits == 1 ? 1 : w->channels == 1 ? 2 : 3) + (plain ? 0 : 3);
  char text[HEADER_MOST];
  int length =
      snprintf(text, sizeof text, "P%d\n%llu %llu\n%s", digit, (unsigned long long)w->image->width,
               (unsigned long long)w->image->height, w->bits == 1 ? "" : "255\n");
  memcpy(bytes->head.data + bytes->head.length, text, (size_t)length);
  bytes->head.length += (size_t)length;
}

jato_status jx_netpbm_write(const jato_image *image, jato_image_format format, int plain,
                            jx_bytes *bytes, jato_error *error)
{
  wide w = {image, format == JATO_IMAGE_PBM ? 1 : 8, format == JATO_IMAGE_PPM ? 3 : 1};
  uint64_t columns = image->width * (uint64_t)w.channels;
  uint64_t most = row_most(&w, columns, plain) * image->height + HEADER_MOST;
  if (most > SIZE_MAX || !jx_bytes_reserve(bytes, (size_t)most))
    return jx_fail(error, JATO_E_MEMORY, "not enough memory to write an image of %llu x %llu",
                   (unsigned long long)image->width, (unsigned long long)image->height);
  put_header(&w, plain, bytes);
  for (uint64_t y = 0; y < image->height; y++) {
    if (plain)
      put_plain(&w, y, columns, bytes);
    else if (w.bits == 1)
      put_bits(&w, y, columns, bytes);
    else
      put_raw(&w, y, columns, bytes);
  }
  return JATO_OK;
}
