#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "inspect/follow.h"

/* Bit for bit, so that a NaN is itself. */
static bool is_same(double a, double b)
{
  uint64_t a_bits = 0, b_bits = 0;
  memcpy(&a_bits, &a, sizeof a);
  memcpy(&b_bits, &b, sizeof b);
  return a_bits == b_bits;
}

static cli_difference *note(cli_follow *follow, uint64_t iteration, const char *what)
{
  cli_difference *difference = &follow->difference;
  difference->any = true;
  difference->iteration = iteration;
  snprintf(difference->what, sizeof difference->what, "%s", what);
  return difference;
}

static void compare_numbers(cli_follow *follow, uint64_t iteration, const char *what, double file,
                            double computed)
{
  if (follow->difference.any || is_same(file, computed)) return;
  cli_difference *difference = note(follow, iteration, what);
  cli_write_shortest(difference->file, file);
  cli_write_shortest(difference->computed, computed);
}

static void compare_counts(cli_follow *follow, uint64_t iteration, const char *what, uint64_t file,
                           uint64_t computed)
{
  if (follow->difference.any || file == computed) return;
  cli_difference *difference = note(follow, iteration, what);
  snprintf(difference->file, sizeof difference->file, "%" PRIu64, file);
  snprintf(difference->computed, sizeof difference->computed, "%" PRIu64, computed);
}

static void compare_points(cli_follow *follow, uint64_t iteration, const double *file,
                           const double *computed)
{
  char what[32];
  for (size_t i = 0; i < follow->info->dim && !follow->difference.any; i++) {
    snprintf(what, sizeof what, "x(%zu)", i);
    compare_numbers(follow, iteration, what, file[i], computed[i]);
  }
}

uint64_t cli_follow_applied(const jato_record_info *info)
{
  return info->result->evaluations - info->result->waiting;
}

bool cli_follow_is_one_by_one(const jato_record_info *info)
{
  return info->options->order != NULL && strcmp(info->options->order, "iteration") != 0;
}

uint64_t cli_follow_evaluations(const jato_record_info *info)
{
  if (cli_follow_is_one_by_one(info)) return cli_follow_applied(info);
  return info->result->stop == JATO_STOP_EVALUATIONS ? info->result->evaluations : 0;
}

/* What the file has behind its last whole iteration. */
static void look_at_waiting(cli_follow *follow)
{
  const jato_record_info *info = follow->info;
  follow->waiting = info->result->evaluations - cli_follow_applied(info);
  follow->ends_itself = cli_follow_evaluations(info) > 0;
}

static void compare_row(cli_follow *follow, size_t row, const jato_result *now, const double *x)
{
  const jato_trace_row *file = &follow->info->rows[row];
  compare_counts(follow, file->iteration, "evaluations", file->evaluations,
                 now->evaluations - now->waiting);
  if (now->waiting == 0) /* otherwise those that wait are among them */
    compare_counts(follow, file->iteration, "nonfinite", file->nonfinite, now->nonfinite);
  compare_numbers(follow, file->iteration, "best", file->best, now->best);
  compare_points(follow, file->iteration, follow->info->row_x + row * follow->info->dim, x);
  compare_numbers(follow, file->iteration, "diversity", file->diversity,
                  jato_run_diversity(follow->run));
  follow->compared++;
}

static void compare_end(cli_follow *follow, const jato_result *now, const double *x)
{
  const jato_result *file = follow->info->result;
  uint64_t iteration = file->iterations;
  compare_counts(follow, iteration, "evaluations", file->evaluations - follow->waiting,
                 now->evaluations - now->waiting);
  if (now->waiting == 0)
    compare_counts(follow, iteration, "nonfinite",
                   file->nonfinite - follow->info->waiting_nonfinite, now->nonfinite);
  compare_numbers(follow, iteration, "best", file->best, now->best);
  compare_numbers(follow, iteration, "violation", file->violation, now->violation);
  compare_points(follow, iteration, follow->info->x, x);
  if (follow->difference.any || file->digest == now->digest) return;
  cli_difference *difference = note(follow, iteration, "digest");
  snprintf(difference->file, sizeof difference->file, "%016" PRIx64, file->digest);
  snprintf(difference->computed, sizeof difference->computed, "%016" PRIx64, now->digest);
}

/* Steps to an iteration, which must not be an earlier one than the present. Writes the state there
 * to *now and x. */
static jato_status step_to(cli_follow *follow, uint64_t iteration, jato_result *now, double *x,
                           jato_error *error)
{
  uint64_t left = iteration > now->iterations ? iteration - now->iterations : 0;
  jato_status status = jato_run_step(follow->run, left, NULL, error);
  if (status != JATO_OK) return status;
  jato_run_get_info(follow->run, x, now);
  follow->interrupted = now->stop == JATO_STOP_CALLBACK && now->iterations < iteration;
  return JATO_OK;
}

/* To where the file stands, which may be in the middle of an iteration. */
static jato_status step_to_end(cli_follow *follow, jato_result *now, double *x, jato_error *error)
{
  if (!follow->ends_itself) return step_to(follow, follow->info->result->iterations, now, x, error);
  jato_status status = jato_run_step(follow->run, UINT64_MAX, NULL, error);
  if (status != JATO_OK) return status;
  jato_run_get_info(follow->run, x, now);
  follow->interrupted = now->stop == JATO_STOP_CALLBACK;
  return JATO_OK;
}

static jato_status follow_rows(cli_follow *follow, double *x, jato_error *error)
{
  const jato_record_info *info = follow->info;
  jato_status status = JATO_OK;
  jato_result now;
  jato_run_get_info(follow->run, x, &now);
  uint64_t begun_at = now.iterations;
  for (size_t row = 0; row < info->row_count && !follow->difference.any; row++) {
    /* At a checkpoint the best may be one of an iteration that was cut short, which no row has. */
    uint64_t iteration = info->rows[row].iteration;
    if (iteration < begun_at || (iteration == begun_at && begun_at > 0)) continue;
    status = step_to(follow, info->rows[row].iteration, &now, x, error);
    if (status != JATO_OK || follow->interrupted) return status;
    compare_row(follow, row, &now, x);
  }
  if (!follow->difference.any) status = step_to_end(follow, &now, x, error);
  if (status != JATO_OK || follow->interrupted || follow->difference.any) return status;
  status = jato_run_result(follow->run, x, &now, error);
  if (status == JATO_OK) compare_end(follow, &now, x);
  return status;
}

jato_status cli_follow_to_end(cli_follow *follow, jato_error *error)
{
  double *x = calloc(follow->info->dim, sizeof *x);
  if (x == NULL) {
    error->status = JATO_E_MEMORY;
    snprintf(error->text, sizeof error->text, "not enough memory for %zu coordinates",
             follow->info->dim);
    return JATO_E_MEMORY;
  }
  look_at_waiting(follow);
  jato_status status = follow_rows(follow, x, error);
  free(x);
  return status;
}
