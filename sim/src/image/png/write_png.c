/* PNG written by libpng; as in read_png.c, it leaves by longjmp where it fails. */
#include "image/image.h"

#include <setjmp.h>
#include <string.h>

#include "image/png/memory.h"

typedef struct writing {
  jx_png_task task; /* first: libpng's pointers lead here */
  jx_bytes *bytes;
  png_structp png;
  png_infop info;
} writing;

static void put_bytes(png_structp png, png_bytep from, size_t count)
{
  writing *w = png_get_io_ptr(png);
  if (!jx_bytes_reserve(w->bytes, count)) {
    w->task.refused = 1;
    png_error(png, "no memory");
  }
  memcpy(w->bytes->head.data + w->bytes->head.length, from, count);
  w->bytes->head.length += count;
}

static void flush_nothing(png_structp png) { (void)png; }

static jato_status refuse(const writing *w, jato_error *error)
{
  if (w->task.refused) return jx_fail(error, JATO_E_MEMORY, "not enough memory to write a PNG");
  return jx_fail(error, JATO_E_ARGUMENT, "libpng did not write the image: %s; take .ppm",
                 w->task.words);
}

static jato_status encode(writing *w, const jato_image *image, jato_error *error)
{
  int type = image->channels == 3 ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_GRAY;
  if (setjmp(png_jmpbuf(w->png)) != 0) return refuse(w, error);
  png_set_write_fn(w->png, w, put_bytes, flush_nothing);
  png_set_user_limits(w->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_IHDR(w->png, w->info, (png_uint_32)image->width, (png_uint_32)image->height, image->bits,
               type, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_BASE, PNG_FILTER_TYPE_BASE);
  png_write_info(w->png, w->info);
  if (image->bits == 1) {
    png_set_packing(w->png);
    png_set_invert_mono(w->png); /* 1 is white in PNG */
  }
  for (uint64_t y = 0; y < image->height; y++)
    png_write_row(w->png, image->data + y * jx_image_row_bytes(image));
  png_write_end(w->png, w->info);
  return JATO_OK;
}

jato_status jx_png_write(const jato_image *image, jx_bytes *bytes, jato_error *error)
{
  writing w = {.task = {.allocator = &bytes->allocator}, .bytes = bytes};
  if (image->width > PNG_UINT_31_MAX || image->height > PNG_UINT_31_MAX)
    return jx_fail(
        error, JATO_E_ARGUMENT,
        "PNG has at most 2^31 - 1 rows and columns, and this image has %llu x %llu; take "
        ".pbm, .pgm or .ppm",
        (unsigned long long)image->width, (unsigned long long)image->height);
  w.png = png_create_write_struct_2(PNG_LIBPNG_VER_STRING, &w.task, jx_png_fail, jx_png_warn,
                                    &w.task, jx_png_give, jx_png_take_back);
  if (w.png != NULL) w.info = png_create_info_struct(w.png);
  jato_status status = w.info != NULL
                           ? encode(&w, image, error)
                           : jx_fail(error, JATO_E_MEMORY, "not enough memory to write a PNG");
  png_destroy_write_struct(&w.png, &w.info);
  return status;
}
