#include "base/shell_word.h"

#include <string.h>

void cli_print_word(FILE *out, const char *text)
{
  static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                              "_./:=,+-@";
  if (text[0] != '\0' && text[strspn(text, plain)] == '\0') {
    fputs(text, out);
    return;
  }
  fputc('\'', out);
  for (; *text != '\0'; text++) fputs(*text == '\'' ? "'\\''" : (char[2]){*text, '\0'}, out);
  fputc('\'', out);
}

void cli_print_option(FILE *out, const char *name, const char *text)
{
  if (text == NULL) return;
  fprintf(out, " --%s ", name);
  cli_print_word(out, text);
}
