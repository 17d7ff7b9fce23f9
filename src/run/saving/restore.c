#include "run/run.h"

#define DAMAGED "the run file was changed or is damaged"

static size_t list(jx_search *search, jx_array *arrays)
{
  return search->ops->state != NULL ? search->ops->state(search, arrays) : 0;
}

/* Names the first array that is another one; NULL where all are alike. */
static const char *first_unlike(const jx_array *own, size_t listed, const jato_array *saved,
                                size_t count)
{
  for (size_t i = 0; i < listed && i < count; i++)
    if (!jx_array_matches(&own[i], &saved[i])) return saved[i].name;
  if (listed == count) return NULL;
  return listed < count ? saved[listed].name : own[count].name;
}

static jato_status refuse_array(const jx_search *search, const char *name, jato_error *error)
{
  return jx_fail(error, JATO_E_FILE,
                 "/state is not that of a search by %s: \"%s\" is missing, or has another size "
                 "or type",
                 search->ops->name, name);
}

/* The numbers are copied when all of them are within bounds. A search whose arrays have other sizes
 * by then says two things of one size. */
jato_status jx_restore_search(jx_search *search, const jato_array *saved, size_t count,
                              jato_error *error)
{
  jx_array own[JX_ARRAYS_MOST];
  size_t listed = list(search, own);
  const char *unlike = first_unlike(own, listed, saved, count);
  if (unlike != NULL && search->ops->resize != NULL) {
    JX_TRY(search->ops->resize(search, saved, count, error));
    listed = list(search, own);
    unlike = first_unlike(own, listed, saved, count);
  }
  if (unlike != NULL) return refuse_array(search, unlike, error);
  for (size_t i = 0; i < count; i++) JX_TRY(jx_array_check(&own[i], &saved[i], error));
  for (size_t i = 0; i < count; i++) jx_array_copy(&own[i], &saved[i]);
  listed = list(search, own);
  unlike = first_unlike(own, listed, saved, count);
  if (unlike != NULL)
    return jx_fail(error, JATO_E_FILE,
                   "/state/%s has another size than the numbers beside it say; " DAMAGED, unlike);
  const char *names =
      search->ops->contradiction != NULL ? search->ops->contradiction(search) : NULL;
  if (names == NULL) return JATO_OK;
  return jx_fail(error, JATO_E_FILE, "/state: %s contradict each other; " DAMAGED, names);
}
