/* A search inside of another one: made by its spec, asked and told by its parent, and kept in the
 * parent's run file under its own name. */
#pragma once

#include "contract/algorithm.h"

/* Kept by the parent, beside the search's own arrays. */
typedef struct jx_submethod_count {
  uint64_t begun;       /* searches that the submethod has begun */
  uint64_t generations; /* of the present one */
  uint64_t used;        /* evaluations, of all of them */
} jx_submethod_count;

#define JX_SUBMETHOD_COUNTS (sizeof(jx_submethod_count) / sizeof(uint64_t))

typedef struct jx_submethod {
  const char *name;          /* before the names of its arrays; small letters, no '_' */
  jx_search *search;         /* NULL: there is none now */
  jx_search *retired;        /* whose points may still be looked at */
  jx_submethod_count *count; /* the parent's */
} jx_submethod;

/* Makes its search, in place of the one before. The setup is the child's, except for the spec. */
jato_status jx_submethod_begin(jx_submethod *sub, const char *spec, const jx_search_setup *setup,
                               jato_error *error);

/* Its search is over; the points that are out stay until it is forgotten, before the next ask. */
void jx_submethod_end(jx_submethod *sub);
void jx_submethod_forget(jx_submethod *sub);

jato_status jx_submethod_ask(jx_submethod *sub, jx_generation *generation, jato_error *error);
jato_status jx_submethod_tell(jx_submethod *sub, const jx_generation *generation,
                              jato_error *error);

/* enum jx_end; without a search it has ended. */
int jx_submethod_is_done(const jx_submethod *sub);
uint64_t jx_submethod_descents(const jx_submethod *sub);

/* Appends the arrays of its search; returns how many. */
size_t jx_submethod_state(jx_submethod *sub, jx_array *arrays);

/* See contract/algorithm.h; NULL without a search. */
const char *jx_submethod_contradiction(const jx_submethod *sub);

/* Whether one of the arrays is its own, and room for those of a file. */
int jx_submethod_is_among(const jx_submethod *sub, const jato_array *arrays, size_t count);
jato_status jx_submethod_resize(jx_submethod *sub, const jato_array *arrays, size_t count,
                                jato_error *error);
