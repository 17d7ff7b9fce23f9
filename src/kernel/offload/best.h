/* The best of many: of an item's lanes, then of a work-group's items. Smallest value, of equal ones
 * the first step and its lowest particle, so the order of comparing cannot matter. */
#ifndef JK_OFFLOAD_BEST_H
#define JK_OFFLOAD_BEST_H

#include "judge.h"

JK_FN jk_record jk_record_none(void)
{
  jk_record none;
  none.particle = ~(jk_index)0;
  none.nonfinite = 0;
  none.step = 0;
  none.value = JK_FIRST_LANE(JK_INF);
  return none;
}

/* The better of two, with what both counted. */
JK_FN jk_record jk_record_join(jk_record a, jk_record b)
{
  jk_record better = a;
  int first = b.step < a.step || (b.step == a.step && b.particle < a.particle);
  if (b.value < a.value || (b.value == a.value && first)) better = b;
  better.nonfinite = a.nonfinite + b.nonfinite;
  return better;
}

/* Folds the 16 lanes of a vector into one number, halving it four times. */
#if JK_WIDTH == 16
#define JK_FOLD(name, base, vector, better)              \
  JK_FN base name(vector a)                              \
  {                                                      \
    JK_PASTE_NAMES(, base, 8) a8 = better(a.lo, a.hi);   \
    JK_PASTE_NAMES(, base, 4) a4 = better(a8.lo, a8.hi); \
    JK_PASTE_NAMES(, base, 2) a2 = better(a4.lo, a4.hi); \
    return better(a2.x, a2.y);                           \
  }
#define JK_LESSER(a, b) ((a) < (b) ? (a) : (b))
#define JK_SUM(a, b) ((a) + (b))
JK_FOLD(jk_least_number, JK_NUMBER_NAME, real, JK_LESSER)
JK_FOLD(jk_least_integer, JK_INTEGER_NAME, jk_int, JK_LESSER)
JK_FOLD(jk_sum_integer, JK_INTEGER_NAME, jk_int, JK_SUM)
#else
#define jk_least_number(a) (a)
#define jk_least_integer(a) (a)
#define jk_sum_integer(a) (a)
#endif

/* The best of the lanes of an item. An index is below 2^30; lanes that do not have the least value
 * get a larger one. */
JK_FN jk_record jk_haul_record(jk_haul haul, jk_tile tile)
{
  jk_record record;
  record.value = jk_least_number(haul.value);
  jk_int lane = haul.index + JK_LANE_NUMBERS(jk_int);
  jk_int least = haul.value == R(record.value) ? lane : JK_I(0x7FFFFFFF);
  record.particle = tile.first + (jk_index)jk_least_integer(least);
  record.nonfinite = (jk_index)jk_sum_integer(haul.nonfinite);
  record.step = 0;
  return record;
}

/* The best of the items of a work-group: all of them call it, and all get the answer. `shared` has
 * room for JK_SHARED records. */
#if JK_HERE_LOCAL == 1
#define JK_SHARED 1
JK_FN jk_record jk_group_best(jk_record mine, JK_LOCAL_IN jk_record *shared)
{
  (void)shared;
  return mine;
}

#elif defined(__OPENCL_C_VERSION__)
#define JK_SHARED JK_HERE_LOCAL
JK_FN jk_record jk_group_best(jk_record mine, JK_LOCAL_IN jk_record *shared)
{
  shared[JK_ITEM] = mine;
  JK_BARRIER();
  for (int away = JK_HERE_LOCAL / 2; away > 0; away /= 2) {
    if (JK_ITEM < away) shared[JK_ITEM] = jk_record_join(shared[JK_ITEM], shared[JK_ITEM + away]);
    JK_BARRIER();
  }
  return shared[0];
}

#else /* CUDA: inside a warp by shuffles, then the warps' answers once more */
#define JK_WARP 32
#define JK_SHARED (JK_HERE_LOCAL / JK_WARP)
JK_FN jk_record jk_warp_best(jk_record mine)
{
  for (int away = JK_WARP / 2; away > 0; away /= 2) {
    jk_record other;
    other.particle = __shfl_down_sync(0xFFFFFFFFu, mine.particle, away);
    other.nonfinite = __shfl_down_sync(0xFFFFFFFFu, mine.nonfinite, away);
    other.step = __shfl_down_sync(0xFFFFFFFFu, mine.step, away);
    other.value = __shfl_down_sync(0xFFFFFFFFu, mine.value, away);
    mine = jk_record_join(mine, other);
  }
  return mine;
}

JK_FN jk_record jk_group_best(jk_record mine, JK_LOCAL_IN jk_record *shared)
{
  jk_record best = jk_warp_best(mine);
  if (JK_ITEM % JK_WARP == 0) shared[JK_ITEM / JK_WARP] = best;
  JK_BARRIER();
  best = JK_ITEM < JK_SHARED ? shared[JK_ITEM] : jk_record_none();
  best = jk_warp_best(best);
  JK_BARRIER();
  if (JK_ITEM == 0) shared[0] = best;
  JK_BARRIER();
  return shared[0];
}
#endif

#endif
