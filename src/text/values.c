#include "text/lines.h"

void jx_lines_values(jx_json *json, const char *key, const jato_space *space, const double *values)
{
  jx_json_begin_object(json, key);
  for (size_t i = 0; i < space->variable_count; i++) {
    const jato_variable *variable = &space->variables[i];
    double value = values[i];
    int is_choice =
        variable->kind == JATO_CATEGORY && value >= 0 && value < (double)variable->choice_count;
    if (is_choice)
      jx_json_text(json, variable->name, variable->choices[(size_t)value]);
    else
      jx_json_number(json, variable->name, value);
  }
  jx_json_end(json);
}
