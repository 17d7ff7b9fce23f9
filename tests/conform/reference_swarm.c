/* See reference_swarm.h. Arithmetic is written in the order that the papers' formulas have, and the
 * file is compiled without contraction, so that its bits are defined. */
#include "reference_parts.h"

/* Evaluates the particle where it stands; what is not finite is worst. */
static void evaluate(reference_swarm *s, uint64_t i)
{
  particle *p = &s->now[i];
  size_t dim = s->options.dim;
  double *point = zeroed(dim, sizeof *point);
  for (size_t d = 0; d < dim; d++) point[d] = (double)p->x[d];
  number f = (number)s->options.f(point, dim);
  if (!isfinite(f)) s->nonfinite++;
  if (!isfinite(f)) f = (number)INFINITY;
  f = f == 0 ? 0 : f; /* no -0 */
  if (f < p->value) {
    p->value = f;
    memcpy(p->own, p->x, dim * sizeof *p->x);
  }
  if ((double)f < s->best) {
    s->best = (double)f;
    memcpy(s->best_x, point, dim * sizeof *point);
  }
  free(point);
}

/* The number of the neighbour whose best is best; of equals the lowest number. */
static uint64_t guide_of(const reference_swarm *s, uint64_t i)
{
  const reference_options *o = &s->options;
  int64_t offsets[200], count = 0, n = (int64_t)o->particles;
  if (o->topology == RING)
    for (int64_t k = -o->radius; k <= o->radius; k++) offsets[count++] = k;
  if (o->topology == VONNEUMANN) {
    int64_t columns = o->columns;
    if (columns == 0) columns = (int64_t)sqrt((double)n) > 32 ? 32 : (int64_t)sqrt((double)n);
    const int64_t grid[] = {0, -1, 1, -columns, columns};
    for (int k = 0; k < 5; k++) offsets[count++] = grid[k];
  }
  uint64_t best = i;
  for (int64_t k = 0; k < count; k++) {
    uint64_t other = (uint64_t)(((int64_t)i + offsets[k] + n) % n);
    number a = s->before[other].value, b = s->before[best].value;
    if (a < b || (a == b && other < best)) best = other;
  }
  return best;
}

/* Inertia and the two pulls of this iteration. */
static void weights(const reference_swarm *s, double out[3])
{
  const reference_options *o = &s->options;
  out[0] = o->w;
  out[1] = o->c1;
  out[2] = o->c2;
  if (o->inertia == LINEAR) {
    double part = s->iteration < o->span ? (double)s->iteration / (double)o->span : 1;
    out[0] = o->w + (o->w_end - o->w) * part;
  }
  if (o->inertia == RANDOM) out[0] = 0.5 + 0.5 * double_chance(draw(s, 0, 0, FOR_SWARM));
  if (o->inertia == CONSTRICTION) {
    double phi = o->c1 + o->c2;
    out[0] = 2 / (phi - 2 + sqrt(phi * phi - 4 * phi));
    out[1] = out[0] * o->c1;
    out[2] = out[0] * o->c2;
  }
}

/* A grain is 2^-52 (float) or 2^-400 (double) of the box's width, and of 1 at the most. */
static number in_grains(const reference_swarm *s, size_t d, number v)
{
  double width = (double)s->upper[d] - (double)s->lower[d];
  double whole = width < 1 ? exp2(floor(log2(width))) : 1;
  number round = (number)(whole * (sizeof(number) == sizeof(float) ? 0x1.8p-29 : 0x1.8p-348));
  return v + round - round;
}

static void move(reference_swarm *s, uint64_t i, const double weight[3])
{
  const particle *old = &s->before[i];
  uint64_t guide = s->options.topology == GLOBAL ? i : guide_of(s, i);
  number w = (number)weight[0], c1 = (number)(weight[1] / 65536), c2 = (number)(weight[2] / 65536);
  for (size_t d = 0; d < s->options.dim; d++) {
    int shared = s->options.draws_by_particle;
    uint32_t word = shared ? draw(s, i, 0, FOR_MOVE).v[0] : move_word(s, i, d);
    number to = s->options.topology == GLOBAL ? (number)s->best_x[d] : s->before[guide].own[d];
    number own_pull = (number)(word % 65536) * c1 * (old->own[d] - old->x[d]);
    number guide_pull = (number)(word / 65536) * c2 * (to - old->x[d]);
    number v = w * old->v[d] + own_pull + guide_pull;
    v = within(in_grains(s, d, v), -s->limit[d], s->limit[d]);
    number x = old->x[d] + v;
    meet_wall(s, i, d, &x, &v);
    s->now[i].x[d] = x;
    s->now[i].v[d] = v;
  }
}

/* Number k, from 0 on, of the particles that are left when those in `taken` are. */
static uint64_t left_over(uint64_t k, const uint64_t *taken, int count)
{
  uint64_t who = k, before = k + 1;
  while (who != before) {
    before = who;
    who = k;
    for (int t = 0; t < count; t++) who += taken[t] <= before;
  }
  return who;
}

/* Storn and Price 1997, eq. 2 and 4: the trial of a parent, which is the own best. */
static void evolve(reference_swarm *s, uint64_t i)
{
  const reference_options *o = &s->options;
  threefry4x32_ctr_t words = draw(s, i, 0, FOR_PARTNERS);
  uint64_t taken[4] = {i}; /* the particle and its three partners */
  uint64_t forced = (uint64_t)words.v[3] * o->dim / 4294967296;
  for (int k = 1; k <= 3; k++) {
    uint64_t left = o->particles - (uint64_t)k;
    taken[k] = left_over((uint64_t)words.v[k - 1] * left / 4294967296, taken, k);
  }
  const number *r1 = s->before[taken[1]].own, *r2 = s->before[taken[2]].own;
  const number *r3 = s->before[taken[3]].own;
  for (size_t d = 0; d < o->dim; d++) {
    uint32_t word = move_word(s, i, d);
    int crosses = d == forced || (number)(word / 256) < (number)(o->cr * 16777216);
    number none = 0, x = s->before[i].own[d];
    number base = o->to_best ? x + (number)o->lambda * ((number)s->best_x[d] - x) : r1[d];
    if (crosses) x = base + (number)o->scale * (r2[d] - r3[d]);
    meet_wall(s, i, d, &x, &none);
    s->now[i].x[d] = x;
  }
}

static void copy_swarm(reference_swarm *s)
{
  size_t bytes = s->options.dim * sizeof(number);
  for (uint64_t i = 0; i < s->options.particles; i++) {
    memcpy(s->before[i].x, s->now[i].x, 3 * bytes); /* v and own lie behind it */
    s->before[i].value = s->now[i].value;
  }
}

/* Everybody moves by what the previous iteration left, then everybody is evaluated; or each is
 * evaluated and moves, one after the other. */
static void step(reference_swarm *s)
{
  double weight[3];
  particle *apart = s->before;
  int alone = s->options.alone;
  s->iteration++;
  weights(s, weight);
  if (alone) s->before = s->now; /* others are seen as they stand */
  if (!alone) copy_swarm(s);
  for (uint64_t i = 0; i < s->options.particles; i++) {
    if (alone) evaluate(s, i);
    if (s->options.evolves) evolve(s, i);
    if (!s->options.evolves) move(s, i, weight);
  }
  for (uint64_t i = 0; i < s->options.particles && !alone; i++) evaluate(s, i);
  s->before = apart;
}

static particle *make_particles(const reference_options *o)
{
  particle *all = zeroed(o->particles, sizeof *all);
  for (uint64_t i = 0; i < o->particles; i++) {
    all[i].x = zeroed(3 * o->dim, sizeof(number));
    all[i].v = all[i].x + o->dim;
    all[i].own = all[i].v + o->dim;
  }
  return all;
}

/* The box rounded inwards, and where the guide is before anything finite was seen. */
static void make_box(reference_swarm *s)
{
  const reference_options *o = &s->options;
  for (size_t d = 0; d < o->dim; d++) {
    number low = (number)o->lower[d], high = (number)o->upper[d];
    if ((double)low < o->lower[d]) low = (number)nextafterf((float)low, INFINITY);
    if ((double)high > o->upper[d]) high = (number)nextafterf((float)high, -INFINITY);
    s->lower[d] = low;
    s->upper[d] = high;
    s->limit[d] = (number)(o->vmax * (o->upper[d] - o->lower[d]));
    s->best_x[d] = o->lower[d] + 0.5 * (o->upper[d] - o->lower[d]);
  }
}

/* A uniform place, and half the way to another one as velocity. */
static void start(reference_swarm *s, uint64_t i)
{
  particle *p = &s->now[i];
  for (size_t d = 0; d < s->options.dim; d++) {
    number x = place(s, d, chance(s, i, d, FOR_POSITION));
    number aim = place(s, d, chance(s, i, d, FOR_VELOCITY));
    p->x[d] = p->own[d] = x;
    p->v[d] = within((aim - x) * (number)0.5, -s->limit[d], s->limit[d]);
  }
  p->value = (number)INFINITY;
}

static reference_swarm *create(const reference_options *options)
{
  reference_swarm *s = zeroed(1, sizeof *s);
  *s = (reference_swarm){.options = *options, .best = (double)INFINITY};
  s->lower = zeroed(3 * options->dim, sizeof(number));
  s->upper = s->lower + options->dim;
  s->limit = s->upper + options->dim;
  s->best_x = zeroed(options->dim, sizeof(double));
  s->now = make_particles(options);
  s->before = make_particles(options);
  make_box(s);
  for (uint64_t i = 0; i < options->particles; i++) start(s, i);
  for (uint64_t i = 0; i < options->particles && !options->alone; i++) evaluate(s, i);
  return s;
}

static void destroy(reference_swarm *s)
{
  for (uint64_t i = 0; i < s->options.particles; i++) {
    free(s->now[i].x);
    free(s->before[i].x);
  }
  free(s->now);
  free(s->before);
  free(s->lower);
  free(s->best_x);
  free(s);
}

static double read_particle(const reference_swarm *s, uint64_t i, double *x)
{
  for (size_t d = 0; d < s->options.dim; d++) x[d] = (double)s->now[i].x[d];
  return (double)s->now[i].value;
}

static double read_best(const reference_swarm *s, double *x, uint64_t *nonfinite)
{
  memcpy(x, s->best_x, s->options.dim * sizeof *x);
  *nonfinite = s->nonfinite;
  return s->best;
}

const reference_ops OPS = {create, step, destroy, read_particle, read_best};
