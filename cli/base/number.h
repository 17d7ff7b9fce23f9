/* Intervals as people type them, and numbers as they read them. */
#ifndef CLI_NUMBER_H
#define CLI_NUMBER_H

/* Two finite numbers with a colon between: -5:5. Returns NULL, or what the text should have been.
 */
const char *cli_read_interval(const char *text, double *low, double *high);

/* Writes value with the fewest digits that read back as the same number. */
enum { CLI_SHORTEST = 32 };
void cli_write_shortest(char text[CLI_SHORTEST], double value);

#endif
