/* L-SHADE: differential evolution that remembers which parameters led to better points, and whose
 * population shrinks towards the end of the run.
 *
 * Tanabe and Fukunaga, "Improving the search performance of SHADE using linear population size
 * reduction", IEEE Congress on Evolutionary Computation 2014, 1658-1665. Zhang and Sanderson,
 * "JADE: adaptive differential evolution with optional external archive", IEEE Transactions on
 * Evolutionary Computation 13 (2009) 945-958: the mutation and the archive.
 *
 * Where the paper leaves it open: a point replaces a random one in a full archive, as in the
 * program of the authors, and random points leave an archive that shrinks. A success with an
 * infinite gain, whose parent had no value, weighs as much as the largest of the others. */
#include "algorithm/algorithms.h"

#include <math.h>
#include <string.h>

#define JK_PRECISION 64
#include "algorithm/evolution/relaxed.h"
#include "kernel/normal.h"
#include "kernel/partners.h"

#define SPREAD 0.1     /* of both distributions from which parameters are drawn */
#define FIRST_MEAN 0.5 /* initial mean in both memories */
#define TERMINAL (-1)  /* marks a mean of cr that has become 0 for good */
#define CR_MOST 2      /* bound of a mean of numbers up to 1, with any rounding */
#define SIZE_LEAST 4   /* smallest population: a trial is made of four points */
#define TRIES 32       /* draws of a scale, of which each fails with at most one half */

enum { P, ARCHIVE, MEMORY, REDUCTION, FINAL, RELAX };

static const jato_parameter parameters[] = {
    [P] = JX_REAL_ROW("p", 0.11, 0, 1,
                      "fraction of the population that trials are drawn to: its best, 2 at least"),
    [ARCHIVE] = JX_REAL_ROW("archive", 2.6, 0, 10,
                            "points that were replaced and are kept, for each of the population"),
    [MEMORY] = JX_WHOLE_ROW("memory", 6, 1, 1000,
                            "how many generations' successful parameters are remembered"),
    [REDUCTION] =
        JX_CHOICE_ROW("reduction", "yes no", 0,
                      "shrink the population to the end of the run, if that has a limit of "
                      "evaluations or iterations"),
    [FINAL] = JX_WHOLE_ROW("final", SIZE_LEAST, SIZE_LEAST, 1e6,
                           "size of the population at the end of the run"),
    [RELAX] =
        JX_REAL_ROW("relax", 0.8, 0, 1,
                    "with equalities among the constraints, and a limit of evaluations or "
                    "iterations: part of the run in which they may be missed by less and less"),
};

typedef struct shade {
  jx_search head;
  jx_parents parents;
  double p, archive_rate;
  double final;                   /* size of the population at the end */
  double iterations, evaluations; /* over which it shrinks; 0 without such a limit */
  size_t memory, archive_most;
  double limits[2]; /* of iterations and evaluations; 0: none */
  double relax;     /* 0: constraints are not relaxed */

  /* The state, with the parents'. */
  uint64_t made;            /* evaluations */
  uint64_t slot;            /* of the memory that is written next: k */
  uint64_t archived;        /* points in the archive */
  double *mean_f, *mean_cr; /* [memory]: M_F and M_CR */
  double *archive;          /* [archive_most][n] */
  double level[2];          /* to which constraints are relaxed: at first, and now */

  /* The generation that is being evaluated: parameters of its trials; after a tell those of the
   * successes come first, with their gains. */
  double *f, *cr, *gain; /* [most] */
} shade;

static size_t rounded(double x) { return (size_t)floor(x + 0.5); }

static jato_status take_memory(shade *s, jato_error *error)
{
  jx_pool *pool = &s->head.pool;
  size_t n = s->parents.n, most = s->parents.most;
  s->archive = jx_pool_take(pool, s->archive_most + 1, n * sizeof *s->archive);
  s->f = jx_pool_take(pool, most, sizeof *s->f);
  s->cr = jx_pool_take(pool, most, sizeof *s->cr);
  s->gain = jx_pool_take(pool, most, sizeof *s->gain);
  s->mean_f = jx_pool_take(pool, s->memory, sizeof *s->mean_f);
  s->mean_cr = jx_pool_take(pool, s->memory, sizeof *s->mean_cr);
  if (s->relax > 0)
    s->parents.outcome = jx_pool_take(pool, most * JX_OUTCOME_COLUMNS, sizeof *s->parents.outcome);
  return jx_search_check_pool(pool, "shade", s->archive_most, n, error);
}

static jato_status set_up(jx_search *search, const jx_search_setup *setup, jato_error *error)
{
  shade *s = (shade *)search;
  const double *value = setup->values->value;
  JX_TRY(jx_parents_create(search, setup, &s->parents, error));
  double most = (double)s->parents.most;
  s->p = value[P];
  s->archive_rate = value[ARCHIVE];
  s->memory = (size_t)value[MEMORY];
  s->final = value[FINAL] < most ? value[FINAL] : most;
  s->iterations = value[REDUCTION] == 0 ? (double)setup->iterations : 0;
  s->evaluations = value[REDUCTION] == 0 ? (double)setup->evaluations : 0;
  s->archive_most = rounded(s->archive_rate * most);
  int has_limit = setup->iterations > 0 || setup->evaluations > 0;
  s->relax = setup->has_equalities && has_limit ? value[RELAX] : 0;
  s->limits[0] = (double)setup->iterations;
  s->limits[1] = (double)setup->evaluations;
  JX_TRY(take_memory(s, error));
  for (size_t k = 0; k < s->memory; k++) s->mean_f[k] = s->mean_cr[k] = FIRST_MEAN;
  return JATO_OK;
}

/* The paper's population: 18 for each coordinate. */
static uint64_t shade_particles(size_t dim) { return dim == 0 ? 18 : 18 * (uint64_t)dim; }

static jato_status shade_create(const jx_search_setup *setup, jx_search **out, jato_error *error)
{
  return jx_search_make(&jx_shade_ops, setup, sizeof(shade), set_up, out, error);
}

/* ---- Trials ---- */

/* Draws F from a Cauchy distribution, the tangent of a uniform angle: positive, and at most 1. */
static double draw_f(jk_key key, size_t i, double mean)
{
  for (jk_word1 k = 0; k < TRIES; k++) {
    jk_block b = jk_draw(key, i, 1 + k, JK_DRAW_NORMAL);
    for (int half = 0; half < 4; half += 2) {
      double turns = jk_fine_uniform(b.w[half], b.w[half + 1]);
      double f = mean + SPREAD * (jk_sin_turns(turns) / jk_cos_turns(turns));
      if (f > 0) return f < 1 ? f : 1;
    }
  }
  return mean;
}

/* Draws CR from a normal distribution, cut to 0..1. */
static double draw_cr(jk_key key, size_t i, double mean)
{
  if (mean < 0) return 0;
  double cr = mean + SPREAD * jk_normals_of(jk_draw(key, i, 0, JK_DRAW_NORMAL)).a;
  return jk_min(jk_max(cr, 0), 1);
}

/* Point k of the population, followed by the archive. */
static const double *point_at(const shade *s, size_t k)
{
  size_t size = (size_t)s->parents.size;
  return k < size ? jx_parents_at(&s->parents, k) : s->archive + (k - size) * s->parents.n;
}

/* current-to-pbest/1/bin: r1 is another parent, r2 a third one or a point of the archive. */
static void make_trial(shade *s, jk_key key, size_t i, size_t best)
{
  jx_parents *parents = &s->parents;
  jk_word1 size = (jk_word1)parents->size, all = size + (jk_word1)s->archived, me = (jk_word1)i;
  jk_block words = jk_draw(key, i, 0, JK_DRAW_PARTNERS),
           more = jk_draw(key, i, 1, JK_DRAW_PARTNERS);
  size_t slot = jk_word_scale(words.w[0], s->memory);
  size_t pbest = parents->order[jk_word_scale(words.w[1], best)].index;
  jk_word1 r1 = jk_step_past(jk_word_scale(words.w[2], size - 1), me);
  jk_word1 r2 = jk_step_past(jk_word_scale(words.w[3], all - 2), jk_lower_of(me, r1));
  r2 = jk_step_past(r2, jk_higher_of(me, r1));
  s->f[i] = draw_f(key, i, s->mean_f[slot]);
  s->cr[i] = draw_cr(key, i, s->mean_cr[slot]);
  jx_mutation mutation = {.base = jx_parents_at(parents, i),
                          .to = jx_parents_at(parents, pbest),
                          .plus = jx_parents_at(parents, r1),
                          .minus = point_at(s, r2),
                          .f = s->f[i],
                          .cr = s->cr[i],
                          .forced = jk_word_scale(more.w[0], parents->n)};
  jx_parents_cross(parents, key, i, &mutation);
}

static jato_status shade_ask(jx_search *search, jx_generation *generation, jato_error *error)
{
  shade *s = (shade *)search;
  jx_parents *parents = &s->parents;
  (void)error;
  jx_parents_fill_generation(parents, generation);
  if (parents->generation == 0) return JATO_OK;
  jk_key key = jx_parents_key(parents);
  size_t best = rounded(s->p * (double)parents->size);
  jx_parents_sort(parents);
  for (size_t i = 0; i < parents->size; i++) make_trial(s, key, i, best < 2 ? 2 : best);
  return JATO_OK;
}

/* ---- Selection ---- */

static size_t archive_room(const shade *s)
{
  return rounded(s->archive_rate * (double)s->parents.size);
}

static void archive_parent(shade *s, jk_key key, size_t i)
{
  size_t n = s->parents.n, room = archive_room(s), at = (size_t)s->archived;
  if (room == 0) return;
  if (at < room)
    s->archived++;
  else
    at = jk_word_scale(jk_draw(key, i, 1, JK_DRAW_PARTNERS).w[1], room);
  memcpy(s->archive + at * n, jx_parents_at(&s->parents, i), n * sizeof *s->archive);
}

/* A trial that is as good as its parent replaces it; a better one is a success. Returns the number
 * of successes, and moves their parameters and gains to the front. */
static size_t select_better(shade *s, const jx_generation *trials)
{
  jx_parents *parents = &s->parents;
  jk_key key = jx_parents_key(parents);
  size_t wins = 0;
  for (size_t i = 0; i < parents->size; i++) {
    double outcome[JX_OUTCOME_COLUMNS], rank = trials->rank[i];
    if (parents->outcome != NULL) {
      jx_relaxed_read_outcome(trials, i, outcome);
      rank = jx_relaxed_rank(s->level[1], outcome);
    }
    if (rank > parents->rank[i]) continue;
    if (rank < parents->rank[i]) {
      archive_parent(s, key, i);
      s->f[wins] = s->f[i];
      s->cr[wins] = s->cr[i];
      s->gain[wins++] = parents->rank[i] - rank;
    }
    jx_parents_replace(parents, i, rank);
    if (parents->outcome != NULL)
      memcpy(parents->outcome + i * JX_OUTCOME_COLUMNS, outcome, sizeof outcome);
  }
  return wins;
}

/* ---- Constraints ---- */

/* The share of the nearer limit that is used up. */
static double share_over(const shade *s, double moves)
{
  double share = 0;
  if (s->limits[0] > 0) share = jk_max(share, moves / s->limits[0]);
  if (s->limits[1] > 0) share = jk_max(share, (double)s->made / s->limits[1]);
  return share;
}

/* Lowers the level and updates the ranks. */
static void tighten_level(shade *s, double moves)
{
  jx_parents *parents = &s->parents;
  if (parents->outcome == NULL) return;
  s->level[1] = jx_relaxed_level(s->level[0], share_over(s, moves), s->relax);
  for (size_t i = 0; i < parents->size; i++)
    parents->rank[i] = jx_relaxed_rank(s->level[1], parents->outcome + i * JX_OUTCOME_COLUMNS);
}

static void read_first_generation(shade *s, const jx_generation *generation)
{
  jx_parents *parents = &s->parents;
  memcpy(parents->rank, generation->rank, generation->count * sizeof *parents->rank);
  if (parents->outcome == NULL) return;
  for (size_t i = 0; i < generation->count; i++)
    jx_relaxed_read_outcome(generation, i, parents->outcome + i * JX_OUTCOME_COLUMNS);
  s->level[0] = jx_relaxed_first(parents);
}

/* ---- The memory ---- */

/* Sets the weights of successes: their shares of the total gain. Gains are first scaled by a power
 * of two, which only prevents overflow. */
static void set_weights(double *gain, size_t count)
{
  double largest = 0, sum = 0;
  int exponent = 0;
  for (size_t k = 0; k < count; k++)
    if (isfinite(gain[k])) largest = jk_max(largest, gain[k]);
  if (largest == 0) largest = 1;
  (void)frexp(largest, &exponent);
  for (size_t k = 0; k < count; k++) {
    gain[k] = ldexp(isfinite(gain[k]) ? gain[k] : largest, -exponent);
    sum += gain[k];
  }
  for (size_t k = 0; k < count; k++) gain[k] /= sum;
}

/* The weighted Lehmer mean; NaN if everything that has weight is 0. */
static double mean_of(const double *weight, const double *value, size_t count)
{
  double squares = 0, sum = 0;
  for (size_t k = 0; k < count; k++) {
    squares += weight[k] * (value[k] * value[k]);
    sum += weight[k] * value[k];
  }
  return squares / sum;
}

/* The memory update. */
static void update_memory(shade *s, size_t wins)
{
  if (wins == 0) return;
  set_weights(s->gain, wins);
  double cr = mean_of(s->gain, s->cr, wins);
  s->mean_f[s->slot] = mean_of(s->gain, s->f, wins);
  s->mean_cr[s->slot] = s->mean_cr[s->slot] < 0 || isnan(cr) ? TERMINAL : cr;
  s->slot = (s->slot + 1) % s->memory;
}

/* Linear population size reduction: the size of the population when `done` of a limit is over. */
static double size_at(const shade *s, double done, double limit)
{
  double first = (double)s->parents.most;
  if (limit == 0) return first;
  return jk_max(s->final, floor((s->final - first) / limit * done + first + 0.5));
}

/* The nearer limit counts. The points that leave the archive are drawn. */
static void reduce_population(shade *s, double moves)
{
  jk_key key = jx_parents_key(&s->parents);
  size_t n = s->parents.n;
  double size =
      jk_min(size_at(s, (double)s->made, s->evaluations), size_at(s, moves, s->iterations));
  jx_parents_shrink(&s->parents, (size_t)size);
  for (jk_word1 k = 0; s->archived > archive_room(s); k++) {
    size_t gone = jk_word_scale(jk_draw(key, 0, k, JK_DRAW_SWARM).w[0], s->archived);
    size_t last = (size_t)--s->archived;
    if (gone != last) memcpy(s->archive + gone * n, s->archive + last * n, n * sizeof *s->archive);
  }
}

static jato_status shade_tell(jx_search *search, const jx_generation *generation, jato_error *error)
{
  shade *s = (shade *)search;
  jx_parents *parents = &s->parents;
  (void)error;
  s->made += generation->count;
  if (parents->generation == 0) {
    read_first_generation(s, generation);
  } else {
    update_memory(s, select_better(s, generation));
    reduce_population(s, (double)parents->generation);
  }
  tighten_level(s, (double)parents->generation);
  parents->generation++;
  return JATO_OK;
}

static const jx_allowed outcome_allowed[JX_OUTCOME_COLUMNS] = {[JX_OUTCOME_RANK] = JX_RANK,
                                                               [JX_OUTCOME_VALUE] = JX_ANY_DOUBLE,
                                                               [JX_OUTCOME_VIOLATION] =
                                                                   JX_ANY_DOUBLE};

static size_t shade_state(jx_search *search, jx_array *arrays)
{
  shade *s = (shade *)search;
  jx_parents *parents = &s->parents;
  size_t n = parents->n;
  const jx_array list[] = {
      {"generation", JX_COUNTS, 1, 1, &parents->generation, JX_TALLY},
      {"size", JX_COUNTS, 1, 1, &parents->size, JX_COUNT_IN(SIZE_LEAST, parents->most)},
      {"made", JX_COUNTS, 1, 1, &s->made, JX_TALLY},
      {"slot", JX_COUNTS, 1, 1, &s->slot, JX_INDEX(s->memory)},
      {"archived", JX_COUNTS, 1, 1, &s->archived, JX_COUNT_IN(0, s->archive_most)},
      {"mean_f", JX_DOUBLES, 1, s->memory, s->mean_f, JX_ANY_DOUBLE},
      {"mean_cr", JX_DOUBLES, 1, s->memory, s->mean_cr, JX_DOUBLE_IN(TERMINAL, CR_MOST)},
      {"x", JX_DOUBLES, parents->most, n, parents->x, JX_IN_BOX(parents->lower, parents->upper)},
      {"rank", JX_DOUBLES, 1, parents->most, parents->rank, JX_RANK},
      {"archive", JX_DOUBLES, s->archive_most + 1, n, s->archive, JX_FINITE},
  };
  size_t count = JX_PUT_ARRAYS(arrays, list);
  if (parents->outcome == NULL) return count;
  arrays[count++] = (jx_array){"told",           JX_DOUBLES,
                               parents->most,    JX_OUTCOME_COLUMNS,
                               parents->outcome, JX_BY_COLUMN(outcome_allowed)};
  arrays[count++] = (jx_array){"levels", JX_DOUBLES, 1, 2, s->level, JX_DOUBLE_IN(0, DBL_MAX)};
  return count;
}

const jx_algorithm_ops jx_shade_ops = {
    .name = "shade",
    .summary = "L-SHADE, differential evolution that learns its parameters and shrinks",
    .source = "Tanabe and Fukunaga 2014",
    .parameters = {parameters, sizeof parameters / sizeof parameters[0]},
    .traits = JX_SAME_BITS | JX_FOLLOWS_LIMITS | JX_FITS_BUDGET,
    .state_version = 2, /* 1: without levels of constraints */
    .particles = shade_particles,
    .create = shade_create,
    .destroy = jx_search_destroy,
    .ask = shade_ask,
    .tell = shade_tell,
    .state = shade_state,
};
