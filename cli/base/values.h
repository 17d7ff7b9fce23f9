/* Points and outcomes in the user's own words: variables by their names and in their units,
 * constraints, and evaluations that failed. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include <jato/jato.h>

#include "text/writer/json.h"

/* The space of a problem whose variables have names, kinds or scales of their own; NULL for one
 * whose coordinates are just x0, x1, ..., and for NULL. Valid as long as the problem. */
const jato_space *cli_values_space(const jato_problem *problem);

/* Which variable a coordinate of the search stands for: those that are not fixed, in order. */
size_t cli_values_variable(const jato_space *space, size_t coordinate);

/* A value as people read it. */
enum { CLI_VALUE = 256 };
void cli_values_write(const jato_problem *problem, size_t variable, double value,
                      char text[CLI_VALUE]);

/* What it may be: "0.001 to 1, log", "1 to 20, whole", "bdf, adams", "always 7". */
void cli_values_range(const jato_problem *problem, size_t variable, char text[CLI_VALUE]);

/* Variables and constraints as lines under two headings. */
void cli_values_print_space(FILE *out, const jato_problem *problem);

/* The point x[dim] of a box in one line, the first `shown` coordinates; and its numbers in an
 * array. */
void cli_coordinates_print(FILE *out, const double *x, size_t dim, uint64_t shown);
void cli_numbers_json(jx_json *json, const char *key, const double *numbers, size_t count);

/* The point x[dim] as lines under one heading, `shown` of them at most: "values       kappa  0.1".
 */
void cli_values_print(FILE *out, const jato_problem *problem, const double *x, uint64_t shown);

/* The same as an object: {"kappa": 0.1, "solver": "bdf"}. */
void cli_values_json(jx_json *json, const char *key, const jato_problem *problem, const double *x);

/* "feasible     all constraints satisfied", or by how much they are violated; nothing without any.
 */
void cli_values_print_violation(FILE *out, const jato_space *space, double violation);

/* The constraints at a point, each with its limit: nothing where c is NULL or not known. The member
 * "constraints" of the innermost object. */
void cli_values_print_constraints(FILE *out, const jato_space *space, const double *c);
void cli_constraints_json(jx_json *json, const jato_space *space, const double *c);

/* How many evaluations there were, and how many of them were known, reused or not finite. */
void cli_evaluations_print(FILE *out, const jato_result *result);

/* Lines for evaluations that gave no value, and for those tried again; nothing where there are
 * none. */
void cli_failures_print(FILE *out, const jato_failures *failures);

/* Members "failures", "attempts" and "messages" of the innermost object. */
void cli_failures_json(jx_json *json, const jato_failures *failures);
