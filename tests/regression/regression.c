/* How many evaluations an algorithm takes to a target: the median of eleven seeds, for each row of
 * a table. Since a run has the same bits everywhere, the numbers are exact, and a method that
 * became slower or faster shows as a changed line. Needs nothing but the library, so that it also
 * runs on the machines we only cross-compile for.
 *
 * usage: regression TABLE [--refresh]        --refresh writes the numbers found into the table */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jato/jato.h"

#define SEEDS 11
#define BUDGET 40000
#define MOST_ROWS 200
#define LINE 256

/* One line; evaluations UINT64_MAX, written "never": more than half the seeds used up the budget.
 */
typedef struct row {
  char algorithm[64], problem[64], target[32];
  unsigned dim, particles;
  uint64_t evaluations;
} row;

static const char heading[] = "algorithm\tproblem\tdim\tparticles\ttarget\tevaluations\n";

static int read_row(const char *line, row *r)
{
  char evaluations[32];
  if (sscanf(line, "%63[^\t]\t%63[^\t]\t%u\t%u\t%31[^\t]\t%31[^\n]", r->algorithm, r->problem,
             &r->dim, &r->particles, r->target, evaluations) != 6)
    return 0;
  r->evaluations = strcmp(evaluations, "never") == 0 ? UINT64_MAX : strtoull(evaluations, NULL, 10);
  return 1;
}

static void write_row(FILE *file, const row *r)
{
  fprintf(file, "%s\t%s\t%u\t%u\t%s\t", r->algorithm, r->problem, r->dim, r->particles, r->target);
  if (r->evaluations == UINT64_MAX)
    fprintf(file, "never\n");
  else
    fprintf(file, "%" PRIu64 "\n", r->evaluations);
}

static int by_size(const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

/* Returns 0, having said why, when the library refuses the row. */
static int measure(const row *r, uint64_t *median)
{
  uint64_t used[SEEDS];
  jato_problem *problem = NULL;
  jato_error error = {JATO_OK, ""};
  jato_status status = jato_problem_from_gallery(r->problem, r->dim, NULL, &problem, &error);
  for (int s = 0; s < SEEDS && status == JATO_OK; s++) {
    jato_options options = jato_options_default();
    jato_result result;
    options.algorithm = r->algorithm;
    options.particles = r->particles;
    options.seed = (uint64_t)s + 1;
    options.evaluations = BUDGET;
    options.target = strtod(r->target, NULL);
    options.device = "cpu:threads=1";
    status = jato_minimize(problem, &options, NULL, &result, &error);
    if (status == JATO_OK)
      used[s] = result.stop == JATO_STOP_TARGET ? result.evaluations : UINT64_MAX;
  }
  jato_problem_destroy(&problem);
  if (status != JATO_OK) {
    fprintf(stderr, "%s on %s: %s\n", r->algorithm, r->problem, error.text);
    return 0;
  }
  qsort(used, SEEDS, sizeof used[0], by_size);
  *median = used[SEEDS / 2];
  return 1;
}

static int read_table(const char *path, row *rows, int *count)
{
  char line[LINE];
  FILE *file = fopen(path, "r");
  *count = 0;
  int good = file != NULL && fgets(line, sizeof line, file) != NULL && strcmp(line, heading) == 0;
  while (good && fgets(line, sizeof line, file) != NULL)
    good = *count < MOST_ROWS && read_row(line, &rows[(*count)++]);
  if (file != NULL) fclose(file);
  if (!good || *count == 0) fprintf(stderr, "%s: not a table, after %d rows\n", path, *count);
  return good && *count > 0;
}

static int write_table(const char *path, const row *rows, int count)
{
  FILE *file = fopen(path, "w");
  if (file == NULL) {
    perror(path);
    return 0;
  }
  fputs(heading, file);
  for (int i = 0; i < count; i++) write_row(file, &rows[i]);
  return fclose(file) == 0;
}

int main(int argc, char **argv)
{
  static row rows[MOST_ROWS];
  int count = 0, bad = 0;
  int refresh = argc == 3 && strcmp(argv[2], "--refresh") == 0;
  if (argc != 2 && !refresh) {
    fprintf(stderr, "usage: %s TABLE [--refresh]\n", argv[0]);
    return 2;
  }
  if (!read_table(argv[1], rows, &count)) return 1;
  for (int i = 0; i < count; i++) {
    row found = rows[i];
    if (!measure(&rows[i], &found.evaluations)) return 1;
    if (found.evaluations == rows[i].evaluations) continue;
    bad++;
    printf("table: ");
    write_row(stdout, &rows[i]);
    printf("found: ");
    write_row(stdout, &found);
    rows[i] = found;
  }
  printf("%d rows, %d differ\n", count, bad);
  if (refresh) return write_table(argv[1], rows, count) ? 0 : 1;
  return bad == 0 ? 0 : 1;
}
