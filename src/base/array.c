#include "base/array.h"

#include <stdio.h>
#include <string.h>

#define DAMAGED "the run file was changed or is damaged"

int jx_array_matches(const jx_array *own, const jato_array *saved)
{
  return strcmp(own->name, saved->name) == 0 && own->kind == saved->kind &&
         own->rows == saved->rows && own->columns == saved->columns;
}

jato_array jx_array_saved(const jx_array *array)
{
  jato_array saved = {
      .kind = array->kind, .rows = array->rows, .columns = array->columns, .data = array->data};
  memcpy(saved.name, array->name, sizeof saved.name);
  return saved;
}

/* ---- Bounds ---- */

static int is_declared(const jx_array *own, const jx_allowed *b)
{
  switch (b->kind) {
  case JX_ALLOWED_MISSING: break;
  case JX_ALLOWED_OF_COUNTS: return own->kind == JX_COUNTS;
  case JX_ALLOWED_OF_DOUBLES:
  case JX_ALLOWED_OF_WHOLE:
  case JX_ALLOWED_OF_BOX:
  case JX_ALLOWED_ANY: return own->kind == JX_DOUBLES;
  case JX_ALLOWED_BY_COLUMN: break; /* cannot be nested */
  }
  return 0;
}

/* With bounds by column, checks each column. */
static int are_declared(const jx_array *own)
{
  const jx_allowed *all = &own->allowed;
  if (all->kind != JX_ALLOWED_BY_COLUMN) return is_declared(own, all);
  if (all->columns != own->columns) return 0;
  for (size_t i = 0; i < all->columns; i++)
    if (!is_declared(own, &all->column[i])) return 0;
  return 1;
}

/* The place of a number. */
typedef struct place {
  const jx_array *own;
  size_t row, column;
} place;

static jato_status refuse(const place *at, const char *found, const char *low, const char *high,
                          jato_error *error)
{
  return jx_fail(error, JATO_E_FILE,
                 "/state/%s holds %s in row %zu, column %zu, where %s to %s is allowed; " DAMAGED,
                 at->own->name, found, at->row, at->column, low, high);
}

static jato_status check_count(const place *at, const jx_allowed *b, uint64_t found,
                               jato_error *error)
{
  char words[3][24];
  const uint64_t numbers[3] = {found, b->least, b->most};
  if (found >= b->least && found <= b->most) return JATO_OK;
  for (int i = 0; i < 3; i++)
    (void)snprintf(words[i], sizeof words[i], "%llu", (unsigned long long)numbers[i]);
  return refuse(at, words[0], words[1], words[2], error);
}

static jato_status check_double(const place *at, const jx_allowed *b, double found,
                                jato_error *error)
{
  int is_box = b->kind == JX_ALLOWED_OF_BOX;
  const double low = is_box ? b->lower[at->column] : b->low;
  const double high = is_box ? b->upper[at->column] : b->high;
  const double numbers[3] = {found, low, high};
  char words[3][32];
  int is_fraction = b->kind == JX_ALLOWED_OF_WHOLE && floor(found) != found;
  if (b->kind == JX_ALLOWED_ANY || (found >= low && found <= high && !is_fraction)) return JATO_OK;
  for (int i = 0; i < 3; i++) (void)snprintf(words[i], sizeof words[i], "%.9g", numbers[i]);
  return refuse(at, words[0], words[1], words[2], error);
}

jato_status jx_array_check(const jx_array *own, const jato_array *saved, jato_error *error)
{
  const uint64_t *counts = saved->data;
  const double *doubles = saved->data;
  const jx_allowed *all = &own->allowed;
  place at = {.own = own};
  if (!are_declared(own))
    return jx_fail(
        error, JATO_E_FILE,
        "/state/%s: nothing says what its numbers may be; this is a defect of the method",
        own->name);
  for (at.row = 0; at.row < own->rows; at.row++)
    for (at.column = 0; at.column < own->columns; at.column++) {
      const jx_allowed *b = all->kind == JX_ALLOWED_BY_COLUMN ? &all->column[at.column] : all;
      size_t i = at.row * own->columns + at.column;
      JX_TRY(b->kind == JX_ALLOWED_OF_COUNTS ? check_count(&at, b, counts[i], error)
                                             : check_double(&at, b, doubles[i], error));
    }
  return JATO_OK;
}

const jato_array *jx_array_find(const char *name, const jato_array *saved, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (strcmp(saved[i].name, name) == 0) return &saved[i];
  return NULL;
}

void jx_array_copy(const jx_array *own, const jato_array *saved)
{
  size_t bytes = own->rows * own->columns * sizeof(double);
  if (bytes > 0) memcpy(own->data, saved->data, bytes);
}

jato_status jx_array_restore(const jx_array *own, const jato_array *saved, size_t count,
                             jato_error *error)
{
  const jato_array *found = jx_array_find(own->name, saved, count);
  if (found == NULL || !jx_array_matches(own, found))
    return jx_fail(error, JATO_E_FILE,
                   "/state has no array \"%s\" of the search, or another one; " DAMAGED, own->name);
  JX_TRY(jx_array_check(own, found, error));
  jx_array_copy(own, found);
  return JATO_OK;
}
