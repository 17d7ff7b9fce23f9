/* The public calls on study files. */
#include "config/study.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

jato_status jato_study_read(const char *text, const char *name, const char *folder,
                            const jato_allocator *allocator, jato_study **out, jato_error *error)
{
  if (out == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "out is NULL: there is nowhere to put the study");
  *out = NULL;
  if (text == NULL) return jx_fail(error, JATO_E_ARGUMENT, "the text of a study is needed");
  return jx_study_read(text, name != NULL ? name : "study", folder, allocator, out, error);
}

jato_options jato_study_options(const jato_study *study) { return study->options; }

const char *jato_study_name(const jato_study *study) { return study->name; }

int jato_study_is_outside(const jato_study *study)
{
  return study->kind == JX_STUDY_COMMAND || study->kind == JX_STUDY_OBJECT;
}

void jato_study_destroy(jato_study **study) { jx_study_destroy(study); }

/* ---- Files that a study names ------------------------------------------------------------------
 */

enum { LARGEST_FILE = 1 << 28 };

/* The whole file, ended by a zero; to be released. NULL where it fails, with JATO_E_FILE. */
static char *read_file(const jato_study *study, const char *path, jato_error *error)
{
  char *text = NULL;
  FILE *file = fopen(path, "rb");
  long size = -1;
  if (file != NULL && fseek(file, 0, SEEK_END) == 0) size = ftell(file);
  if (size >= 0 && size <= LARGEST_FILE && fseek(file, 0, SEEK_SET) == 0)
    text = jx_allocate(&study->pool.allocator, (size_t)size + 1, 1);
  int whole = text != NULL && fread(text, 1, (size_t)size, file) == (size_t)size;
  if (file != NULL) (void)fclose(file);
  if (whole) return text;
  jx_release(&study->pool.allocator, text);
  (void)jx_fail(error, JATO_E_FILE, "%s:%zu: %s cannot be read", study->file, study->line, path);
  return NULL;
}

/* Numbers with blanks or commas between; *out has room for as many as there can be. */
static jato_status read_numbers(const jato_study *study, char *text, double **out, size_t *count,
                                jato_error *error)
{
  static const char between[] = " \t\r\n,;";
  *count = 0;
  *out = jx_allocate(&study->pool.allocator, strlen(text) / 2 + 1, sizeof **out);
  if (*out == NULL)
    return jx_fail(error, JATO_E_MEMORY, "no memory for the numbers of %s", study->data);
  for (char *at = text + strspn(text, between); *at != '\0'; at += strspn(at, between)) {
    jx_text word = {at, strcspn(at, between)};
    if (!jx_text_number(word, *out + *count))
      return jx_fail(error, JATO_E_FILE, "%s: \"%.*s\" is no number", study->data,
                     (int)(word.length < 40 ? word.length : 40), word.start);
    (*count)++;
    at += word.length;
  }
  return JATO_OK;
}

/* Where the C file's own #include "..." are looked for. */
static void folder_of(const char *path, char *out, size_t size)
{
  const char *slash = strrchr(path, '/');
  size_t length = slash == NULL ? 0 : (size_t)(slash - path);
  (void)snprintf(out, size, "%.*s",
                 (int)(slash == NULL ? 1
                       : length == 0 ? 1
                                     : length),
                 slash == NULL ? "."
                 : length == 0 ? "/"
                               : path);
}

static jato_status problem_from_source(const jato_study *study, jato_problem **out,
                                       jato_error *error)
{
  char folder[4096], *text = NULL, *data = NULL;
  double *numbers = NULL;
  jato_source source = {.expression = study->expression, .allocator = &study->pool.allocator};
  jato_status status = JATO_E_FILE;
  if (study->source != NULL) {
    folder_of(study->source, folder, sizeof folder);
    text = read_file(study, study->source, error);
    if (text == NULL) goto done;
    source.text = text;
    source.name = study->source;
    source.folder = folder;
  }
  if (study->data != NULL) {
    data = read_file(study, study->data, error);
    if (data == NULL) goto done;
    JX_TRY_DONE(read_numbers(study, data, &numbers, &source.data_count, error));
    source.data = numbers;
  }
  status = jato_problem_from_source(&source, study->dim, study->lower, study->upper, out, error);
done:
  jx_release(&study->pool.allocator, text);
  jx_release(&study->pool.allocator, data);
  jx_release(&study->pool.allocator, numbers);
  return status;
}

static jato_status problem_from_gallery(const jato_study *study, jato_problem **out,
                                        jato_error *error)
{
  JX_TRY(jato_problem_from_gallery(study->gallery, study->dim, &study->pool.allocator, out, error));
  if (study->lower == NULL) return JATO_OK;
  jato_status status = jato_problem_set_box(*out, study->lower, study->upper, error);
  if (status != JATO_OK) jato_problem_destroy(out);
  return status;
}

static jato_status make_problem(const jato_study *study, jato_problem **out, jato_error *error)
{
  jato_command command = study->command;
  jato_object object = study->object;
  command.allocator = object.allocator = &study->pool.allocator;
  switch (study->kind) {
  case JX_STUDY_COMMAND: return jato_problem_from_command(&command, &study->space, out, error);
  case JX_STUDY_OBJECT: return jato_problem_from_object(&object, &study->space, out, error);
  case JX_STUDY_SOURCE: return problem_from_source(study, out, error);
  case JX_STUDY_GALLERY: break;
  }
  return problem_from_gallery(study, out, error);
}

/* Every message of a study's begins with file and line. */
static void add_line(const jato_study *study, jato_error *error)
{
  char front[512];
  int length = snprintf(front, sizeof front, "%s:%zu: ", study->file, study->line);
  if (error == NULL || length < 0 || (size_t)length >= sizeof front) return;
  if (strncmp(error->text, front, (size_t)length) == 0) return;
  memmove(error->text + length, error->text, sizeof error->text - (size_t)length);
  error->text[sizeof error->text - 1] = '\0';
  memcpy(error->text, front, (size_t)length);
}

jato_status jato_study_problem(const jato_study *study, jato_problem **out, jato_error *error)
{
  if (out == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "out is NULL: there is nowhere to put the problem");
  *out = NULL;
  if (study == NULL) return jx_fail(error, JATO_E_ARGUMENT, "study is NULL: it has no problem");
  jato_status status = make_problem(study, out, error);
  if (status != JATO_OK) add_line(study, error);
  return status;
}
