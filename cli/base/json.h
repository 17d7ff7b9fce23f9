/* A small JSON writer: members of objects stand on lines of their own, numbers in arrays on one. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { CLI_JSON_DEPTH = 8 };

typedef struct cli_json {
  FILE *out;
  int depth;
  struct {
    bool array;
    bool any;    /* it has a member */
    bool broken; /* its last member began a line */
  } level[CLI_JSON_DEPTH];
} cli_json;

/* A text in quotes. It may be any bytes of a program's: what is not UTF-8 becomes U+FFFD, and for
 * what a terminal would obey, an escape is written. */
void cli_json_quote(FILE *out, const char *text);

/* The outermost value begins with key NULL; so does every element of an array. */
cli_json cli_json_to(FILE *out);
void cli_json_begin_object(cli_json *json, const char *key);
void cli_json_begin_array(cli_json *json, const char *key);
void cli_json_end(
    cli_json *json); /* of the innermost object or array; a line end after the outermost */

/* text NULL is written as null. */
void cli_json_string(cli_json *json, const char *key, const char *text);
/* A number that is not finite is written as null: JSON has no other word for it. */
void cli_json_number(cli_json *json, const char *key, double number);
void cli_json_count(cli_json *json, const char *key, uint64_t count);
void cli_json_bool(cli_json *json, const char *key, bool value);
