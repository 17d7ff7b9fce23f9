/* PBM, PGM and PPM, plain (P1 to P3) and raw (P4 to P6), by the manual pages pbm(5), pgm(5) and
 * ppm(5) of Netpbm. A comment, from # to the end of its line, counts as one newline, as libnetpbm
 * has it; plain images may have some among their samples, too. */
#include "image/image.h"

#include <stdio.h>
#include <string.h>

enum { END = -1 };
#define SATURATED                                                                \
  ((uint64_t)1 << 40) /* above all that is allowed; digits behind it are skipped \
                       */

typedef struct scanner {
  const jx_image_source *source;
  size_t at;      /* of the next byte */
  size_t last_at; /* of the byte, or the comment, taken last */
  jato_error *error;
} scanner;

typedef struct header {
  jato_image shape;
  int raw;
  uint64_t maxval;
  const char *kind;
} header;

/* ---- Bytes and numbers ---- */

static int is_white(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static int is_digit(int c) { return c >= '0' && c <= '9'; }

/* The next byte, '\n' for a comment with the end of its line, or END. */
static int next_byte(scanner *s)
{
  const unsigned char *bytes = s->source->bytes;
  size_t length = s->source->length;
  s->last_at = s->at;
  if (s->at == length) return END;
  int c = bytes[s->at++];
  if (c != '#') return c;
  while (s->at < length && bytes[s->at] != '\n' && bytes[s->at] != '\r') s->at++;
  if (s->at < length) s->at++;
  return '\n';
}

static int next_after_white(scanner *s)
{
  int c = next_byte(s);
  while (is_white(c)) c = next_byte(s);
  return c;
}

static jato_status refuse_byte(const scanner *s, int found, const char *wanted)
{
  char shown[32] = "the end of the file";
  if (found > ' ' && found < 0x7F)
    (void)snprintf(shown, sizeof shown, "'%c'", found);
  else if (found != END)
    (void)snprintf(shown, sizeof shown, "the byte 0x%02x", (unsigned)found);
  return jx_fail(s->error, JATO_E_FILE,
                 "%s: byte %zu: found %s where %s belongs; is the file damaged or cut off?",
                 s->source->name, s->last_at, shown, wanted);
}

/* Reads a number and one byte of the white space after it. */
static jato_status read_number(scanner *s, const char *what, uint64_t *out, size_t *where)
{
  int c = next_after_white(s);
  uint64_t value = 0;
  *where = s->last_at;
  if (!is_digit(c)) return refuse_byte(s, c, what);
  for (; is_digit(c); c = next_byte(s))
    value = value < SATURATED ? 10 * value + (uint64_t)(c - '0') : SATURATED;
  if (c != END && !is_white(c)) return refuse_byte(s, c, "a digit or white space");
  *out = value < SATURATED ? value : SATURATED;
  return JATO_OK;
}

/* ---- The header ---- */

static jato_status check_maxval(const scanner *s, uint64_t maxval, size_t where)
{
  if (maxval > 255)
    return jx_fail(s->error, JATO_E_FILE,
                   "%s: byte %zu: the maxval is above 255, and jato reads one byte for a sample; "
                   "convert it, for example with `pamdepth 255`",
                   s->source->name, where);
  if (maxval == 0)
    return jx_fail(s->error, JATO_E_FILE, "%s: byte %zu: the maxval is 0; it is from 1 to 255",
                   s->source->name, where);
  return JATO_OK;
}

static jato_status read_header(scanner *s, header *h)
{
  static const char *const kinds[] = {"PBM", "PGM", "PPM"};
  int digit = s->source->bytes[1] - '1'; /* 0 to 5: jato_image_read has checked */
  size_t where;
  h->raw = digit >= 3;
  h->kind = kinds[digit % 3];
  h->shape.channels = digit % 3 == 2 ? 3 : 1;
  h->shape.bits = digit % 3 == 0 ? 1 : 8;
  h->maxval = 1;
  s->at = 2;
  int c = next_byte(s);
  if (!is_white(c)) return refuse_byte(s, c, "white space");
  JX_TRY(read_number(s, "the width", &h->shape.width, &where));
  JX_TRY(read_number(s, "the height", &h->shape.height, &where));
  if (h->shape.bits == 1) return JATO_OK;
  JX_TRY(read_number(s, "the maxval", &h->maxval, &where));
  return check_maxval(s, h->maxval, where);
}

/* The fewest bytes that can hold the samples; the size is one that images have. */
static uint64_t bytes_needed(const header *h)
{
  uint64_t samples = jx_image_row_bytes(&h->shape) * h->shape.height;
  if (h->raw && h->shape.bits == 1) return (h->shape.width + 7) / 8 * h->shape.height;
  return h->raw || h->shape.bits == 1 ? samples : 2 * samples - 1;
}

/* Before anything is allocated: a few bytes may claim any size. */
static jato_status check_length(const scanner *s, const header *h)
{
  const jato_image *shape = &h->shape;
  if (!jx_image_may_be(shape->width, shape->height, shape->channels)) return JATO_OK;
  uint64_t needed = bytes_needed(h);
  if (s->source->length - s->at >= needed) return JATO_OK;
  return jx_fail(s->error, JATO_E_FILE,
                 "%s: %llu x %llu of a %s need %s%llu bytes from byte %zu on, and there are %zu; "
                 "is the file cut off?",
                 s->source->name, (unsigned long long)shape->width,
                 (unsigned long long)shape->height, h->kind, h->raw ? "" : "at least ",
                 (unsigned long long)needed, s->at, s->source->length - s->at);
}

/* ---- Samples ---- */

static unsigned char scaled(uint64_t value, uint64_t maxval)
{
  return (unsigned char)((255 * value + maxval / 2) / maxval);
}

static jato_status refuse_value(const scanner *s, uint64_t value, uint64_t maxval, size_t where)
{
  return jx_fail(s->error, JATO_E_FILE,
                 "%s: byte %zu: a sample is %s%llu, and the maxval is %llu; is the maxval right?",
                 s->source->name, where, value == SATURATED ? "above " : "",
                 (unsigned long long)value, (unsigned long long)maxval);
}

/* One byte for each sample. */
static jato_status read_raw(scanner *s, const header *h, jato_image *image)
{
  size_t count = (size_t)(jx_image_row_bytes(image) * image->height);
  const unsigned char *from = s->source->bytes + s->at;
  for (size_t i = 0; i < count; i++) {
    if (from[i] > h->maxval) return refuse_value(s, from[i], h->maxval, s->at + i);
    image->data[i] = scaled(from[i], h->maxval);
  }
  s->at += count;
  return JATO_OK;
}

/* One bit for each, from the highest; each row begins with a byte of its own. */
static jato_status read_raw_bits(scanner *s, jato_image *image)
{
  size_t row_bytes = (size_t)((image->width + 7) / 8);
  unsigned char *to = image->data;
  for (uint64_t y = 0; y < image->height; y++, s->at += row_bytes)
    for (uint64_t x = 0; x < image->width; x++)
      *to++ = s->source->bytes[s->at + (size_t)(x / 8)] >> (7 - x % 8) & 1;
  return JATO_OK;
}

static jato_status read_plain(scanner *s, const header *h, jato_image *image)
{
  size_t count = (size_t)(jx_image_row_bytes(image) * image->height), where;
  uint64_t value = 0;
  for (size_t i = 0; i < count; i++) {
    JX_TRY(read_number(s, "a sample", &value, &where));
    if (value > h->maxval) return refuse_value(s, value, h->maxval, where);
    image->data[i] = scaled(value, h->maxval);
  }
  return JATO_OK;
}

/* Digits with or without white space between them. */
static jato_status read_plain_bits(scanner *s, jato_image *image)
{
  size_t count = (size_t)(image->width * image->height);
  for (size_t i = 0; i < count; i++) {
    int c = next_after_white(s);
    if (c != '0' && c != '1') return refuse_byte(s, c, "a 0 or 1");
    image->data[i] = (unsigned char)(c - '0');
  }
  return JATO_OK;
}

static jato_status read_samples(scanner *s, const header *h, jato_image *image)
{
  if (image->bits == 1) return h->raw ? read_raw_bits(s, image) : read_plain_bits(s, image);
  return h->raw ? read_raw(s, h, image) : read_plain(s, h, image);
}

/* More samples than the header declares are a sign of a wrong header. */
static jato_status check_end(scanner *s)
{
  if (next_after_white(s) == END) return JATO_OK;
  return jx_fail(s->error, JATO_E_FILE,
                 "%s: the image ends before byte %zu, and the file does not; are its width and "
                 "height right? (A file with several images cannot be read.)",
                 s->source->name, s->last_at);
}

jato_status jx_netpbm_read(const jx_image_source *source, jato_image **out, jato_error *error)
{
  scanner s = {.source = source, .error = error};
  header h = {.raw = 0};
  *out = NULL;
  JX_TRY(read_header(&s, &h));
  JX_TRY(check_length(&s, &h));
  JX_TRY(jx_image_create(source, &h.shape, out, error));
  jato_status status = read_samples(&s, &h, *out);
  if (status == JATO_OK) status = check_end(&s);
  if (status != JATO_OK) jato_image_destroy(out);
  return status;
}
