/* contract/comm.h: what one rank makes of its operations, and the join of what was found. */
#define _GNU_SOURCE
#include "scratch.h"

#include "comm/comms.h"

static void what_was_found_is_joined(void **state)
{
  (void)state;
  jx_pass_result all = JX_FOUND_NOTHING;
  jx_pass_result finds[] = {
      {2, 7, 1, 0.5, 0}, {1, 9, 0, 0.25, 3}, {1, 4, 2, 0.125, 2}, {1, 8, 0, 0, 2}, {1, 1, 0, 0, 5}};
  for (size_t i = 0; i < 5; i++) jx_pass_result_join(&all, &finds[i]);
  assert_same_double(all.value, 1);
  assert_int_equal(all.particle, 4);
  assert_int_equal(all.step, 2); /* the first that had it */
  assert_int_equal(all.nonfinite, 3);
  assert_same_double(all.seconds, 0.5);
}

static void one_rank_is_all_there_is(void **state)
{
  (void)state;
  jato_allocator allocator = jx_allocator_or_default(NULL);
  jato_error error = {JATO_OK, ""};
  jx_comm *comm = NULL;
  assert_ok(jx_self_ops.create(&allocator, 7, &comm, &error), error);
  assert_ptr_equal(comm->ops, &jx_self_ops);
  assert_int_equal(comm->rank, 0);
  assert_int_equal(comm->size, 1);
  assert_true(comm->patience == 7);

  double x[2] = {1, 2};
  unsigned flags = 5;
  jx_best_reduction reduction = {JATO_OK, {3, 5, 1, 0.5, 0}, INFINITY, x, 2, 0, 6};
  assert_ok(comm->ops->begin_best(comm, &reduction, &error), error);
  assert_ok(comm->ops->end_best(comm, &reduction, &error), error);
  assert_same_double(reduction.found.value, 3);
  assert_int_equal(reduction.flags, 6);
  assert_same_double(x[1], 2);
  assert_ok(comm->ops->broadcast(comm, 0, x, sizeof x, &error), error);
  assert_same_double(x[0], 1);
  assert_ok(comm->ops->gather(comm, x, (const size_t[]){sizeof x}, &error), error);
  assert_same_double(x[1], 2);
  double to_itself[2] = {0};
  jx_swap swap = {x, (const size_t[]){sizeof x}, to_itself, (const size_t[]){sizeof x}};
  assert_ok(comm->ops->swap(comm, &swap, &error), error);
  assert_same_double(to_itself[0], 1);
  assert_same_double(to_itself[1], 2);
  assert_ok(comm->ops->agree(comm, JATO_OK, &flags, &error), error);
  assert_int_equal(flags, 5);

  /* Its own failure is that of all. */
  reduction.status = JATO_E_MEMORY;
  assert_ok(comm->ops->begin_best(comm, &reduction, &error), error);
  assert_int_equal(comm->ops->end_best(comm, &reduction, &error), JATO_E_MEMORY);
  assert_int_equal(comm->ops->agree(comm, JATO_E_FILE, &flags, &error), JATO_E_FILE);

  /* A ring of one: its own ends meet. */
  char before = 0, behind = 0;
  jx_halo halo = {1, "a", "z", &before, &behind};
  assert_ok(comm->ops->halo(comm, &halo, &error), error);
  assert_int_equal(before, 'z');
  assert_int_equal(behind, 'a');

  jx_self_ops.destroy(&comm);
  assert_null(comm);
  jx_self_ops.destroy(&comm);
}

/* Memory that messages may still come to has no owner any more. */
static void memory_of_unfinished_calls_is_left(void **state)
{
  (void)state;
  counted memory = {.last = 100};
  jato_allocator allocator = {counted_allocate, counted_release, &memory};
  jx_comm comm = {.size = 2};
  void *finished = jx_allocate(&allocator, 1, 8), *open = jx_allocate(&allocator, 1, 8);
  long all = memory.held;
  jx_comm_release(&comm, &allocator, finished);
  assert_int_equal(memory.held, all - 1);
  comm.is_abandoned = 1;
  jx_comm_release(&comm, &allocator, open);
  assert_int_equal(memory.held, all - 1);
  jx_comm_release(NULL, &allocator, open); /* a device set without other ranks */
  assert_int_equal(memory.held, all - 2);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_was_found_is_joined),
      cmocka_unit_test(memory_of_unfinished_calls_is_left),
      cmocka_unit_test(one_rank_is_all_there_is),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
