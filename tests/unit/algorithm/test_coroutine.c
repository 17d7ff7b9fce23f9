/* A body on a thread of its own: turns go to and fro, and it ends on request. */
#include "check.h"

#include <pthread.h>
#include <stdlib.h>

#include "algorithm/callback_adapter/coroutine.h"

typedef struct counting {
  jx_coroutine *coroutine;
  int until, at, cleaned;
  pthread_t by;
} counting;

/* Gives 1, 2, ..., until; takes memory, as libraries do. */
static void count_up(void *user)
{
  counting *c = user;
  void *memory = malloc(100);
  c->by = pthread_self();
  for (int goes = 1; goes && c->at < c->until;) {
    c->at++;
    goes = jx_coroutine_yield(c->coroutine);
  }
  free(memory);
  c->cleaned = 1;
}

static void begin(counting *c, int until)
{
  jato_error error = {JATO_OK, ""};
  jato_allocator memory = jx_allocator_or_default(NULL);
  *c = (counting){.until = until};
  assert_ok(jx_coroutine_create(&memory, count_up, c, &c->coroutine, &error), error);
}

static void turns_go_to_and_fro(void **state)
{
  counting c;
  (void)state;
  begin(&c, 1000);
  for (int i = 1; i <= 1000; i++) {
    assert_true(jx_coroutine_resume(c.coroutine));
    assert_int_equal(c.at, i);
  }
  assert_false(pthread_equal(c.by, pthread_self()));
  assert_false(jx_coroutine_resume(c.coroutine));
  assert_int_equal(c.cleaned, 1);
  assert_false(jx_coroutine_resume(c.coroutine)); /* still over */
  jx_coroutine_destroy(&c.coroutine);
  assert_null(c.coroutine);
}

static void a_body_that_waits_is_ended(void **state)
{
  counting c;
  (void)state;
  begin(&c, 10);
  assert_true(jx_coroutine_resume(c.coroutine));
  assert_true(jx_coroutine_resume(c.coroutine));
  jx_coroutine_destroy(&c.coroutine);
  assert_int_equal(c.at, 2);
  assert_int_equal(c.cleaned, 1);
}

static void a_body_that_never_began_does_not(void **state)
{
  counting c;
  (void)state;
  begin(&c, 10);
  jx_coroutine_destroy(&c.coroutine);
  assert_int_equal(c.at, 0);
  jx_coroutine_destroy(&c.coroutine); /* NULL is fine */
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(turns_go_to_and_fro),
      cmocka_unit_test(a_body_that_waits_is_ended),
      cmocka_unit_test(a_body_that_never_began_does_not),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
