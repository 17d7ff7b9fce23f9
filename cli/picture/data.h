/* What pictures are made from: taken out of a run file once, and small. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include <jato/jato.h>

#include "picture/known.h"

enum { CLI_MOST_POINTS = 200 }; /* particles in a picture, evenly taken from the swarm */

typedef struct cli_data {
  const char *path;   /* the run file, as the user wrote it */
  char subject[256];  /* "rastrigin, dim 10" */
  char settings[320]; /* "pso, 40 particles, seed 1" */
  size_t dim;
  const double *lower, *upper; /* [dim]: the box */
  double *x;                   /* [dim]: the best point. Here and below, a whole number or a
                                  choice is the middle of its interval */
  double best;
  double minimum;             /* known; NaN where none is */
  const jato_trace_row *rows; /* the way down: by evaluations where they are known one by one */
  size_t row_count;
  size_t point_count;
  double *position, *own; /* [point_count][dim]; own NULL for an algorithm without own bests */
  double *value;          /* [point_count]: of own, or of the position; NULL where not known */
  double *row_x;          /* [info->row_count][dim]: the best point of each row of the history */
  cli_known known;        /* evaluations of an objective that is not run for pictures */
  jato_fit *fit;          /* to them; NULL where there is none */
  size_t axes[2];         /* of a slice; equal for a problem with one coordinate */
  double evaluation_seconds;
  const jato_record_info *info; /* the rest of what the file says, for reports and movies */

  jato_record *record;
  jato_problem *problem; /* of the gallery, or only the variables of the file's; NULL otherwise */
  bool surface; /* the objective may be evaluated for a picture: it is of the gallery. What a file
                   holds is not run in order to look at it */
  const jato_space *space; /* where variables have names; NULL otherwise */
} cli_data;

/* Opens the file. Returns CLI_DONE, or after a message what the program is to exit with; *data is
 * to be closed in either case. With `history` only, particles are left out. */
int cli_data_open(const char *path, bool history, cli_data *data);

void cli_data_close(cli_data *data);

/* What people call a coordinate: the name of its variable, or x(3). */
enum { CLI_COORDINATE = 96 };
void cli_data_coordinate(const cli_data *data, size_t coordinate, char text[CLI_COORDINATE]);

/* The middle of what stands for the same whole number or choice: point[dim] is changed. */
void cli_data_snap(const cli_data *data, double *point);

/* Whether a coordinate is seen to be made of steps: choices, or whole numbers that are not many. */
bool cli_data_is_stepped(const cli_data *data, size_t coordinate);

/* The objective at n points x[n][dim], f[n]. Returns as cli_data_open does. */
int cli_data_evaluate(const cli_data *data, const double *x, size_t n, double *f);
