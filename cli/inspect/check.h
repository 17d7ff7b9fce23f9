/* What `jato check` was asked for, what it has found so far, and how it prints that. */
#pragma once

#include "base/devices.h"
#include "subject/subject.h"

typedef struct cli_check_request {
  cli_subject subject;
  cli_settings settings; /* how it is compiled */
  cli_list_of devices;
  uint64_t points, seed;
  int precision; /* the index among "double float", which is jato_precision */
  bool json;
} cli_check_request;

/* A device's swarm with every point evaluated where it was placed, and what came of it. */
typedef struct cli_trial {
  const cli_target *target;
  jato_status status;
  jato_error error;
  jato_run *run; /* NULL when the status is not JATO_OK */
  jato_result result;
  double seconds;     /* of the best pass */
  uint64_t differing; /* points whose bits are not those of the first device */
} cli_trial;

/* One check: the first device, whose values the others' are held against, and what was found. */
typedef struct cli_checks {
  const cli_check_request *asked;
  jato_problem *problem;
  size_t dim;
  jato_options options;
  cli_places places;
  cli_trial first;
  double smallest, largest; /* of the finite values */
  size_t compared;
  int code;
  jx_json json;

  /* The first point that differs; its device is "" while none does. */
  char device[256];
  uint64_t point;
  bool moved; /* the devices do not even agree where it is */
  double value, other_value;
  double *x, *other_x; /* [dim] each */
  double *row;         /* [2][dim]: room for comparing */
} cli_checks;

/* Text, or JSON where that was asked for: before the devices, for each of them, and at the end. */
void cli_check_begin(cli_checks *checks);
void cli_check_row(cli_checks *checks, const cli_trial *tried);
void cli_check_left_out(cli_checks *checks, const cli_target *target);
void cli_check_end(cli_checks *checks);

/* Makes one evaluation of a study, where its first particle would begin, and shows what was sent
 * and what was read. Returns what the program is to exit with. */
int cli_check_study(const char *path, bool json);
