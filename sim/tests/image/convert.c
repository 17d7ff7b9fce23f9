/* convert IN OUT [IN OUT ...]: reads each image and writes it again, plain where it is no PNG. */
#include <stdio.h>

#include "jato/image.h"

static jato_status convert(const char *from, const char *to, jato_error *error)
{
  jato_image *image = NULL;
  jato_image_format format;
  jato_status status = jato_image_load(from, NULL, &image, error);
  if (status == JATO_OK) status = jato_image_format_of(to, &format, error);
  if (status == JATO_OK) status = jato_image_save(image, to, format != JATO_IMAGE_PNG, NULL, error);
  jato_image_destroy(&image);
  return status;
}

int main(int argc, char **argv)
{
  jato_error error;
  for (int i = 1; i + 1 < argc; i += 2)
    if (convert(argv[i], argv[i + 1], &error) != JATO_OK) {
      (void)fprintf(stderr, "convert: %s\n", error.text);
      return 1;
    }
  return 0;
}
