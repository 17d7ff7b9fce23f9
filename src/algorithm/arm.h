/* A search inside of another one: made by its spec, asked and told by its parent, and kept in the
 * parent's run file under its own name. */
#pragma once

#include "contract/algorithm.h"

/* Kept by the parent, beside the search's own arrays. */
typedef struct jx_arm_count {
  uint64_t begun;       /* searches that the arm has had */
  uint64_t generations; /* of the present one */
  uint64_t used;        /* evaluations, of all of them */
} jx_arm_count;

#define JX_ARM_COUNTS (sizeof(jx_arm_count) / sizeof(uint64_t))

typedef struct jx_arm {
  const char *name;    /* before the names of its arrays; small letters, no '_' */
  jx_search *search;   /* NULL: there is none now */
  jx_search *retired;  /* whose points may still be looked at */
  jx_arm_count *count; /* the parent's */
} jx_arm;

/* Makes its search, in the place of the one it had. The setup is the child's, but for the spec. */
jato_status jx_arm_begin(jx_arm *arm, const char *spec, const jx_search_setup *setup,
                         jato_error *error);

/* Its search is over; the points that are out stay until it is forgotten, before the next ask. */
void jx_arm_end(jx_arm *arm);
void jx_arm_forget(jx_arm *arm);

jato_status jx_arm_ask(jx_arm *arm, jx_generation *generation, jato_error *error);
jato_status jx_arm_tell(jx_arm *arm, const jx_generation *generation, jato_error *error);

/* enum jx_end; without a search it has ended. */
int jx_arm_is_done(const jx_arm *arm);
uint64_t jx_arm_descents(const jx_arm *arm);

/* Appends the arrays of its search; returns how many. */
size_t jx_arm_state(jx_arm *arm, jx_array *arrays);

/* See contract/algorithm.h; NULL without a search. */
const char *jx_arm_contradiction(const jx_arm *arm);

/* Whether one of the arrays is its own, and room for those of a file. */
int jx_arm_is_among(const jx_arm *arm, const jato_array *arrays, size_t count);
jato_status jx_arm_resize(jx_arm *arm, const jato_array *arrays, size_t count, jato_error *error);
