#include "draw_study.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint64_t random_state = 1;

static uint64_t draw(uint64_t below)
{
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return random_state % below;
}

static const char *const odd[] = {
    "",
    " ",
    "a b",
    "\"",
    "'",
    "\\",
    "\\u0041",
    "null",
    "~",
    "true",
    "no",
    "1",
    "1e-3",
    "{a}",
    "[a, b]",
    "a: b",
    "# a",
    "- a",
    "&a",
    "*a",
    "!a",
    "%a",
    "@a",
    "`a",
    "a,b",
    "\t",
    "\x7f",
    "\x01",
    "\x1b[0m",
    "\r",
    "\xc3\xa9",
    "\xe2\x80\xa8",
    "\xc2\x85",
    "\xef\xbb\xbf",
    "\xf0\x9f\x9a\x80",
    "\xe6\xb8\xa9\xe5\xba\xa6",
    "\xef\xbf\xbf",
    "a\tb ",
    "a\\nb",
    "?",
    ":",
    "|",
};
enum { ODD = sizeof odd / sizeof odd[0] };

static double draw_number(void)
{
  static const double special[] = {0, 1, -1, 0.1, 1e-300, 1e300, 1.0 / 3, 123456789.125, 5e-324};
  if (draw(2) == 0) return special[draw(sizeof special / sizeof special[0])];
  return ((double)draw((uint64_t)1 << 53) - 0x1p52) * 0x1p-40;
}

static void draw_interval(double *low, double *high)
{
  do {
    *low = draw_number();
    *high = draw_number();
  } while (!(*low < *high));
}

static void draw_variable(scene *drawn, size_t i)
{
  jato_variable *v = &drawn->variables[i];
  *v = (jato_variable){.name = drawn->names[i], .kind = (jato_variable_kind)draw(3)};
  (void)snprintf(drawn->names[i], sizeof drawn->names[i], "%s%zu", i % 2 ? "_y" : "n", i);
  v->fixed = i > 0 && draw(4) == 0;
  v->has_initial = !v->fixed && draw(2) == 0;
  if (v->kind == JATO_CATEGORY) {
    size_t first = (size_t)draw(ODD);
    v->choice_count = (size_t)draw(MOST) + 1;
    v->choices = drawn->choices[i];
    for (size_t k = 0; k < v->choice_count; k++) drawn->choices[i][k] = odd[(first + k) % ODD];
    if (v->fixed || v->has_initial) v->initial = (double)draw(v->choice_count);
    return;
  }
  draw_interval(&v->lower, &v->upper);
  if (v->kind == JATO_INTEGER) {
    v->lower = (double)draw(100) - 50;
    v->upper = v->lower + (double)draw(1000) + 1;
  }
  if (v->lower > 0 && draw(2) == 0) v->scale = JATO_LOG;
  if (v->fixed || v->has_initial) v->initial = draw(2) ? v->lower : v->upper;
  if (v->fixed) v->lower = v->upper = 0; /* not looked at */
  if (v->fixed) v->scale = JATO_LINEAR;
}

static void draw_constraint(scene *drawn, size_t i)
{
  char *name = drawn->names[MOST + i];
  (void)snprintf(name, sizeof drawn->names[0], "c%zu", i);
  drawn->constraints[i] = (jato_constraint){.name = name,
                                            .relation = (jato_relation)draw(3),
                                            .bound = draw_number(),
                                            .tolerance = draw(2) ? 0 : fabs(draw_number()),
                                            .scale = draw(2) ? 0 : fabs(draw_number()) + 1e-9};
}

static const char *draw_text(void)
{
  const char *text = odd[draw(ODD)];
  return text[0] == '\0' ? NULL : text;
}

static void draw_command(scene *drawn)
{
  jato_command *c = &drawn->command;
  const char *what = draw_text();
  *c = (jato_command){JATO_COMMAND_INIT, .by = (int)draw(4), .folder = draw_text(),
                      .scratch = draw_text()};
  *(draw(2) ? &c->command : &c->shell) = what != NULL ? what : "f";
  c->keep_folders = (jato_keep_folders)draw(3);
  c->result_field = draw_text();
  c->result_file = draw_text();
  c->persistent = (int)draw(2);
  c->template_count = (size_t)draw(3);
  for (size_t i = 0; i < c->template_count; i++) drawn->templates[i] = odd[1 + draw(ODD - 1)];
  c->template_files = c->template_count > 0 ? drawn->templates : NULL;
}

void draw_scene(scene *drawn)
{
  memset(drawn, 0, sizeof *drawn);
  drawn->space = (jato_space){JATO_SPACE_INIT,    drawn->variables,   (size_t)draw(MOST) + 1,
                              drawn->constraints, (size_t)draw(MOST), draw(2) ? 0 : 12.5};
  if (drawn->space.constraint_count == 0) drawn->space.penalty = 0; /* it works only with them */
  for (size_t i = 0; i < drawn->space.variable_count; i++) draw_variable(drawn, i);
  for (size_t i = 0; i < drawn->space.constraint_count; i++) draw_constraint(drawn, i);
  draw_command(drawn);
}
