/* The pictures. Each writes the script that draws it, and returns CLI_DONE or, after a message,
 * what the program is to exit with. */
#pragma once

#include "picture/data.h"
#include "drawing/script.h"

typedef int (*cli_draw)(FILE *script, const cli_canvas *canvas, const cli_data *data);

/* The best value against evaluations, with the seconds above. */
int cli_draw_convergence(FILE *script, const cli_canvas *canvas, const cli_data *data);

/* The spread of the swarm against iterations. */
int cli_draw_diversity(FILE *script, const cli_canvas *canvas, const cli_data *data);

/* All coordinates of the particles' own bests, side by side. */
int cli_draw_parallel(FILE *script, const cli_canvas *canvas, const cli_data *data);

/* The objective in the plane of two coordinates through the best point, and the particles. */
int cli_draw_slice(FILE *script, const cli_canvas *canvas, const cli_data *data);

/* How much each variable matters, by a fit to the evaluations. */
int cli_draw_importance(FILE *script, const cli_canvas *canvas, const cli_data *data);

/* The best values of several runs against evaluations. */
int cli_draw_comparison(FILE *script, const cli_canvas *canvas, const cli_data *data, size_t count);

/* Draws one picture into a temporary file, which the caller closes; NULL in *drawing on failure. */
int cli_draw_to_file(cli_draw draw, const cli_canvas *canvas, const cli_data *data, FILE **drawing);
