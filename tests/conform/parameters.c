/* Every parameter of the algorithm under test, as the catalogue lists it, given wrong values. */
#include "conform.h"

#include <stdio.h>

/* The setting must be refused, in words that name the parameter. */
static void refuse(const jato_problem *problem, const char *setting, jato_status status,
                   const char *name)
{
  char spec[256];
  jato_options options = make_options();
  jato_error error = {JATO_OK, ""};
  snprintf(spec, sizeof spec, "%s:%s", the_algorithm, setting);
  options.algorithm = spec;
  jato_status found = jato_minimize(problem, &options, NULL, NULL, &error);
  if (found != status) print_error("%s: ", spec);
  assert_int_equal(found, status);
  assert_int_equal(error.status, status);
  assert_contains(error.text, name);
}

static void refuse_number(const jato_problem *problem, const jato_parameter *p, double value)
{
  char setting[128];
  snprintf(setting, sizeof setting, "%s=%.17g", p->name, value);
  refuse(problem, setting, JATO_E_ARGUMENT, p->name);
}

static void check_number(const jato_problem *problem, const jato_parameter *p)
{
  char setting[128];
  refuse_number(problem, p, p->smallest - 1);
  refuse_number(problem, p, p->largest + 1);
  if (!p->whole) {
    refuse_number(problem, p, nextafter(p->smallest, -INFINITY));
    refuse_number(problem, p, nextafter(p->largest, INFINITY));
  }
  if (p->whole) refuse_number(problem, p, p->smallest + 0.5);
  snprintf(setting, sizeof setting, "%s=many", p->name);
  refuse(problem, setting, JATO_E_ARGUMENT, p->name);
  snprintf(setting, sizeof setting, "%s=nan", p->name);
  refuse(problem, setting, JATO_E_ARGUMENT, p->name);
  snprintf(setting, sizeof setting, "%s=", p->name);
  refuse(problem, setting, JATO_E_ARGUMENT, p->name);
}

static void check_choice(const jato_problem *problem, const jato_parameter *p)
{
  char setting[128];
  snprintf(setting, sizeof setting, "%s=neither", p->name);
  refuse(problem, setting, JATO_E_ARGUMENT, p->name);
  snprintf(setting, sizeof setting, "%s=0", p->name);
  refuse(problem, setting, JATO_E_ARGUMENT, p->name);
}

/* A letter too many: refused, and the right name is suggested. */
static void check_misspelled(const jato_problem *problem, const jato_parameter *p)
{
  char setting[128], suggestion[64];
  snprintf(setting, sizeof setting, "%s%c=1", p->name, p->name[strlen(p->name) - 1]);
  snprintf(suggestion, sizeof suggestion, "did you mean \"%s\"?", p->name);
  refuse(problem, setting, JATO_E_NAME, suggestion);
}

void bad_parameters_are_refused(void **state)
{
  jato_problem *problem = make_problem();
  jato_entry entry;
  (void)state;
  for (size_t i = 0; jato_catalogue(JATO_KIND_ALGORITHM, i, &entry); i++) {
    if (strcmp(entry.name, the_algorithm) != 0) continue;
    for (size_t k = 0; k < entry.parameter_count; k++) {
      const jato_parameter *p = &entry.parameters[k];
      if (p->choices != NULL) check_choice(problem, p);
      if (p->choices == NULL) check_number(problem, p);
      check_misspelled(problem, p);
    }
  }
  refuse(problem, "zebra=1", JATO_E_NAME, "zebra");
  jato_problem_destroy(&problem);
}
