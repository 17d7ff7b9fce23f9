/* A method that is not jato's (method.h): found by its spec, checked, and its parameters read. */
#pragma once

#include "base/shared.h"
#include "contract/algorithm.h"

/* Empty when zeroed. */
typedef struct jx_plugin {
  jx_shared_method shared; /* its file; empty for a method of the calling program */
  jato_method method;      /* its table, as far as this library knows the members */
  jato_parameter rows[JATO_METHOD_MOST_PARAMETERS];
} jx_plugin;

/* Opens the method of a spec, "plugin:path=FILE,NAME=VALUE,...", or that of the calling program,
 * "plugin:NAME=VALUE,...", and reads its parameters: values->written has all of them, with size and
 * hash of the file, and a file that has others than its spec is refused. Everything of the table is
 * checked before it is used. On failure *out is empty. */
jato_status jx_plugin_open(const char *spec, const jato_method *of_caller, jx_plugin *out,
                           jx_values *values, jato_error *error);
void jx_plugin_close(jx_plugin *plugin);

/* table.c: fills plugin->method and its rows from a table of any size. `where` is for words: a file
 * or "the method". */
jato_status jx_plugin_take_table(const jato_method *given, const char *where, jx_plugin *plugin,
                                 jato_error *error);

/* Whether it is a name that a method, parameter or array may have. */
int jx_plugin_is_name(const char *name);

/* Bytes of the name of a method or array, with its end. */
#define JX_PLUGIN_NAME 32
