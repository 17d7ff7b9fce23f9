#include <string.h>

#include "study/keys.h"
#include "study/make.h"

struct jx_study_piece {
  struct jx_study_piece *next;
  max_align_t bytes[];
};

void *jx_study_take(jx_study *study, size_t count, size_t size)
{
  if (size != 0 && count > (SIZE_MAX - sizeof(struct jx_study_piece)) / size) return NULL;
  struct jx_study_piece *piece = jx_allocate(&study->allocator, 1, sizeof *piece + count * size);
  if (piece == NULL) return NULL;
  piece->next = study->pieces;
  study->pieces = piece;
  return piece->bytes;
}

static jato_status make_study(const jx_maker *maker)
{
  JX_TRY(jx_make_space(maker));
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
  JX_TRY_DONE(jx_draft_fill(&draft, &outline, error));
  JX_TRY_DONE(jx_make_text(&maker, name, &study->file));
  JX_TRY_DONE(make_study(&maker));
done:
  jx_draft_release(&draft);
  jx_outline_release(&outline);
  return status;
}

jato_status jx_study_read(const char *text, const char *name, const char *folder,
                          const jato_allocator *allocator, jx_study **out, jato_error *error)
{
  jato_allocator memory = jx_allocator_or_default(allocator);
  *out = NULL;
  if (strlen(text) > JX_STUDY_BYTES)
    return jx_fail(error, JATO_E_ARGUMENT, "%s:1: the study has more than %d bytes", name,
                   JX_STUDY_BYTES);
  jx_study *study = jx_allocate(&memory, 1, sizeof *study);
  if (study == NULL) return jx_fail(error, JATO_E_MEMORY, "no memory for the study %s", name);
  study->allocator = memory;
  study->name = "";
  study->options = jato_options_default();
  jato_status status = fill_in(study, text, name, folder, error);
  if (status != JATO_OK) jx_study_destroy(&study);
  *out = study;
  return status;
}

void jx_study_destroy(jx_study **study)
{
  if (study == NULL || *study == NULL) return;
  jato_allocator allocator = (*study)->allocator;
  for (struct jx_study_piece *at = (*study)->pieces, *next; at != NULL; at = next) {
    next = at->next;
    jx_release(&allocator, at);
  }
  jx_release(&allocator, *study);
  *study = NULL;
}
