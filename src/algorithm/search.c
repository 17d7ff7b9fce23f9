#include "algorithm/algorithms.h"

jato_status jx_search_create(const jx_algorithm_ops *ops, const jx_search_setup *setup,
                             size_t bytes, jx_search **out, jato_error *error)
{
  jx_search *search = jx_allocate(&setup->allocator, 1, bytes);
  *out = search;
  if (search == NULL) return jx_fail(error, JATO_E_MEMORY, "%s: not enough memory", ops->name);
  search->ops = ops;
  search->allocator = setup->allocator;
  return JATO_OK;
}

void jx_search_destroy(jx_search **search)
{
  if (*search == NULL) return;
  jato_allocator allocator = (*search)->allocator;
  jx_release(&allocator, *search);
  *search = NULL;
}
