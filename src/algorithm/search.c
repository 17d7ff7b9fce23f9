#include "algorithm/algorithms.h"

jato_status jx_search_create(const jx_algorithm_ops *ops, const jx_search_setup *setup,
                             size_t bytes, jx_search **out, jato_error *error)
{
  jx_search *search = jx_allocate(&setup->allocator, 1, bytes);
  *out = search;
  if (search == NULL) return jx_fail(error, JATO_E_MEMORY, "%s: not enough memory", ops->name);
  search->ops = ops;
  search->pool.allocator = setup->allocator;
  return JATO_OK;
}

jato_status jx_search_make(const jx_algorithm_ops *ops, const jx_search_setup *setup, size_t bytes,
                           jx_search_set_up *set_up, jx_search **out, jato_error *error)
{
  JX_TRY(jx_search_create(ops, setup, bytes, out, error));
  jato_status status = set_up(*out, setup, error);
  if (status != JATO_OK) ops->destroy(out);
  return status;
}

void jx_search_destroy(jx_search **search)
{
  if (*search == NULL) return;
  jato_allocator allocator = (*search)->pool.allocator;
  jx_pool_release(&(*search)->pool);
  jx_release(&allocator, *search);
  *search = NULL;
}

jato_status jx_search_no_memory(const char *method, uint64_t points, size_t coordinates,
                                jato_error *error)
{
  return jx_fail(error, JATO_E_MEMORY, "%s: not enough memory for %llu points of %zu coordinates",
                 method, (unsigned long long)points, coordinates);
}

jato_status jx_search_check_pool(jx_pool *pool, const char *method, uint64_t points,
                                 size_t coordinates, jato_error *error)
{
  if (jx_pool_is_whole(pool)) return JATO_OK;
  return jx_search_no_memory(method, points, coordinates, error);
}

uint64_t jx_one_particle(size_t dim)
{
  (void)dim;
  return 1;
}
