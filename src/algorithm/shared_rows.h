/* Rows of parameters that several methods have: one name, one meaning. */
#pragma once

#include "jato/run.h"

/* 0: random, 1: centre. */
#define JX_START_ROW                                                                               \
  {                                                                                                \
    .name = "start", .help = "where to begin without an initial point", .choices = "random centre" \
  }

#define JX_BATCH_ROW                                                                              \
  {                                                                                               \
    .name = "batch",                                                                              \
    .help = "points to evaluate together, at least: as many as there are workers", .fallback = 1, \
    .smallest = 1, .largest = 1e6, .whole = 1                                                     \
  }
