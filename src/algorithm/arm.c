#include "algorithm/arm.h"

#include <stdio.h>
#include <string.h>

jato_status jx_arm_begin(jx_arm *arm, const char *spec, const jx_search_setup *setup,
                         jato_error *error)
{
  jx_arm_end(arm);
  arm->count->begun++;
  arm->count->generations = 0;
  return setup->make(spec, setup, &arm->search, error);
}

void jx_arm_end(jx_arm *arm)
{
  if (arm->search == NULL) return;
  jx_arm_forget(arm);
  arm->retired = arm->search;
  arm->search = NULL;
}

void jx_arm_forget(jx_arm *arm)
{
  if (arm->retired != NULL) arm->retired->ops->destroy(&arm->retired);
}

jato_status jx_arm_ask(jx_arm *arm, jx_generation *generation, jato_error *error)
{
  jx_generation own = *generation;
  own.number = arm->count->generations;
  JX_TRY(arm->search->ops->ask(arm->search, &own, error));
  generation->count = own.count;
  generation->x = own.x;
  return JATO_OK;
}

jato_status jx_arm_tell(jx_arm *arm, const jx_generation *generation, jato_error *error)
{
  jx_generation own = *generation;
  own.number = arm->count->generations++;
  arm->count->used += generation->count;
  return arm->search->ops->tell(arm->search, &own, error);
}

int jx_arm_is_done(const jx_arm *arm)
{
  const char *why;
  if (arm->search == NULL) return JX_ENDED;
  if (arm->search->ops->is_done == NULL) return JX_GOES_ON;
  return arm->search->ops->is_done(arm->search, &why);
}

uint64_t jx_arm_descents(const jx_arm *arm)
{
  if (arm->search == NULL || arm->search->ops->descents == NULL) return 0;
  return arm->search->ops->descents(arm->search);
}

/* "lines" and "phase" make "lines_phase". */
static void put_name(const jx_arm *arm, jx_array *array)
{
  char name[sizeof array->name];
  memcpy(name, array->name, sizeof name);
  (void)snprintf(array->name, sizeof array->name, "%s_%.*s", arm->name,
                 (int)(sizeof name - strlen(arm->name) - 2), name);
}

size_t jx_arm_state(jx_arm *arm, jx_array *arrays)
{
  if (arm->search == NULL || arm->search->ops->state == NULL) return 0;
  size_t count = arm->search->ops->state(arm->search, arrays);
  for (size_t i = 0; i < count; i++) put_name(arm, &arrays[i]);
  return count;
}

const char *jx_arm_contradiction(const jx_arm *arm)
{
  if (arm->search == NULL || arm->search->ops->contradiction == NULL) return NULL;
  return arm->search->ops->contradiction(arm->search);
}

static int is_own(const jx_arm *arm, const jato_array *array)
{
  size_t length = strlen(arm->name);
  return strncmp(array->name, arm->name, length) == 0 && array->name[length] == '_';
}

int jx_arm_is_among(const jx_arm *arm, const jato_array *arrays, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (is_own(arm, &arrays[i])) return 1;
  return 0;
}

/* The search sees its arrays by the names it gave them. */
jato_status jx_arm_resize(jx_arm *arm, const jato_array *arrays, size_t count, jato_error *error)
{
  jato_array own[JX_ARRAYS_MOST];
  size_t owned = 0;
  if (arm->search->ops->resize == NULL) return JATO_OK;
  for (size_t i = 0; i < count && owned < JX_ARRAYS_MOST; i++) {
    if (!is_own(arm, &arrays[i])) continue;
    own[owned] = arrays[i];
    (void)snprintf(own[owned].name, sizeof own->name, "%s", arrays[i].name + strlen(arm->name) + 1);
    owned++;
  }
  return arm->search->ops->resize(arm->search, own, owned, error);
}
