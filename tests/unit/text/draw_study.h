/* Spaces and commands drawn at random, with texts that JSON or YAML could stumble over. */
#ifndef TESTS_DRAW_STUDY_H
#define TESTS_DRAW_STUDY_H

#include "jato/jato.h"

enum { MOST = 8 };

typedef struct scene {
  jato_variable variables[MOST];
  jato_constraint constraints[MOST];
  const char *choices[MOST][MOST];
  const char *templates[MOST];
  char names[2 * MOST][32];
  jato_space space;
  jato_command command;
} scene;

/* The next one of a fixed series. */
void draw_scene(scene *drawn);

#endif
