/* What jato uses without needing it: jansson for programs, a reader of YAML for studies, HDF5 for
 * run files, libpng and giflib for images, NLopt and cminpack for methods, gnuplot for pictures. */
#pragma once

#include <stdbool.h>

typedef struct cli_tool {
  bool there;
  char text[256]; /* its version, or why it is not there and what to do */
} cli_tool;

cli_tool cli_tool_programs(void);
cli_tool cli_tool_studies(void);
cli_tool cli_tool_hdf5(void);
cli_tool cli_tool_png(void);
cli_tool cli_tool_gif(void);
cli_tool cli_tool_nlopt(void);
cli_tool cli_tool_cminpack(void);
cli_tool cli_tool_gnuplot(void);
