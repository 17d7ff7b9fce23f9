/* The pictures of a simulation, and where they are written to. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/files/beside.h"
#include "simulate.h"

static bool is_standard_output(const char *path) { return strcmp(path, "-") == 0; }

static bool is_movie(const char *path)
{
  const char *dot = strrchr(path, '.');
  return dot != NULL && strcasecmp(dot, ".gif") == 0;
}

int cli_film_begin(const cli_simulate_request *asked, const jato_simulation *simulation,
                   cli_film *film)
{
  jato_simulation_info facts = *jato_simulation_get_info(simulation);
  jato_image_format format;
  jato_error error;
  *film = (cli_film){.output = asked->output, .is_diagram = facts.height == 1};
  if (film->output == NULL) return CLI_DONE;
  film->is_movie = is_movie(film->output);
  if (!is_standard_output(film->output) && !film->is_movie) {
    jato_status status = jato_image_format_of(film->output, &format, &error);
    if (status != JATO_OK) return cli_complain_of(status, &error);
  }
  film->row_bytes = facts.width * facts.height * (uint64_t)facts.channels;
  film->image = (jato_image){.width = facts.width,
                             .height = film->is_diagram ? asked->iterations + 1 : facts.height,
                             .channels = facts.channels,
                             .bits = facts.bits};
  if (asked->rank > 0) return CLI_DONE; /* it has a part of the picture to give, and no more */
  uint64_t pictures = film->is_diagram ? film->image.height : 1;
  if (pictures <= SIZE_MAX / film->row_bytes)
    film->image.data = malloc((size_t)(pictures * film->row_bytes));
  if (film->image.data != NULL) return CLI_DONE;
  cli_complain("not enough memory for a picture of %" PRIu64 " x %" PRIu64 " pixels",
               film->image.width, film->image.height);
  return CLI_FAILED;
}

uint64_t cli_film_next(const cli_film *film, const cli_simulate_request *asked, uint64_t done,
                       uint64_t left)
{
  uint64_t interval = asked->every == 0 && asked->history != NULL ? 1 : asked->every;
  if (film->output == NULL && asked->history == NULL) return left;
  if (film->is_diagram && film->output != NULL) return left > 0 ? 1 : 0;
  if (interval == 0) return left;
  uint64_t until = interval - done % interval;
  return until < left ? until : left;
}

/* As cli_beside_open: the library itself replaces any file. */
static bool may_replace(const char *path)
{
  if (!cli_beside_is_of_run(path)) return true;
  errno = EEXIST;
  cli_complain("--output %s: %s", path, cli_beside_why(path));
  return false;
}

static int save(const jato_image *image, const char *path)
{
  jato_error error;
  jato_bytes *bytes = NULL;
  jato_status status;
  if (!is_standard_output(path)) {
    if (!may_replace(path)) return CLI_FILE;
    status = jato_image_save(image, path, 0, NULL, &error);
    return status == JATO_OK ? CLI_DONE : cli_complain_of(status, &error);
  }
  status = jato_image_encode(image, JATO_IMAGE_PNM, 0, NULL, &bytes, &error);
  if (status != JATO_OK) return cli_complain_of(status, &error);
  bool written =
      fwrite(bytes->data, 1, bytes->length, stdout) == bytes->length && fflush(stdout) == 0;
  jato_bytes_destroy(&bytes);
  if (written) return CLI_DONE;
  cli_complain("standard output: %s", strerror(errno));
  return CLI_FILE;
}

/* annealing-100.png */
static int save_numbered(const cli_film *film, uint64_t number)
{
  char path[4096];
  const char *dot = strrchr(film->output, '.');
  int length = snprintf(path, sizeof path, "%.*s-%" PRIu64 "%s", (int)(dot - film->output),
                        film->output, number, dot);
  if (length > 0 && (size_t)length < sizeof path) return save(&film->image, path);
  cli_complain("--output %.60s...: too long", film->output);
  return CLI_USAGE;
}

/* Puts the present into the movie, unless it is there already. */
static int add_frame(cli_film *film, uint64_t done)
{
  jato_error error;
  if (film->movie != NULL && film->last_frame == done) return CLI_DONE;
  jato_status status = film->movie == NULL
                           ? jato_film_create(&film->image, NULL, &film->movie, &error)
                           : jato_film_add(film->movie, &film->image, &error);
  film->last_frame = done;
  return status == JATO_OK ? CLI_DONE : cli_complain_of(status, &error);
}

int cli_film_take(cli_film *film, const cli_simulate_request *asked, jato_simulation *simulation,
                  uint64_t done)
{
  jato_error error;
  if (film->output == NULL) return CLI_DONE;
  unsigned char *to = film->image.data;
  if (film->is_diagram) to += film->rows_drawn++ * film->row_bytes;
  jato_status status = jato_simulation_draw(simulation, to, &error);
  if (status != JATO_OK) return cli_complain_of(status, &error);
  film->done = done;
  if (asked->rank > 0) return CLI_DONE;
  bool is_due = asked->every > 0 && !film->is_diagram && done % asked->every == 0;
  if (!is_due) return CLI_DONE;
  return film->is_movie ? add_frame(film, done) : save_numbered(film, done);
}

/* The end is the last frame, whether it was due or not. */
static int write_movie(cli_film *film)
{
  jato_error error;
  int code = add_frame(film, film->done);
  if (code != CLI_DONE) return code;
  if (!may_replace(film->output)) return CLI_FILE;
  jato_status status = jato_film_save(film->movie, film->output, &error);
  return status == JATO_OK ? CLI_DONE : cli_complain_of(status, &error);
}

int cli_film_write(cli_film *film)
{
  if (film->output == NULL) return CLI_DONE;
  if (film->is_diagram) film->image.height = film->rows_drawn;
  return film->is_movie ? write_movie(film) : save(&film->image, film->output);
}

void cli_film_end(cli_film *film)
{
  jato_film_destroy(&film->movie);
  free(film->image.data);
  film->image.data = NULL;
}
