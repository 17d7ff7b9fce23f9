/* The public calls on study files. */
#include "api/options.h"
#include "text/study_file.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "contract/format.h"

/* Makes the message begin with file and line. */
static void add_line(const jato_study *study, size_t line, jato_error *error)
{
  char front[512];
  int length = snprintf(front, sizeof front, "%s:%zu: ", study->file, line);
  if (error == NULL || length < 0 || (size_t)length >= sizeof front) return;
  if (strncmp(error->text, front, (size_t)length) == 0) return;
  memmove(error->text + length, error->text, sizeof error->text - (size_t)length);
  error->text[sizeof error->text - 1] = '\0';
  memcpy(error->text, front, (size_t)length);
}

/* Checks the names of algorithm, device and walls. A device that is not in this build is no mistake
 * of the study, since the user may select another one. */
static jato_status check_names(const jato_study *study, jato_error *error)
{
  const jato_options *options = &study->options;
  const struct {
    size_t line;
    const char *text;
    jato_status (*check)(const char *text, jato_error *error);
  } names[] = {{study->algorithm_line, options->algorithm, jx_options_check_algorithm},
               {study->device_line, options->device, jx_options_check_device},
               {study->walls_line, options->walls, jx_options_check_walls}};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    if (names[i].line == 0) continue;
    jato_status status = names[i].check(names[i].text, error);
    if (status == JATO_OK || status == JATO_E_NOT_BUILT) continue;
    add_line(study, names[i].line, error);
    return status;
  }
  return JATO_OK;
}

/* Stores the study's text for run files, unless it is too long for them. */
static jato_status store_text(jato_study *study, const char *text, jato_error *error)
{
  size_t bytes = strlen(text) + 1;
  if (bytes > JX_TEXT_MOST) return JATO_OK;
  char *kept = jx_pool_take(&study->pool, bytes, 1);
  if (kept == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory for %s", study->file);
  study->options.study = memcpy(kept, text, bytes);
  return JATO_OK;
}

static jato_status read_study(const char *text, const char *name, const char *folder,
                              const jato_allocator *allocator, jato_study **out, jato_error *error)
{
  JX_TRY(jx_study_read(text, name, folder, allocator, out, error));
  jato_status status = check_names(*out, error);
  if (status == JATO_OK) status = store_text(*out, text, error);
  if (status != JATO_OK) jx_study_destroy(out);
  return status;
}

jato_status jato_study_read(const char *text, const char *name, const char *folder,
                            const jato_allocator *allocator, jato_study **out, jato_error *error)
{
  JX_CLEAR_OUT(out, "study", error);
  if (text == NULL) return jx_fail(error, JATO_E_ARGUMENT, "the text of a study is needed");
  return read_study(text, name != NULL ? name : "study", folder, allocator, out, error);
}

jato_status jato_study_load(const char *path, const jato_allocator *allocator, jato_study **out,
                            jato_error *error)
{
  jato_allocator memory = jx_allocator_or_default(allocator);
  char *text = NULL, *folder = NULL;
  JX_CLEAR_OUT(out, "study", error);
  if (path == NULL) return jx_fail(error, JATO_E_ARGUMENT, "the path of a study is needed");
  JX_TRY(jx_file_read_text(path, &memory, &text, error));
  /* Without a folder, paths stay as they are written. */
  if (strchr(path, '/') != NULL) folder = jx_file_folder(path, &memory);
  jato_status status = strchr(path, '/') != NULL && folder == NULL
                           ? jx_fail(error, JATO_E_MEMORY, "not enough memory to read %s", path)
                           : read_study(text, path, folder, allocator, out, error);
  jx_release(&memory, folder);
  jx_release(&memory, text);
  return status;
}

jato_status jato_study_from_strings(const jato_space_strings *strings,
                                    const jato_allocator *allocator, jato_study **out,
                                    jato_error *error)
{
  JX_CLEAR_OUT(out, "study", error);
  if (strings == NULL) return jx_fail(error, JATO_E_ARGUMENT, "strings are needed; they are NULL");
  jato_space_strings own;
  JX_TRY(JX_SIZED_READ(jato_space_strings, strings, &own, error));
  return jx_study_from_strings(&own, allocator, out, error);
}

const jato_space *jato_study_space(const jato_study *study)
{
  return study != NULL ? &study->space : NULL;
}

void jato_study_get_options(const jato_study *study, jato_options *options)
{
  if (study != NULL && options != NULL)
    jx_sized_write(&study->options, sizeof study->options, options);
}

const char *jato_study_name(const jato_study *study) { return study != NULL ? study->name : ""; }

bool jato_study_runs_process(const jato_study *study)
{
  return study != NULL && (study->kind == JX_STUDY_COMMAND || study->kind == JX_STUDY_OBJECT);
}

void jato_study_destroy(jato_study **study) { jx_study_destroy(study); }

/* ---- Its problem ---- */

static jato_status problem_from_source(const jato_study *study, jato_problem **out,
                                       jato_error *error)
{
  jato_source source = {JATO_SOURCE_INIT,
                        .file = study->source,
                        .expression = study->expression,
                        .name = study->source == NULL ? "expression" : NULL,
                        .data_file = study->data,
                        .allocator = &study->pool.allocator};
  return jato_problem_from_source(&source, study->dim, study->lower, study->upper, out, error);
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

jato_status jato_study_problem(const jato_study *study, jato_problem **out, jato_error *error)
{
  JX_CLEAR_OUT(out, "problem", error);
  if (study == NULL) return jx_fail(error, JATO_E_ARGUMENT, "study is NULL: it has no problem");
  jato_status status = make_problem(study, out, error);
  if (status != JATO_OK) add_line(study, study->line, error);
  return status;
}
