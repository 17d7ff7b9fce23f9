/* The picture that a simulation begins with. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "simulate.h"

/* All of standard input; NULL after a message. */
static unsigned char *read_all(size_t *length)
{
  size_t room = 1 << 16;
  unsigned char *bytes = malloc(room);
  *length = 0;
  while (bytes != NULL) {
    size_t got = fread(bytes + *length, 1, room - *length, stdin);
    *length += got;
    if (got == 0) break;
    if (*length < room) continue;
    unsigned char *more = realloc(bytes, room *= 2);
    if (more == NULL) free(bytes);
    bytes = more;
  }
  if (bytes == NULL) cli_complain("not enough memory for the picture on standard input");
  if (bytes != NULL && ferror(stdin)) {
    cli_complain("standard input: %s", strerror(errno));
    free(bytes);
    bytes = NULL;
  }
  return bytes;
}

int cli_read_picture(const char *path, jato_image **out)
{
  jato_error error;
  size_t length;
  if (strcmp(path, "-") != 0) {
    jato_status status = jato_image_load(path, NULL, out, &error);
    return status == JATO_OK ? CLI_DONE : cli_complain_of(status, &error);
  }
  unsigned char *bytes = read_all(&length);
  if (bytes == NULL) return CLI_FILE;
  jato_status status = jato_image_read(bytes, length, "standard input", NULL, out, &error);
  free(bytes);
  return status == JATO_OK ? CLI_DONE : cli_complain_of(status, &error);
}
