/* Points with their values, as tables have them: comma-separated, as `jato export` writes them. */
#include "run/evaluations/points_table.h"

#include "base/file.h"
#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MOST_BYTES ((size_t)1 << 32)

/* ---- Rows ---- */

void jx_points_table_create(jx_points_table *table, const jato_problem *problem,
                            const jato_allocator *allocator)
{
  *table = (jx_points_table){.variables = jx_problem_variables(problem),
                             .constraints = jx_problem_constraints(problem),
                             .allocator = *allocator};
  table->width = table->variables + 1 + table->constraints;
}

void jx_points_table_destroy(jx_points_table *table)
{
  if (table->numbers != NULL) jx_release(&table->allocator, table->numbers);
  table->numbers = NULL;
  table->count = table->room = 0;
}

double *jx_points_table_add(jx_points_table *table)
{
  if (table->count == table->room) {
    size_t room = 2 * table->room + 64;
    double *more = jx_allocate(&table->allocator, room, table->width * sizeof *more);
    if (more == NULL) return NULL;
    if (table->count > 0) memcpy(more, table->numbers, table->count * table->width * sizeof *more);
    jx_release(&table->allocator, table->numbers);
    table->numbers = more;
    table->room = room;
  }
  return table->numbers + table->count++ * table->width;
}

/* A fixed variable that differs makes another point. */
static jato_status check_fixed(const jato_space *space, const double *values, jato_error *error)
{
  for (size_t i = 0; i < space->variable_count; i++) {
    const jato_variable *variable = &space->variables[i];
    if (variable->fixed && values[i] != variable->initial)
      return jx_fail(error, JATO_E_ARGUMENT, "%s is %g, and fixed to %g here", variable->name,
                     values[i], variable->initial);
  }
  return JATO_OK;
}

jato_status jx_points_table_place(const jato_problem *problem, const double *values, double *x,
                                  jato_error *error)
{
  if (problem->space != NULL) {
    JX_TRY(check_fixed(&problem->space->given, values, error));
    return jx_space_point(problem->space, values, x, error);
  }
  for (size_t d = 0; d < problem->dim; d++) {
    if (!(values[d] >= problem->lower[d] && values[d] <= problem->upper[d]))
      return jx_fail(error, JATO_E_ARGUMENT, "x%zu is %g, outside of %g to %g", d, values[d],
                     problem->lower[d], problem->upper[d]);
    x[d] = values[d];
  }
  return JATO_OK;
}

/* ---- Cells ---- */

/* What a column holds: a number of a row, or one of these. */
enum { COLUMN_IGNORED = -1, COLUMN_STATUS = -2 };

typedef struct reading {
  const char *path;
  const jato_problem *problem;
  const jato_space *space; /* NULL: coordinates without names */
  jx_points_table *table;
  char *rest;   /* of the text */
  uint64_t row; /* from 1; 0: the names of columns */
  int *column;  /* [columns]: what each holds */
  size_t columns;
  jato_error *error;
} reading;

/* The next cell of the line at *at, which becomes a text of its own; *at moves behind it, and is
 * NULL behind the last one. Within quotes a comma is one, and "" a quote. */
static char *next_cell(char **at)
{
  char *from = *at, *to = *at, *cell = *at;
  int quoted = *from == '"';
  if (quoted) from++;
  for (; *from != '\0'; from++) {
    if (quoted && *from == '"' && from[1] != '"') {
      quoted = 0;
      continue;
    }
    if (!quoted && *from == ',') break;
    if (quoted && *from == '"') from++;
    *to++ = *from;
  }
  *at = *from == ',' ? from + 1 : NULL;
  while (to > cell && (to[-1] == ' ' || to[-1] == '\t')) to--;
  *to = '\0';
  return cell + strspn(cell, " \t");
}

/* The next line that is not empty; NULL behind the last one. */
static char *next_line(reading *r)
{
  while (*r->rest != '\0') {
    char *line = r->rest, *end = line + strcspn(line, "\n");
    r->rest = *end == '\0' ? end : end + 1;
    if (end > line && end[-1] == '\r') end--;
    *end = '\0';
    if (line[strspn(line, " \t")] != '\0') return line;
  }
  return NULL;
}

/* ---- The names of columns ---- */

static const char *name_of(const reading *r, size_t i, char own[32])
{
  size_t variables = r->table->variables;
  const jato_variable *named = r->space != NULL ? r->space->variables : NULL;
  if (r->space != NULL && i >= variables) return r->space->constraints[i - variables].name;
  if (named != NULL) return named[i].name;
  (void)snprintf(own, 32, "x%zu", i);
  return own;
}

/* The variable or constraint of this name, counted through both; their number where there is none.
 */
static size_t find_name(const reading *r, const char *name)
{
  char own[32];
  size_t i = 0, count = r->table->variables + r->table->constraints;
  if (strncmp(name, "values.", 7) == 0) name += 7; /* as Python calls some that are taken */
  while (i < count && strcmp(name_of(r, i, own), name) != 0) i++;
  return i;
}

/* Where in a row it stands: f is between values and constraints. */
static int place_of(const reading *r, size_t name)
{
  return (int)(name < r->table->variables ? name : name + 1);
}

static jato_status refuse_column(const reading *r, const char *name)
{
  char own[32], shown[JX_SHOWN];
  jx_nearest nearest = jx_nearest_to(jx_text_of(name));
  for (size_t i = 0; i < r->table->variables + r->table->constraints; i++)
    if (r->space != NULL) jx_nearest_offer(&nearest, name_of(r, i, own));
  jx_nearest_offer(&nearest, "value");
  return jx_fail(
      r->error, JATO_E_FILE,
      "%s: column \"%s\" is no variable and no constraint of this run, nor \"value\"%s%s%s",
      r->path, jx_text_show(name, shown), nearest.name != NULL ? "; did you mean \"" : "",
      nearest.name != NULL ? nearest.name : "", nearest.name != NULL ? "\"?" : "");
}

/* Whether a column behind this one has the same name. */
static int comes_again(const char *rest, const char *name)
{
  size_t length = strlen(name);
  for (; rest != NULL; rest = strchr(rest, ',')) {
    rest += *rest == ',';
    if (strncmp(rest, name, length) == 0 && (rest[length] == ',' || rest[length] == '\0')) return 1;
  }
  return 0;
}

static int has_column(const reading *r, int what)
{
  for (size_t i = 0; i < r->columns; i++)
    if (r->column[i] == what) return 1;
  return 0;
}

static const char status_before[] = "fate"; /* in tables of 0.1.0 */

static int is_status(const char *name)
{
  return strcmp(name, "status") == 0 || strcmp(name, status_before) == 0;
}

/* `jato export` has more columns than points have; a variable may be called as one of them. */
static jato_status read_name(reading *r, const char *name, const char *rest)
{
  size_t found = find_name(r, name), all = r->table->variables + r->table->constraints;
  int f = (int)r->table->variables;
  int is_export =
      is_status(name) || jx_text_index(jx_text_of(name), "number attempt worker start seconds") > 0;
  int is_value = strcmp(name, "value") == 0;
  int *column = &r->column[r->columns];
  if (found < all && ((!is_export && !is_value) || !comes_again(rest, name)))
    *column = place_of(r, found);
  else if (is_value)
    *column = f;
  else if (is_export)
    *column = is_status(name) ? COLUMN_STATUS : COLUMN_IGNORED;
  else
    return refuse_column(r, name);
  if (*column != COLUMN_IGNORED && has_column(r, *column))
    return jx_fail(r->error, JATO_E_FILE, "%s has the column \"%s\" twice", r->path, name);
  r->columns++;
  return JATO_OK;
}

static int is_fixed(const reading *r, size_t i)
{
  return r->space != NULL && i < r->table->variables && r->space->variables[i].fixed;
}

static jato_status read_names(reading *r)
{
  char own[32], *line = next_line(r);
  size_t most = 1;
  if (line == NULL) return jx_fail(r->error, JATO_E_FILE, "%s is empty", r->path);
  for (const char *at = line; *at != '\0'; at++) most += *at == ',';
  r->column = jx_allocate(&r->table->allocator, most, sizeof *r->column);
  if (r->column == NULL) return jx_fail(r->error, JATO_E_MEMORY, "not enough memory for points");
  while (line != NULL) {
    const char *name = next_cell(&line);
    JX_TRY(read_name(r, name, line));
  }
  if (!has_column(r, (int)r->table->variables))
    return jx_fail(r->error, JATO_E_FILE,
                   "%s has no column \"value\": what the objective was at each point", r->path);
  for (size_t i = 0; i < r->table->variables + r->table->constraints; i++)
    if (!is_fixed(r, i) && !has_column(r, place_of(r, i)))
      return jx_fail(r->error, JATO_E_FILE, "%s has no column for the %s %s", r->path,
                     i < r->table->variables ? "variable" : "constraint", name_of(r, i, own));
  return JATO_OK;
}

/* ---- Points ---- */

static int find_choice(const jato_variable *variable, const char *cell, double *out)
{
  for (size_t k = 0; k < variable->choice_count; k++)
    if (strcmp(variable->choices[k], cell) == 0) {
      *out = (double)k;
      return 1;
    }
  return 0;
}

/* `jato export` puts a ' in front of a choice that a spreadsheet would take for a formula. */
static int read_choice(const jato_variable *variable, const char *cell, double *out)
{
  return find_choice(variable, cell, out) ||
         (cell[0] == '\'' && find_choice(variable, cell + 1, out));
}

static int is_without_value(const char *cell)
{
  const char *digits = cell + strspn(cell, "+-");
  return *cell == '\0' || jx_text_index(jx_text_of(digits), "nan NaN inf Infinity null") > 0;
}

/* A cell into its place of a row; *whole becomes 0 where the point has no value. */
static jato_status read_cell(const reading *r, int column, const char *cell, double *row,
                             int *whole)
{
  char shown[JX_SHOWN], own[32];
  size_t at = (size_t)column, f = r->table->variables;
  if (column == COLUMN_IGNORED) return JATO_OK;
  if (column == COLUMN_STATUS) {
    if (jx_text_index(jx_text_of(cell), "ok given") == 0) *whole = 0;
    return JATO_OK;
  }
  if (at >= f && is_without_value(cell)) {
    *whole = 0;
    return JATO_OK;
  }
  const jato_variable *variable = at < f && r->space != NULL ? &r->space->variables[at] : NULL;
  int is_choice = variable != NULL && variable->kind == JATO_CATEGORY;
  if (is_choice ? read_choice(variable, cell, &row[at])
                : jx_text_number(jx_text_of(cell), &row[at]))
    return JATO_OK;
  const char *name = at == f ? "value" : name_of(r, at < f ? at : at - 1, own);
  return jx_fail(r->error, JATO_E_FILE, "%s, row %llu: %s is \"%s\", which is not %s", r->path,
                 (unsigned long long)r->row, name, jx_text_show(cell, shown),
                 is_choice ? "one of its choices" : "a number");
}

static jato_status read_row(const reading *r, char *line, double *row, int *whole)
{
  size_t i = 0;
  *whole = 1;
  for (size_t k = 0; r->space != NULL && k < r->table->variables; k++)
    if (is_fixed(r, k)) row[k] = r->space->variables[k].initial;
  for (; line != NULL; i++) {
    const char *cell = next_cell(&line);
    if (i < r->columns) JX_TRY(read_cell(r, r->column[i], cell, row, whole));
  }
  if (i == r->columns) return JATO_OK;
  return jx_fail(r->error, JATO_E_FILE, "%s, row %llu: has %zu cells, not %zu as its first line",
                 r->path, (unsigned long long)r->row, i, r->columns);
}

/* Says of the first point that is outside which it is. */
static void count_outside(const reading *r, uint64_t *outside, jato_error *first,
                          const jato_error *why)
{
  if ((*outside)++ == 0)
    (void)jx_fail(first, JATO_E_ARGUMENT, "row %llu: %s", (unsigned long long)r->row, why->text);
}

static jato_status read_rows(reading *r, double *x, uint64_t *outside, jato_error *first)
{
  char *line;
  while ((line = next_line(r)) != NULL) {
    int whole = 0;
    jato_error why;
    double *row = jx_points_table_add(r->table);
    r->row++;
    if (row == NULL) return jx_fail(r->error, JATO_E_MEMORY, "not enough memory for points");
    JX_TRY(read_row(r, line, row, &whole));
    if (whole && jx_points_table_place(r->problem, row, x, &why) == JATO_OK) continue;
    if (whole) count_outside(r, outside, first, &why);
    memset(row, 0, r->table->width * sizeof *row);
    r->table->count--;
  }
  return JATO_OK;
}

jato_status jx_points_table_read(jx_points_table *table, const char *path,
                                 const jato_problem *problem, uint64_t *outside, jato_error *first,
                                 jato_error *error)
{
  char *text = NULL;
  size_t length = 0;
  reading r = {.path = path,
               .problem = problem,
               .space = problem->space != NULL ? &problem->space->given : NULL,
               .table = table,
               .error = error};
  *outside = 0;
  JX_TRY(jx_file_read_path(path, MOST_BYTES, &table->allocator, &text, &length, error));
  double *x = jx_allocate(&table->allocator, problem->dim, sizeof *x);
  r.rest = text + (strncmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0); /* which spreadsheets write */
  jato_status status = JATO_OK;
  if (x == NULL)
    status = jx_fail(error, JATO_E_MEMORY, "not enough memory for points");
  else if (strlen(text) != length)
    status = jx_fail(error, JATO_E_FILE,
                     "%s is neither a run file nor a table of comma-separated values", path);
  else
    status = read_names(&r);
  if (x != NULL && status == JATO_OK) status = read_rows(&r, x, outside, first);
  jx_release(&table->allocator, x);
  jx_release(&table->allocator, r.column);
  jx_release(&table->allocator, text);
  return status;
}
