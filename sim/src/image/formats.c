/* The public calls on files of images: which format it is. */
#include "image/image.h"

#include <string.h>
#include <strings.h>

/* The most bytes of a file: plain PPM has up to four for a sample. */
#define FILE_MOST ((uint64_t)5 * JX_IMAGE_MOST)

/* ---- Reading ---- */

static jato_status refuse_start(const jx_image_source *source, jato_error *error)
{
  const unsigned char *b = source->bytes;
  if (source->length < 2)
    return jx_fail(error, JATO_E_FILE, "%s: %s; an image is needed", source->name,
                   source->length == 0 ? "is empty" : "has one byte");
  return jx_fail(error, JATO_E_FILE,
                 "%s: begins with the bytes 0x%02x 0x%02x, which is neither PBM, PGM, PPM (P1 to "
                 "P6) nor PNG; convert it to one of them",
                 source->name, b[0], b[1]);
}

static jato_status read_source(const jx_image_source *source, jato_image **out, jato_error *error)
{
  const unsigned char *b = source->bytes;
  if (source->length >= 2 && b[0] == 'P' && b[1] >= '1' && b[1] <= '6')
    return jx_netpbm_read(source, out, error);
  if (source->length >= 2 && b[0] == 0x89 && b[1] == 'P') return jx_png_read(source, out, error);
  return refuse_start(source, error);
}

jato_status jato_image_read(const void *bytes, size_t length, const char *name,
                            const jato_allocator *allocator, jato_image **out, jato_error *error)
{
  jato_allocator memory = jx_allocator_or_default(allocator);
  jx_image_source source = {bytes, length, name != NULL ? name : "image", &memory};
  JX_CLEAR_OUT(out, "image", error);
  if (bytes == NULL && length > 0)
    return jx_fail(error, JATO_E_ARGUMENT, "the bytes of an image are needed");
  return read_source(&source, out, error);
}

jato_status jato_image_load(const char *path, const jato_allocator *allocator, jato_image **out,
                            jato_error *error)
{
  jato_allocator memory = jx_allocator_or_default(allocator);
  size_t most = FILE_MOST < SIZE_MAX / 4 ? (size_t)FILE_MOST : SIZE_MAX / 4, length = 0;
  char *bytes = NULL;
  JX_CLEAR_OUT(out, "image", error);
  if (path == NULL) return jx_fail(error, JATO_E_ARGUMENT, "the path of an image is needed");
  JX_TRY(jx_file_read_path(path, most, &memory, &bytes, &length, error));
  jato_status status = jato_image_read(bytes, length, path, allocator, out, error);
  jx_release(&memory, bytes);
  return status;
}

/* ---- Writing ---- */

static const char *const extensions[] = {"pnm", "pbm", "pgm", "ppm", "png"}; /* by format */
enum { FORMATS = sizeof extensions / sizeof extensions[0] };

jato_status jato_image_format_of(const char *path, jato_image_format *out, jato_error *error)
{
  if (path == NULL || out == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "a path and a place for its format are needed");
  const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
  const char *point = strrchr(name, '.'), *extension = point != NULL ? point + 1 : "";
  jx_nearest nearest = jx_nearest_to(jx_text_of(extension));
  for (int i = 0; i < FORMATS; i++) {
    jx_nearest_offer(&nearest, extensions[i]);
    if (strcasecmp(extension, extensions[i]) != 0) continue;
    *out = (jato_image_format)i;
    return JATO_OK;
  }
  if (nearest.name != NULL)
    return jx_fail(error, JATO_E_NAME,
                   "%s: no image format has the extension .%.32s; did you mean "
                   ".%s?",
                   path, extension, nearest.name);
  return jx_fail(error, JATO_E_NAME,
                 "%s: %s%.32s is not an image format; take .pbm, .pgm, .ppm, .pnm or "
                 ".png",
                 path, point != NULL ? "." : "no extension", extension);
}

/* What the format loses, it does not take. */
static jato_status check_format(const jato_image *image, jato_image_format format, int plain,
                                jato_error *error)
{
  if ((int)format < 0 || (int)format >= FORMATS)
    return jx_fail(error, JATO_E_ARGUMENT, "%d is not an image format", (int)format);
  if (plain && format == JATO_IMAGE_PNG)
    return jx_fail(error, JATO_E_ARGUMENT, "PNG has no plain variant; take .pbm, .pgm or .ppm");
  if (format == JATO_IMAGE_PBM && image->bits != 1)
    return jx_fail(
        error, JATO_E_ARGUMENT, "PBM holds bitmaps alone, and this image %s; take %s or .png",
        image->channels == 1 ? "is grey" : "has colours", image->channels == 1 ? ".pgm" : ".ppm");
  if (format == JATO_IMAGE_PGM && image->channels != 1)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "PGM holds no colours, which this image has; take .ppm or .png");
  return JATO_OK;
}

static jato_image_format smallest_format(const jato_image *image)
{
  if (image->channels != 1) return JATO_IMAGE_PPM;
  return image->bits == 1 ? JATO_IMAGE_PBM : JATO_IMAGE_PGM;
}

jato_status jato_image_encode(const jato_image *image, jato_image_format format, bool plain,
                              const jato_allocator *allocator, jato_bytes **out, jato_error *error)
{
  jato_allocator memory = jx_allocator_or_default(allocator);
  JX_CLEAR_OUT(out, "bytes", error);
  JX_TRY(jx_image_check(image, error));
  JX_TRY(check_format(image, format, plain, error));
  if (format == JATO_IMAGE_PNM) format = smallest_format(image);
  jx_bytes *bytes = jx_allocate(&memory, 1, sizeof *bytes);
  if (bytes == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory to write an image");
  bytes->allocator = memory;
  *out = &bytes->head;
  jato_status status = format == JATO_IMAGE_PNG
                           ? jx_png_write(image, bytes, error)
                           : jx_netpbm_write(image, format, plain, bytes, error);
  if (status != JATO_OK) jato_bytes_destroy(out);
  return status;
}

jato_status jx_image_write_file(const char *path, const jato_bytes *bytes,
                                const jato_allocator *allocator, jato_error *error)
{
  int code = jx_file_replace(path, bytes->data, bytes->length, allocator);
  if (code == 0) return JATO_OK;
  return jx_fail(error, JATO_E_FILE, "%s: %s", path, jx_system_reason(code).text);
}

jato_status jato_image_save(const jato_image *image, const char *path, bool plain,
                            const jato_allocator *allocator, jato_error *error)
{
  jato_image_format format = JATO_IMAGE_PNM;
  jato_bytes *bytes = NULL;
  jato_allocator memory = jx_allocator_or_default(allocator);
  JX_TRY(jato_image_format_of(path, &format, error));
  jato_status status = jato_image_encode(image, format, plain, allocator, &bytes, error);
  if (bytes != NULL) status = jx_image_write_file(path, bytes, &memory, error);
  jato_bytes_destroy(&bytes);
  return status;
}
