/* An image in memory, and the bytes of a file: whose they are, and what an image may be. */
#include "image/image.h"

#include <string.h>

typedef struct image_block {
  jato_image image; /* first: a jato_image * of the public calls is an image_block * */
  jato_allocator allocator;
  unsigned char data[];
} image_block;

/* ---- Memory ---- */

int jx_image_may_be(uint64_t width, uint64_t height, int channels)
{
  return width > 0 && height > 0 && width <= JX_IMAGE_MOST && height <= JX_IMAGE_MOST / width &&
         width * height <= JX_IMAGE_MOST / (uint64_t)channels;
}

jato_status jx_image_create(const jx_image_source *source, const jato_image *shape,
                            jato_image **out, jato_error *error)
{
  unsigned long long width = shape->width, height = shape->height;
  *out = NULL;
  if (!jx_image_may_be(shape->width, shape->height, shape->channels))
    return jx_fail(error, JATO_E_FILE,
                   "%s: a size of %llu x %llu; width and height are at least 1, and width x height "
                   "x channels is at most 2^34",
                   source->name, width, height);
  uint64_t samples = jx_image_row_bytes(shape) * shape->height;
  image_block *block = NULL;
  if (samples <= SIZE_MAX - sizeof *block)
    block = jx_allocate(source->allocator, sizeof *block + (size_t)samples, 1);
  if (block == NULL)
    return jx_fail(error, JATO_E_MEMORY, "%s: not enough memory for an image of %llu x %llu",
                   source->name, width, height);
  block->image = *shape;
  block->image.data = block->data;
  block->allocator = *source->allocator;
  *out = &block->image;
  return JATO_OK;
}

void jato_image_destroy(jato_image **image)
{
  if (image == NULL || *image == NULL) return;
  jato_allocator allocator = ((image_block *)*image)->allocator;
  jx_release(&allocator, *image);
  *image = NULL;
}

int jx_bytes_reserve(jx_bytes *bytes, size_t more)
{
  size_t used = bytes->head.length, wanted = bytes->room;
  if (more <= bytes->room - used) return 1;
  if (more > SIZE_MAX / 2 - used) return 0;
  if (used + more > 2 * wanted)
    wanted = used + more;
  else
    wanted *= 2;
  unsigned char *larger = jx_allocate(&bytes->allocator, wanted, 1);
  if (larger == NULL) return 0;
  if (used > 0) memcpy(larger, bytes->head.data, used);
  jx_release(&bytes->allocator, bytes->head.data);
  bytes->head.data = larger;
  bytes->room = wanted;
  return 1;
}

void jato_bytes_destroy(jato_bytes **bytes)
{
  if (bytes == NULL || *bytes == NULL) return;
  jato_allocator allocator = ((jx_bytes *)*bytes)->allocator;
  jx_release(&allocator, (*bytes)->data);
  jx_release(&allocator, *bytes);
  *bytes = NULL;
}

/* ---- What is well formed ---- */

/* A bitmap has 0 and 1: any other value could be meant as white or as black. */
static jato_status check_bitmap(const jato_image *image, jato_error *error)
{
  uint64_t count = image->width * image->height, i = 0;
  while (i < count && image->data[i] <= 1) i++;
  if (i == count) return JATO_OK;
  return jx_fail(error, JATO_E_ARGUMENT,
                 "the bitmap is %d in row %llu, column %llu; it has 0 (white) and 1 (black)",
                 image->data[i], (unsigned long long)(i / image->width),
                 (unsigned long long)(i % image->width));
}

jato_status jx_image_check(const jato_image *image, jato_error *error)
{
  if (image == NULL || image->data == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "an image with data is needed");
  int is_known = image->bits == 1
                     ? image->channels == 1
                     : image->bits == 8 && (image->channels == 1 || image->channels == 3);
  if (!is_known)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "an image of %d channels with %d bits; take 1 with 1 bit, or 1 or 3 with 8 bits",
                   image->channels, image->bits);
  if (!jx_image_may_be(image->width, image->height, image->channels))
    return jx_fail(error, JATO_E_ARGUMENT,
                   "an image of %llu x %llu; width and height are at least 1, and width x height x "
                   "channels is at most 2^34",
                   (unsigned long long)image->width, (unsigned long long)image->height);
  return image->bits == 1 ? check_bitmap(image, error) : JATO_OK;
}
