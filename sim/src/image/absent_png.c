/* Stands in for png/ where libpng is not to be linked. */
#include "image/image.h"

jato_status jx_png_read(const jx_image_source *source, jato_image **out, jato_error *error)
{
  *out = NULL;
  return jx_fail(error, JATO_E_NOT_BUILT,
                 "%s: this build of jato reads no PNG; convert it to PGM or PPM, or build jato "
                 "where libpng-dev is installed",
                 source->name);
}

jato_status jx_png_write(const jato_image *image, jx_bytes *bytes, jato_error *error)
{
  (void)image;
  (void)bytes;
  return jx_fail(
      error, JATO_E_NOT_BUILT,
      "this build of jato writes no PNG; take .pgm or .ppm, or build it where libpng-dev "
      "is installed");
}
