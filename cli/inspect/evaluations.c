#include "inspect/evaluations.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/command.h"
#include "base/number.h"
#include "base/values.h"

static int open_journal(jato_record *record, const char *path, jato_evaluations **out)
{
  const jato_record_info *info = jato_record_get_info(record);
  jato_error error;
  jato_status status = jato_evaluations_open(path, out, &error);
  if (status == JATO_OK) return CLI_DONE;
  if (info->kind == JATO_RECORD_GALLERY || info->kind == JATO_RECORD_SOURCE)
    return cli_refuse(CLI_FILE,
                      "%s has no single evaluations: those of a swarm on devices are not kept; "
                      "`jato export %s` gives its trace",
                      info->path, path);
  return cli_refuse(CLI_FILE, "%s", error.text);
}

/* ---- The table ---- */

/* The constraints of a function have their names in its program, not in the file. */
static const char *constraint_name(const jato_space *space, size_t index, char text[CLI_VALUE])
{
  if (space != NULL) return jato_space_constraint(space, index)->name;
  snprintf(text, CLI_VALUE, "c%zu", index);
  return text;
}

static void put_row(const cli_points *points, size_t constraints, const jato_evaluation *row,
                    cli_table *table)
{
  char text[CLI_VALUE];
  cli_table_count(table, "number", row->number);
  cli_table_count(table, "attempt", row->attempt);
  cli_table_count(table, "worker", row->worker);
  cli_table_text(table, "status", row->is_given ? "given" : jato_eval_status_name(row->status));
  cli_table_number(table, "start", row->start);
  cli_table_number(table, "seconds", row->seconds);
  cli_table_number(table, "value", row->f);
  cli_points_row_of_values(points, table, "x", row->values);
  if (constraints > 0) cli_table_begin_group(table, "constraints", false);
  for (size_t i = 0; i < constraints; i++)
    cli_table_number(table, constraint_name(points->space, i, text),
                     row->c != NULL ? row->c[i] : NAN);
  if (constraints > 0) cli_table_end_group(table);
  cli_table_end_row(table);
}

/* The space of a function is not in the file: what is fixed, and the constraints, the journal alone
 * knows. Its points then have as many values as the journal says. */
static bool fits(cli_points *points, const jato_evaluations_info *info)
{
  if (points->space == NULL && info->variables >= points->dim) {
    points->dim = info->variables;
    return true;
  }
  size_t variables = points->space != NULL ? points->space->variable_count : points->dim;
  size_t constraints = points->space != NULL ? points->space->constraint_count : 0;
  if (info->variables == variables && info->constraints == constraints) return true;
  cli_complain(
      "%s belongs to another run: it has %zu variables and %zu constraints, not %zu and %zu",
      info->path, info->variables, info->constraints, variables, constraints);
  return false;
}

static void tell_damaged(const char *path, uint64_t damaged)
{
  if (damaged > 0)
    cli_complain("%s: %" PRIu64 " evaluations are damaged and left out", path, damaged);
}

int cli_evaluations_export(jato_record *record, const char *path, const cli_points *points,
                           cli_table *table)
{
  jato_evaluations *journal = NULL;
  uint64_t damaged = 0;
  int code = open_journal(record, path, &journal);
  if (code != CLI_DONE) return code;
  jato_evaluations_info info = *jato_evaluations_get_info(journal);
  cli_points those = *points;
  if (fits(&those, &info)) {
    jato_evaluation row = {.values = NULL};
    cli_table_begin_head(table);
    put_row(&those, info.constraints, &row, table);
    for (uint64_t i = 0; i < info.count && !ferror(table->out); i++) {
      if (jato_evaluations_read(journal, i, &row, NULL) == JATO_OK)
        put_row(&those, info.constraints, &row, table);
      else
        damaged++;
    }
    tell_damaged(info.path, damaged);
  } else {
    code = CLI_FILE;
  }
  jato_evaluations_close(&journal);
  return code;
}

/* ---- The best of them ---- */

/* One of the best evaluations; its numbers are read again when they are printed. */
typedef struct standing {
  double violation, cost; /* of its value: the smaller, the better */
  uint64_t index;
} standing;

static bool is_before(const standing *a, const standing *b)
{
  return a->violation < b->violation || (a->violation == b->violation && a->cost < b->cost);
}

/* Inserts a row into best[most], which is in order; returns how many rows it has then. */
static size_t insert(standing *best, size_t count, size_t most, standing one)
{
  if (count == most && !is_before(&one, &best[count - 1])) return count;
  size_t at = count < most ? count++ : count - 1;
  for (; at > 0 && is_before(&one, &best[at - 1]); at--) best[at] = best[at - 1];
  best[at] = one;
  return count;
}

static size_t find_best(jato_evaluations *journal, bool maximize, standing *best, size_t most)
{
  uint64_t all = jato_evaluations_get_info(journal)->count;
  size_t count = 0;
  for (uint64_t i = 0; i < all; i++) {
    jato_evaluation row;
    if (jato_evaluations_read(journal, i, &row, NULL) != JATO_OK || row.status != JATO_EVAL_OK)
      continue;
    double cost = maximize ? -row.f : row.f;
    count = insert(best, count, most, (standing){row.violation, cost, i});
  }
  return count;
}

static void print_one(const jato_problem *named, const jato_evaluations_info *info,
                      const jato_evaluation *row)
{
  const jato_space *space = cli_values_space(named);
  char value[CLI_SHORTEST], text[CLI_VALUE];
  cli_write_shortest(value, row->f);
  printf("%10" PRIu64 "  %-12s", row->number, value);
  for (size_t i = 0; i < info->variables && i < 10; i++) {
    if (space == NULL) {
      printf(" %.6g", row->values[i]);
      continue;
    }
    cli_values_write(named, i, row->values[i], text);
    printf(" %s=%s", jato_space_variable(space, i)->name, cli_make_plain(text, false));
  }
  if (info->variables > 10) printf(" ...");
  for (size_t i = 0; i < info->constraints && i < 10; i++)
    printf("%s %s=%.6g", i == 0 ? ";" : "", constraint_name(space, i, text), row->c[i]);
  putchar('\n');
}

int cli_evaluations_top(jato_record *record, const char *path, const jato_problem *named,
                        uint64_t asked)
{
  jato_evaluations *journal = NULL;
  cli_points points = {.dim = jato_record_get_info(record)->dim, .space = cli_values_space(named)};
  int code = open_journal(record, path, &journal);
  if (code != CLI_DONE) return code;
  jato_evaluations_info info = *jato_evaluations_get_info(journal);
  if (!fits(&points, &info)) {
    jato_evaluations_close(&journal);
    return CLI_FILE;
  }
  bool maximize = jato_record_get_info(record)->options->maximize != 0;
  size_t most = (size_t)(asked < info.count ? asked : info.count);
  standing *best = calloc(most + 1, sizeof *best);
  size_t count = best != NULL && most > 0 ? find_best(journal, maximize, best, most) : 0;
  printf("%10s  %-12s values%s\n", "number", "value", info.constraints > 0 ? "; constraints" : "");
  for (size_t i = 0; i < count; i++) {
    jato_evaluation row;
    if (jato_evaluations_read(journal, best[i].index, &row, NULL) == JATO_OK)
      print_one(named, &info, &row);
  }
  free(best);
  jato_evaluations_close(&journal);
  return CLI_DONE;
}
