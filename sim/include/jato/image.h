/* Images: pictures that simulators read and write, in the Netpbm formats and PNG. In
 * libjato_sim. */
#ifndef JATO_IMAGE_H
#define JATO_IMAGE_H

#include <jato/base.h>

JATO_C_BEGIN

/* ---- Images -------------------------------------------------------------------------------------
 */

/* A bitmap, a grey image or one in colours. To write one, fill it in; `data` then remains the
 * caller's. Never gets more members. width and height are at least 1, width x height x channels is
 * at most 2^34. */
typedef struct jato_image {
  uint64_t width, height;
  int channels;        /* 1: bitmap or grey; 3: red, green, blue */
  int bits;            /* 1: a bitmap of 0 and 1, where 1 is black; 8: 0 is black, 255 is white */
  unsigned char *data; /* [height][width][channels], one byte each, the top row first */
} jato_image;

/* Reads the image in bytes[length], which messages call `name` (NULL: "image"); its first bytes say
 * what it is. PBM, PGM and PPM (P1 to P6; one image and nothing else but white space behind it):
 * a value v of a maxval m becomes 255 v / m, rounded to the nearest, halves up. PNG with up to 8
 * bits for a sample: grey without transparency and with 1 bit is a bitmap; a palette becomes
 * colours; what is transparent is laid over white; gamma and colour profiles are ignored. Fails
 * with JATO_E_FILE, naming the byte (counted from 0) where the image ends too early or is not well
 * formed; with JATO_E_NOT_BUILT for PNG if this build cannot read it; and with JATO_E_MEMORY. No
 * more memory is taken than so many bytes can fill. On success *out belongs to the caller. */
JATO_API jato_status jato_image_read(const void *bytes, size_t length, const char *name,
                                     const jato_allocator *allocator, jato_image **out,
                                     jato_error *error);

/* The same for the file at `path`. */
JATO_API jato_status jato_image_load(const char *path, const jato_allocator *allocator,
                                     jato_image **out, jato_error *error);

/* Frees what jato_image_read or jato_image_load returned, and sets *image to NULL. NULL and a
 * pointer to NULL are allowed. */
JATO_API void jato_image_destroy(jato_image **image);

typedef enum jato_image_format {
  JATO_IMAGE_PNM = 0, /* PBM, PGM or PPM: the first of them that can hold the image */
  JATO_IMAGE_PBM,     /* bitmaps */
  JATO_IMAGE_PGM,     /* grey, and bitmaps in black and white */
  JATO_IMAGE_PPM,     /* colours, and all others */
  JATO_IMAGE_PNG      /* all; a bitmap is grey with 1 bit */
} jato_image_format;

/* The format of a path that ends in .pbm, .pgm, .ppm, .pnm or .png, in capitals or not. Fails with
 * JATO_E_NAME for any other, suggesting the nearest one. */
JATO_API jato_status jato_image_format_of(const char *path, jato_image_format *out,
                                          jato_error *error);

/* Bytes that belong to the caller. */
typedef struct jato_bytes {
  unsigned char *data; /* [length] */
  size_t length;
} jato_bytes;

/* Writes the image to memory as its file would be. `plain`: as text (P1, P2, P3), which
 * PNG has not. Fails with JATO_E_ARGUMENT for an image that is not well formed or that the format
 * cannot hold without loss; with JATO_E_NOT_BUILT for PNG if this build cannot write it; and with
 * JATO_E_MEMORY. On success *out belongs to the caller. */
JATO_API jato_status jato_image_encode(const jato_image *image, jato_image_format format,
                                       bool plain, const jato_allocator *allocator,
                                       jato_bytes **out, jato_error *error);

/* Frees bytes, and sets *bytes to NULL. NULL and a pointer to NULL are allowed. */
JATO_API void jato_bytes_destroy(jato_bytes **bytes);

/* Writes the image to the file at `path`, in the format of its extension; a file that is there is
 * overwritten. Fails as jato_image_format_of and jato_image_encode do, before anything is written,
 * and with JATO_E_FILE. */
JATO_API jato_status jato_image_save(const jato_image *image, const char *path, bool plain,
                                     const jato_allocator *allocator, jato_error *error);

/* ---- Films --------------------------------------------------------------------------------------
 */

/* Images of one shape one after the other, as an animated GIF: 25 of them a second, again and
 * again. A film belongs to one thread at a time. */
typedef struct jato_film jato_film;

/* Begins with an image, a bitmap or a grey one, whose data are copied. Fails with JATO_E_ARGUMENT
 * for one that GIF cannot hold without loss, with JATO_E_NOT_BUILT if this build has no GIF, and
 * with JATO_E_MEMORY. On success *out belongs to the caller. */
JATO_API jato_status jato_film_create(const jato_image *first, const jato_allocator *allocator,
                                      jato_film **out, jato_error *error);

/* Adds an image of the same shape. */
JATO_API jato_status jato_film_add(jato_film *film, const jato_image *image, jato_error *error);

/* Writes the film to the file at `path`; a file that is there is overwritten, and no image can be
 * added any more. Fails with JATO_E_FILE and JATO_E_MEMORY. */
JATO_API jato_status jato_film_save(jato_film *film, const char *path, jato_error *error);

/* Frees the film, and sets *film to NULL. NULL and a pointer to NULL are allowed. */
JATO_API void jato_film_destroy(jato_film **film);

JATO_C_END
#endif
