/* A problem from the C source of the caller. The devices report errors of the compiler. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "problem/numbers.h"
#include "problem/problems.h"
#include "program/indices.h"
#include "program/source.h"

static char *copy(const jato_allocator *allocator, const void *bytes, size_t count)
{
  char *memory = jx_allocate(allocator, count, 1);
  if (memory != NULL && count > 0) memcpy(memory, bytes, count);
  return memory;
}

static jato_status check_data(const jato_source *source, jato_error *error)
{
  if (source->data_count > INT_MAX)
    return jx_fail(error, JATO_E_ARGUMENT, "a source may have %d numbers of data, not %zu", INT_MAX,
                   source->data_count);
  if (source->data_count > 0 && source->data == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "a source with data_count %zu needs data",
                   source->data_count);
  return JATO_OK;
}

/* The contents of the files that a source names. */
typedef struct contents {
  char *text, *folder;
  double *numbers;
} contents;

/* Completes the source with the contents of its files, which must be released in any case. */
static jato_status read_files(jato_source *source, const jato_allocator *memory, contents *read,
                              jato_error *error)
{
  int count = (source->file != NULL) + (source->text != NULL) + (source->expression != NULL);
  if (count != 1)
    return jx_fail(error, JATO_E_ARGUMENT, "a source is one of: a file, a text, an expression");
  if (source->file != NULL) {
    JX_TRY(jx_file_read_text(source->file, memory, &read->text, error));
    read->folder = jx_file_folder(source->file, memory);
    if (read->folder == NULL)
      return jx_fail(error, JATO_E_MEMORY, "not enough memory to read %s", source->file);
    source->text = read->text;
    if (source->name == NULL) source->name = source->file;
    if (source->folder == NULL) source->folder = read->folder;
  }
  if (source->data_file == NULL) return JATO_OK;
  if (source->data_count > 0)
    return jx_fail(error, JATO_E_ARGUMENT, "a source has data or a data_file, not both");
  JX_TRY(jx_numbers_read(source->data_file, memory, &read->numbers, &source->data_count, error));
  source->data = read->numbers;
  return JATO_OK;
}

static void release_files(const jato_allocator *memory, contents *read)
{
  jx_release(memory, read->text);
  jx_release(memory, read->folder);
  jx_release(memory, read->numbers);
}

/* Copies the source into the problem, which owns the copies. */
static int copy_source(jato_problem *problem, const jx_string *text, const jato_source *source)
{
  const jato_allocator *memory = &problem->allocator;
  const char *name = source->name != NULL ? source->name : "objective.c";
  problem->owned[0] = copy(memory, text->text, text->length + 1);
  char *plain = copy(memory, name, strlen(name) + 1);
  if (plain != NULL) (void)jx_text_make_plain(name, plain, strlen(name) + 1);
  problem->owned[1] = plain;
  problem->owned[2] = copy(memory, source->data, source->data_count * sizeof *source->data);
  (void)jx_text_make_plain(name, problem->name, sizeof problem->name);
  problem->objective = (jx_objective){.kind = JX_OBJECTIVE_SOURCE,
                                      .source = problem->owned[0],
                                      .name = problem->owned[1],
                                      .data = problem->owned[2],
                                      .has_residuals = jx_source_has_residuals(text->text),
                                      .data_count = source->data_count};
  return problem->owned[0] != NULL && problem->owned[1] != NULL && problem->owned[2] != NULL;
}

static jato_status check_indices(const jato_source *source, const jx_string *text, size_t dim,
                                 jato_error *error)
{
  jx_indices indices = {.source = text->text,
                        .name = source->name != NULL ? source->name : "objective.c",
                        .dim = dim,
                        .data_count = source->data_count};
  return jx_indices_check(&indices, error);
}

jato_status jx_problem_from_source(const jato_source *given, const jx_box *box, jato_problem **out,
                                   jato_error *error)
{
  jato_allocator memory = jx_allocator_or_default(given->allocator);
  jato_source source = *given;
  contents read = {0};
  size_t dim = box->dim <= JX_DIM_MAX ? box->dim : 1; /* set_box refuses more */
  jx_string text = {0};
  jato_problem *problem = NULL;
  jato_status status;
  JX_TRY_DONE(read_files(&source, &memory, &read, error));
  JX_TRY_DONE(check_data(&source, error));
  JX_TRY_DONE(jx_source_read(&source, &memory, &text, error));
  JX_TRY_DONE(check_indices(&source, &text, box->dim, error));
  problem = jx_problem_allocate(dim, &memory);
  if (problem == NULL || !copy_source(problem, &text, &source))
    status =
        jx_fail(error, JATO_E_MEMORY, "not enough memory for a problem of %zu dimensions", dim);
  else
    status = jx_problem_set_box(problem, box, error);
done:
  jx_string_release(&text);
  release_files(&memory, &read);
  if (status != JATO_OK) jx_problem_destroy(&problem);
  *out = problem;
  return status;
}
