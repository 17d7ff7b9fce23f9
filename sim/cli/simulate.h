/* The options of `jato simulate`, and its parts. */
#pragma once

#include <stdio.h>

#include <jato/simulate.h>

#include "base/command.h"
#include "base/files/beside.h"

typedef struct cli_simulate_request {
  const char *device, *input, *output, *history;
  uint64_t iterations, seed, every;
  bool json, quiet, profile, no_cache;
  int rank; /* of those that make it together: the first one writes pictures */
} cli_simulate_request;

/* ---- film.c: the pictures of a simulation ---- */

/* A picture for each of some iterations. A simulation whose picture is one row is drawn as a
 * diagram of space and time: the start and every iteration are a row each. */
typedef struct cli_film {
  const char *output; /* file; "-": standard output; NULL: no picture */
  bool is_diagram;
  uint64_t row_bytes; /* of one picture */
  uint64_t rows_drawn;
  jato_image image;          /* its data is the film's own */
  bool is_movie;             /* pictures are frames of one file */
  jato_film *movie;          /* NULL before its first frame */
  uint64_t done, last_frame; /* iterations made when the last picture was taken, or put into it */
} cli_film;

/* Room for the pictures. Returns CLI_DONE, or what to exit with after a message. */
int cli_film_begin(const cli_simulate_request *asked, const jato_simulation *simulation,
                   cli_film *film);

/* After how many iterations from `done` on the next picture is due, `left` at most. */
uint64_t cli_film_next(const cli_film *film, const cli_simulate_request *asked, uint64_t done,
                       uint64_t left);

/* Takes the present. Writes a file, or a frame, of its own where iteration `done` is one of
 * --every. */
int cli_film_take(cli_film *film, const cli_simulate_request *asked, jato_simulation *simulation,
                  uint64_t done);

/* Writes the last picture, the diagram, or the movie. */
int cli_film_write(cli_film *film);
void cli_film_end(cli_film *film);

/* ---- history.c: a row of numbers for the start and every --every steps; its stream is NULL
 * without
 * --history ---- */

int cli_history_begin(const cli_simulate_request *asked, const jato_simulation *simulation,
                      cli_beside *history);
int cli_history_take(const cli_beside *history, const cli_simulate_request *asked,
                     jato_simulation *simulation, uint64_t done);

/* Keeps the rows that there are, however the simulation ended. */
int cli_history_end(cli_beside *history);

/* ---- start.c ---- */

/* Reads the picture to begin with from a file, or from standard input where it is "-". */
int cli_read_picture(const char *path, jato_image **out);

/* ---- outcome.c ---- */

void cli_simulate_print(const cli_simulate_request *asked, const char *spec,
                        const jato_simulation *simulation, uint64_t digest);
void cli_simulate_json(const cli_simulate_request *asked, const char *spec,
                       const jato_simulation *simulation, uint64_t digest);
