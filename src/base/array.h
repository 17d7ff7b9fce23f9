/* An array of a method's state, and the bounds of its numbers.
 *
 * Run files hold the numbers, and anyone may have written a run file: numbers are checked against
 * these bounds before a search sees any of them (run/saving/restore.c). The bounds are the last
 * member of a row, so that the compiler warns of a row without them; zeroed bounds are refused. */
#pragma once

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/status.h"

#define JX_DOUBLES JATO_ARRAY_DOUBLES
#define JX_COUNTS JATO_ARRAY_COUNTS

#define JX_ARRAYS_MOST 128

enum jx_allowed_kind {
  JX_ALLOWED_MISSING,
  JX_ALLOWED_OF_COUNTS,  /* least to most */
  JX_ALLOWED_OF_DOUBLES, /* low to high, and never NaN */
  JX_ALLOWED_OF_WHOLE,   /* whole numbers among them */
  JX_ALLOWED_OF_BOX,     /* column i: lower[i] to upper[i], and never NaN */
  JX_ALLOWED_ANY,        /* any double, NaN too */
  JX_ALLOWED_BY_COLUMN   /* column i: column[i] */
};

typedef struct jx_allowed {
  enum jx_allowed_kind kind;
  uint64_t least, most;
  double low, high;
  const double *lower, *upper;     /* [columns]; they outlive the search */
  const struct jx_allowed *column; /* [columns]; static */
  size_t columns;
} jx_allowed;

/* Counts. JX_TALLY: a number of events, at most 2^53, more than any run makes; sums of two, and
 * doubles, are exact. JX_ANY_COUNT: hashes, and limits that may be UINT64_MAX. */
#define JX_COUNT_IN(first, last)                                   \
  {                                                                \
    .kind = JX_ALLOWED_OF_COUNTS, .least = (first), .most = (last) \
  }
#define JX_ANY_COUNT JX_COUNT_IN(0, UINT64_MAX)
#define JX_TALLY_MOST ((uint64_t)1 << 53)
#define JX_TALLY JX_COUNT_IN(0, JX_TALLY_MOST)
#define JX_FLAG JX_COUNT_IN(0, 1)
#define JX_INDEX(count) JX_COUNT_IN(0, (uint64_t)(count)-1)

/* Doubles. JX_RANK: the number that points are compared by, infinity without a value; never NaN.
 * JX_WHOLE_TALLY: a tally that is stored as a double. */
#define JX_DOUBLE_IN(least, largest)                                 \
  {                                                                  \
    .kind = JX_ALLOWED_OF_DOUBLES, .low = (least), .high = (largest) \
  }
#define JX_WHOLE_TALLY                                                   \
  {                                                                      \
    .kind = JX_ALLOWED_OF_WHOLE, .low = 0, .high = (double)JX_TALLY_MOST \
  }
#define JX_FINITE JX_DOUBLE_IN(-DBL_MAX, DBL_MAX)
#define JX_RANK JX_DOUBLE_IN(-(double)INFINITY, (double)INFINITY)
#define JX_SHARE JX_DOUBLE_IN(0, 1)
#define JX_IN_BOX(lowest, highest)                                   \
  {                                                                  \
    .kind = JX_ALLOWED_OF_BOX, .lower = (lowest), .upper = (highest) \
  }
#define JX_ANY_DOUBLE      \
  {                        \
    .kind = JX_ALLOWED_ANY \
  }

/* Different bounds for each column: a static table of jx_allowed. */
#define JX_BY_COLUMN(table)                                                                      \
  {                                                                                              \
    .kind = JX_ALLOWED_BY_COLUMN, .column = (table), .columns = sizeof(table) / sizeof(table)[0] \
  }

/* Numbers of 8 bytes in the method's own memory. The first members are those of jato_array. */
typedef struct jx_array {
  char name[sizeof((jato_array *)0)->name];
  jato_array_kind kind;
  size_t rows, columns;
  void *data; /* [rows][columns] */
  jx_allowed allowed;
} jx_array;

/* For the operation `state` of a method: copies a list of arrays to `arrays`; its value is their
 * number. */
#define JX_PUT_ARRAYS(arrays, list) \
  (memcpy((arrays), (list), sizeof(list)), sizeof(list) / sizeof(list)[0])

/* The array as a record describes it. */
jato_array jx_array_saved(const jx_array *array);

/* Whether both have the same name, type and size. */
int jx_array_matches(const jx_array *own, const jato_array *saved);

/* Checks that the numbers of an array of the same type and size are within the bounds of `own`.
 * Fails with JATO_E_FILE and a message that names the number. */
jato_status jx_array_check(const jx_array *own, const jato_array *saved, jato_error *error);

/* The array of that name, or NULL. */
const jato_array *jx_array_find(const char *name, const jato_array *saved, size_t count);

/* Copies the numbers of an array that matches, and was checked. */
void jx_array_copy(const jx_array *own, const jato_array *saved);

/* Copies the array of the same name to `own`. Fails with JATO_E_FILE if it is missing, does not
 * match, or is out of bounds. */
jato_status jx_array_restore(const jx_array *own, const jato_array *saved, size_t count,
                             jato_error *error);
