/* Is a function rugged? Lines from a point to random ones of the box, with evenly spaced points on
 * them, on which the dips are counted: places that are lower than both of their neighbours.
 *
 * Every third point first: a line without a dip there is taken as smooth. Two dips on the first
 * line are followed up on a second one. Rugged are seven dips in total: functions with a hundred
 * minima have more of them, those with a few have fewer (measured on BBOB's f15 to f24). */
#pragma once

#include "contract/algorithm.h"

enum { JX_SCAN_POINTS = 24 };

enum jx_scan_verdict { JX_SCAN_UNDECIDED, JX_SCAN_SMOOTH, JX_SCAN_RUGGED };

typedef struct jx_scan {
  size_t n;
  const double *lower, *upper; /* [n] */
  uint64_t seed;

  /* What decides the future. */
  double *from;                      /* [n] */
  double values[JX_SCAN_POINTS + 1]; /* of this line; the first is that of `from` */
  struct {
    uint64_t lines; /* that were begun, of all scans */
    uint64_t part;  /* of the line: enum in scan.c */
    uint64_t dips;  /* on the first line */
    uint64_t verdict;
  } count;
} jx_scan;

/* Takes memory; the caller asks whether the pool is whole. Bounds outlive it. */
void jx_scan_create(jx_scan *scan, const jx_search_setup *setup, jx_pool *pool);

/* From x[n], where the value is known. */
void jx_scan_begin(jx_scan *scan, const double *x, double value);

/* The points it wants, x[count][n], at most JX_SCAN_POINTS, until there is a verdict. */
size_t jx_scan_ask(const jx_scan *scan, double *x);
void jx_scan_tell(jx_scan *scan, const double *rank);

/* Appends its arrays; returns how many. */
size_t jx_scan_state(jx_scan *scan, jx_array *arrays);
