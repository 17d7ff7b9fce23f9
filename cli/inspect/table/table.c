#include "inspect/table/table.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/complain.h"
#include "base/files/csv.h"
#include "text/writer/json.h"
#include "base/number.h"
#include "base/settings.h"
#include "base/values.h"

/* The name of a CSV column: the group's name and a dot come before it where the group says so, and
 * "values." where the table has a column of its own of this name. */
static void write_column(cli_table *table, const char *name)
{
  static const char taken[] =
      "iteration evaluations nonfinite best seconds diversity submethod point "
      "number attempt worker status start value";
  char column[2 * CLI_VALUE];
  bool is_taken = table->group != NULL && cli_word_index(name, taken) >= 0;
  const char *before = is_taken ? "values" : "";
  if (table->prefixed && table->group != NULL) before = table->group;
  snprintf(column, sizeof column, "%s%s%s", before, before[0] != '\0' ? "." : "", name);
  if (table->in_row) fputc(',', table->out);
  table->in_row = true;
  cli_csv_text(table->out, column);
}

/* Writes what comes before a value. Returns whether the value is to follow: not in the head. */
static bool begin_value(cli_table *table, const char *name)
{
  if (table->in_head && !table->lines) write_column(table, name);
  if (table->in_head) return false;
  if (table->in_row)
    fputs(table->lines ? ", " : ",", table->out);
  else if (table->lines)
    fputc('{', table->out);
  table->in_row = true;
  if (table->lines) fprintf(table->out, "\"%s\": ", name);
  return true;
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

void cli_table_begin_head(cli_table *table) { table->in_head = true; }

void cli_table_count(cli_table *table, const char *name, uint64_t count)
{
  if (begin_value(table, name)) fprintf(table->out, "%" PRIu64, count);
}

void cli_table_number(cli_table *table, const char *name, double number)
{
  if (begin_value(table, name)) write_number(table, number);
}

void cli_table_vector(cli_table *table, const char *name, const double *numbers, size_t count)
{
  char column[CLI_VALUE];
  for (size_t i = 0; i < count && !table->lines; i++) {
    snprintf(column, sizeof column, "%s%zu", name, i);
    if (begin_value(table, column)) write_number(table, numbers[i]);
  }
  if (!table->lines || !begin_value(table, name)) return;
  fputc('[', table->out);
  for (size_t i = 0; i < count; i++) {
    if (i > 0) fputs(", ", table->out);
    write_number(table, numbers[i]);
  }
  fputc(']', table->out);
}

void cli_table_begin_group(cli_table *table, const char *name, bool prefixed)
{
  table->group = name;
  table->prefixed = prefixed;
  if (!table->lines || !begin_value(table, name)) return;
  table->in_row = false; /* its first member opens it */
}

void cli_table_end_group(cli_table *table)
{
  table->group = NULL;
  table->prefixed = false;
  if (!table->lines || table->in_head) return;
  fputc('}', table->out);
  table->in_row = true;
}

/* JSON has an escape for everything that a terminal would obey, CSV for nothing. */
void cli_table_text(cli_table *table, const char *name, const char *text)
{
  char plain[CLI_VALUE];
  if (!begin_value(table, name)) return;
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
  bool is_nothing = table->in_head && table->lines;
  table->in_head = table->in_row = false;
  if (!is_nothing) fputs(table->lines ? "}\n" : "\n", table->out);
}
