#include "algorithm/submethod.h"

#include <stdio.h>
#include <string.h>

jato_status jx_submethod_begin(jx_submethod *sub, const char *spec, const jx_search_setup *setup,
                               jato_error *error)
{
  jx_submethod_retire(sub);
  sub->count->begun++;
  sub->count->generations = 0;
  return setup->make(spec, setup, &sub->search, error);
}

void jx_submethod_retire(jx_submethod *sub)
{
  if (sub->search == NULL) return;
  jx_submethod_release_retired(sub);
  sub->retired = sub->search;
  sub->search = NULL;
}

void jx_submethod_release_retired(jx_submethod *sub)
{
  if (sub->retired != NULL) sub->retired->ops->destroy(&sub->retired);
}

void jx_submethod_release(jx_submethod *sub)
{
  jx_submethod_retire(sub);
  jx_submethod_release_retired(sub);
}

jato_status jx_submethod_ask(jx_submethod *sub, jx_generation *generation, jato_error *error)
{
  jx_generation own = *generation;
  own.number = sub->count->generations;
  JX_TRY(sub->search->ops->ask(sub->search, &own, error));
  generation->count = own.count;
  generation->x = own.x;
  return JATO_OK;
}

jato_status jx_submethod_tell(jx_submethod *sub, const jx_generation *generation, jato_error *error)
{
  jx_generation own = *generation;
  own.number = sub->count->generations++;
  sub->count->used += generation->count;
  return sub->search->ops->tell(sub->search, &own, error);
}

int jx_submethod_is_done(const jx_submethod *sub)
{
  const char *why;
  if (sub->search == NULL) return JX_ENDED;
  if (sub->search->ops->is_done == NULL) return JX_GOES_ON;
  return sub->search->ops->is_done(sub->search, &why);
}

uint64_t jx_submethod_descents(const jx_submethod *sub)
{
  if (sub->search == NULL || sub->search->ops->descents == NULL) return 0;
  return sub->search->ops->descents(sub->search);
}

/* "lines" and "phase" make "lines_phase". */
static void put_name(const jx_submethod *sub, jx_array *array)
{
  char name[sizeof array->name];
  memcpy(name, array->name, sizeof name);
  (void)snprintf(array->name, sizeof array->name, "%s_%.*s", sub->name,
                 (int)(sizeof name - strlen(sub->name) - 2), name);
}

size_t jx_submethod_state(jx_submethod *sub, jx_array *arrays)
{
  if (sub->search == NULL || sub->search->ops->state == NULL) return 0;
  size_t count = sub->search->ops->state(sub->search, arrays);
  for (size_t i = 0; i < count; i++) put_name(sub, &arrays[i]);
  return count;
}

const char *jx_submethod_contradiction(const jx_submethod *sub)
{
  if (sub->search == NULL || sub->search->ops->contradiction == NULL) return NULL;
  return sub->search->ops->contradiction(sub->search);
}

static int is_own(const jx_submethod *sub, const jato_array *array)
{
  size_t length = strlen(sub->name);
  return strncmp(array->name, sub->name, length) == 0 && array->name[length] == '_';
}

int jx_submethod_is_among(const jx_submethod *sub, const jato_array *arrays, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (is_own(sub, &arrays[i])) return 1;
  return 0;
}

/* Passes the search its arrays under the names that it gave them. */
jato_status jx_submethod_resize(jx_submethod *sub, const jato_array *arrays, size_t count,
                                jato_error *error)
{
  jato_array own[JX_ARRAYS_MOST];
  size_t owned = 0;
  if (sub->search->ops->resize == NULL) return JATO_OK;
  for (size_t i = 0; i < count && owned < JX_ARRAYS_MOST; i++) {
    if (!is_own(sub, &arrays[i])) continue;
    own[owned] = arrays[i];
    (void)snprintf(own[owned].name, sizeof own->name, "%s", arrays[i].name + strlen(sub->name) + 1);
    owned++;
  }
  return sub->search->ops->resize(sub->search, own, owned, error);
}
