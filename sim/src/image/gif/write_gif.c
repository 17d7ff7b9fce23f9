/* Animated GIF written by giflib: one palette for all frames, so that a bitmap or a grey image
 * keeps every value. */
#include "image/image.h"

#include <gif_lib.h>
#include <string.h>

/* Frames are shown 1/25 s each; GIF counts hundredths. */
#define HUNDREDTHS 4

struct jx_gif {
  jx_bytes *bytes;
  GifFileType *file;
  int refused; /* there was no memory for the bytes */
};

static int put_bytes(GifFileType *file, const GifByteType *from, int count)
{
  jx_gif *gif = file->UserData;
  if (!jx_bytes_reserve(gif->bytes, (size_t)count)) {
    gif->refused = 1;
    return 0;
  }
  memcpy(gif->bytes->head.data + gif->bytes->head.length, from, (size_t)count);
  gif->bytes->head.length += (size_t)count;
  return count;
}

static jato_status refuse(const jx_gif *gif, int code, jato_error *error)
{
  const char *words = GifErrorString(code);
  if (gif->refused || code == E_GIF_ERR_NOT_ENOUGH_MEM)
    return jx_fail(error, JATO_E_MEMORY, "not enough memory to write a GIF");
  return jx_fail(error, JATO_E_ARGUMENT, "giflib did not write the image: %s; take .png",
                 words != NULL ? words : "it does not say why");
}

/* White and black, or all greys; a bitmap's 1 is black. */
static ColorMapObject *make_palette(const jato_image *shape)
{
  int colours = shape->bits == 1 ? 2 : 256;
  ColorMapObject *palette = GifMakeMapObject(colours, NULL);
  for (int i = 0; palette != NULL && i < colours; i++) {
    GifByteType grey = (GifByteType)(shape->bits == 1 ? 255 * (1 - i) : i);
    palette->Colors[i] = (GifColorType){grey, grey, grey};
  }
  return palette;
}

/* The extension by which viewers begin again at the end. */
static int put_loop(GifFileType *file)
{
  static const unsigned char for_ever[] = {1, 0, 0};
  return EGifPutExtensionLeader(file, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
         EGifPutExtensionBlock(file, 11, "NETSCAPE2.0") == GIF_OK &&
         EGifPutExtensionBlock(file, sizeof for_ever, for_ever) == GIF_OK &&
         EGifPutExtensionTrailer(file) == GIF_OK;
}

jato_status jx_gif_begin(const jato_image *shape, jx_bytes *bytes, jx_gif **out, jato_error *error)
{
  int code = E_GIF_ERR_NOT_ENOUGH_MEM;
  jx_gif *gif = jx_allocate(&bytes->allocator, 1, sizeof *gif);
  *out = gif;
  if (gif == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory to write a GIF");
  gif->bytes = bytes;
  gif->file = EGifOpen(gif, put_bytes, &code);
  ColorMapObject *palette = make_palette(shape);
  int begun = gif->file != NULL && palette != NULL;
  if (begun) {
    EGifSetGifVersion(gif->file, true); /* 89a, which has what follows */
    begun = EGifPutScreenDesc(gif->file, (int)shape->width, (int)shape->height, 8, 0, palette) ==
                GIF_OK &&
            put_loop(gif->file);
    code = gif->file->Error;
  }
  GifFreeMapObject(palette);
  return begun ? JATO_OK : refuse(gif, code, error);
}

jato_status jx_gif_add(jx_gif *gif, const jato_image *image, jato_error *error)
{
  static const unsigned char timing[] = {0, HUNDREDTHS, 0, 0};
  GifFileType *file = gif->file;
  int put =
      EGifPutExtension(file, GRAPHICS_EXT_FUNC_CODE, sizeof timing, timing) == GIF_OK &&
      EGifPutImageDesc(file, 0, 0, (int)image->width, (int)image->height, false, NULL) == GIF_OK;
  for (uint64_t y = 0; put && y < image->height; y++)
    put = EGifPutLine(file, image->data + y * image->width, (int)image->width) == GIF_OK;
  return put ? JATO_OK : refuse(gif, file->Error, error);
}

jato_status jx_gif_end(jx_gif **address, jato_error *error)
{
  jx_gif *gif = *address;
  int code = 0;
  if (gif == NULL) return JATO_OK;
  int closed = gif->file == NULL || EGifCloseFile(gif->file, &code) == GIF_OK;
  jato_status status = closed ? JATO_OK : refuse(gif, code, error);
  jx_release(&gif->bytes->allocator, gif);
  *address = NULL;
  return status;
}
