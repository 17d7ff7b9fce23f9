/* One array of a method's state, and what its numbers may be.
 *
 * Run files hold the numbers, and anybody can have written a run file: numbers are checked against
 * these bounds before a search sees any of them (run/restore.c). The bounds are the last member of
 * a row, so that the compiler warns of a row without them; zeroed ones are refused. */
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

/* Counts. JX_TALLY: something that is counted; 2^53 of it are more than any run makes, and sums and
 * doubles of them are exact. JX_ANY_COUNT: hashes, and limits that may be UINT64_MAX. */
#define JX_COUNT_IN(first, last)                                   \
  {                                                                \
    .kind = JX_ALLOWED_OF_COUNTS, .least = (first), .most = (last) \
  }
#define JX_ANY_COUNT JX_COUNT_IN(0, UINT64_MAX)
#define JX_TALLY_MOST ((uint64_t)1 << 53)
#define JX_TALLY JX_COUNT_IN(0, JX_TALLY_MOST)
#define JX_FLAG JX_COUNT_IN(0, 1)
#define JX_INDEX(count) JX_COUNT_IN(0, (uint64_t)(count)-1)

/* Doubles. JX_RANK: what points are compared by, infinity without a value; never NaN.
 * JX_WHOLE_TALLY: a tally that is kept as a double. */
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

/* Different ones for each column: a static table of jx_allowed. */
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

/* For the operation `state` of a method: copies a list of arrays to where `arrays` points and is
 * their number. */
#define JX_PUT_ARRAYS(arrays, list) \
  (memcpy((arrays), (list), sizeof(list)), sizeof(list) / sizeof(list)[0])

/* As the record has it. */
jato_array jx_array_saved(const jx_array *array);

/* Same name, type and size. */
int jx_array_is_alike(const jx_array *own, const jato_array *saved);

/* Whether the numbers of an array of the same type and size are within the bounds of `own`. Fails
 * with JATO_E_FILE, in words that name the number. */
jato_status jx_array_check(const jx_array *own, const jato_array *saved, jato_error *error);

/* The array of that name; NULL where there is none. */
const jato_array *jx_array_find(const char *name, const jato_array *saved, size_t count);

/* Copies the numbers of an array that is alike, and was checked. */
void jx_array_copy(const jx_array *own, const jato_array *saved);

/* Copies the array of that name to `own`. Fails with JATO_E_FILE where it is not there, is not
 * alike, or is out of bounds. */
jato_status jx_array_take(const jx_array *own, const jato_array *saved, size_t count,
                          jato_error *error);
