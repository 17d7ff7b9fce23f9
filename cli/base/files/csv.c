#include "base/files/csv.h"

#include <stdbool.h>
#include <string.h>

#include <jato/jato.h>

static bool is_formula(const char *text)
{
  static const char *const begins[] = {"=",
                                       "+",
                                       "-",
                                       "@", /* and U+FF1D, U+FF0B, U+FF0D, U+FF20 */
                                       "\t",
                                       "\r",
                                       "\n",
                                       "\xEF\xBC\x9D",
                                       "\xEF\xBC\x8B",
                                       "\xEF\xBC\x8D",
                                       "\xEF\xBC\xA0"};
  double number;
  if (jato_read_number(text, &number) == NULL) return false;
  for (size_t i = 0; i < sizeof begins / sizeof begins[0]; i++)
    if (strncmp(text, begins[i], strlen(begins[i])) == 0) return true;
  return false;
}

void cli_csv_text(FILE *out, const char *text)
{
  bool quoted = text[strcspn(text, ",;\t\"\r\n")] != '\0';
  if (quoted) fputc('"', out);
  if (is_formula(text)) fputc('\'', out);
  for (; *text != '\0'; text++) {
    if (*text == '"') fputc('"', out);
    fputc(*text, out);
  }
  if (quoted) fputc('"', out);
}
