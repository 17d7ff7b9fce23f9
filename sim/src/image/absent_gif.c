/* Stands in for gif/ where giflib is not to be linked. */
#include "image/image.h"

jato_status jx_gif_begin(const jato_image *shape, jx_bytes *bytes, jx_gif **out, jato_error *error)
{
  (void)shape;
  (void)bytes;
  *out = NULL;
  return jx_fail(error, JATO_E_NOT_BUILT,
                 "this build of jato writes no GIF; take .png, .pgm or .ppm, or build it where "
                 "libgif-dev is installed");
}

jato_status jx_gif_add(jx_gif *gif, const jato_image *image, jato_error *error)
{
  (void)gif;
  (void)image;
  return jx_fail(error, JATO_E_NOT_BUILT, "this build of jato writes no GIF");
}

jato_status jx_gif_end(jx_gif **gif, jato_error *error)
{
  (void)error;
  *gif = NULL;
  return JATO_OK;
}
