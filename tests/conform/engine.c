/* The engine of lanes, tiles, halos and threads against the plain swarm of reference_swarm.c: every
 * particle, the best and the counts, bit for bit, for each wall, kind of draws, kind of inertia and
 * size of swarm.
 *
 * usage: engine TOPOLOGY|de PRECISION        as in: engine ring float */
#include "check.h"

#include <stdio.h>

#include "jato/jato.h"
#include "reference_swarm.h"

#define ITERATIONS 15
#define MOST_DIM 10

static const char *const topologies[] = {"global", "ring", "vonneumann"};
static const char *const inertias[] = {"constant", "linear", "random", "constriction"};
static const char *const walls[] = {"clamp", "reflect", "periodic", "absorb", "resample", "none"};
static const uint64_t sizes[] = {5, 37, 100, 1000, 3000};
static const size_t dims[] = {1, 2, 3, 4, 7, MOST_DIM};

static enum reference_topology topology;
static int evolves; /* de instead of pso */
static const reference_ops *reference;

/* A bowl cut into steps, so that many particles have equal values, with -0 on its floor and a
 * region without a value. Only exact or correctly rounded operations, so it has the same bits
 * everywhere. */
static double steps(const double *x, size_t dim)
{
  double sum = 0;
  for (size_t d = 0; d < dim; d++) sum += (x[d] - 0.25) * (x[d] - 0.25);
  if (x[0] > 1.75) return x[0] > 2.25 ? NAN : INFINITY;
  return sum < 0.125 ? -0.0 : floor(8 * sum) / 8;
}

static double steps_of_user(const double *x, size_t dim, void *user)
{
  (void)user;
  return steps(x, dim);
}

/* One case: everything that does not belong to the sweep is taken in turn. */
static reference_options choose(int number, double *lower, double *upper)
{
  static const double vmaxs[] = {0.2, 0.9, 3};
  static const double scales[] = {0.5, 0.9, 1.7}, crs[] = {0.9, 0.1, 0, 1};
  static const int radii[] = {1, 2, 19}, columns[] = {0, 2, 50};
  reference_options o = {.particles = sizes[number % 5],
                         .seed = (uint64_t)number * 0x123456789u,
                         .dim = dims[number / 5 % 6],
                         .f = steps,
                         .topology = topology,
                         .wall = (enum reference_wall)(number / 5 % 6),
                         .inertia = (enum reference_inertia)(number / 30 % 4),
                         .draws_by_particle = number / 120 % 2};
  o.dim = dims[(number / 5 + number / 30) % 6];
  o.radius = o.particles > 38 ? radii[number % 3] : 1;
  o.columns = o.particles >= 100 ? columns[number % 3] : 0;
  o.w = 0.729;
  o.w_end = 0.4;
  o.span = 10;
  o.c1 = o.inertia == CONSTRICTION ? 2.05 : 1.494;
  o.c2 = o.inertia == CONSTRICTION ? 2.15 : 1.7;
  o.vmax = vmaxs[number % 3];
  o.evolves = evolves;
  o.scale = scales[number % 3];
  o.cr = crs[number / 3 % 4];
  o.to_best = number / 5 % 3 > 0;
  o.lambda = number / 5 % 3 == 1 ? 1 : o.scale;
  for (size_t d = 0; d < MOST_DIM; d++) {
    lower[d] = -1.1 - 0.3 * (double)d;
    upper[d] = 2.7 + 0.1 * (double)d;
  }
  o.lower = lower;
  o.upper = upper;
  return o;
}
#define CASES 240

static jato_run *create_run(const reference_options *o, const jato_problem *problem, int number)
{
  char algorithm[256];
  jato_run *run = NULL;
  jato_error error = {JATO_OK, ""};
  jato_options options = jato_options_default();
  snprintf(algorithm, sizeof algorithm,
           "pso:topology=%s,radius=%d,columns=%d,inertia=%s,w=%.17g,w_end=%.17g,span=%d,c1=%.17g,"
           "c2=%.17g,vmax=%.17g,draws=%s",
           topologies[o->topology], o->radius, o->columns, inertias[o->inertia], o->w, o->w_end,
           (int)o->span, o->c1, o->c2, o->vmax, o->draws_by_particle ? "particle" : "coordinate");
  const char *mutation = !o->to_best ? "rand" : o->lambda == 1 ? "best" : "current_to_best";
  if (o->evolves)
    snprintf(algorithm, sizeof algorithm, "de:f=%.17g,cr=%.17g,mutation=%s", o->scale, o->cr,
             mutation);
  options.algorithm = algorithm;
  options.order = o->alone ? "particle" : "iteration";
  options.walls = walls[o->wall];
  options.device = number % 2 ? "cpu:threads=1" : "cpu:threads=3";
  if (o->particles >= 1000 && number % 3 == 0 && !o->evolves)
    options.device = "cpu:threads=1+cpu+cpu:level=best";
  options.precision = reference == &reference_float ? JATO_FLOAT : JATO_DOUBLE;
  options.particles = o->particles;
  options.seed = o->seed;
  options.iterations = ITERATIONS;
  assert_ok(jato_run_create(problem, &options, &run, &error), error);
  return run;
}

/* Both sides of one number, with all that is needed to find it again. */
static void same(const reference_options *o, const char *what, uint64_t i, double found,
                 double wanted)
{
  if (bits_of(found) == bits_of(wanted)) return;
  fail_msg("%s %llu: engine %a, reference %a; %llu particles, dim %zu, %s, %s, radius %d, columns "
           "%d, draws_by_particle %d, vmax %g, scale %g, cr %g, seed %llu",
           what, (unsigned long long)i, found, wanted, (unsigned long long)o->particles, o->dim,
           walls[o->wall], inertias[o->inertia], o->radius, o->columns, o->draws_by_particle,
           o->vmax, o->scale, o->cr, (unsigned long long)o->seed);
}

static void compare(const reference_options *o, jato_run *run, const reference_swarm *swarm)
{
  double x[MOST_DIM], wanted_x[MOST_DIM], value;
  uint64_t nonfinite = 0;
  jato_result result;
  for (uint64_t i = 0; i < o->particles; i++) {
    double wanted = reference->particle(swarm, i, wanted_x);
    assert_int_equal(jato_run_particle(run, i, x, &value, NULL), JATO_OK);
    for (size_t d = 0; d < o->dim; d++) same(o, "position of particle", i, x[d], wanted_x[d]);
    same(o, "best value of particle", i, value, wanted);
  }
  double best = reference->best(swarm, wanted_x, &nonfinite);
  jato_run_get_info(run, x, &result);
  if (o->alone) result.best += 0.0; /* a value as it was reported may be -0 */
  same(o, "best value after iteration", result.iterations, result.best, best);
  for (size_t d = 0; d < o->dim; d++) same(o, "best position", d, x[d], wanted_x[d]);
  assert_int_equal(result.nonfinite, nonfinite);
}

static void check_case(int number, int alone)
{
  double lower[MOST_DIM], upper[MOST_DIM];
  reference_options o = choose(number, lower, upper);
  o.alone = alone;
  jato_problem *problem = NULL;
  jato_error error = {JATO_OK, ""};
  assert_ok(jato_problem_from_function(
                &(jato_function){JATO_FUNCTION_INIT, .point = steps_of_user, .concurrent = 1},
                o.dim, lower, upper, &problem, &error),
            error);
  jato_run *run = create_run(&o, problem, number);
  reference_swarm *swarm = reference->create(&o);
  if (alone) reference->step(swarm);
  compare(&o, run, swarm);
  for (int i = 0; i < ITERATIONS; i++) {
    assert_ok(jato_run_step(run, 1, NULL, &error), error);
    reference->step(swarm);
  }
  compare(&o, run, swarm);
  reference->destroy(swarm);
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
}

static void engine_has_the_bits_of_the_reference(void **state)
{
  (void)state;
  for (int number = 0; number < CASES; number++) check_case(number, 0);
}

/* By particle: each is judged and moves at once, and sees the others as they stand. */
static void single_particles_have_the_bits_of_the_reference(void **state)
{
  (void)state;
  if (topology != GLOBAL) return;
  for (int number = 0; number < CASES; number++)
    if (sizes[number % 5] <= 100) check_case(number, 1);
}

/* A halo from many tiles away and from the swarm's other end: large reach, many sizes. */
static void every_size_has_its_halo(void **state)
{
  (void)state;
  for (uint64_t particles = evolves ? 4 : 5; particles < 140; particles++) {
    double lower[MOST_DIM], upper[MOST_DIM];
    int number = (int)particles;
    reference_options o = choose(number, lower, upper);
    jato_problem *problem = NULL;
    o.particles = particles;
    o.radius = (int)(particles - 1) / 2 > 64 ? 64 : (int)(particles - 1) / 2;
    o.columns = (int)particles / 2;
    o.dim = 2;
    assert_int_equal(
        jato_problem_from_function(
            &(jato_function){JATO_FUNCTION_INIT, .point = steps_of_user, .concurrent = 1}, o.dim,
            lower, upper, &problem, NULL),
        JATO_OK);
    jato_run *run = create_run(&o, problem, number);
    reference_swarm *swarm = reference->create(&o);
    for (int i = 0; i < 6; i++) reference->step(swarm);
    assert_int_equal(jato_run_step(run, 6, NULL, NULL), JATO_OK);
    compare(&o, run, swarm);
    reference->destroy(swarm);
    jato_run_destroy(&run);
    jato_problem_destroy(&problem);
  }
}

int main(int argc, char **argv)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(engine_has_the_bits_of_the_reference),
      cmocka_unit_test(every_size_has_its_halo),
      cmocka_unit_test(single_particles_have_the_bits_of_the_reference),
  };
  if (argc != 3) return 2;
  reference = strcmp(argv[2], "float") == 0 ? &reference_float : &reference_double;
  evolves = strcmp(argv[1], "de") == 0;
  if (evolves) return cmocka_run_group_tests(tests, NULL, NULL);
  for (int i = 0; i < 3; i++)
    if (strcmp(argv[1], topologies[i]) == 0) {
      topology = (enum reference_topology)i;
      return cmocka_run_group_tests(tests, NULL, NULL);
    }
  return 2;
}
