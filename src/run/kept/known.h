/* Outcomes of points that were evaluated before, by the exact values that were sent: what a search
 * asks for again need not be evaluated again. So many of the last ones as there is room for. */
#pragma once

#include "record/journal/journal.h"
#include "run/kept/points_table.h"

typedef enum jx_known_state {
  JX_KNOWN_NOT = 0,
  JX_KNOWN_EXPECTED, /* somebody is evaluating it */
  JX_KNOWN           /* its outcome is here */
} jx_known_state;

/* One half of what is known. */
typedef struct jx_known_half {
  uint32_t *places;     /* [2 * room]: 1 + row by hash, the next free one where that is taken */
  jx_pages numbers;     /* [room][variables + objectives + constraints]: touched row by row */
  unsigned char *state; /* [room]: jx_known_state */
  uint32_t *by;         /* [room]: who evaluates it */
  size_t count;
} jx_known_half;

/* When the newer half is full, the older one is forgotten and takes its place. */
typedef struct jx_known {
  size_t variables, objectives, constraints, room;
  jx_known_half half[2];
  int newer;
  jato_allocator allocator;
} jx_known;

/* Of what the rows of a journal have. Returns 0 without memory. */
int jx_known_create(jx_known *known, const jx_journal_shape *shape,
                    const jato_allocator *allocator);
void jx_known_destroy(jx_known *known);

/* values[variables]. by: of one that is expected; outcome: of one that is known, its numbers valid
 * until the next call. Each may be NULL. */
jx_known_state jx_known_find(const jx_known *known, const double *values, uint32_t *by,
                             jx_outcome *outcome);

/* Before so many new ones are expected: none that is found meanwhile will be forgotten for them.
 * Returns 0 where there is no room for so many. */
int jx_known_make_room(jx_known *known, size_t count);

/* Somebody begins to evaluate it; has evaluated it, f[objectives], c[constraints]; or could not. */
void jx_known_expect(jx_known *known, const double *values, uint32_t by);
void jx_known_put(jx_known *known, const double *values, const double *f, const double *c);
void jx_known_give_up(jx_known *known, const double *values);

/* Of all that is known. */
uint64_t jx_known_digest(const jx_known *known);

/* Nobody is evaluating anything. */
void jx_known_give_up_all(jx_known *known);

/* What a run keeps of single evaluations: kept.h. */
typedef struct jx_kept {
  jx_journal *journal; /* NULL: there is none */
  int failing;         /* it cannot be written, and the caller knows */
  int taken_up;        /* it was left by this run, which had no checkpoint yet */
  jx_known known;      /* without room: points are evaluated as often as they come */
  size_t submitted;    /* points that are with the evaluator */
  jx_given given;      /* points that were known before the run began */
  uint64_t reused;     /* evaluations that were answered by an earlier one */
} jx_kept;
