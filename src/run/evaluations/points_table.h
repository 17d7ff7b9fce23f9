/* Points with their values, in memory, and from tables that people and programs write. */
#pragma once

#include "contract/problem.h"

/* Rows of numbers: the values of a point, f, c. */
typedef struct jx_points_table {
  size_t variables, constraints, width; /* width: all of a row */
  size_t count, room;
  double *numbers; /* [count][width] */
  jato_allocator allocator;
} jx_points_table;

void jx_points_table_create(jx_points_table *table, const jato_problem *problem,
                            const jato_allocator *allocator);
void jx_points_table_destroy(jx_points_table *table);

/* Room for one row more, whose numbers are the caller's to write; NULL without memory. */
double *jx_points_table_add(jx_points_table *table);

/* Reads a table of comma-separated values: points_table.c. A row without a value is left out; one
 * that does not belong to the space, too, and *outside counts those, with the words on the first in
 * *first. Fails with JATO_E_FILE for what cannot be read: which row, and what is wrong with it. */
jato_status jx_points_table_read(jx_points_table *table, const char *path,
                                 const jato_problem *problem, uint64_t *outside, jato_error *first,
                                 jato_error *error);

/* The point of a row in the box of the search. Fails with JATO_E_ARGUMENT for one outside. */
jato_status jx_points_table_place(const jato_problem *problem, const double *values, double *x,
                                  jato_error *error);
