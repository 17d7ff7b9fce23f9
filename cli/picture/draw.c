#include "drawing/output.h"
#include "picture/pictures.h"

/* A picture, and the run that it is of. */
typedef struct picture {
  cli_draw draw;
  const cli_data *data;
} picture;

static int write_picture(FILE *script, const cli_canvas *canvas, const void *subject)
{
  const picture *of = subject;
  return of->draw(script, canvas, of->data);
}

int cli_draw_to_file(cli_draw draw, const cli_canvas *canvas, const cli_data *data, FILE **drawing)
{
  return cli_output_draw(write_picture, canvas, &(picture){draw, data}, drawing);
}
