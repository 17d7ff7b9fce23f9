/* Numbers as people type them. Each function returns NULL, or what the text should have been. */
#ifndef CLI_NUMBER_H
#define CLI_NUMBER_H

#include <stdint.h>

/* A whole number: 1000, 1k, 1.5M, 2G (powers of 1000), 1Ki, 1Mi, 1Gi (powers of 1024), 1e6. */
const char *cli_read_count(const char *text, uint64_t *value);

/* A finite number. */
const char *cli_read_real(const char *text, double *value);

/* Two finite numbers with a colon between: -5:5. */
const char *cli_read_interval(const char *text, double *low, double *high);

/* A time above 0: 90, 90s, 50ms, 2m, 1.5h. */
const char *cli_read_seconds(const char *text, double *value);

/* Writes value with the fewest digits that read back as the same number. */
enum { CLI_SHORTEST = 32 };
void cli_write_shortest(char text[CLI_SHORTEST], double value);

#endif
