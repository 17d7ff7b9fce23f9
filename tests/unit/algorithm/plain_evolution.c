#include "plain_evolution.h"

#include <math.h>
#include <string.h>

#include <Random123/threefry.h>

#define JK_PRECISION 64
#include "kernel/normal.h"

/* What a random number is for, as src/kernel/random.h numbers it. */
enum purpose { FOR_POSITION = 0, FOR_MOVE = 2, FOR_SWARM = 4, FOR_NORMAL = 5, FOR_PARTNERS = 6 };

static threefry4x32_ctr_t draw(const plain_evolution *e, size_t who, uint32_t block,
                               enum purpose purpose)
{
  uint64_t seed = e->rules.seed, turn = e->generation;
  threefry4x32_ctr_t counter = {{(uint32_t)who, 0, block, purpose}};
  threefry4x32_key_t key = {
      {(uint32_t)seed, (uint32_t)(seed >> 32), (uint32_t)turn, (uint32_t)(turn >> 32)}};
  return threefry4x32_R(12, counter, key);
}

/* Words 2 half and 2 half + 1 as a number in [0, 1). */
static double fraction(threefry4x32_ctr_t words, int half)
{
  uint64_t high = words.v[2 * half] >> 5, low = words.v[2 * half + 1] >> 6;
  return ldexp((double)(high << 26 | low), -53);
}

static size_t pick(uint32_t word, size_t among)
{
  return (size_t)((uint64_t)word * among / 4294967296u);
}

static uint32_t turned(uint32_t word, int bits) { return word << bits | word >> (32 - bits); }

/* Whether coordinate d of trial i comes from the mutant: Jenkins' generator, its d-th word. */
static int crosses(const plain_evolution *e, size_t i, size_t d, double cr)
{
  threefry4x32_ctr_t start = draw(e, i, 0, FOR_MOVE);
  uint32_t a = start.v[0], b = start.v[1], c = start.v[2], w = start.v[3];
  for (size_t k = 0; k <= d; k++) {
    uint32_t mixed = a - turned(b, 27);
    a = b ^ turned(c, 17);
    b = c + w;
    c = w + mixed;
    w = mixed + a;
  }
  return (double)(w / 256) / 16777216 < cr;
}

/* The parent that `before` others come before. */
static const double *ranked(const plain_evolution *e, size_t before)
{
  for (size_t i = 0; i < e->count; i++) {
    size_t better = 0;
    for (size_t j = 0; j < e->count; j++)
      better += e->parent[j].value < e->parent[i].value ||
                (e->parent[j].value == e->parent[i].value && j < i);
    if (better == before) return e->parent[i].x;
  }
  return NULL;
}

static const double *one_of_the_best(const plain_evolution *e, uint32_t word)
{
  double share = floor(e->rules.p * (double)e->count + 0.5);
  return ranked(e, pick(word, share < 2 ? 2 : (size_t)share));
}

/* What is left of 0, 1, ..., all - 1 without `taken`, at place `at`. */
static size_t left_over(size_t all, const size_t *taken, size_t count, size_t at)
{
  size_t left[5 * PLAIN_MOST], many = 0;
  for (size_t k = 0; k < all; k++) {
    int free = 1;
    for (size_t t = 0; t < count; t++) free = free && taken[t] != k;
    if (free) left[many++] = k;
  }
  return left[at];
}

static void cross(plain_evolution *e, size_t i, const double *mutant, size_t forced)
{
  const double lower = e->rules.lower, upper = e->rules.upper;
  plain_one *trial = &e->trial[i];
  for (size_t d = 0; d < e->rules.n; d++) {
    double old = e->parent[i].x[d];
    trial->x[d] = old;
    if (d != forced && !crosses(e, i, d, trial->cr)) continue;
    trial->x[d] = mutant[d];
    if (mutant[d] < lower) trial->x[d] = (lower + old) / 2;
    if (mutant[d] > upper) trial->x[d] = (upper + old) / 2;
  }
}

/* ---- L-SHADE ---- */

static void draw_learned(plain_evolution *e, size_t i, size_t slot)
{
  threefry4x32_ctr_t words = draw(e, i, 0, FOR_NORMAL);
  jk_block block = {{words.v[0], words.v[1], words.v[2], words.v[3]}};
  double cr = e->mean_cr[slot] + 0.1 * jk_normals_of(block).a, f = -1;
  if (cr < 0 || e->mean_cr[slot] == -1) cr = 0;
  if (cr > 1) cr = 1;
  for (uint32_t k = 0; !(f > 0); k++) {
    double turns = fraction(draw(e, i, 1 + k / 2, FOR_NORMAL), (int)(k % 2));
    f = e->mean_f[slot] + 0.1 * (jk_sin_turns(turns) / jk_cos_turns(turns));
  }
  e->trial[i].f = f > 1 ? 1 : f;
  e->trial[i].cr = cr;
}

static void make_learned(plain_evolution *e, size_t i)
{
  threefry4x32_ctr_t words = draw(e, i, 0, FOR_PARTNERS), more = draw(e, i, 1, FOR_PARTNERS);
  size_t taken[2] = {i, 0}, all = e->count + e->archived;
  double mutant[PLAIN_DIM];
  const double *x = e->parent[i].x, *best = one_of_the_best(e, words.v[1]);
  taken[1] = left_over(e->count, taken, 1, pick(words.v[2], e->count - 1));
  size_t second = left_over(all, taken, 2, pick(words.v[3], all - 2));
  const double *r1 = e->parent[taken[1]].x;
  const double *r2 = second < e->count ? e->parent[second].x : e->archive[second - e->count];
  draw_learned(e, i, pick(words.v[0], e->rules.memory));
  double f = e->trial[i].f;
  for (size_t d = 0; d < e->rules.n; d++)
    mutant[d] = x[d] + f * (best[d] - x[d]) + f * (r1[d] - r2[d]);
  cross(e, i, mutant, pick(more.v[0], e->rules.n));
}

static size_t archive_size(const plain_evolution *e)
{
  return (size_t)floor(e->rules.archive_rate * (double)e->count + 0.5);
}

static void archive(plain_evolution *e, size_t i)
{
  size_t at = e->archived, room = archive_size(e);
  if (room == 0) return;
  if (at == room) {
    at = pick(draw(e, i, 1, FOR_PARTNERS).v[1], room);
    e->overflows++;
  } else {
    e->archived++;
  }
  memcpy(e->archive[at], e->parent[i].x, sizeof e->archive[at]);
}

static void learn(plain_evolution *e, const plain_one *won, const double *gains, size_t count)
{
  double gain[PLAIN_MOST], all = 0, largest = 0;
  double f_top = 0, f_under = 0, cr_top = 0, cr_under = 0, most_cr = 0;
  for (size_t k = 0; k < count; k++)
    if (gains[k] < INFINITY && gains[k] > largest) largest = gains[k];
  for (size_t k = 0; k < count; k++) {
    gain[k] = gains[k] < INFINITY ? gains[k] : largest > 0 ? largest : 1;
    all += gain[k];
  }
  for (size_t k = 0; k < count; k++) {
    double w = gain[k] / all;
    f_top += w * (won[k].f * won[k].f);
    f_under += w * won[k].f;
    cr_top += w * (won[k].cr * won[k].cr);
    cr_under += w * won[k].cr;
    if (won[k].cr > most_cr) most_cr = won[k].cr;
  }
  if (count == 0) return;
  e->mean_f[e->slot] = f_top / f_under;
  e->mean_cr[e->slot] = e->mean_cr[e->slot] == -1 || most_cr == 0 ? -1 : cr_top / cr_under;
  e->slot = e->slot + 1 == e->rules.memory ? 0 : e->slot + 1;
}

static void select_learned(plain_evolution *e)
{
  plain_one won[PLAIN_MOST];
  double gain[PLAIN_MOST];
  size_t wins = 0;
  for (size_t i = 0; i < e->count; i++) {
    if (e->trial[i].value < e->parent[i].value) {
      archive(e, i);
      gain[wins] = e->parent[i].value - e->trial[i].value;
      won[wins++] = e->trial[i];
    }
    if (e->trial[i].value <= e->parent[i].value) e->parent[i] = e->trial[i];
  }
  learn(e, won, gain, wins);
}

/* The worst one goes, of equal ones the last. */
static void drop_worst(plain_evolution *e)
{
  size_t worst = 0;
  for (size_t i = 0; i < e->count; i++)
    if (e->parent[i].value >= e->parent[worst].value) worst = i;
  for (size_t i = worst; i + 1 < e->count; i++) e->parent[i] = e->parent[i + 1];
  e->count--;
  e->cut++;
}

static void reduce(plain_evolution *e)
{
  const plain_rules *r = &e->rules;
  double first = (double)r->particles, size = first;
  if (r->evaluations > 0)
    size = round((r->final - first) / r->evaluations * (double)e->made + first);
  if (r->iterations > 0)
    size = fmin(size, round((r->final - first) / r->iterations * (double)e->generation + first));
  while ((double)e->count > size && (double)e->count > r->final) drop_worst(e);
  for (uint32_t k = 0; e->archived > archive_size(e); k++) {
    size_t gone = pick(draw(e, 0, k, FOR_SWARM).v[0], e->archived);
    e->archived--;
    memcpy(e->archive[gone], e->archive[e->archived], sizeof e->archive[gone]);
  }
}

/* ---- jDE ---- */

static void make_adapted(plain_evolution *e, size_t i)
{
  const plain_rules *r = &e->rules;
  threefry4x32_ctr_t words = draw(e, i, 0, FOR_PARTNERS), first = draw(e, i, 1, FOR_PARTNERS);
  threefry4x32_ctr_t second = draw(e, i, 2, FOR_PARTNERS);
  plain_one *trial = &e->trial[i];
  const double *x = e->parent[i].x, *other[3];
  size_t taken[4] = {i};
  double mutant[PLAIN_DIM];
  for (size_t k = 1; k < 4; k++) {
    taken[k] = left_over(e->count, taken, k, pick(words.v[k - 1], e->count - k));
    other[k - 1] = e->parent[taken[k]].x;
  }
  trial->f = e->parent[i].f;
  trial->cr = e->parent[i].cr;
  if (fraction(first, 1) < r->tau_f) trial->f = r->f_least + fraction(first, 0) * (1 - r->f_least);
  if (fraction(second, 1) < r->tau_cr) trial->cr = fraction(second, 0);
  const double *best = r->mutation == PLAIN_BEST
                           ? ranked(e, 0)
                           : one_of_the_best(e, draw(e, i, 3, FOR_PARTNERS).v[0]);
  for (size_t d = 0; d < r->n; d++) {
    if (r->mutation == PLAIN_RAND) mutant[d] = other[0][d] + trial->f * (other[1][d] - other[2][d]);
    if (r->mutation == PLAIN_BEST) mutant[d] = best[d] + trial->f * (other[1][d] - other[2][d]);
    if (r->mutation == PLAIN_TO_PBEST)
      mutant[d] = x[d] + trial->f * (best[d] - x[d]) + trial->f * (other[1][d] - other[2][d]);
  }
  cross(e, i, mutant, pick(words.v[3], r->n));
}

/* ---- Both ---- */

void plain_begin(plain_evolution *e, const plain_rules *rules)
{
  memset(e, 0, sizeof *e);
  e->rules = *rules;
  e->count = rules->particles;
  for (size_t k = 0; k < PLAIN_MOST; k++) e->mean_f[k] = e->mean_cr[k] = 0.5;
}

/* Generation 0: anywhere in the box, measured from the closer bound. */
static void place(plain_evolution *e, size_t i)
{
  const plain_rules *r = &e->rules;
  double half = (r->upper - r->lower) / 2;
  e->trial[i].f = r->f;
  e->trial[i].cr = r->cr;
  for (size_t d = 0; d < r->n; d++) {
    double u = fraction(draw(e, i, (uint32_t)(d / 2), FOR_POSITION), d % 2);
    e->trial[i].x[d] =
        u < 0.5 ? r->lower + u * half + u * half : r->upper - (1 - u) * half - (1 - u) * half;
  }
}

void plain_ask(plain_evolution *e)
{
  for (size_t i = 0; i < e->count; i++)
    (e->generation == 0 ? place : e->rules.learns ? make_learned : make_adapted)(e, i);
}

void plain_tell(plain_evolution *e)
{
  e->made += e->count;
  if (e->generation > 0 && e->rules.learns) {
    select_learned(e);
    reduce(e);
  } else {
    for (size_t i = 0; i < e->count; i++)
      if (e->generation == 0 || e->trial[i].value <= e->parent[i].value) e->parent[i] = e->trial[i];
  }
  e->generation++;
}
