/* Where the time of a run goes: a row for each kind of work, kept by the run and filled where the
 * work is done, on the thread that steps the run. The pointers to it are NULL if no profile is
 * wanted; then the functions below do nothing, and no clock is read. */
#pragma once

#include "base/clock.h"
#include "jato/run.h"

typedef enum jx_work {
  JX_WORK_PLACE,
  JX_WORK_MOVE,
  JX_WORK_EVALUATE,
  JX_WORK_JUDGE,
  JX_WORK_FIRST_PASS, /* place, evaluate and judge in one kernel */
  JX_WORK_PASS,       /* move, evaluate and judge in one kernel */
  JX_WORK_OWN_BESTS,  /* where others see them; guides are chosen among them */
  JX_WORK_BEST,
  JX_WORK_HALO,
  JX_WORK_COPY,
  JX_WORK_METHOD, /* asked and told */
  JX_WORK_WAIT,   /* for evaluations of other processes */
  JX_WORKS
} jx_work;

typedef struct jx_profile {
  jato_kernel_time row[JX_WORKS]; /* without names: run/describe.c has them */
} jx_profile;

/* One more call. */
static inline void jx_kernel_time_note(jato_kernel_time *row, double seconds)
{
  row->least = row->calls == 0 || seconds < row->least ? seconds : row->least;
  row->most = seconds > row->most ? seconds : row->most;
  row->total += seconds;
  row->calls++;
}

static inline void jx_profile_note(jx_profile *profile, jx_work work, double seconds)
{
  if (profile != NULL) jx_kernel_time_note(&profile->row[work], seconds);
}

/* Work that is done between the two, by this process's clock. */
static inline double jx_profile_begin(const jx_profile *profile)
{
  return profile != NULL ? jx_clock_seconds() : 0;
}

static inline void jx_profile_end(jx_profile *profile, jx_work work, double began)
{
  if (profile != NULL) jx_kernel_time_note(&profile->row[work], jx_clock_seconds() - began);
}
