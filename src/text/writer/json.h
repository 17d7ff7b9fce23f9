/* The one writer of JSON, for the program, lines to other programs and studies in run files. */
#pragma once

#include <stdint.h>
#include <stdio.h>

#include "text/writer/line.h"

enum { JX_JSON_DEPTH = 8 };

/* How the same values are spelled; all of them are output that others may compare. */
typedef enum jx_json_style {
  /* The program's: members on lines of their own, numbers in arrays on one; 17 digits. What a
   * terminal would obey is escaped; bytes that are no UTF-8 become an escaped U+FFFD. */
  JX_JSON_PAGE,
  JX_JSON_LINE,   /* {"a":[1,2]}: shortest digits; bytes that are no UTF-8 become U+FFFD */
  JX_JSON_SPACED, /* {"a": [1, 2]}: the same otherwise */
  /* The same as it is YAML, too: escaped is whatever only one of the two would take as it is. Bytes
   * that are no UTF-8 set `failed`. */
  JX_JSON_STUDY
} jx_json_style;

/* Made by one of the two functions below. */
typedef struct jx_json {
  jx_json_style style;
  FILE *file;    /* where it goes: either of these */
  jx_line *line; /* it may hold something already, and others may add to it in between */
  int failed;
  int depth;
  struct {
    int is_array;
    int any;    /* it has a member */
    int broken; /* its last member began a line */
  } level[JX_JSON_DEPTH];
} jx_json;

jx_json jx_json_to_file(FILE *file); /* as a page */
jx_json jx_json_to_line(jx_line *line, jx_json_style style);

/* The outermost value begins with key NULL; so does every element of an array. */
void jx_json_begin_object(jx_json *json, const char *key);
void jx_json_begin_array(jx_json *json, const char *key);
/* Ends the innermost object or array. A page ends its line after the outermost one. */
void jx_json_end(jx_json *json);

/* Any bytes; text NULL is written as null. */
void jx_json_text(jx_json *json, const char *key, const char *text);
/* A number that is not finite is written as null: JSON has no other word for it. With a point
 * whatever the locale. */
void jx_json_number(jx_json *json, const char *key, double number);
void jx_json_count(jx_json *json, const char *key, uint64_t count);
void jx_json_bool(jx_json *json, const char *key, int value);
