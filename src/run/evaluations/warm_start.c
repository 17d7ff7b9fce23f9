#include "run/evaluations/evaluations.h"
#include "run/run.h"

#include "run/core/best.h"

#include "base/digest.h"
#include "base/status.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* At most so many of the first generation, and half of it. The others look elsewhere. */
#define MOST_FIRST 1024

/* How far a method's arithmetic moves a coordinate, in units of the larger bound's last place. */
#define ROUNDINGS 16

/* ---- Rows of the journal ---- */

static void add_text(jx_digest *digest, const char *text)
{
  jx_digest_add(digest, text, strlen(text) + 1);
}

/* What a row's numbers mean. */
static uint64_t hash_of_space(const jato_problem *problem)
{
  jx_digest digest;
  jx_digest_begin(&digest);
  jx_digest_add(&digest, problem->lower, problem->dim * sizeof *problem->lower);
  jx_digest_add(&digest, problem->upper, problem->dim * sizeof *problem->upper);
  const jato_space *space = problem->space != NULL ? &problem->space->given : NULL;
  for (size_t i = 0; space != NULL && i < space->variable_count; i++) {
    const jato_variable *variable = &space->variables[i];
    add_text(&digest, variable->name);
    for (size_t k = 0; k < variable->choice_count; k++) add_text(&digest, variable->choices[k]);
  }
  for (size_t i = 0; space != NULL && i < space->constraint_count; i++)
    add_text(&digest, space->constraints[i].name);
  return jx_digest_end(&digest);
}

jx_journal_shape jx_run_journal_shape(const jato_run *run)
{
  const jato_problem *problem = run->parts.problem;
  return (jx_journal_shape){.variables = jx_problem_variables(problem),
                            .objectives = jx_problem_objectives(problem),
                            .constraints = jx_problem_constraints(problem),
                            .space = hash_of_space(problem)};
}

/* ---- Reading ---- */

static jato_status add_row(jx_points_table *table, const jx_outcome *row, jato_error *error)
{
  double *numbers = jx_points_table_add(table);
  if (numbers == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory for given points");
  memcpy(numbers, row->values, table->variables * sizeof *numbers);
  numbers[table->variables] = row->f[0];
  if (table->constraints > 0)
    memcpy(numbers + table->variables + 1, row->c, table->constraints * sizeof *numbers);
  return JATO_OK;
}

/* Where a row belongs: behind those that its run was given, by the number of its evaluation.
 * Several workers write rows as they finish; by their numbers they are in the order of one worker.
 */
typedef struct row_place {
  uint64_t is_evaluated, number, index;
} row_place;

static int compare_places(const void *a, const void *b)
{
  const row_place *one = a, *other = b;
  if (one->is_evaluated != other->is_evaluated)
    return one->is_evaluated < other->is_evaluated ? -1 : 1;
  if (one->number != other->number) return one->number < other->number ? -1 : 1;
  return one->index < other->index ? -1 : one->index > other->index;
}

/* Those with a value; own: only those that the run itself was given. Returns how many; the places
 * of the first `most`. */
static size_t find_rows(jx_journal_reader *reader, int own, row_place *places, size_t most)
{
  size_t used = 0;
  uint64_t count = jx_journal_get_info(reader)->count;
  for (uint64_t i = 0; i < count; i++) {
    jx_outcome row;
    if (jx_journal_read(reader, i, &row, NULL) != JATO_OK) continue;
    if (row.status != JATO_EVAL_OK || (own && !row.is_given)) continue;
    if (used < most) places[used] = (row_place){!row.is_given, row.id, i};
    used++;
  }
  return used;
}

static jato_status add_rows(jato_run *run, jx_journal_reader *reader, jato_error *error)
{
  const jato_allocator *memory = &run->parts.allocator;
  int own = run->parts.is_warm_already;
  jato_status status = JATO_OK;
  size_t used = find_rows(reader, own, NULL, 0);
  row_place *places = jx_allocate(memory, used + 1, sizeof *places);
  if (places == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory for given points");
  size_t again = find_rows(reader, own, places, used);
  if (again < used) used = again; /* the file is not ours alone */
  qsort(places, used, sizeof *places, compare_places);
  for (size_t i = 0; status == JATO_OK && i < used; i++) {
    jx_outcome row;
    status = jx_journal_read(reader, places[i].index, &row, error);
    if (status == JATO_OK) status = add_row(&run->evaluated.warm_start.all, &row, error);
  }
  jx_release(memory, places);
  return status;
}

static jato_status read_journal(jato_run *run, const char *path, jato_error *error)
{
  jx_journal_reader *reader = NULL;
  jx_journal_shape shape = jx_run_journal_shape(run);
  jato_status status = JATO_OK;
  JX_TRY(jx_journal_open(path, &run->parts.allocator, &reader, error));
  if (jx_journal_matches_space(reader, &shape))
    status = add_rows(run, reader, error);
  else
    status = jx_fail(error, JATO_E_FILE,
                     "%s has evaluations of other variables, ranges or constraints; `jato export` "
                     "makes a table of them, of which the points that belong here are taken",
                     path);
  jx_journal_close(&reader);
  return status;
}

static jato_status read_table(jato_run *run, const char *path, jato_error *error)
{
  const jx_toolchain *shop = &run->parts.toolchain;
  jx_points_table *table = &run->evaluated.warm_start.all;
  uint64_t outside = 0;
  jato_error first;
  char text[sizeof first.text + 256];
  JX_TRY(jx_points_table_read(table, path, run->parts.problem, &outside, &first, error));
  if (outside == 0 || shop->notice == NULL) return JATO_OK;
  (void)snprintf(text, sizeof text,
                 "%s: %llu points are outside of the space and left out; the first is %s", path,
                 (unsigned long long)outside, first.text);
  jx_notice_send(shop->notice, shop->notice_user, text);
  return JATO_OK;
}

/* A run file, whose journal is meant, begins as HDF5 does. */
static int is_run_file(const char *path)
{
  char head[4] = "";
  FILE *file = fopen(path, "rb");
  if (file == NULL) return 0;
  size_t got = fread(head, 1, sizeof head, file);
  (void)fclose(file);
  return got == sizeof head && memcmp(head, "\x89HDF", sizeof head) == 0;
}

/* A run that was killed before its first checkpoint has left its journal only. */
static jato_status read_given(jato_run *run, jato_error *error)
{
  const char *path = run->parts.warm_start, *own = run->parts.checkpoints.journal;
  size_t length = strlen(path);
  jx_name journal;
  if (length + sizeof ".journal" > sizeof journal.text)
    return jx_fail(error, JATO_E_FILE, "warm start %.60s...: the name is too long", path);
  if (length > 8 && strcmp(path + length - 8, ".journal") == 0)
    return read_journal(run, path, error);
  jx_journal_name(path, &journal);
  if (run->parts.is_warm_already)
    return read_journal(run, own != NULL && access(own, F_OK) == 0 ? own : journal.text, error);
  if (is_run_file(path) || (access(path, F_OK) != 0 && access(journal.text, F_OK) == 0))
    return read_journal(run, journal.text, error);
  return read_table(run, path, error);
}

/* ---- The best of them ---- */

/* A row as an outcome. */
static jx_outcome judge(const jato_run *run, const double *row)
{
  const jx_points_table *table = &run->evaluated.warm_start.all;
  const double *f = row + table->variables;
  jx_outcome outcome = {.f = f, .c = f + 1, .values = row, .is_last = 1, .is_given = 1};
  jx_outcome_judge(&outcome, run->parts.problem->space, run->parts.options.maximize);
  return outcome;
}

static int is_same_point(const jx_points_table *table, const double *a, const double *b)
{
  return memcmp(a, b, table->variables * sizeof *a) == 0;
}

/* Puts a row among the best, which are in order; one that is there already stays once, with what
 * was said of it last. */
static size_t insert(const jato_run *run, double *best, size_t count, size_t most)
{
  const jx_points_table *table = &run->evaluated.warm_start.all;
  size_t width = table->width, at = count;
  double *one = best + most * width; /* the row to be put, behind the others */
  double rank = judge(run, one).rank;
  for (size_t i = 0; i < count; i++)
    if (is_same_point(table, best + i * width, one)) {
      memmove(best + i * width, best + (i + 1) * width, (--count - i) * width * sizeof *best);
      at = count;
      break;
    }
  while (at > 0 && rank < judge(run, best + (at - 1) * width).rank) at--;
  if (at == most) return count;
  if (count < most) count++;
  memmove(best + (at + 1) * width, best + at * width, (count - 1 - at) * width * sizeof *best);
  memcpy(best + at * width, one, width * sizeof *best);
  return count;
}

static jato_status choose(jato_run *run, jato_error *error)
{
  jx_warm_start *given = &run->evaluated.warm_start;
  const jx_points_table *all = &given->all;
  const jato_problem *problem = run->parts.problem;
  size_t most =
      run->parts.particles > 2 * MOST_FIRST ? MOST_FIRST : (size_t)(run->parts.particles + 1) / 2;
  given->numbers = jx_pool_take(&run->pool, (most + 1) * all->width, sizeof *given->numbers);
  given->x = jx_pool_take(&run->pool, most * problem->dim, sizeof *given->x);
  if (!jx_pool_is_whole(&run->pool))
    return jx_fail(error, JATO_E_MEMORY, "not enough memory for given points");
  for (size_t i = 0; i < all->count; i++) {
    const double *row = all->numbers + i * all->width;
    if (judge(run, row).status != JATO_EVAL_OK) continue;
    memcpy(given->numbers + most * all->width, row, all->width * sizeof *row);
    given->first = insert(run, given->numbers, given->first, most);
  }
  for (size_t i = 0; i < given->first; i++)
    JX_TRY(jx_points_table_place(problem, given->numbers + i * all->width,
                                 given->x + i * problem->dim, error));
  return JATO_OK;
}

/* ---- Life ---- */

static jato_status check(const jx_run_parts *parts, jato_error *error)
{
  const jx_algorithm_ops *algorithm = parts->algorithm;
  if (!parts->evaluating.host_objective)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "warm_start is for objectives that are evaluated outside of devices: programs, "
                   "shared objects, functions; this one is computed by device %s",
                   parts->device);
  if (!parts->evaluating.reuses)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "warm_start takes the values of given points for those of the objective, and "
                   "repeat_points evaluates every point again; omit one of the two");
  if (algorithm->estimate != NULL || (algorithm->traits & JX_RESIDUALS) != 0)
    return jx_fail(
        error, JATO_E_ARGUMENT,
        "%s evaluates points again, whatever is known about them; omit warm_start, or take "
        "another algorithm",
        algorithm->name);
  if (parts->checkpoints.path != NULL && parts->checkpoints.no_journal && !parts->is_warm_already)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "a run that is saved keeps the points that it was given in its journal; omit "
                   "no_journal, or warm_start");
  return JATO_OK;
}

jato_status jx_warm_start_load(jato_run *run, jato_error *error)
{
  jx_warm_start *given = &run->evaluated.warm_start;
  if (run->parts.warm_start == NULL) return JATO_OK;
  JX_TRY(check(&run->parts, error));
  jx_points_table_create(&given->all, run->parts.problem, &run->parts.allocator);
  JX_TRY(read_given(run, error));
  given->count = given->all.count;
  JX_TRY(choose(run, error));
  if (given->first > 0) return JATO_OK;
  return jx_fail(error, JATO_E_FILE, "%s has no point with a finite value to begin with",
                 run->parts.warm_start);
}

static void keep_row(jato_run *run, uint64_t number, const double *row)
{
  jx_outcome given = judge(run, row);
  given.id = number;
  int is_there = run->evaluated.taken_up &&
                 jx_value_cache_find(&run->evaluated.cache, row, NULL, NULL) == JX_VALUE_KNOWN;
  jx_value_cache_put(&run->evaluated.cache, row, given.f, given.c);
  if (run->evaluated.journal != NULL && !is_there)
    (void)jx_journal_add(run->evaluated.journal, &given);
}

void jx_warm_start_begin(jato_run *run)
{
  const jx_warm_start *given = &run->evaluated.warm_start;
  if (given->first == 0) return;
  for (size_t i = 0; i < given->all.count; i++)
    keep_row(run, i, given->all.numbers + i * given->all.width);
  jx_outcome best = judge(run, given->numbers);
  jx_best_begin(run, &best, given->x);
}

/* ---- The first generation ---- */

static int is_near(const jato_problem *problem, const double *a, const double *b)
{
  for (size_t d = 0; d < problem->dim; d++) {
    double size = fmax(fabs(problem->lower[d]), fabs(problem->upper[d]));
    if (!(fabs(a[d] - b[d]) <= ROUNDINGS * DBL_EPSILON * size)) return 0;
  }
  return 1;
}

void jx_warm_start_recognise(jato_run *run, const double *x, const double *values)
{
  const jx_warm_start *given = &run->evaluated.warm_start;
  const jato_problem *problem = run->parts.problem;
  size_t variables = given->all.variables;
  if (given->first == 0) return;
  if (jx_value_cache_find(&run->evaluated.cache, values, NULL, NULL) != JX_VALUE_UNKNOWN) return;
  for (size_t i = 0; i < given->first; i++) {
    const double *row = given->numbers + i * given->all.width;
    if (!is_near(problem, given->x + i * problem->dim, x)) continue;
    jx_value_cache_put(&run->evaluated.cache, values, row + variables, row + variables + 1);
    return;
  }
}
