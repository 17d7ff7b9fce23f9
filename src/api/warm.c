#include "api/warm.h"

#include "base/text.h"
#include "jato/jato.h"
#include "record/run_file.h"

#include <stdio.h>
#include <string.h>

/* A message about the first difference. */
typedef struct difference {
  char text[512];
} difference;

#define DIFFERS(...) (snprintf(out->text, sizeof out->text, __VA_ARGS__) > 0)

static int numbers_differ(const char *name, double there_low, double there_high, double low,
                          double high, difference *out)
{
  char text[4][JX_NUMBER_SIZE];
  if (there_low == low && there_high == high) return 0;
  jx_text_write_number(there_low, text[0]);
  jx_text_write_number(there_high, text[1]);
  jx_text_write_number(low, text[2]);
  jx_text_write_number(high, text[3]);
  return DIFFERS("%s is %s to %s there, and %s to %s here", name, text[0], text[1], text[2],
                 text[3]);
}

static int choices_differ(const jato_variable *there, const jato_variable *here, difference *out)
{
  if (there->choice_count != here->choice_count)
    return DIFFERS("%s has %zu choices there, and %zu here", here->name, there->choice_count,
                   here->choice_count);
  for (size_t k = 0; k < here->choice_count; k++)
    if (strcmp(there->choices[k], here->choices[k]) != 0)
      return DIFFERS("choice %zu of %s is %s there, and %s here", k + 1, here->name,
                     there->choices[k], here->choices[k]);
  return 0;
}

static int variables_differ(const jato_variable *there, const jato_variable *here, size_t i,
                            difference *out)
{
  static const char *const kinds[] = {"a real number", "an integer", "a category"};
  if (strcmp(there->name, here->name) != 0)
    return DIFFERS("variable %zu is %s there, and %s here", i + 1, there->name, here->name);
  if (there->kind != here->kind)
    return DIFFERS("%s is %s there, and %s here", here->name, kinds[there->kind],
                   kinds[here->kind]);
  if (!there->fixed != !here->fixed)
    return DIFFERS("%s is %s there, and %s here", here->name, there->fixed ? "fixed" : "free",
                   here->fixed ? "fixed" : "free");
  if (here->fixed)
    return numbers_differ(here->name, there->initial, there->initial, here->initial, here->initial,
                          out);
  if (there->scale != here->scale)
    return DIFFERS("%s is searched by its %s there, and by its %s here", here->name,
                   there->scale == JATO_LOG ? "logarithm" : "value",
                   here->scale == JATO_LOG ? "logarithm" : "value");
  if (here->kind == JATO_CATEGORY) return choices_differ(there, here, out);
  return numbers_differ(here->name, there->lower, there->upper, here->lower, here->upper, out);
}

static int spaces_differ(const jato_space *there, const jato_space *here, difference *out)
{
  if (there->variable_count != here->variable_count)
    return DIFFERS("it has %zu variables, and this run %zu", there->variable_count,
                   here->variable_count);
  for (size_t i = 0; i < here->variable_count; i++)
    if (variables_differ(&there->variables[i], &here->variables[i], i, out)) return 1;
  if (there->constraint_count != here->constraint_count)
    return DIFFERS("it has %zu constraints, and this run %zu", there->constraint_count,
                   here->constraint_count);
  for (size_t i = 0; i < here->constraint_count; i++)
    if (strcmp(there->constraints[i].name, here->constraints[i].name) != 0)
      return DIFFERS("constraint %zu is %s there, and %s here", i + 1, there->constraints[i].name,
                     here->constraints[i].name);
  return 0;
}

/* Compares boxes, since the file of a function has no more. */
static int boxes_differ(const jx_record_info *there, const jato_problem *problem, difference *out)
{
  char name[32];
  jato_problem_info here = *jato_problem_get_info(problem);
  if (there->dim != here.dim)
    return DIFFERS("it has %zu coordinates, and this run %zu", there->dim, here.dim);
  for (size_t d = 0; d < here.dim; d++) {
    (void)snprintf(name, sizeof name, "coordinate %zu", d);
    if (numbers_differ(name, there->lower[d], there->upper[d], here.lower[d], here.upper[d], out))
      return 1;
  }
  return 0;
}

jato_status jx_warm_check(const jato_problem *problem, const char *path, int forked,
                          jato_error *error)
{
  jato_record *record = NULL;
  jato_problem *there = NULL;
  difference found;
  jato_record_request request = {JATO_RECORD_REQUEST_INIT, .path = path, .read_forked = forked};
  if (jato_record_open(&request, &record, NULL) != JATO_OK) return JATO_OK;
  (void)jato_record_variables(record, &there, NULL);
  const jato_space *old = there != NULL ? jato_problem_space(there) : NULL;
  const jato_space *here = jato_problem_space(problem);
  int differs = old != NULL && here != NULL
                    ? spaces_differ(old, here, &found)
                    : boxes_differ(jx_record_get_info(record), problem, &found);
  jato_problem_destroy(&there);
  jato_record_close(&record);
  if (!differs) return JATO_OK;
  return jx_fail(error, JATO_E_FILE,
                 "%s is a run of another space: %s; `jato export %s --what evaluations` makes a "
                 "table of its points, of which those that belong here can be used",
                 path, found.text, path);
}
