#include "subject/variables.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

#define VARIABLE_FORMS "NAME=LOW:HIGH (then :int, :log, @BEGIN), NAME=a,b,c or NAME=VALUE"
#define CONSTRAINT_FORMS "'NAME<=BOUND', 'NAME>=BOUND' or 'NAME=BOUND~TOLERANCE'"

static int refuse(const char *option, const char *text, const char *why)
{
  cli_complain("--%s %s: %s", option, text, why);
  return CLI_USAGE;
}

static int no_memory(void)
{
  cli_complain("no memory for variables");
  return CLI_FAILED;
}

/* Cuts the text in two at the first `mark` and returns what is behind it; NULL without one. */
static char *cut(char *text, char mark)
{
  char *at = strchr(text, mark);
  if (at == NULL) return NULL;
  *at = '\0';
  return at + 1;
}

static size_t count_of(const char *text, char mark)
{
  size_t count = 0;
  for (; *text != '\0'; text++) count += *text == mark;
  return count;
}

/* ---- Variables ----------------------------------------------------------------------------------
 */

/* "int", "log": what stands behind an interval. */
static int read_words(char *words, jato_variable *out)
{
  for (char *next; words != NULL; words = next) {
    next = cut(words, ':');
    if (strcmp(words, "int") == 0)
      out->kind = JATO_INTEGER;
    else if (strcmp(words, "log") == 0)
      out->scale = JATO_LOG;
    else
      return cli_complain_unknown("word behind an interval", "", words, "int log");
  }
  return CLI_DONE;
}

static int read_interval(const char *whole, char *spec, const char *begin, jato_variable *out)
{
  char *high = cut(spec, ':');
  char *words = cut(high, ':');
  if (jato_read_number(spec, &out->lower) != NULL || jato_read_number(high, &out->upper) != NULL)
    return refuse("var", whole, "needs two numbers with a colon between, such as x=-5:5");
  if (begin != NULL && jato_read_number(begin, &out->initial) != NULL)
    return refuse("var", whole, "needs a number behind @, such as x=-5:5@1");
  out->has_initial = begin != NULL;
  return read_words(words, out);
}

/* The place of the choice that one particle begins with. */
static int find_begin(const char *begin, jato_variable *out)
{
  char names[512] = "";
  size_t used = 0;
  out->has_initial = begin != NULL;
  if (begin == NULL) return CLI_DONE;
  for (size_t i = 0; i < out->choice_count; i++) {
    out->initial = (double)i;
    if (strcmp(out->choices[i], begin) == 0) return CLI_DONE;
    if (used < sizeof names)
      used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i == 0 ? "" : " ",
                               out->choices[i]);
  }
  return cli_complain_unknown("choice", "", begin, names);
}

/* choices[] has room for one more than the text has commas. */
static int read_choices(const char *whole, char *spec, const char *begin, const char **choices,
                        jato_variable *out)
{
  out->kind = JATO_CATEGORY;
  out->choices = choices;
  for (char *next; spec != NULL; spec = next) {
    next = cut(spec, ',');
    if (spec[0] == '\0') return refuse("var", whole, "a choice between the commas is empty");
    choices[out->choice_count++] = spec;
  }
  return find_begin(begin, out);
}

/* A number; or a word, which is the only one of its choices. What looks like a number but is none
 * is more likely an interval with a typing error. */
static int read_fixed(const char *whole, char *spec, const char *begin, const char **choices,
                      jato_variable *out)
{
  out->fixed = 1;
  if (begin != NULL)
    return refuse("var", whole, "@ goes with an interval or choices; this one has one value only");
  if (jato_read_number(spec, &out->initial) == NULL) return CLI_DONE;
  if (strchr("+-.0123456789", spec[0]) != NULL)
    return refuse("var", whole, "must be " VARIABLE_FORMS);
  return read_choices(whole, spec, NULL, choices, out);
}

static int read_variable(const char *whole, char *text, const char **choices, jato_variable *out)
{
  char *spec = cut(text, '=');
  if (spec == NULL || spec[0] == '\0' || text[0] == '\0')
    return refuse("var", whole, "must be " VARIABLE_FORMS);
  char *begin = strrchr(spec, '@');
  if (begin != NULL) *begin++ = '\0';
  out->name = text;
  if (strchr(spec, ',') != NULL) return read_choices(whole, spec, begin, choices, out);
  if (strchr(spec, ':') != NULL) return read_interval(whole, spec, begin, out);
  return read_fixed(whole, spec, begin, choices, out);
}

/* ---- Constraints --------------------------------------------------------------------------------
 */

static void take_out_blanks(char *text)
{
  char *to = text;
  for (; *text != '\0'; text++)
    if (!isspace((unsigned char)*text)) *to++ = *text;
  *to = '\0';
}

/* The relation at `at`, which it sets to what stands behind it; false without one. */
static bool read_relation(char **at, jato_relation *relation)
{
  static const struct {
    const char *sign;
    jato_relation relation;
  } signs[] = {
      {"<=", JATO_AT_MOST}, {">=", JATO_AT_LEAST}, {"==", JATO_EQUALS}, {"=", JATO_EQUALS}};
  for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
    size_t length = strlen(signs[i].sign);
    if (strncmp(*at, signs[i].sign, length) != 0) continue;
    **at = '\0';
    *at += length;
    *relation = signs[i].relation;
    return true;
  }
  return false;
}

static bool read_bound(const char *at, jato_constraint *out)
{
  char *end;
  double *into = &out->bound;
  for (;; at = end + 1) {
    *into = strtod(at, &end);
    if (end == at || !isfinite(*into)) return false;
    if (*end == '\0') return true;
    if (*end != '~' && *end != '/') return false;
    into = *end == '~' ? &out->tolerance : &out->scale;
  }
}

static int read_constraint(const char *whole, char *text, jato_constraint *out)
{
  take_out_blanks(text);
  char *at = text + strcspn(text, "<>=~/");
  if (at == text || !read_relation(&at, &out->relation))
    return refuse("constraint", whole,
                  "must be " CONSTRAINT_FORMS
                  ", in quotes, since shells take < and > for themselves");
  if (!read_bound(at, out))
    return refuse("constraint", whole,
                  "needs a number, such as 'stress<=300', 'ratio=1~1e-3' with a tolerance, or "
                  "'stress<=300/100' with a scale");
  out->name = text;
  return CLI_DONE;
}

/* ---- All of them --------------------------------------------------------------------------------
 */

/* A copy of the text that may be cut into pieces, behind room for its choices. */
static char *copy_text(cli_variables *read, const char *text, const char ***choices)
{
  size_t room = (count_of(text, ',') + 1) * sizeof **choices;
  size_t length = strlen(text) + 1;
  void *memory = malloc(room + length);
  if (memory == NULL) return NULL;
  read->texts[read->text_count++] = memory;
  *choices = memory;
  char *copy = (char *)memory + room;
  memcpy(copy, text, length);
  return copy;
}

static int read_all(const cli_list_of *variables, const cli_list_of *constraints,
                    cli_variables *read)
{
  const char **choices;
  int code = CLI_DONE;
  for (size_t i = 0; i < variables->count && code == CLI_DONE; i++) {
    char *copy = copy_text(read, variables->text[i], &choices);
    if (copy == NULL) return no_memory();
    code = read_variable(variables->text[i], copy, choices, &read->variable[i]);
  }
  for (size_t i = 0; i < constraints->count && code == CLI_DONE; i++) {
    char *copy = copy_text(read, constraints->text[i], &choices);
    if (copy == NULL) return no_memory();
    code = read_constraint(constraints->text[i], copy, &read->constraint[i]);
  }
  return code;
}

int cli_variables_read(const cli_list_of *variables, const cli_list_of *constraints, double penalty,
                       cli_variables *read)
{
  *read = (cli_variables){
      .variable = calloc(variables->count + 1, sizeof *read->variable),
      .constraint = calloc(constraints->count + 1, sizeof *read->constraint),
      .texts = calloc(variables->count + constraints->count + 1, sizeof *read->texts)};
  if (read->variable == NULL || read->constraint == NULL || read->texts == NULL) return no_memory();
  read->space = (jato_space){.variables = read->variable,
                             .variable_count = variables->count,
                             .constraints = read->constraint,
                             .constraint_count = constraints->count,
                             .penalty = penalty};
  return read_all(variables, constraints, read);
}

int cli_variables_of_box(const double *lower, const double *upper, size_t dim, cli_variables *read)
{
  free(read->variable);
  read->variable = calloc(dim, sizeof *read->variable);
  if (read->variable == NULL) return no_memory();
  for (size_t i = 0; i < dim; i++) {
    read->variable[i].lower = lower[i];
    read->variable[i].upper = upper[i];
  }
  read->space.variables = read->variable;
  read->space.variable_count = dim;
  return CLI_DONE;
}

void cli_variables_release(cli_variables *read)
{
  for (size_t i = 0; i < read->text_count; i++) free(read->texts[i]);
  free(read->texts);
  free(read->variable);
  free(read->constraint);
  *read = (cli_variables){.text_count = 0};
}
