/* Studies from their texts. */
#include <string.h>

#include "text/fill.h"
#include "text/make.h"

static jato_status make_study(const jx_maker *maker)
{
  const jato_space *space = &maker->study->space;
  JX_TRY(jx_make_space(maker));
  if (space->variable_count == 0 && space->constraint_count > 0)
    return jx_outline_fail(maker->outline, jx_make_node(maker, NULL, "constraints"), maker->error,
                           "constraints go with variables; there are none");
  JX_TRY(jx_make_objective(maker));
  return jx_make_options(maker);
}

/* Empties the study where it fails. */
static jato_status fill_in(jx_study *study, const char *text, const char *name, const char *folder,
                           jato_error *error)
{
  jx_outline outline = {.name = name};
  jx_draft draft = {0};
  jx_maker maker = {study, &draft, &outline, folder != NULL && folder[0] != '\0' ? folder : NULL,
                    error};
  jato_status status = JATO_OK;
  JX_TRY_DONE(jx_outline_load(&outline, text, error));
  JX_TRY_DONE(jx_draft_fill(&draft, &outline, &jx_study_keys, error));
  JX_TRY_DONE(jx_make_text(&maker, name, &study->file));
  JX_TRY_DONE(make_study(&maker));
done:
  jx_draft_release(&draft);
  jx_outline_release(&outline);
  return status;
}

/* An empty study, or NULL. */
static jx_study *create(const jato_allocator *allocator)
{
  jato_allocator memory = jx_allocator_or_default(allocator);
  jx_study *study = jx_allocate(&memory, 1, sizeof *study);
  if (study == NULL) return NULL;
  study->pool.allocator = memory;
  study->name = "";
  study->options = jato_options_default();
  return study;
}

jato_status jx_study_of_space(const jx_outline *outline, double penalty,
                              const jato_allocator *allocator, jx_study **out, jato_error *error)
{
  jx_draft draft = {0};
  jx_study *study = create(allocator);
  jx_maker maker = {study, &draft, outline, NULL, error};
  jato_status status = JATO_OK;
  *out = NULL;
  if (study == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory for variables");
  JX_TRY_DONE(jx_draft_fill(&draft, outline, &jx_space_keys, error));
  JX_TRY_DONE(jx_make_space(&maker));
  study->space.penalty = penalty;
done:
  jx_draft_release(&draft);
  if (status != JATO_OK) jx_study_destroy(&study);
  *out = study;
  return status;
}

jato_status jx_study_read(const char *text, const char *name, const char *folder,
                          const jato_allocator *allocator, jx_study **out, jato_error *error)
{
  *out = NULL;
  if (strlen(text) > JX_STUDY_BYTES)
    return jx_fail(error, JATO_E_ARGUMENT, "%s:1: the study has more than %d bytes", name,
                   JX_STUDY_BYTES);
  jx_study *study = create(allocator);
  if (study == NULL)
    return jx_fail(error, JATO_E_MEMORY, "not enough memory for the study %s", name);
  jato_status status = fill_in(study, text, name, folder, error);
  if (status != JATO_OK) jx_study_destroy(&study);
  *out = study;
  return status;
}

void jx_study_destroy(jx_study **study)
{
  if (study == NULL || *study == NULL) return;
  jato_allocator allocator = (*study)->pool.allocator;
  jx_pool_release(&(*study)->pool);
  jx_release(&allocator, *study);
  *study = NULL;
}
