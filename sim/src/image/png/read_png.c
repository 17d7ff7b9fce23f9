/* PNG read by libpng. It leaves by longjmp where it fails, so that all that must be given back is
 * in a struct that outlives the call. */
#include "image/image.h"

#include <setjmp.h>
#include <string.h>

#include "image/png/memory.h"

/* Deflate makes at most 258 bytes of two bits. */
enum { DEFLATE_MOST = 1032 };

typedef struct reading {
  jx_png_task task; /* first: libpng's pointers lead here */
  const jx_image_source *source;
  size_t at; /* of the next byte */
  png_structp png;
  png_infop info;
  jato_image *image;
} reading;

static void take_bytes(png_structp png, png_bytep to, size_t count)
{
  reading *r = png_get_io_ptr(png);
  if (count > r->source->length - r->at) png_error(png, "the file is cut off");
  memcpy(to, r->source->bytes + r->at, count);
  r->at += count;
}

/* What libpng failed with, in r->task. */
static jato_status refuse(const reading *r, jato_error *error)
{
  if (r->task.refused)
    return jx_fail(error, JATO_E_MEMORY, "%s: not enough memory to read it", r->source->name);
  return jx_fail(error, JATO_E_FILE,
                 "%s: not a whole PNG: before byte %zu, %s; is the file damaged or cut off?",
                 r->source->name, r->at, r->task.words);
}

/* The header's claims, before memory is taken for them. */
static jato_status check_header(const reading *r, jato_image *shape, jato_error *error)
{
  unsigned depth = png_get_bit_depth(r->png, r->info);
  if (depth > 8)
    return jx_fail(error, JATO_E_FILE,
                   "%s: has 16 bits for a sample, and jato reads up to 8; convert it, for example "
                   "with `convert -depth 8`",
                   r->source->name);
  shape->width = png_get_image_width(r->png, r->info);
  shape->height = png_get_image_height(r->png, r->info);
  if (!jx_image_may_be(shape->width, shape->height, shape->channels)) return JATO_OK;
  uint64_t bits = depth * (uint64_t)png_get_channels(r->png, r->info) * shape->width;
  uint64_t bytes = (bits + 7) / 8 * shape->height;
  if (bytes / DEFLATE_MOST <= r->source->length) return JATO_OK;
  return jx_fail(error, JATO_E_FILE,
                 "%s: byte 16: claims %llu x %llu, for which %zu bytes are too few; is the file "
                 "damaged or cut off?",
                 r->source->name, (unsigned long long)shape->width,
                 (unsigned long long)shape->height, r->source->length);
}

/* Asks libpng for what a jato_image holds. */
static void choose_shape(const reading *r, jato_image *shape)
{
  int type = png_get_color_type(r->png, r->info);
  int has_key = png_get_valid(r->png, r->info, PNG_INFO_tRNS) != 0;
  png_color_16 white = {0, 255, 255, 255, 255};
  shape->channels = (type & PNG_COLOR_MASK_COLOR) != 0 ? 3 : 1;
  shape->bits =
      type == PNG_COLOR_TYPE_GRAY && png_get_bit_depth(r->png, r->info) == 1 && !has_key ? 1 : 8;
  if (shape->bits == 1) {
    png_set_packing(r->png);     /* a byte for each */
    png_set_invert_mono(r->png); /* 1 is white in PNG */
    return;
  }
  png_set_expand(r->png);
  if (has_key || (type & PNG_COLOR_MASK_ALPHA) != 0)
    png_set_background(r->png, &white, PNG_BACKGROUND_GAMMA_SCREEN, 0, 1);
}

static void read_rows(reading *r)
{
  size_t row_bytes = (size_t)jx_image_row_bytes(r->image);
  int passes = png_set_interlace_handling(r->png);
  png_read_update_info(r->png, r->info);
  if (png_get_rowbytes(r->png, r->info) != row_bytes) png_error(r->png, "rows of another length");
  for (int pass = 0; pass < passes; pass++)
    for (uint64_t y = 0; y < r->image->height; y++)
      png_read_row(r->png, r->image->data + y * row_bytes, NULL);
  png_read_end(r->png, NULL);
}

static jato_status decode(reading *r, jato_error *error)
{
  jato_image shape = {.width = 0};
  if (setjmp(png_jmpbuf(r->png)) != 0) return refuse(r, error);
  png_set_read_fn(r->png, r, take_bytes);
  png_set_user_limits(r->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX); /* jato has its own */
  /* All but sizes, palette, transparency and samples is skipped. */
  png_set_keep_unknown_chunks(r->png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  png_read_info(r->png, r->info);
  choose_shape(r, &shape);
  JX_TRY(check_header(r, &shape, error));
  JX_TRY(jx_image_create(r->source, &shape, &r->image, error));
  read_rows(r);
  return JATO_OK;
}

jato_status jx_png_read(const jx_image_source *source, jato_image **out, jato_error *error)
{
  reading r = {.task = {.allocator = source->allocator}, .source = source};
  *out = NULL;
  r.png = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, &r.task, jx_png_fail, jx_png_warn,
                                   &r.task, jx_png_give, jx_png_take_back);
  if (r.png != NULL) r.info = png_create_info_struct(r.png);
  jato_status status = r.info != NULL ? decode(&r, error)
                                      : jx_fail(error, JATO_E_MEMORY,
                                                "%s: not enough memory to read it", source->name);
  png_destroy_read_struct(&r.png, &r.info, NULL);
  if (status != JATO_OK) jato_image_destroy(&r.image);
  *out = r.image;
  return status;
}
