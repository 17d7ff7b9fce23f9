/* Files a user names: a C text, and numbers for it. */
#ifndef CLI_FILE_H
#define CLI_FILE_H

#include <stddef.h>

/* Reads a whole text, ended by a zero, into *text, which the caller frees. Returns CLI_DONE, or
 * after a message what the program is to exit with. */
int cli_read_text(const char *path, char **text);

/* Numbers with white space or one comma between, # begins a comment. *numbers[*count] is freed by
 * the caller. Returns as cli_read_text does. */
int cli_read_numbers(const char *path, double **numbers, size_t *count);

/* The folder of a path, which the caller frees: "a/b" of "a/b/c.c", "." of "c.c". NULL without
 * memory. */
char *cli_folder_of(const char *path);

#endif
