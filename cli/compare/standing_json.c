#include <math.h>
#include <stdio.h>

#include "base/json.h"
#include "compare/standing.h"

static void write_runs(cli_json *json, const cli_comparison *comparison, size_t method)
{
  cli_json_begin_array(json, "results");
  for (size_t i = 0; i < comparison->trial_count; i++) {
    const cli_trial *trial = &comparison->trials[i];
    if (!trial->done || trial->method != method) continue;
    cli_json_begin_object(json, NULL);
    cli_json_count(json, "seed", trial->seed);
    cli_json_number(json, "best", trial->best);
    cli_json_count(json, "evaluations", trial->evaluations);
    cli_json_bool(json, "reached", cli_comparison_reached(comparison, trial));
    cli_json_string(json, "stop", jato_stop_name(trial->stop));
    cli_json_end(json);
  }
  cli_json_end(json);
}

static void write_method(cli_json *json, const cli_comparison *comparison,
                         const cli_standing *standing, bool first)
{
  double rate = standing->runs > 0 ? (double)standing->reached / (double)standing->runs : NAN;
  bool has_target = !isnan(comparison->options.target);
  cli_json_begin_object(json, NULL);
  cli_json_string(json, "method", comparison->method[standing->method]);
  cli_json_string(json, "algorithm", comparison->complete[standing->method]);
  cli_json_count(json, "runs", standing->runs);
  cli_json_number(json, "median", standing->median);
  cli_json_number(json, "lower_quartile", standing->lower_quartile);
  cli_json_number(json, "upper_quartile", standing->upper_quartile);
  cli_json_number(json, "success_rate", has_target ? rate : NAN);
  cli_json_number(json, "ert", standing->ert);
  cli_json_number(json, "mean_rank", standing->mean_rank);
  cli_json_number(json, "p", first || standing->runs == 0 ? NAN : standing->p);
  cli_json_bool(json, "exact", standing->exact);
  cli_json_bool(json, "among_best", standing->among_best);
  write_runs(json, comparison, standing->method);
  cli_json_end(json);
}

void cli_standings_json(const cli_comparison *comparison, const cli_standing *standings)
{
  cli_json json = cli_json_to(stdout);
  cli_reference reference = cli_comparison_reference(comparison);
  cli_json_begin_object(&json, NULL);
  cli_json_string(&json, "problem", comparison->name);
  cli_json_count(&json, "dim", comparison->dim);
  cli_json_string(&json, "goal", comparison->options.maximize ? "maximize" : "minimize");
  cli_json_count(&json, "evaluations", comparison->options.evaluations);
  cli_json_number(&json, "target", comparison->options.target);
  cli_json_count(&json, "first_seed", comparison->first_seed);
  cli_json_count(&json, "seeds", comparison->seeds);
  cli_json_number(&json, "reference", reference.value);
  cli_json_string(&json, "reference_is", reference.known ? "known minimum" : "best seen");
  cli_json_bool(&json, "complete", cli_comparison_done(comparison) == comparison->trial_count);
  cli_json_number(&json, "significant_below", CLI_SIGNIFICANT);
  cli_json_begin_array(&json, "methods");
  for (size_t i = 0; i < comparison->method_count; i++)
    write_method(&json, comparison, &standings[i], i == 0);
  cli_json_end(&json);
  cli_json_end(&json);
}
