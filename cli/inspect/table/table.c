#include "inspect/table/table.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/complain.h"
#include "base/files/csv.h"
#include "text/writer/json.h"
#include "base/number.h"
#include "base/values.h"

/* Writes what comes before a value; name NULL for an element of an array. */
static void lead(cli_table *table, const char *name)
{
  if (table->in_row)
    fputs(table->lines ? ", " : ",", table->out);
  else if (table->lines)
    fputc('{', table->out);
  table->in_row = true;
  if (table->lines) fprintf(table->out, "\"%s\": ", name);
}

static void write_number(const cli_table *table, double number)
{
  char text[CLI_SHORTEST] = "";
  if (isfinite(number))
    cli_write_shortest(text, number);
  else if (table->lines)
    snprintf(text, sizeof text, "null");
  fputs(text, table->out);
}

void cli_table_head(cli_table *table, const char *name)
{
  if (table->lines) return;
  lead(table, name);
  cli_csv_text(table->out, name);
}

void cli_table_head_vector(cli_table *table, const char *name, size_t count)
{
  char column[CLI_VALUE];
  for (size_t i = 0; i < count; i++) {
    snprintf(column, sizeof column, "%s%zu", name, i);
    cli_table_head(table, column);
  }
}

void cli_table_end_head(cli_table *table)
{
  if (!table->lines) cli_table_end_row(table);
}

void cli_table_count(cli_table *table, const char *name, uint64_t count)
{
  lead(table, name);
  fprintf(table->out, "%" PRIu64, count);
}

void cli_table_number(cli_table *table, const char *name, double number)
{
  lead(table, name);
  write_number(table, number);
}

void cli_table_vector(cli_table *table, const char *name, const double *numbers, size_t count)
{
  if (!table->lines) {
    for (size_t i = 0; i < count; i++) cli_table_number(table, name, numbers[i]);
    return;
  }
  lead(table, name);
  fputc('[', table->out);
  for (size_t i = 0; i < count; i++) {
    if (i > 0) fputs(", ", table->out);
    write_number(table, numbers[i]);
  }
  fputc(']', table->out);
}

void cli_table_begin_group(cli_table *table, const char *name)
{
  if (!table->lines) return;
  lead(table, name);
  table->in_row = false; /* its first member opens it */
}

void cli_table_end_group(cli_table *table)
{
  if (!table->lines) return;
  fputc('}', table->out);
  table->in_row = true;
}

/* JSON has an escape for everything that a terminal would obey, CSV for nothing. */
void cli_table_text(cli_table *table, const char *name, const char *text)
{
  char plain[CLI_VALUE];
  lead(table, name);
  if (table->lines) {
    jx_json cell = jx_json_to_file(table->out);
    jx_json_text(&cell, NULL, text);
    return;
  }
  snprintf(plain, sizeof plain, "%s", text);
  cli_csv_text(table->out, table->on_terminal ? cli_make_plain(plain, false) : text);
}

void cli_table_end_row(cli_table *table)
{
  if (table->lines) fputc('}', table->out);
  fputc('\n', table->out);
  table->in_row = false;
}
