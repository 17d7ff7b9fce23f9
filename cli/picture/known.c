#include "picture/known.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/values.h"

enum { MOST_KNOWN = 2000 };

/* What goes on while a journal is read. */
typedef struct reading {
  const jato_record_info *info;
  const jato_problem *problem;
  cli_known *known;
  size_t room, step_room;
  uint64_t stride; /* every so many evaluations are kept, and all that are new bests */
  double best;
  uint64_t evaluations; /* that had begun */
  double seconds;       /* when the last one ended */
} reading;

/* false where the point is not one of this run's. */
static bool place(const reading *all, const jato_evaluation *one, double *x)
{
  const jato_record_info *info = all->info;
  jato_error error;
  if (all->problem != NULL)
    return jato_problem_point(all->problem, one->values, x, &error) == JATO_OK;
  memcpy(x, one->values, info->dim * sizeof *x);
  for (size_t i = 0; i < info->dim; i++)
    if (!(x[i] >= info->lower[i] && x[i] <= info->upper[i])) return false;
  return true;
}

static bool keep(reading *all, const jato_evaluation *one)
{
  cli_known *known = all->known;
  size_t dim = all->info->dim;
  if (known->count == all->room) {
    all->room = 2 * all->room + 256;
    double *x = realloc(known->x, all->room * dim * sizeof *x);
    if (x == NULL) return false;
    known->x = x;
    double *value = realloc(known->value, all->room * sizeof *value);
    if (value == NULL) return false;
    known->value = value;
  }
  if (!place(all, one, known->x + known->count * dim)) return true;
  known->value[known->count++] = one->f;
  return true;
}

/* Which submethod had found the best after so many evaluations, by the history. */
static uint64_t submethod_at(const jato_record_info *info, uint64_t evaluations)
{
  for (size_t i = 0; i < info->row_count; i++)
    if (info->rows[i].evaluations >= evaluations) return info->rows[i].submethod;
  return info->row_count > 0 ? info->rows[info->row_count - 1].submethod : 0;
}

static bool add_step(reading *all)
{
  cli_known *known = all->known;
  if (known->step_count == all->step_room) {
    all->step_room = 2 * all->step_room + 64;
    jato_trace_row *steps = realloc(known->steps, all->step_room * sizeof *steps);
    if (steps == NULL) return false;
    known->steps = steps;
  }
  known->steps[known->step_count++] =
      (jato_trace_row){.evaluations = all->evaluations,
                       .best = all->best,
                       .seconds = all->seconds,
                       .diversity = NAN,
                       .submethod = submethod_at(all->info, all->evaluations)};
  return true;
}

static bool take(reading *all, uint64_t index, const jato_evaluation *one)
{
  if (!one->is_given && one->number + 1 > all->evaluations) all->evaluations = one->number + 1;
  all->seconds = fmax(all->seconds, one->start + one->seconds);
  if (!isfinite(one->f) || !(one->violation == 0)) return true;
  bool better = all->info->options->maximize ? one->f > all->best : one->f < all->best;
  if (better) all->best = one->f;
  if (better && !add_step(all)) return false;
  return better || index % all->stride == 0 ? keep(all, one) : true;
}

static bool read_all(jato_evaluations *journal, reading *all)
{
  jato_evaluation one;
  jato_error error;
  bool enough = true;
  all->stride = all->known->ended / MOST_KNOWN + 1;
  for (uint64_t i = 0; i < all->known->ended && enough; i++)
    if (jato_evaluations_read(journal, i, &one, &error) == JATO_OK) enough = take(all, i, &one);
  if (enough && all->known->step_count > 0) {
    all->evaluations = all->info->result->evaluations;
    all->seconds = fmax(all->seconds, all->info->result->seconds);
    enough = add_step(all);
  }
  if (all->best != all->info->result->best) all->known->step_count = 0;
  return enough;
}

bool cli_known_read(const char *path, const jato_record_info *info, const jato_problem *problem,
                    cli_known *known)
{
  jato_evaluations *journal = NULL;
  jato_error error;
  memset(known, 0, sizeof *known);
  if (jato_evaluations_open(path, &journal, &error) != JATO_OK) return true;
  jato_evaluations_info about = *jato_evaluations_get_info(journal);
  const jato_space *space = problem != NULL ? jato_problem_space(problem) : NULL;
  size_t variables = space != NULL ? space->variable_count : info->dim;
  reading all = {.info = info, .problem = problem, .known = known};
  all.best = info->options->maximize ? -INFINITY : INFINITY;
  known->ended = about.variables == variables ? about.count : 0;
  bool enough = read_all(journal, &all);
  jato_evaluations_close(&journal);
  if (!enough) cli_known_free(known);
  return enough;
}

void cli_known_free(cli_known *known)
{
  free(known->x);
  free(known->value);
  free(known->steps);
  memset(known, 0, sizeof *known);
}

jato_fit *cli_known_fit(const cli_known *known, const jato_record_info *info,
                        const jato_space *space)
{
  jato_fit *fit = NULL;
  jato_fit_variable *variables = malloc(info->dim * sizeof *variables);
  if (variables == NULL) return NULL;
  for (size_t i = 0; i < info->dim; i++) {
    variables[i] = (jato_fit_variable){info->lower[i], info->upper[i], 0};
    if (space == NULL) continue;
    const jato_variable *variable = jato_space_variable(space, cli_values_variable(space, i));
    if (variable->kind == JATO_CATEGORY) variables[i].choices = variable->choice_count;
  }
  if (known->count > 0)
    (void)jato_fit_create(variables, info->dim, known->x, known->value, known->count, &fit, NULL);
  free(variables);
  return fit;
}
