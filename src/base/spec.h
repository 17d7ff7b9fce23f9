/* A spec is a name with parameters: "pso:topology=ring,c1=1.494", "cpu:threads=8". The owner of the
 * name declares its parameters in a table of jato_parameter, against which specs are read, so that
 * wrong names and values are refused in one place with the same messages.
 *
 * A text with a comma in it is quoted, by ' or ": name='Big, old one'. */
#pragma once

#include "base/status.h"
#include "base/text.h"

#define JX_PARAMETERS_MAX 16
#define JX_WRITTEN 960

typedef struct jx_parameter_table {
  const jato_parameter *rows;
  size_t count; /* at most JX_PARAMETERS_MAX */
} jx_parameter_table;

/* Rows of a table: name, default, smallest, largest, help. A choice has a list of names and the
 * index of its default instead of the bounds; text is empty by default. */
#define JX_REAL_ROW(row_name, usual, least, most, words)                           \
  {                                                                                \
    .name = (row_name), .help = (words), .fallback = (usual), .smallest = (least), \
    .largest = (most)                                                              \
  }
#define JX_WHOLE_ROW(row_name, usual, least, most, words)                          \
  {                                                                                \
    .name = (row_name), .help = (words), .fallback = (usual), .smallest = (least), \
    .largest = (most), .whole = 1                                                  \
  }
#define JX_CHOICE_ROW(row_name, words_to_choose, usual, words)                             \
  {                                                                                        \
    .name = (row_name), .help = (words), .choices = (words_to_choose), .fallback = (usual) \
  }
#define JX_TEXT_ROW(row_name, words)               \
  {                                                \
    .name = (row_name), .help = (words), .text = 1 \
  }

/* A value for each row of the table, in its order; a choice by its index. A table has at most one
 * row of text. */
typedef struct jx_values {
  double value[JX_PARAMETERS_MAX];
  char text[64]; /* "" unless it is set */

  /* For an owner that reads its spec by itself (contract/algorithm.h): all parameters as they are
   * written behind the colon, and the usual number of particles. Otherwise "" and 0. */
  char written[JX_WRITTEN];
  uint64_t particles;
} jx_values;

/* The next setting of those behind the colon, "c1=1.5"; *rest is moved behind its comma. */
jx_text jx_spec_setting(jx_text *rest);

/* Takes the quotes off a value. Returns 0 where a quote is not closed, or something follows it. */
int jx_spec_unquote(jx_text *value);

/* The quote that a value has to be written in; '\0': none. */
char jx_spec_quote(const char *value);

/* The name before the colon. */
jx_text jx_spec_name(const char *spec);

/* The index of the row that a spec names before its colon; `row` fills *entry with row `index`, or
 * returns 0 past the last one. Fails with JATO_E_NAME and the nearest name; `noun` and `plural` are
 * for its words: "device", "devices". */
JATO_API jato_status jx_spec_find(const char *spec, int (*row)(size_t index, jato_entry *entry),
                                  const char *noun, const char *plural, size_t *index,
                                  jato_error *error);

/* Reads the parameters after the colon; those not named get their fallback. A number alone, as in
 * "opencl:1", is the value of the first row, if that is a whole number. Fails with JATO_E_NAME for
 * an unknown parameter, and with JATO_E_ARGUMENT for an invalid value or a repeated parameter. */
JATO_API jato_status jx_spec_read(const char *spec, jx_parameter_table table, jx_values *values,
                                  jato_error *error);

/* The value of the row of this name; NULL if the table has none. */
double *jx_spec_value(jx_parameter_table table, jx_values *values, const char *name);

/* Writes "name:a=1,b=ring" with every parameter, cut to fit into `size`. */
JATO_API void jx_spec_write(const char *name, jx_parameter_table table, const jx_values *values,
                            char *out, size_t size);
