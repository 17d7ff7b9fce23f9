/* The search behind auto.c: what it has learnt, and the submethods by which it searches. */
#pragma once

#include "algorithm/submethod.h"
#include "algorithm/auto/scan.h"

/* Searches it may have, by the names that run files know them by. */
enum jx_auto_submethod {
  JX_SUBMETHOD_LINES,     /* along the axes, where coordinates do not depend on each other */
  JX_SUBMETHOD_DESCENT,   /* one quasi-Newton descent from the best point */
  JX_SUBMETHOD_STRATEGY,  /* an evolution strategy with restarts of both sizes */
  JX_SUBMETHOD_RUGGED,    /* one with larger and larger populations */
  JX_SUBMETHOD_STARTS,    /* quasi-Newton descents from random points */
  JX_SUBMETHOD_POLISH,    /* an evolution strategy close to the best point */
  JX_SUBMETHOD_WHOLE,     /* one for whole numbers, with restarts */
  JX_SUBMETHOD_EVOLUTION, /* differential evolution */
  JX_AUTO_SUBMETHODS,
  JX_SUBMETHOD_NONE = JX_AUTO_SUBMETHODS
};

/* The same for people, and the scan, which may find a point better than all others, too. */
#define JX_AUTO_SUBMETHOD_NAMES \
  "lines,descent,strategy,rugged strategy,more descents,polish,whole numbers,evolution,scan"

/* The phase of the search; kept by run files. */
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
  jx_search_setup setup; /* for submethods; without a place to begin */
  uint64_t batch;
  double *x; /* [JX_SCAN_POINTS][n]: the points of a scan that are out */

  /* What decides the future. */
  jx_submethod submethod[JX_AUTO_SUBMETHODS];
  jx_submethod_count submethod_count[JX_AUTO_SUBMETHODS];
  jx_scan scan;
  double *best_x; /* [n] */
  struct {
    double best;     /* rank at best_x */
    double owed;     /* evaluations that the submethod aside is behind its share */
    double polished; /* the best that a polish began at */
  } number;
  struct {
    uint64_t phase;
    uint64_t best;        /* submethod that found the best */
    uint64_t descents;    /* of the strategy, when it was looked at last */
    uint64_t has_scanned; /* early */
  } count;
} jx_auto;

/* rules.c: a submethod that searches in this phase, and one that has a share of the evaluations
 * beside it; JX_SUBMETHOD_NONE for a scan, and where there is none. */
enum jx_auto_submethod jx_auto_main_submethod(const jx_auto *search);
enum jx_auto_submethod jx_auto_submethod_aside(const jx_auto *search);

/* The submethod aside's share of all evaluations: in [0, 1). */
double jx_auto_share(const jx_auto *search);

/* Names the submethods; they have no searches yet. */
void jx_auto_name_submethods(jx_auto *search);

/* Begins the first phase at x[n], or anywhere for NULL; goes on to another phase where a rule says
 * so. */
jato_status jx_auto_begin(jx_auto *search, const double *x, jato_error *error);
jato_status jx_auto_go_on(jx_auto *search, jato_error *error);

/* Makes the search of a submethod, to begin at x[n] or, for NULL, where it likes. */
jato_status jx_auto_begin_submethod(jx_auto *search, enum jx_auto_submethod submethod,
                                    const double *x, jato_error *error);

/* sentence.c: see contract/algorithm.h. */
unsigned jx_auto_explain(const jx_search *search, char *text, size_t size);
