/* Feeds what a run may begin with: journals of earlier runs, and tables of points; the first byte
 * says which. Apart from crashes: a refusal has words; a row that was read reads the same again;
 * what a table gives lies in the space. Bytes that are sealed as a journal's reach what stands
 * behind its hashes. */
#define _GNU_SOURCE /* memfd_create */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <jato/jato.h>

#include "record/journal/journal.h"
#include "record/journal/rows.h"
#include "run/evaluations/points_table.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void complain(const char *what)
{
  fprintf(stderr, "fuzz_points: %s\n", what);
  abort();
}

static void need_words(jato_status status, const jato_error *error)
{
  if (status != JATO_OK && error->text[0] == '\0') complain("a refusal without words");
}

/* A file in memory, by a name. */
static int make_file(const void *bytes, size_t count, char path[64])
{
  int file = memfd_create("points", MFD_CLOEXEC);
  if (file < 0 || write(file, bytes, count) != (ssize_t)count) complain("no file");
  snprintf(path, 64, "/proc/self/fd/%d", file);
  return file;
}

/* ---- Journals ---- */

static double sum_of(const jx_outcome *row, const jato_evaluations_info *info)
{
  double sum = row->f[0] + (double)row->id;
  for (size_t i = 0; i < info->variables; i++) sum += row->values[i];
  for (size_t i = 0; i < info->constraints; i++) sum += row->c[i];
  return sum;
}

/* Returns how many rows could be read. */
static uint64_t read_journal(const void *bytes, size_t count)
{
  char path[64];
  jato_error error = {JATO_OK, ""};
  jx_journal_reader *reader = NULL;
  uint64_t good = 0;
  int file = make_file(bytes, count, path);
  jato_allocator memory = jx_allocator_or_default(NULL);
  jato_status status = jx_journal_open(path, &memory, &reader, &error);
  need_words(status, &error);
  const jato_evaluations_info *info = status == JATO_OK ? jx_journal_get_info(reader) : NULL;
  for (uint64_t i = 0; info != NULL && i < info->count; i++) {
    jx_outcome row;
    status = jx_journal_read(reader, i, &row, &error);
    need_words(status, &error);
    if (status != JATO_OK) continue;
    double sum = sum_of(&row, info);
    if (row.status >= JX_EVAL_STATUSES) complain("a status that is none");
    if (jx_journal_read(reader, i, &row, &error) != JATO_OK) complain("not read again");
    double again = sum_of(&row, info);
    if (memcmp(&sum, &again, sizeof sum) != 0) complain("read again, it is another");
    good++;
  }
  jx_journal_close(&reader);
  (void)close(file);
  return good;
}

/* The bytes as rows of some shape, each with its hash: all but wrong statuses can be read, and one
 * that is torn at the end is none. */
static void read_sealed(const uint8_t *data, size_t size)
{
  if (size < 2) return;
  size_t variables = 1 + data[0] % 5, constraints = data[1] % 4;
  size_t objectives = 1 + data[1] / 4 % 3;
  const jx_journal_shape shape = {
      .variables = variables, .objectives = objectives, .constraints = constraints};
  size_t bytes = jx_journal_row_bytes(JX_JOURNAL_VERSION, &shape), own = bytes - sizeof(uint64_t);
  size_t rows = (size - 2) / own;
  jx_journal_header header = {.magic = JX_JOURNAL_MAGIC,
                              .order = JX_JOURNAL_ORDER,
                              .version = JX_JOURNAL_VERSION,
                              .variables = (uint32_t)variables,
                              .constraints = (uint32_t)constraints,
                              .objectives = (uint32_t)objectives};
  header.hash = jx_journal_hash(&header, offsetof(jx_journal_header, hash));
  char *file = malloc(sizeof header + rows * bytes);
  uint64_t right = 0;
  if (file == NULL) return;
  memcpy(file, &header, sizeof header);
  for (size_t i = 0; i < rows; i++) {
    char *row = file + sizeof header + i * bytes;
    memcpy(row, data + 2 + i * own, own);
    uint64_t hash = jx_journal_hash(row, own);
    memcpy(row + own, &hash, sizeof hash);
    right += (uint8_t)row[offsetof(jx_journal_row, status)] < JX_EVAL_STATUSES;
  }
  if (read_journal(file, sizeof header + rows * bytes) != right) complain("rows are missing");
  free(file);
}

/* ---- Tables ---- */

static jato_problem *make_problem(void)
{
  static const char *const variables[] = {"x=-5:5", "n=1:9:int", "k=1e-3:10:log", "c=a,b b,3",
                                          "q=7"};
  static const char *const constraints[] = {"load<=2", "mass>=1"};
  jato_space_strings words = {JATO_SPACE_STRINGS_INIT, variables, 5, constraints, 2, 0};
  jato_study *study = NULL;
  jato_problem *problem = NULL;
  if (jato_study_from_strings(&words, NULL, &study, NULL) != JATO_OK ||
      jato_problem_for_ask(jato_study_space(study), NULL, &problem, NULL) != JATO_OK)
    complain("no problem");
  jato_study_destroy(&study);
  return problem;
}

static void check_row(const jato_problem *problem, const jx_points_table *table, size_t row)
{
  const double *numbers = table->numbers + row * table->width;
  double x[8], again[8];
  jato_error error = {JATO_OK, ""};
  if (!isfinite(numbers[table->variables])) complain("a row without a value");
  if (jx_points_table_place(problem, numbers, x, &error) != JATO_OK) complain("a point outside");
  jato_problem_values(problem, x, again);
  for (size_t i = 0; i < table->variables; i++)
    if (!(fabs(again[i] - numbers[i]) <= 1e-9 * (1 + fabs(numbers[i])))) complain("a point moved");
}

static void read_table(const uint8_t *data, size_t size)
{
  char path[64];
  jx_points_table table;
  jato_error error = {JATO_OK, ""}, first = {JATO_OK, ""};
  jato_allocator memory = jx_allocator_or_default(NULL);
  uint64_t outside = 0;
  jato_problem *problem = make_problem();
  int file = make_file(data, size, path);
  jx_points_table_create(&table, problem, &memory);
  jato_status status = jx_points_table_read(&table, path, problem, &outside, &first, &error);
  need_words(status, &error);
  if (outside > 0) need_words(JATO_E_ARGUMENT, &first);
  for (size_t i = 0; status == JATO_OK && i < table.count; i++) check_row(problem, &table, i);
  jx_points_table_destroy(&table);
  jato_problem_destroy(&problem);
  (void)close(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  if (size == 0) return 0;
  switch (data[0] % 4) {
  case 0: (void)read_journal(data + 1, size - 1); break;
  case 1: read_sealed(data + 1, size - 1); break;
  default: read_table(data + 1, size - 1); break;
  }
  return 0;
}
