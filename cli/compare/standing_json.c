#include <math.h>
#include <stdio.h>

#include "text/writer/json.h"
#include "compare/standing.h"

static void write_runs(jx_json *json, const cli_comparison *comparison, size_t method)
{
  jx_json_begin_array(json, "results");
  for (size_t i = 0; i < comparison->trial_count; i++) {
    const cli_trial *trial = &comparison->trials[i];
    if (!trial->done || trial->method != method) continue;
    jx_json_begin_object(json, NULL);
    jx_json_count(json, "seed", trial->seed);
    jx_json_number(json, "best", trial->best);
    jx_json_count(json, "evaluations", trial->evaluations);
    jx_json_bool(json, "reached", cli_comparison_reached(comparison, trial));
    jx_json_text(json, "stop", jato_stop_name(trial->stop));
    jx_json_end(json);
  }
  jx_json_end(json);
}

static void write_method(jx_json *json, const cli_comparison *comparison,
                         const cli_standing *standing, bool first)
{
  double rate = standing->runs > 0 ? (double)standing->reached / (double)standing->runs : NAN;
  bool has_target = !isnan(comparison->options.target);
  jx_json_begin_object(json, NULL);
  jx_json_text(json, "method", comparison->method[standing->method]);
  jx_json_text(json, "algorithm", comparison->complete[standing->method]);
  jx_json_count(json, "runs", standing->runs);
  jx_json_number(json, "median", standing->median);
  jx_json_number(json, "lower_quartile", standing->lower_quartile);
  jx_json_number(json, "upper_quartile", standing->upper_quartile);
  jx_json_number(json, "success_rate", has_target ? rate : NAN);
  jx_json_number(json, "ert", standing->ert);
  jx_json_number(json, "mean_rank", standing->mean_rank);
  jx_json_number(json, "p", first || standing->runs == 0 ? NAN : standing->p);
  jx_json_bool(json, "exact", standing->exact);
  jx_json_bool(json, "among_best", standing->among_best);
  write_runs(json, comparison, standing->method);
  jx_json_end(json);
}

void cli_standings_json(const cli_comparison *comparison, const cli_standing *standings)
{
  jx_json json = jx_json_to_file(stdout);
  cli_reference reference = cli_comparison_reference(comparison);
  jx_json_begin_object(&json, NULL);
  jx_json_text(&json, "problem", comparison->name);
  jx_json_count(&json, "dim", comparison->dim);
  jx_json_text(&json, "goal", comparison->options.maximize ? "maximize" : "minimize");
  jx_json_count(&json, "evaluations", comparison->options.evaluations);
  jx_json_number(&json, "target", comparison->options.target);
  jx_json_count(&json, "first_seed", comparison->first_seed);
  jx_json_count(&json, "seeds", comparison->seeds);
  jx_json_number(&json, "reference", reference.value);
  jx_json_text(&json, "reference_is", reference.known ? "known minimum" : "best seen");
  jx_json_bool(&json, "complete", cli_comparison_done(comparison) == comparison->trial_count);
  jx_json_number(&json, "significant_below", CLI_SIGNIFICANT);
  jx_json_begin_array(&json, "methods");
  for (size_t i = 0; i < comparison->method_count; i++)
    write_method(&json, comparison, &standings[i], i == 0);
  jx_json_end(&json);
  jx_json_end(&json);
}
