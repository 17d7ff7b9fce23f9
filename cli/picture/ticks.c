#include "picture/ticks.h"

#include <math.h>

#include "base/values.h"
#include "drawing/script.h"

enum { MOST_CHOICES = 20 };

/* The middle of what stands for each choice. */
static void write_choices(FILE *script, const jato_variable *variable)
{
  size_t step = variable->choice_count / MOST_CHOICES + 1;
  for (size_t i = 0; i < variable->choice_count; i += step) {
    fputs(i == 0 ? "" : ", ", script);
    cli_script_text(script, variable->choices[i]);
    fprintf(script, " %zu.5", i);
  }
}

/* The search sees natural logarithms. 1, 2 and 5 times powers of ten, or the powers alone where
 * there are many. */
static void write_logarithms(FILE *script, const jato_variable *variable)
{
  static const double parts[] = {1, 2, 5};
  int first = (int)floor(log10(variable->lower)), last = (int)ceil(log10(variable->upper));
  size_t count = last - first > 3 ? 1 : 3;
  const char *between = "";
  for (int decade = first; decade <= last; decade += 1 + (last - first) / 12) {
    for (size_t i = 0; i < count; i++) {
      double value = parts[i] * pow(10, decade);
      if (value < variable->lower * (1 - 1e-9) || value > variable->upper * (1 + 1e-9)) continue;
      fprintf(script, "%s'%.6g' %.17g", between, value, log(value));
      between = ", ";
    }
  }
  if (between[0] != '\0') return;
  fprintf(script, "'%.6g' %.17g, '%.6g' %.17g", variable->lower, log(variable->lower),
          variable->upper, log(variable->upper));
}

void cli_ticks_write(FILE *script, const cli_data *data, const char *axis, size_t coordinate)
{
  const jato_variable *variable =
      &data->space->variables[cli_values_variable(data->space, coordinate)];
  if (variable->kind != JATO_CATEGORY && variable->scale != JATO_LOG) return;
  fprintf(script, "set %stics (", axis);
  (variable->kind == JATO_CATEGORY ? write_choices : write_logarithms)(script, variable);
  fputs(")\n", script);
}
