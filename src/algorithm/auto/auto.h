/* The search behind auto.c: what it has learned, and its submethods. */
#pragma once

#include "algorithm/submethod.h"
#include "algorithm/auto/scan.h"

/* The submethods; run files know them by number. */
enum jx_auto_submethod {
  JX_SUBMETHOD_LINES,     /* along the axes, where coordinates do not depend on each other */
  JX_SUBMETHOD_DESCENT,   /* one quasi-Newton descent from the best point */
  JX_SUBMETHOD_STRATEGY,  /* an evolution strategy with large and small restarts */
  JX_SUBMETHOD_RUGGED,    /* a strategy with ever larger populations */
  JX_SUBMETHOD_STARTS,    /* quasi-Newton descents from random points */
  JX_SUBMETHOD_POLISH,    /* an evolution strategy close to the best point */
  JX_SUBMETHOD_WHOLE,     /* a strategy for whole numbers, with restarts */
  JX_SUBMETHOD_EVOLUTION, /* differential evolution */
  JX_AUTO_SUBMETHODS,
  JX_SUBMETHOD_NONE = JX_AUTO_SUBMETHODS
};

/* Their names for users, and the scan, which may also find the best point. */
#define JX_AUTO_SUBMETHOD_NAMES \
  "lines,descent,strategy,rugged strategy,more descents,polish,whole numbers,evolution,scan"

/* The phase of the search; saved in run files. */
enum jx_auto_phase {
  JX_AUTO_LINES,
  JX_AUTO_DESCENT,
  JX_AUTO_EARLY_SCAN, /* should the descent continue? */
  JX_AUTO_LATE_SCAN,  /* are there many minima besides the one that was found? */
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
  jx_search_setup setup; /* for submethods; without an initial point */
  uint64_t batch;
  double *x; /* [JX_SCAN_POINTS][n]: the points of a scan that are out */

  /* What decides the future. */
  jx_submethod submethod[JX_AUTO_SUBMETHODS];
  jx_submethod_count submethod_count[JX_AUTO_SUBMETHODS];
  jx_scan scan;
  double *best_x; /* [n] */
  struct {
    double best;     /* rank at best_x */
    double owed;     /* evaluations by which the secondary submethod is behind its share */
    double polished; /* the best rank at the start of the last polish */
  } number;
  struct {
    uint64_t phase;
    uint64_t best;        /* submethod that found the best */
    uint64_t descents;    /* of the strategy, after the last tell */
    uint64_t has_scanned; /* the early scan is over */
  } count;
} jx_auto;

/* rules.c: the submethod that searches in this phase, and the secondary one that has a share of the
 * evaluations; JX_SUBMETHOD_NONE during a scan, and if there is none. */
enum jx_auto_submethod jx_auto_main_submethod(const jx_auto *search);
enum jx_auto_submethod jx_auto_secondary_submethod(const jx_auto *search);

/* The share of all evaluations that the secondary submethod gets: in [0, 1). */
double jx_auto_share(const jx_auto *search);

/* Names the submethods; they have no searches yet. */
void jx_auto_name_submethods(jx_auto *search);

/* Begins the first phase at x[n], or anywhere for NULL. After a tell, jx_auto_apply_rules changes
 * the phase if a rule applies. */
jato_status jx_auto_begin(jx_auto *search, const double *x, jato_error *error);
jato_status jx_auto_apply_rules(jx_auto *search, jato_error *error);

/* Creates the search of a submethod, which starts at x[n] or, for NULL, where it chooses to. */
jato_status jx_auto_begin_submethod(jx_auto *search, enum jx_auto_submethod submethod,
                                    const double *x, jato_error *error);
