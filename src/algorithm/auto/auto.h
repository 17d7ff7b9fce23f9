/* The search behind auto.c: what it has learnt, and the arms by which it searches. */
#pragma once

#include "algorithm/arm.h"
#include "algorithm/auto/scan.h"

/* Searches it may have, by the names that run files know them by. */
enum jx_auto_arm {
  JX_ARM_LINES,     /* along the axes, where coordinates do not depend on each other */
  JX_ARM_DESCENT,   /* one quasi-Newton descent from the best point */
  JX_ARM_STRATEGY,  /* an evolution strategy with restarts of both sizes */
  JX_ARM_RUGGED,    /* one with larger and larger populations */
  JX_ARM_STARTS,    /* quasi-Newton descents from random points */
  JX_ARM_POLISH,    /* an evolution strategy close to the best point */
  JX_ARM_WHOLE,     /* one for whole numbers, with restarts */
  JX_ARM_EVOLUTION, /* differential evolution */
  JX_AUTO_ARMS,
  JX_ARM_NONE = JX_AUTO_ARMS
};

/* The same for people, and the scan, which may find a point better than all others, too. */
#define JX_AUTO_FINDERS \
  "lines,descent,strategy,rugged strategy,more descents,polish,whole numbers,evolution,scan"

/* Where it is on its way; kept by run files. */
enum jx_auto_phase {
  JX_AUTO_LINES,
  JX_AUTO_DESCENT,
  JX_AUTO_EARLY_SCAN, /* is it worth to go on with the descent? */
  JX_AUTO_LATE_SCAN,  /* are there many minima beside the one that was found? */
  JX_AUTO_RUGGED,
  JX_AUTO_GENERAL,
  JX_AUTO_FIRST_SMOOTH, /* the strategy's first descent */
  JX_AUTO_SMOOTH,
  JX_AUTO_POLISH,
  JX_AUTO_WHOLE, /* some variables are whole numbers */
  JX_AUTO_PHASES
};

typedef struct jx_auto {
  jx_search head;
  jx_search_setup setup; /* for arms; without a place to begin */
  uint64_t batch;
  double *x; /* [JX_SCAN_POINTS][n]: the points of a scan that are out */

  /* What decides the future. */
  jx_arm arm[JX_AUTO_ARMS];
  jx_arm_count arm_count[JX_AUTO_ARMS];
  jx_scan scan;
  double *best_x; /* [n] */
  struct {
    double best;     /* rank at best_x */
    double owed;     /* evaluations that the arm aside is behind its share */
    double polished; /* the best that a polish began at */
  } number;
  struct {
    uint64_t phase;
    uint64_t finder;      /* arm that found the best */
    uint64_t descents;    /* of the strategy, when it was looked at last */
    uint64_t has_scanned; /* early */
  } count;
} jx_auto;

/* rules.c: an arm that searches in this phase, and one that has a share of the evaluations beside
 * it; JX_ARM_NONE for a scan, and where there is none. */
enum jx_auto_arm jx_auto_main_arm(const jx_auto *search);
enum jx_auto_arm jx_auto_arm_aside(const jx_auto *search);

/* The arm aside's share of all evaluations: in [0, 1). */
double jx_auto_share(const jx_auto *search);

/* Names the arms; they have no searches yet. */
void jx_auto_name_arms(jx_auto *search);

/* Begins the first phase at x[n], or anywhere for NULL; goes on to another phase where a rule says
 * so. */
jato_status jx_auto_begin(jx_auto *search, const double *x, jato_error *error);
jato_status jx_auto_go_on(jx_auto *search, jato_error *error);

/* Makes the search of an arm, to begin at x[n] or, for NULL, where it likes. */
jato_status jx_auto_begin_arm(jx_auto *search, enum jx_auto_arm arm, const double *x,
                              jato_error *error);

/* sentence.c: see contract/algorithm.h. */
unsigned jx_auto_explain(const jx_search *search, char *text, size_t size);
