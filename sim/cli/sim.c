/* What other commands of the program ask of libjato_sim. */
#include "sim/sim.h"

#include "simulate.h"

int cli_sim_check(void) { return CLI_DONE; }

int cli_sim_find(size_t index, jato_entry *entry) { return jato_simulator_find(index, entry); }

jato_status cli_sim_try_png(jato_error *error)
{
  jato_bytes *bytes = NULL;
  unsigned char grey = 0;
  jato_image image = {.width = 1, .height = 1, .channels = 1, .bits = 8, .data = &grey};
  jato_status status = jato_image_encode(&image, JATO_IMAGE_PNG, 0, NULL, &bytes, error);
  jato_bytes_destroy(&bytes);
  return status;
}

jato_status cli_sim_try_gif(jato_error *error)
{
  jato_film *film = NULL;
  unsigned char grey = 0;
  jato_image image = {.width = 1, .height = 1, .channels = 1, .bits = 8, .data = &grey};
  jato_status status = jato_film_create(&image, NULL, &film, error);
  jato_film_destroy(&film);
  return status;
}
