/* Reads intervals, writes numbers and durations for people, and sorts numbers. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Two finite numbers with a colon between: -5:5. Returns NULL, or what the text should have been.
 */
const char *cli_read_interval(const char *text, double *low, double *high);

/* Writes value with the fewest digits that read back as the same number. */
enum { CLI_SHORTEST = 32 };
void cli_write_shortest(char text[CLI_SHORTEST], double value);

/* A time in the unit that people would use: "645 us", "190 ms", "2.5 s", "3 min 20 s", "1 h 05
 * min".
 */
enum { CLI_DURATION = 32 };
void cli_write_duration(char text[CLI_DURATION], double seconds);

/* Sorts values[count], of which none is NaN, in rising order. */
void cli_sort_values(double *values, size_t count);

/* Behind a best that is a mean: " ± 0.005, mean of 37 evaluations". Nothing where samples is 0. */
void cli_print_certainty(double standard_error, uint64_t samples);
