/* The public calls on films: images of one shape, one after the other. */
#include "image/image.h"

struct jato_film {
  jato_allocator allocator;
  jx_bytes bytes;
  jato_image shape; /* of its images; without data */
  jx_gif *gif;      /* NULL once it was ended */
};

/* Widths and heights have 16 bits. */
#define SIDE_MOST 65535

static jato_status check_shape(const jato_image *shape, jato_error *error)
{
  if (shape->channels != 1)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "GIF holds 256 colours, and this image may have more; take .ppm or .png");
  if (shape->width <= SIDE_MOST && shape->height <= SIDE_MOST) return JATO_OK;
  return jx_fail(error, JATO_E_ARGUMENT,
                 "GIF has at most %d rows and columns, and this image has %llu x %llu; take .png",
                 SIDE_MOST, (unsigned long long)shape->width, (unsigned long long)shape->height);
}

jato_status jato_film_create(const jato_image *first, const jato_allocator *allocator,
                             jato_film **out, jato_error *error)
{
  jato_allocator memory = jx_allocator_or_default(allocator);
  JX_CLEAR_OUT(out, "film", error);
  JX_TRY(jx_image_check(first, error));
  JX_TRY(check_shape(first, error));
  jato_film *film = jx_allocate(&memory, 1, sizeof *film);
  if (film == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory for a film");
  film->allocator = film->bytes.allocator = memory;
  film->shape = *first;
  film->shape.data = NULL;
  jato_status status = jx_gif_begin(first, &film->bytes, &film->gif, error);
  if (status == JATO_OK) status = jx_gif_add(film->gif, first, error);
  *out = film;
  if (status != JATO_OK) jato_film_destroy(out);
  return status;
}

jato_status jato_film_add(jato_film *film, const jato_image *image, jato_error *error)
{
  JX_TRY(jx_image_check(image, error));
  if (film == NULL || film->gif == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "a film is needed that has not been saved yet");
  const jato_image *shape = &film->shape;
  if (image->width != shape->width || image->height != shape->height ||
      image->channels != shape->channels || image->bits != shape->bits)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "an image of %llu x %llu with %d bits does not go into a film of %llu x %llu "
                   "with %d bits",
                   (unsigned long long)image->width, (unsigned long long)image->height, image->bits,
                   (unsigned long long)shape->width, (unsigned long long)shape->height,
                   shape->bits);
  return jx_gif_add(film->gif, image, error);
}

jato_status jato_film_save(jato_film *film, const char *path, jato_error *error)
{
  if (film == NULL || path == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "a film and a path are needed");
  JX_TRY(jx_gif_end(&film->gif, error));
  return jx_image_write_file(path, &film->bytes.head, &film->allocator, error);
}

void jato_film_destroy(jato_film **address)
{
  if (address == NULL || *address == NULL) return;
  jato_film *film = *address;
  jato_allocator allocator = film->allocator;
  (void)jx_gif_end(&film->gif, NULL);
  jx_release(&allocator, film->bytes.head.data);
  jx_release(&allocator, film);
  *address = NULL;
}
