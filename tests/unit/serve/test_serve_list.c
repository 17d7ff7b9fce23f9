/* A tell with a list of results of which one is wrong changes nothing: the run goes on as one
 * beside it that was never told such a line. */
#define _GNU_SOURCE
#include "conversation.h"

#include <inttypes.h>
#include <stdio.h>

enum { LIST = 3, FIRST = 1 }; /* the list is of the trials FIRST, FIRST + 1, FIRST + 2 */

typedef struct mistake {
  const char *result; /* in the place of the right one; %d: the id of another one of the list */
  const char *words;  /* of the refusal */
} mistake;

/* Values far below all others: a run that takes one shows it. */
#define VALUE "\"value\":-1e9}"

static const mistake mistakes[] = {
    /* unknown */
    {"{\"id\":5," VALUE, "trial 5 is not out"},
    {"{\"id\":99," VALUE, "trial 99 is not out"},
    {"{\"id\":9223372036854775807," VALUE, "is not out"},
    /* told already */
    {"{\"id\":0," VALUE, "trial 0 is not out"},
    /* twice */
    {"{\"id\":%d," VALUE, "more than once"},
    {"{\"id\":%d,\"error\":\"it broke\"}", "more than once"},
    /* malformed */
    {"{" VALUE, "the \"id\" of a trial is needed"},
    {"{\"id\":null," VALUE, "the \"id\" of a trial is needed"},
    {"{\"id\":\"2\"," VALUE, "the \"id\" of a trial is needed"},
    {"{\"id\":-1," VALUE, "the \"id\" of a trial is needed"},
    {"{\"id\":1.5," VALUE, "the \"id\" of a trial is needed"},
    {"{\"id\":1e30," VALUE, "the \"id\" of a trial is needed"},
    {"{\"id\":[2]," VALUE, "the \"id\" of a trial is needed"},
    {"{\"ident\":2," VALUE, "there is no \"ident\""},
    {"7", "an object is needed"},
    {"null", "an object is needed"},
};

/* Trials 0 to 3 are out, the first of them has its value; 0 would be handed out again later. */
static conversation begun(const char *order)
{
  conversation with = converse(NULL);
  assert_true(say(&with,
                  "{\"op\":\"create\",\"variables\":[{\"name\":\"x\",\"range\":[-5,5]},"
                  "{\"name\":\"y\",\"range\":[-5,5]}],\"options\":{\"algorithm\":\"pso\","
                  "\"particles\":6,\"seed\":3,\"order\":\"%s\",\"retries\":1,"
                  "\"limits\":{\"evaluations\":60}}}",
                  order));
  assert_true(say(&with, "{\"op\":\"ask\",\"count\":4}"));
  assert_true(say(&with, "{\"op\":\"tell\",\"id\":0,\"value\":40}"));
  return with;
}

/* All that is said about the run, but for the time that it took. */
static void look(conversation *with, char *out, size_t size)
{
  assert_true(say(with, "{\"op\":\"result\"}"));
  const char *seconds = strstr(with->text, "\"seconds\":");
  assert_non_null(seconds);
  const char *behind = strchr(seconds, ',');
  assert_non_null(behind);
  int length = snprintf(out, size, "%.*s%s", (int)(seconds - with->text), with->text, behind);
  assert_true(length > 0 && (size_t)length < size);
  assert_contains(out, "\"digest\":\"");
  assert_contains(out, "\"evaluations\":");
}

/* The list with a mistake at `place`. */
static void write_list(const mistake *wrong, int place, char *line, size_t size)
{
  int other = FIRST + (place + 1) % LIST;
  size_t used = (size_t)snprintf(line, size, "{\"op\":\"tell\",\"ask\":2,\"results\":[");
  for (int i = 0; i < LIST; i++) {
    char id[32], one[256];
    const char *twice = strstr(wrong->result, "%d");
    (void)snprintf(id, sizeof id, "%d", other);
    if (i != place)
      (void)snprintf(one, sizeof one, "{\"id\":%d," VALUE, FIRST + i);
    else if (twice == NULL)
      (void)snprintf(one, sizeof one, "%s", wrong->result);
    else
      (void)snprintf(one, sizeof one, "%.*s%s%s", (int)(twice - wrong->result), wrong->result, id,
                     twice + 2);
    used += (size_t)snprintf(line + used, size - used, "%s%s", i > 0 ? "," : "", one);
    assert_true(used < size);
  }
  used += (size_t)snprintf(line + used, size - used, "]}");
  assert_true(used < size);
}

static double bowl(double x, double y) { return (x - 1) * (x - 1) + (y + 2) * (y + 2); }

/* Both get the same line, and have to answer the same. */
static void say_to_both(conversation *one, conversation *other, const char *line)
{
  assert_true(say(one, "%s", line));
  assert_true(say(other, "%s", line));
  assert_string_equal(one->text, other->text);
}

static void check_place(const char *order, const mistake *wrong, int place)
{
  conversation with = begun(order), beside = begun(order);
  char line[1024], before[4096], after[4096];
  look(&with, before, sizeof before);
  write_list(wrong, place, line, sizeof line);
  assert_refused(&with, line, wrong->words);
  assert_string_equal(text_of(&with, "status"), "argument");
  assert_null(jx_node_member(with.answer, "told"));
  assert_null(jx_node_member(with.answer, "trials"));
  look(&with, after, sizeof after);
  assert_string_equal(after, before);
  say_to_both(&with, &beside, "{\"op\":\"best\"}");
  say_to_both(&with, &beside, "{\"op\":\"ask\",\"count\":9}");
  say_to_both(&with, &beside,
              "{\"op\":\"tell\",\"ask\":9,\"results\":[{\"id\":1,\"value\":3},"
              "{\"id\":3,\"error\":\"no\"},{\"id\":2,\"value\":7}]}");
  say_to_both(&with, &beside, "{\"op\":\"recall\"}");
  assert_int_equal(evaluate_all(&with, 4, 0, bowl), evaluate_all(&beside, 4, 0, bowl));
  look(&with, after, sizeof after);
  look(&beside, before, sizeof before);
  assert_string_equal(after, before);
  assert_contains(after, "\"stopped\":\"evaluations\"");
  hang_up(&with);
  hang_up(&beside);
}

static void check_order(const char *order)
{
  for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++)
    for (int place = 0; place < LIST; place++) check_place(order, &mistakes[i], place);
}

static void by_iteration_nothing_changes(void **state)
{
  (void)state;
  check_order("iteration");
}

static void by_particle_nothing_changes(void **state)
{
  (void)state;
  check_order("particle");
}

static void by_arrival_nothing_changes(void **state)
{
  (void)state;
  check_order("arrival");
}

/* What was taken back is not out either, and a list without results is one. */
static void a_recalled_one_in_a_list(void **state)
{
  conversation with = begun("arrival");
  (void)state;
  assert_true(say(&with, "{\"op\":\"recall\"}"));
  assert_true(say(&with, "{\"op\":\"ask\",\"count\":2}"));
  assert_refused(&with,
                 "{\"op\":\"tell\",\"results\":[{\"id\":1,\"value\":1},{\"id\":2,\"value\":2},"
                 "{\"id\":3,\"value\":3}]}",
                 "trial 3 is not out");
  assert_true(say(&with, "{\"op\":\"best\"}"));
  assert_double(number_of(&with, "best"), ==, 40);
  assert_true(say(&with, "{\"op\":\"tell\",\"results\":[]}"));
  assert_double(number_of(&with, "told"), ==, 0);
  assert_true(say(&with, "{\"op\":\"tell\",\"results\":[{\"id\":1,\"value\":1},"
                         "{\"id\":2,\"value\":2}]}"));
  assert_double(number_of(&with, "told"), ==, 2);
  hang_up(&with);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(by_iteration_nothing_changes),
      cmocka_unit_test(by_particle_nothing_changes),
      cmocka_unit_test(by_arrival_nothing_changes),
      cmocka_unit_test(a_recalled_one_in_a_list),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
