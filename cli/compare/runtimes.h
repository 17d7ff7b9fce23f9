/* Runtime distributions: which share of all pairs of a run and a target was solved after how many
 * evaluations for each coordinate (Hansen et al., COCO, 2021). */
#pragma once

#include "compare/trials.h"
#include "drawing/script.h"

/* Targets lie above the reference of the comparison, or below it where larger values are better,
 * evenly on a logarithmic scale from the largest to the smallest: from 100 to 1e-8, or to the
 * target of the runs, which go no further. */
enum { CLI_TARGET_COUNT = 51 };
typedef struct cli_targets_above {
  cli_reference reference;
  double above[CLI_TARGET_COUNT]; /* falling */
} cli_targets_above;
cli_targets_above cli_runtimes_targets(const cli_comparison *comparison);

/* A cli_write_script whose subject is a cli_comparison. */
int cli_runtimes_draw(FILE *script, const cli_canvas *canvas, const void *subject);
