/* Is a function rugged? Scans lines from a point to random points of the box, with evenly spaced
 * points, and counts the dips: points that are lower than both of their neighbours.
 *
 * Every third point is evaluated first: if there is no dip among them, the function is taken as
 * smooth. Two dips on the first line lead to a second line. Seven dips in total make a function
 * rugged: functions with a hundred minima have more of them, those with a few minima fewer
 * (measured on BBOB's f15 to f24). */
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
  double values[JX_SCAN_POINTS + 1]; /* of this line; the first one is the value at `from` */
  struct {
    uint64_t lines; /* begun so far, in all scans */
    uint64_t part;  /* of the line: enum in scan.c */
    uint64_t dips;  /* on the first line */
    uint64_t verdict;
  } count;
} jx_scan;

/* Allocates from the pool; the caller checks the pool. The bounds must outlive the scan. */
void jx_scan_create(jx_scan *scan, const jx_search_setup *setup, jx_pool *pool);

/* Begins a scan from x[n], whose value is known. */
void jx_scan_begin(jx_scan *scan, const double *x, double value);

/* Until there is a verdict: writes the points to evaluate to x[count][n] and returns count. */
size_t jx_scan_ask(const jx_scan *scan, double *x);
void jx_scan_tell(jx_scan *scan, const double *rank);

/* Appends its arrays; returns how many. */
size_t jx_scan_state(jx_scan *scan, jx_array *arrays);
