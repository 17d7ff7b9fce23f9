#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "compare/standing.h"

enum { NUMBER = 32, WIDEST_METHOD = 44 };

/* Four digits, or what stands for a number that there is none of. */
static const char *number_text(double number, const char *format, const char *none,
                               char text[NUMBER])
{
  if (isfinite(number))
    snprintf(text, NUMBER, format, number); /* NOLINT: one of the formats of this file */
  else
    snprintf(text, NUMBER, "%s", none);
  return text;
}

static void print_head(const cli_comparison *comparison)
{
  char target[CLI_SHORTEST];
  uint64_t first = comparison->first_seed, last = first + comparison->seeds - 1;
  size_t done = cli_comparison_done(comparison);
  printf("problem      %s, dim %zu\n", comparison->name, comparison->dim);
  if (comparison->options.maximize) puts("goal         maximize");
  printf("runs         %zu methods, seeds %" PRIu64 " to %" PRIu64 ", %" PRIu64
         " evaluations each at most\n",
         comparison->method_count, first, last, comparison->options.evaluations);
  if (!isnan(comparison->options.target)) {
    cli_write_shortest(target, comparison->options.target);
    printf("target       %s\n", target);
  }
  if (done < comparison->trial_count)
    printf("unfinished   %zu of %zu runs are done\n", done, comparison->trial_count);
  putchar('\n');
}

static int method_width(const cli_comparison *comparison)
{
  size_t width = strlen("method");
  for (size_t i = 0; i < comparison->method_count; i++) {
    size_t length = strlen(comparison->method[i]);
    if (length > width) width = length;
  }
  return (int)(width < WIDEST_METHOD ? width : WIDEST_METHOD);
}

static void print_row(const cli_comparison *comparison, const cli_standing *standing, int width,
                      bool best)
{
  char text[NUMBER], reached[NUMBER];
  bool has_target = !isnan(comparison->options.target);
  printf("%c %-*s  %4zu", standing->among_best ? '*' : ' ', width,
         comparison->method[standing->method], standing->runs);
  printf("  %10s", number_text(standing->median, "%.4g", "-", text));
  printf("  %10s", number_text(standing->lower_quartile, "%.4g", "-", text));
  printf("  %10s", number_text(standing->upper_quartile, "%.4g", "-", text));
  if (has_target) {
    snprintf(reached, sizeof reached, "%zu/%zu", standing->reached, standing->runs);
    printf("  %7s  %9s", reached, number_text(standing->ert, "%.0f", "-", text));
  }
  printf("  %6s", number_text(standing->mean_rank, "%.1f", "-", text));
  if (best || standing->runs == 0)
    printf("  %8s\n", best ? "best" : "-");
  else
    printf("  %8s\n", number_text(standing->p, "%.2g", "-", text));
}

static void print_test(const cli_comparison *comparison, const cli_standing *standings)
{
  size_t exact = 0, count = comparison->method_count;
  for (size_t i = 1; i < count; i++) exact += standings[i].exact;
  printf("* the best by rank, and those not significantly worse than it (%g %%)\n",
         100 * CLI_SIGNIFICANT);
  printf(
      "p: two-sided rank-sum test against the best%s,\n   with Holm's correction for %zu test%s\n",
      exact == count - 1 ? ", exact"
      : exact == 0       ? ", by the normal approximation"
                         : "; exact, or with ties by the normal approximation",
      count - 1, count == 2 ? "" : "s");
}

static void print_meaning(const cli_comparison *comparison, const cli_standing *standings)
{
  uint64_t least = cli_least_seeds(comparison->method_count);
  putchar('\n');
  if (comparison->method_count > 1) print_test(comparison, standings);
  if (isnan(comparison->options.target))
    printf("rank: mean of its runs among all runs, by the best value\n");
  else
    printf("rank: mean of its runs among all runs: first those that reached the target, by their\n"
           "   evaluations, then the others, by their best value\n"
           "ERT: evaluations of all runs, up to the target or the end, for each that reached it\n");
  if (comparison->seeds < least)
    printf("with %" PRIu64 " seed%s no difference can be significant; use --seeds %" PRIu64
           " or more\n",
           comparison->seeds, comparison->seeds == 1 ? "" : "s", least);
}

void cli_standings_print(const cli_comparison *comparison, const cli_standing *standings)
{
  int width = method_width(comparison);
  print_head(comparison);
  printf("  %-*s  %4s  %10s  %10s  %10s", width, "method", "runs", "median", "25 %", "75 %");
  if (!isnan(comparison->options.target)) printf("  %7s  %9s", "reached", "ERT");
  printf("  %6s  %8s\n", "rank", "p");
  for (size_t i = 0; i < comparison->method_count; i++)
    print_row(comparison, &standings[i], width, i == 0 && standings[0].runs > 0);
  print_meaning(comparison, standings);
}
