/* The optional libraries and programs: jansson for programs, libyaml for studies, HDF5 for run
 * files, libpng and giflib for images, NLopt and cminpack for methods, gnuplot for pictures. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct cli_tool {
  const char *key, *heading; /* in JSON, in text */
  const char *verdict;       /* what precedes `text`: "work: " */
  bool there;
  char text[256]; /* its version, or why it is not there and what to do */
} cli_tool;

/* Looks for tool `index`, from 0; false past the last one. */
bool cli_tool_look(size_t index, cli_tool *tool);
