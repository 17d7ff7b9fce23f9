/* What is known of a run file, as the library's own rooms hold it. */
#pragma once

#include "jato/jato.h"

/* Everything in a run file except its swarm: what record.h describes as jato_record_info, with the
 * options and the result in place, so that it can be moved and copied. */
typedef struct jx_record_info {
  const char *path;
  int format;
  const char *version, *compiler, *host;
  const char *saved_at;
  jato_options options;
  uint64_t planned_iterations;
  uint64_t planned_evaluations;
  jato_record_kind kind;
  const char *problem;
  size_t dim;
  const double *lower, *upper;
  const char *source;
  const double *data;
  size_t data_count;
  const char *signature;
  int made_here;
  jato_result result;
  const double *x;
  const double *c;
  uint64_t improved_at;
  const jato_trace_row *rows;
  const double *row_x;
  size_t row_count;
  uint64_t row_stride;
  const char *submethods;
  const uint64_t *frame_iteration;
  const double *frame_x;
  size_t frame_count, frame_particles;
  uint64_t frame_stride;
  uint64_t by_status[JATO_EVAL_STATUS_ROOM];
  uint64_t attempts;
  uint64_t waiting_nonfinite;
  const jato_array *state;
  size_t state_count;
  int state_version;
} jx_record_info;
