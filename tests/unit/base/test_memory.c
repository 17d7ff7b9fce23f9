/* base/memory.h: zeroed, aligned, counted, and refused when sizes overflow. */
#include "check.h"

#include <stdlib.h>

#include "base/memory.h"

#define HUGE_PAGE ((size_t)2 << 20)

/* Gives memory that is as badly aligned as malloc may make it, filled with rubbish. */
typedef struct counter {
  int live, calls;
  size_t last_bytes;
} counter;

static void *allocate(size_t bytes, void *user)
{
  counter *c = user;
  void *memory = malloc(bytes);
  if (memory == NULL) return NULL;
  memset(memory, 0xA5, bytes < 4096 ? bytes : 4096);
  c->live++;
  c->calls++;
  c->last_bytes = bytes;
  return memory;
}

static void *allocate_nothing(size_t bytes, void *user)
{
  counter *c = user;
  c->calls++;
  c->last_bytes = bytes;
  return NULL;
}

static void release(void *memory, void *user)
{
  ((counter *)user)->live--;
  free(memory);
}

static jato_allocator counting(counter *c)
{
  *c = (counter){0, 0, 0};
  return (jato_allocator){allocate, release, c};
}

static void elements_are_zero(void **state)
{
  counter c;
  jato_allocator allocator = counting(&c);
  (void)state;
  unsigned char *memory = jx_allocate(&allocator, 7, 13);
  assert_non_null(memory);
  assert_int_equal(c.last_bytes, 91);
  for (int i = 0; i < 91; i++) assert_int_equal(memory[i], 0);
  jx_release(&allocator, memory);
  assert_int_equal(c.live, 0);
}

static void products_that_overflow_are_refused(void **state)
{
  counter c;
  jato_allocator allocator = counting(&c);
  (void)state;
  assert_null(jx_allocate(&allocator, SIZE_MAX, 2));
  assert_null(jx_allocate(&allocator, SIZE_MAX / 8 + 1, 8));
  assert_null(jx_allocate(&allocator, 2, SIZE_MAX));
  assert_int_equal(c.calls, 0);
}

/* malloc(0) may give NULL, which would read as "no memory". */
static void nothing_is_still_something(void **state)
{
  counter c;
  jato_allocator allocator = counting(&c);
  (void)state;
  void *memory = jx_allocate(&allocator, 0, 8);
  assert_non_null(memory);
  assert_true(c.last_bytes > 0);
  jx_release(&allocator, memory);
  jx_release(&allocator, NULL);
  assert_int_equal(c.live, 0);
}

static void check_pages(size_t bytes, size_t alignment)
{
  counter c;
  jato_allocator allocator = counting(&c);
  jx_pages pages;
  assert_true(jx_pages_create(&allocator, bytes, &pages));
  assert_int_equal((uintptr_t)pages.data % alignment, 0);
  assert_int_equal(pages.bytes, bytes);
  assert_true((char *)pages.data >= (char *)pages.block);
  assert_true((char *)pages.data + bytes <= (char *)pages.block + c.last_bytes);
  if (bytes > 0) ((char *)pages.data)[bytes - 1] = 1;
  jx_pages_destroy(&allocator, &pages);
  assert_int_equal(c.live, 0);
  assert_null(pages.data);
  jx_pages_destroy(&allocator, &pages);
  assert_int_equal(c.live, 0);
}

static void pages_are_aligned(void **state)
{
  (void)state;
  for (size_t bytes = 0; bytes < 300; bytes += 17) check_pages(bytes, JX_CACHE_LINE);
  check_pages(HUGE_PAGE - 1, JX_CACHE_LINE);
  check_pages(HUGE_PAGE, HUGE_PAGE);
  check_pages(3 * HUGE_PAGE + 5, HUGE_PAGE);
}

static void pages_without_memory_are_empty(void **state)
{
  counter c = {0, 0, 0};
  jato_allocator allocator = {allocate_nothing, release, &c};
  jx_pages pages;
  (void)state;
  memset(&pages, 0xff, sizeof pages);
  assert_false(jx_pages_create(&allocator, 100, &pages));
  assert_null(pages.data);
  assert_null(pages.block);
  assert_int_equal(c.calls, 1);
  assert_false(jx_pages_create(&allocator, SIZE_MAX - 10, &pages));
  assert_int_equal(c.calls, 1); /* the size with its alignment does not fit: no call is made */
  jx_pages_destroy(&allocator, &pages);
  assert_int_equal(c.live, 0);
}

static void default_is_malloc(void **state)
{
  counter c;
  jato_allocator own = counting(&c);
  jato_allocator standard = jx_allocator_or_default(NULL);
  (void)state;
  assert_ptr_equal(jx_allocator_or_default(&own).user, &c);
  void *memory = standard.allocate(10, standard.user);
  assert_non_null(memory);
  standard.release(memory, standard.user);
}

static void a_pool_remembers_that_it_failed(void **state)
{
  counter c;
  jx_pool pool = {.allocator = counting(&c)};
  (void)state;
  double *first = jx_pool_take(&pool, 3, sizeof *first);
  assert_non_null(first);
  assert_true(jx_pool_is_whole(&pool));
  assert_null(jx_pool_take(&pool, SIZE_MAX / 4, sizeof *first));
  assert_non_null(jx_pool_take(&pool, 1, 1));
  assert_false(jx_pool_is_whole(&pool));
  assert_true(jx_pool_is_whole(&pool));
  pool.allocator.allocate = allocate_nothing;
  assert_null(jx_pool_retake(&pool, first, 4, sizeof *first));
  assert_false(jx_pool_is_whole(&pool));
  jx_pool_release(&pool);
  assert_int_equal(c.live, 0);
}

static void pieces_of_a_pool_are_released_once(void **state)
{
  counter c;
  jx_pool pool = {.allocator = counting(&c)};
  void *piece[3];
  (void)state;
  for (int i = 0; i < 3; i++) piece[i] = jx_pool_take(&pool, 4, 2);
  jx_pool_drop(&pool, NULL);
  jx_pool_drop(&pool, piece[1]);
  assert_int_equal(c.live, 2);
  const unsigned char *again = jx_pool_retake(&pool, piece[0], 9, 1);
  assert_int_equal(c.live, 2);
  for (int i = 0; i < 9; i++) assert_int_equal(again[i], 0);
  jx_pool_release(&pool);
  assert_int_equal(c.live, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(elements_are_zero),
      cmocka_unit_test(products_that_overflow_are_refused),
      cmocka_unit_test(nothing_is_still_something),
      cmocka_unit_test(pages_are_aligned),
      cmocka_unit_test(pages_without_memory_are_empty),
      cmocka_unit_test(default_is_malloc),
      cmocka_unit_test(a_pool_remembers_that_it_failed),
      cmocka_unit_test(pieces_of_a_pool_are_released_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
