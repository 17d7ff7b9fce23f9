/* How many evaluations a method takes to targets, on every problem of the gallery: a table for each
 * row of algorithms.def, tests/regression/evaluations/<algorithm>.tsv. Since a run has the same
 * bits everywhere, the numbers are exact, and a method that became slower or faster shows as a
 * changed line. Needs nothing but the library, so that it also runs on the machines we only
 * cross-compile for.
 *
 * A line is for a method with its default parameters on a problem in a few dimensions; a cell is
 * for a target, so far above the known minimum. Run number s of SEEDS has the seed s and the
 * problem with shift=s, where it can be shifted: a minimum in the middle of its box flatters. The
 * cell holds the evaluations that one success costs: those of all runs, until they reached the
 * target or ended, divided by the runs that reached it; then how many these were, if not all; "-"
 * for none.
 *
 * Rows come from the catalogue. Other parameters of a method are tried too once its table has a
 * line that begins with them: write the spec alone, as in "de:cr=0.2", and refresh. Runs have 2,000
 * evaluations per dimension, or what a first line "# evaluations per dimension: N" says, for a
 * method that thinks long between evaluations. A method
 * without the trait "same bits" has no exact numbers and is skipped. A method without a table
 * fails; a problem that is not in the tables yet does not.
 *
 * usage: regression ALGORITHM TABLE [--refresh]        --refresh writes what was found */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "can_run.h"
#include "dear.h"
#include "jato/jato.h"

#define SEEDS 5
#define TARGETS 4
#define BUDGET_LINE "# evaluations per dimension: "
#define MOST_SPECS 16
#define SPEC 128
#define LINE 512
#define TABLE (1 << 18)

static const double targets[TARGETS] = {10, 1e-1, 1e-4, 1e-8};
static const char heading[] = "algorithm\tproblem\tdim\t10\t1e-1\t1e-4\t1e-8\n";

static uint64_t budget = 2000; /* evaluations per dimension */

/* What one line is about, and what was found for it. */
typedef struct measurement {
  const char *spec, *problem;
  size_t dim;
  uint64_t used[TARGETS];
  int reached[TARGETS];
} measurement;

/* A text that grows up to its room. */
typedef struct table {
  char text[TABLE];
  size_t used;
} table;

static void append(table *t, const char *text)
{
  size_t length = strlen(text);
  if (length >= TABLE - t->used) {
    fprintf(stderr, "a table has more than %d bytes\n", TABLE);
    exit(1);
  }
  memcpy(t->text + t->used, text, length + 1);
  t->used += length;
}

/* ---- Runs ---- */

/* Takes the run from generation to generation and notes where it reaches each target. */
static jato_status follow(jato_run *run, double minimum, measurement *m, jato_error *error)
{
  jato_result result;
  jato_stop stop = JATO_STOP_NONE;
  int next = 0;
  for (;;) {
    jato_run_get_info(run, NULL, &result);
    while (next < TARGETS && result.best <= minimum + targets[next]) {
      m->used[next] += result.evaluations;
      m->reached[next++]++;
    }
    if (next == TARGETS || stop != JATO_STOP_NONE) break;
    jato_status status = jato_run_step(run, 1, &stop, error);
    if (status != JATO_OK) return status;
  }
  for (; next < TARGETS; next++) m->used[next] += result.evaluations;
  return JATO_OK;
}

static jato_status run_once(const jato_problem *problem, uint64_t seed, measurement *m,
                            jato_error *error)
{
  jato_problem_info info = *jato_problem_get_info(problem);
  jato_options options = jato_options_default();
  jato_run *run = NULL;
  options.algorithm = m->spec;
  options.seed = seed;
  options.evaluations = budget * info.dim;
  options.device = "cpu:threads=1";
  jato_status status = jato_run_create(problem, &options, &run, error);
  if (status == JATO_OK) status = follow(run, info.minimum, m, error);
  jato_run_destroy(&run);
  return status;
}

static int has_shift(const jato_entry *problem)
{
  for (size_t i = 0; i < problem->parameter_count; i++)
    if (strcmp(problem->parameters[i].name, "shift") == 0) return 1;
  return 0;
}

static jato_status make_problem(const jato_entry *row, int seed, size_t dim, jato_problem **out)
{
  char spec[SPEC];
  snprintf(spec, sizeof spec, has_shift(row) ? "%s:shift=%d" : "%s", row->name, seed);
  return jato_problem_from_gallery(spec, dim, NULL, out, NULL);
}

/* ---- Lines ---- */

static void write_cell(const measurement *m, int target, char *cell, size_t size)
{
  int reached = m->reached[target];
  uint64_t each = reached > 0 ? m->used[target] / (uint64_t)reached : 0;
  if (reached == 0) snprintf(cell, size, "\t-");
  if (reached == SEEDS) snprintf(cell, size, "\t%" PRIu64, each);
  if (reached > 0 && reached < SEEDS)
    snprintf(cell, size, "\t%" PRIu64 " (%d/%d)", each, reached, SEEDS);
}

static void write_line(table *t, const measurement *m)
{
  char text[LINE];
  snprintf(text, sizeof text, "%s\t%s\t%zu", m->spec, m->problem, m->dim);
  append(t, text);
  for (int k = 0; k < TARGETS; k++) {
    write_cell(m, k, text, sizeof text);
    append(t, text);
  }
  append(t, "\n");
}

/* Returns whether the problem exists in that dimension. Ends the program where a run fails. */
static int measure(table *t, const char *spec, const jato_entry *row, size_t dim)
{
  measurement m = {.spec = spec, .problem = row->name};
  for (int seed = 1; seed <= SEEDS; seed++) {
    jato_problem *problem = NULL;
    jato_error error = {JATO_OK, ""};
    if (make_problem(row, seed, dim, &problem) != JATO_OK) return 0;
    m.dim = jato_problem_get_info(problem)->dim;
    jato_status status = run_once(problem, (uint64_t)seed, &m, &error);
    jato_problem_destroy(&problem);
    if (status == JATO_OK) continue;
    fprintf(stderr, "%s on %s, dim %zu: %s\n", spec, row->name, m.dim, error.text);
    exit(1);
  }
  write_line(t, &m);
  return 1;
}

static void measure_problems(table *t, const char *spec)
{
  jato_entry row;
  for (size_t i = 0; jato_catalogue(JATO_KIND_PROBLEM, i, &row); i++) {
    if (is_dear(row.name)) continue;
    int small = measure(t, spec, &row, 5);
    int large = measure(t, spec, &row, 20);
    if (!small && !large) measure(t, spec, &row, 0);
  }
}

/* ---- Tables ---- */

/* A table that is not there is empty. */
static void read_table(const char *path, table *t)
{
  FILE *file = fopen(path, "r");
  t->used = file == NULL ? 0 : fread(t->text, 1, TABLE - 1, file);
  t->text[t->used] = '\0';
  if (file != NULL) fclose(file);
}

static int write_table(const char *path, const table *t)
{
  FILE *file = fopen(path, "w");
  int good = file != NULL && fputs(t->text, file) >= 0;
  if (file == NULL || fclose(file) != 0 || !good) perror(path);
  return good;
}

/* The line at *rest without its end; *rest moves behind it. 0 where there is none. */
static int next_line(const char **rest, char *line)
{
  if (**rest == '\0') return 0;
  size_t length = strcspn(*rest, "\n");
  snprintf(line, LINE, "%.*s", (int)length, *rest);
  *rest += length + ((*rest)[length] == '\n');
  return 1;
}

/* A table that says how many evaluations its runs have is written with the same line. */
static void take_budget(const table *kept, table *found)
{
  char line[LINE];
  if (strncmp(kept->text, BUDGET_LINE, strlen(BUDGET_LINE)) != 0) return;
  budget = strtoull(kept->text + strlen(BUDGET_LINE), NULL, 10);
  snprintf(line, sizeof line, BUDGET_LINE "%" PRIu64 "\n", budget);
  append(found, line);
}

/* The method itself, then what the table has of it with other parameters. */
static int find_specs(const char *algorithm, const table *t, char specs[MOST_SPECS][SPEC])
{
  char line[LINE];
  const char *rest = t->text;
  size_t length = strlen(algorithm);
  int count = 1;
  snprintf(specs[0], SPEC, "%s", algorithm);
  while (next_line(&rest, line)) {
    line[strcspn(line, "\t")] = '\0';
    if (strncmp(line, algorithm, length) != 0 || line[length] != ':') continue;
    if (strcmp(line, specs[count - 1]) == 0 || count == MOST_SPECS) continue;
    snprintf(specs[count++], SPEC, "%.*s", SPEC - 1, line);
  }
  return count;
}

/* The line of a table that is about the same as `line`: the same method, problem and dimension. */
static int find_line(const table *t, const char *line, char *out)
{
  const char *rest = t->text, *end = line;
  for (int tabs = 0; *end != '\0' && tabs < 3; end++) tabs += *end == '\t';
  while (next_line(&rest, out))
    if (strncmp(out, line, (size_t)(end - line)) == 0) return 1;
  return 0;
}

/* Prints the lines of one table that the other does not have like this; returns how many. Those
 * that it does not have at all, which a new problem brings, do not count if `new_is_good`. */
static int compare(const table *ones, const table *others, const char *words, int new_is_good)
{
  char line[LINE], other[LINE];
  const char *rest = ones->text;
  int differ = 0;
  while (next_line(&rest, line)) {
    int known = find_line(others, line, other);
    if (known && strcmp(line, other) == 0) continue;
    printf("%s %s\n", words, line);
    differ += known || !new_is_good;
  }
  return differ;
}

/* ---- The program ---- */

/* Whether its numbers are the same on every machine. */
static int is_exact(const char *algorithm)
{
  jato_entry row;
  for (size_t i = 0; jato_catalogue(JATO_KIND_ALGORITHM, i, &row); i++)
    if (strcmp(row.name, algorithm) == 0) return strstr(row.traits, "same bits") != NULL;
  return 1;
}

int main(int argc, char **argv)
{
  static table kept, found;
  char specs[MOST_SPECS][SPEC];
  int refresh = argc == 4 && strcmp(argv[3], "--refresh") == 0;
  if (argc != 3 && !refresh) {
    fprintf(stderr, "usage: %s ALGORITHM TABLE [--refresh]\n", argv[0]);
    return 2;
  }
  if (!can_run(argv[1]) || !is_exact(argv[1])) {
    printf("%s: not in this build, or not the same bits everywhere\n", argv[1]);
    return refresh ? 0 : SKIPPED;
  }
  read_table(argv[2], &kept);
  int count = find_specs(argv[1], &kept, specs);
  take_budget(&kept, &found);
  append(&found, heading);
  for (int i = 0; i < count; i++) measure_problems(&found, specs[i]);
  int differ = compare(&kept, &found, "table:", 0);
  differ += compare(&found, &kept, "found:", kept.used > 0);
  if (refresh) return write_table(argv[2], &found) ? 0 : 1;
  if (differ > 0) printf("if that is meant: %s %s %s --refresh\n", argv[0], argv[1], argv[2]);
  return differ == 0 ? 0 : 1;
}
