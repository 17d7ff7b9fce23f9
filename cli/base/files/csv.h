/* Texts as cells of CSV, for every table that the program writes. */
#pragma once

#include <stdio.h>

/* Writes it quoted where it holds what separates cells or lines for one spreadsheet or another. A
 * text that a spreadsheet would take for a formula gets a ' in front, as OWASP advises ("CSV
 * Injection"): it begins with one of = + - @, of their wide forms, or a tab or a line end, and is
 * no number. */
void cli_csv_text(FILE *out, const char *text);
