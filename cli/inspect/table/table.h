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
} cli_table;

/* The head of a CSV table, a column at a time; nothing in JSON lines. A vector has the columns x0,
 * x1, ... there, and is an array in JSON lines. */
void cli_table_head(cli_table *table, const char *name);
void cli_table_head_vector(cli_table *table, const char *name, size_t count);

/* A row: its columns in order, then its end. A number that is not finite is empty, null in JSON
 * lines. */
void cli_table_count(cli_table *table, const char *name, uint64_t count);
void cli_table_number(cli_table *table, const char *name, double number);
void cli_table_text(cli_table *table, const char *name, const char *text);
void cli_table_vector(cli_table *table, const char *name, const double *numbers, size_t count);
void cli_table_end_head(cli_table *table);

/* In JSON lines the members written between the two calls, at least one, form an object of their
 * own; in CSV the calls do nothing. */
void cli_table_begin_group(cli_table *table, const char *name);
void cli_table_end_group(cli_table *table);
void cli_table_end_row(cli_table *table);
