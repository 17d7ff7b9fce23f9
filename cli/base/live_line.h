/* One line on the terminal that is drawn over and over: a bar and a text. */
#pragma once

#include <stdbool.h>

#define CLI_REDRAW_SECONDS 0.1 /* not more often: a person reads it */

enum { CLI_LINE = 256 };

/* Whether to show one: standard error is a terminal, and the user wants to see it. */
bool cli_line_is_wanted(bool quiet);

/* Shortened to the width of the terminal. A NaN for the fraction: no bar. */
void cli_line_draw(double fraction, const char *text);

/* Takes it off the screen. */
void cli_line_clear(void);
