/* What both files of the program look at structs with. */
#pragma once

#include <jato/jato.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GUARD 0x5a
#define TAIL 64
#define GUARDED(type)         \
  struct {                    \
    type it;                  \
    unsigned char tail[TAIL]; \
  }
#define GUARD_ALL(guarded) memset(&(guarded), GUARD, sizeof(guarded))

static jato_error error;

static inline void check(int is_well, const char *what)
{
  if (is_well) return;
  printf("%s\n", what);
  exit(1);
}

static inline void check_tail(const unsigned char tail[TAIL], const char *what)
{
  for (int i = 0; i < TAIL; i++) check(tail[i] == GUARD, what);
}

/* Whether this build has it; nothing else may go wrong. */
static inline int is_built(jato_status status)
{
  check(status == JATO_OK || status == JATO_E_NOT_BUILT, error.text);
  return status == JATO_OK;
}

/* filled.c */
void minimize_many(const jato_problem *problem, const jato_options *options);
void profile(const jato_problem *problem);
void read_catalogue(void);
void compare(void);
void fit(void);
void serve(void);
