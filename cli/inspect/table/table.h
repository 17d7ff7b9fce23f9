/* Rows of numbers on their way out, as CSV or as JSON lines. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct cli_table {
  FILE *out;
  bool lines;       /* JSON lines rather than CSV */
  bool on_terminal; /* nothing may reach it that it would obey */
  bool in_row;      /* the row, or the group, has a member already */
  bool in_head;
  const char *group; /* NULL outside of any */
  bool prefixed;
} cli_table;

/* Until the end of the row, columns are named and their values ignored; in JSON lines, which have
 * no head, nothing is written. */
void cli_table_begin_head(cli_table *table);

/* A row: its columns in order, then its end. A number that is not finite is empty, null in JSON
 * lines. A vector has the columns x0, x1, ... in CSV, and is an array in JSON lines. */
void cli_table_count(cli_table *table, const char *name, uint64_t count);
void cli_table_number(cli_table *table, const char *name, double number);
void cli_table_text(cli_table *table, const char *name, const char *text);
void cli_table_vector(cli_table *table, const char *name, const double *numbers, size_t count);

/* In JSON lines the members written between the two calls, at least one, form an object of their
 * own; `prefixed`: in CSV, the names of their columns begin with the group's. */
void cli_table_begin_group(cli_table *table, const char *name, bool prefixed);
void cli_table_end_group(cli_table *table);
void cli_table_end_row(cli_table *table);
