/* Rows of parameters that several methods have: one name, one meaning. */
#pragma once

#include "jato/run.h"

/* 0: random, 1: centre. */
#define JX_START_ROW \
  JX_CHOICE_ROW("start", "random centre", 0, "where to begin without an initial point")

#define JX_BATCH_ROW               \
  JX_WHOLE_ROW("batch", 1, 1, 1e6, \
               "points to evaluate together, at least: as many as there are workers")
