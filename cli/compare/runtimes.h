/* The picture of runtime distributions (jato_runtimes). */
#pragma once

#include "compare/trials.h"
#include "drawing/script.h"

/* A cli_write_script whose subject is a cli_comparison. */
int cli_runtimes_draw(FILE *script, const cli_canvas *canvas, const void *subject);
