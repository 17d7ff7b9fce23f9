/* Rows of a run's history as points of a picture. */
#pragma once

#include "picture/data.h"
#include "drawing/script.h"

/* How best values are drawn. */
typedef struct cli_history {
  double reference;          /* taken off every value: the known minimum, or 0 */
  bool above;                /* reference is a known minimum */
  bool rising;               /* larger values are better */
  bool logarithmic;          /* of the values */
  bool early;                /* most of the way was made at once: evaluations are logarithmic too */
  double first, evaluations; /* the smallest and the largest number of them */
  size_t drawn;              /* rows that have a value which can be drawn */
} cli_history;

cli_history cli_history_of(const cli_data *runs, size_t count);

/* The unit of its evaluations. */
cli_scale cli_history_scale(const cli_history *history);

/* Writes $runNUMBER, a line for each row that can be drawn: evaluations in the unit of the scale,
 * the value, and the submethod that found it. If thinned, only the rows at which the value changes
 * are written, to be drawn as steps; otherwise the corners of the steps are, too. */
void cli_history_write(FILE *script, const cli_history *history, const cli_data *run, int number,
                       cli_scale scale, bool thinned);

/* "evaluations (thousands)" below, and the value's meaning to the left. */
void cli_history_axes(FILE *script, const cli_canvas *canvas, const cli_history *history,
                      cli_scale scale);
