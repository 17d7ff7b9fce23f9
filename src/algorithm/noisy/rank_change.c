#include "algorithm/noisy/rank_change.h"

#define JK_PRECISION 64
#include "kernel/math.h"

/* Value k of the paper's second set: the first value, unless the point was evaluated again. */
static double second_of(const jx_twice *v, size_t k)
{
  size_t behind = k >= v->first ? k - v->first : k + v->count - v->first;
  return behind < v->again_count ? v->again[behind] : v->once[k];
}

/* How many of all 2 count values are below `least`, below `most`, and strictly between the two. */
typedef struct place {
  size_t below, between, below_most;
} place;

static void count_in(place *p, double value, double least, double most)
{
  p->below += value < least;
  p->below_most += value < most;
  p->between += value > least && value < most;
}

static place place_of(const jx_twice *v, double least, double most)
{
  place p = {0, 0, 0};
  for (size_t k = 0; k < v->count; k++) {
    count_in(&p, v->once[k], least, most);
    count_in(&p, second_of(v, k), least, most);
  }
  return p;
}

/* Number `which`, from 0, of |1 - rank|, |2 - rank|, ..., |most - rank| in rising order. */
static double distance(size_t which, size_t rank, size_t most)
{
  size_t both = rank - 1 < most - rank ? rank - 1 : most - rank; /* on both sides of the rank */
  return (double)(which <= 2 * both ? (which + 1) / 2 : which - both);
}

/* The quantile of these distances, interpolated linearly. */
static double limit_of(size_t rank, size_t most, double quantile)
{
  double at = quantile * (double)(most - 1), whole = jk_floor(at);
  double low = distance((size_t)whole, rank, most);
  if (whole + 1 > (double)(most - 1)) return low;
  return low + (at - whole) * (distance((size_t)whole + 1, rank, most) - low);
}

/* The rank of a value does not count the other value of its own pair. */
double jx_rank_change(const jx_twice *v, double theta)
{
  double sum = 0;
  size_t most = 2 * v->count - 1;
  for (size_t i = 0; i < v->again_count; i++) {
    double once = v->once[(v->first + i) % v->count], again = v->again[i];
    place p = once < again ? place_of(v, once, again) : place_of(v, again, once);
    size_t upper = once == again ? p.below + 1 : p.below_most; /* 1 + below_most - its pair */
    sum += 2 * (double)p.between - limit_of(p.below + 1, most, theta / 2) -
           limit_of(upper, most, theta / 2);
  }
  return v->again_count > 0 ? sum / (double)v->again_count : 0;
}
