/* A search inside another one: created from a spec, asked and told by its parent, and saved in the
 * parent's run file under its own name. */
#pragma once

#include "contract/algorithm.h"

/* Saved by the parent, beside the arrays of the search itself. */
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

/* Creates its search, by the spec and the setup of the new search; retires the one before. */
jato_status jx_submethod_begin(jx_submethod *sub, const char *spec, const jx_search_setup *setup,
                               jato_error *error);

/* Ends its search. Its points stay valid until release_retired, which precedes the next ask. */
void jx_submethod_retire(jx_submethod *sub);
void jx_submethod_release_retired(jx_submethod *sub);

/* Releases its search, and the one that was retired. */
void jx_submethod_release(jx_submethod *sub);

jato_status jx_submethod_ask(jx_submethod *sub, jx_generation *generation, jato_error *error);
jato_status jx_submethod_tell(jx_submethod *sub, const jx_generation *generation,
                              jato_error *error);

/* enum jx_end; JX_ENDED without a search. */
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
