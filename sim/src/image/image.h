/* What the readers and writers of images share. */
#pragma once

#include "jato/image.h"
#include "private/private.h"

/* The most samples (width x height x channels) of an image. */
#define JX_IMAGE_MOST ((uint64_t)1 << 34)

/* What is read. */
typedef struct jx_image_source {
  const unsigned char *bytes; /* [length] */
  size_t length;
  const char *name; /* begins every message */
  const jato_allocator *allocator;
} jx_image_source;

/* An image as *shape, whose data are ignored, with data of zeros. Fails with JATO_E_FILE for a size
 * that no image has and with JATO_E_MEMORY. The reader makes sure first that there are bytes enough
 * to fill it. */
jato_status jx_image_create(const jx_image_source *source, const jato_image *shape,
                            jato_image **out, jato_error *error);

/* Whether an image may have that size. */
int jx_image_may_be(uint64_t width, uint64_t height, int channels);

static inline uint64_t jx_image_row_bytes(const jato_image *image)
{
  return image->width * (uint64_t)image->channels;
}

/* Bytes that grow while a file is written to memory. */
typedef struct jx_bytes {
  jato_bytes head; /* first: a jato_bytes * of the public calls is a jx_bytes * */
  jato_allocator allocator;
  size_t room;
} jx_bytes;

/* Makes room for `more` bytes behind those that are there. Returns 0 without memory. */
int jx_bytes_reserve(jx_bytes *bytes, size_t more);

/* Each reads one image of its format; *out is NULL where it fails. */
jato_status jx_netpbm_read(const jx_image_source *source, jato_image **out, jato_error *error);
jato_status jx_png_read(const jx_image_source *source, jato_image **out, jato_error *error);

/* Each appends one image of its format, which is one that can hold the image, to *bytes. */
jato_status jx_netpbm_write(const jato_image *image, jato_image_format format, int plain,
                            jx_bytes *bytes, jato_error *error);
jato_status jx_png_write(const jato_image *image, jx_bytes *bytes, jato_error *error);

/* An animated GIF on its way to *bytes, which outlive it: begin, with the size and the palette of
 * *shape, add images of that shape, end, which releases it, after a failure, too; NULL is fine. */
typedef struct jx_gif jx_gif;
jato_status jx_gif_begin(const jato_image *shape, jx_bytes *bytes, jx_gif **out, jato_error *error);
jato_status jx_gif_add(jx_gif *gif, const jato_image *image, jato_error *error);
jato_status jx_gif_end(jx_gif **gif, jato_error *error);

/* Fails with JATO_E_ARGUMENT for an image that is not well formed. */
jato_status jx_image_check(const jato_image *image, jato_error *error);

/* Fails with JATO_E_FILE. */
jato_status jx_image_write_file(const char *path, const jato_bytes *bytes,
                                const jato_allocator *allocator, jato_error *error);
