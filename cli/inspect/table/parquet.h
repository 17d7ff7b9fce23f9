/* A table as an Apache Parquet file: columns of counts, numbers and texts, neither compressed nor
 * nested. docs/decisions/0031-own-parquet.md says why it is ours. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct cli_parquet cli_parquet;

/* Begins a file on `out`, which need not be one that can be searched. NULL without memory. */
cli_parquet *cli_parquet_open(FILE *out);

/* Its columns, one after the other, before the first row. */
void cli_parquet_column(cli_parquet *file, const char *name);

/* A row: a value for each column, in order, and its end. What a column is given in the first row it
 * is given in all of them. Rows are written in groups, so memory does not grow with their number.
 */
void cli_parquet_count(cli_parquet *file, uint64_t count);
void cli_parquet_number(cli_parquet *file, double number);
void cli_parquet_text(cli_parquet *file, const char *text);
void cli_parquet_end_row(cli_parquet *file);

/* Writes the rest and frees it. Returns false without memory; `out` knows of its own errors. NULL
 * is allowed. */
bool cli_parquet_close(cli_parquet *file);
