/* Reads studies that stand one after the other on standard input, ended by zero bytes, and prints a
 * line for each: "ok", or why it is none. */
#include <stdio.h>
#include <stdlib.h>

#include "jato/jato.h"

enum { LONGEST = 1 << 16 };

int main(void)
{
  static char text[LONGEST];
  size_t length = 0;
  for (int letter = getchar(); letter != EOF; letter = getchar()) {
    jato_study *study = NULL;
    jato_error error;
    if (length == LONGEST - 1) return EXIT_FAILURE;
    text[length++] = (char)letter;
    if (letter != '\0') continue;
    length = 0;
    puts(jato_study_read(text, "study", NULL, NULL, &study, &error) == JATO_OK ? "ok" : error.text);
    jato_study_destroy(&study);
  }
  return EXIT_SUCCESS;
}
