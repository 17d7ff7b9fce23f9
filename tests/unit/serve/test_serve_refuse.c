/* Lines that are wrong: each is answered in words, and the conversation goes on as if it had not
 * been said. */
#define _GNU_SOURCE
#include "conversation.h"
#include "scratch.h"

#define BEGIN "{\"op\":\"create\",\"variables\":[{\"name\":\"x\",\"range\":[0,1]}]"
#define VARIABLE(text) "{\"op\":\"create\",\"variables\":[{\"name\":\"x\"," text "}]}"
#define OPTIONS(text) BEGIN ",\"options\":{" text "}}"

static const char *const wrong_lines[][2] = {
    /* no requests */
    {"", "this is no JSON"},
    {"hello", "this is no JSON"},
    {"{\"op\":\"ask\"", "this is no JSON"},
    {"{\"op\":\"ask\",\"op\":\"ask\"}", "duplicate"},
    {"null", "an object with an \"op\" is needed"},
    {"[{\"op\":\"ask\"}]", "an object with an \"op\" is needed"},
    {"{\"op\":7}", "an object with an \"op\" is needed"},
    {"{\"op\":\"asks\"}", "did you mean \"ask\"?"},
    {"{\"op\":\"frobnicate\"}", "there are create, resume, ask"},
    /* keys and types */
    {BEGIN ",\"option\":{}}", "did you mean \"options\"?"},
    {BEGIN ",\"options\":[]}", "options: an object is needed"},
    {BEGIN ",\"penalty\":\"1\"}", "\"penalty\" is a number, not a text"},
    {BEGIN ",\"file\":\"x\"}", "there is no \"file\""},
    {"{\"op\":\"ask\",\"count\":-1}", "\"count\" is a whole number"},
    {"{\"op\":\"ask\",\"cuont\":1}", "did you mean \"count\"?"},
    {"{\"op\":\"best\",\"id\":1}", "there is no \"id\""},
    /* variables */
    {"{\"op\":\"create\"}", "\"variables\" are needed"},
    {"{\"op\":\"create\",\"variables\":[]}", "\"variables\" are needed"},
    {"{\"op\":\"create\",\"variables\":[7]}", "variables: number 1 of the list has no \"name\""},
    {VARIABLE("\"rnage\":[0,1]"), "variables.x: unknown key \"rnage\"; did you mean \"range\"?"},
    {VARIABLE("\"scale\":\"log\""), "variables.x: needs a range"},
    {VARIABLE("\"range\":[null,1]"), "\"range\" is a list of values, not of null"},
    {VARIABLE("\"range\":[0,NaN]"), "\"range\" is a list of values, not of null"},
    {VARIABLE("\"choices\":[\"a\",{}]"), "\"choices\" is a list of values, not of objects"},
    {VARIABLE("\"range\":[0]"), "range: must be two numbers"},
    {VARIABLE("\"range\":[\"a\",1]"), "range: \"a\" is not a number"},
    {VARIABLE("\"range\":{\"a\":1}"), "range: must be a list"},
    {VARIABLE("\"range\":[[0],1]"), "list of values, not of lists"},
    {VARIABLE("\"range\":[1,0]"), "x"},
    {VARIABLE("\"range\":[0,1],\"scale\":\"log\""), "x"},
    {VARIABLE("\"range\":[0,1],\"scale\":\"lin\""),
     "scale: \"lin\" is not a choice; did you mean \"linear\"?"},
    {VARIABLE("\"range\":[0,1],\"kind\":\"category\""), "a category needs choices"},
    {VARIABLE("\"range\":[0,1],\"choices\":[\"a\"]"), "takes range or choices, not both"},
    {VARIABLE("\"choices\":[\"a\",\"b\"],\"kind\":\"integer\""),
     "a variable with choices is a category"},
    {VARIABLE("\"choices\":[]"), "needs a range"},
    {VARIABLE("\"choices\":\"a\""), "choices: must be a list"},
    {VARIABLE("\"choices\":[\"euler\",\"bdf\"],\"initial\":\"eulr\""), "did you mean \"euler\"?"},
    {VARIABLE("\"range\":[0,1],\"initial\":\"a\""), "initial: \"a\" is not a number"},
    {VARIABLE("\"range\":[0,1],\"initial\":2"), "x"},
    {VARIABLE("\"fixed\":1"), ""},
    {"{\"op\":\"create\",\"variables\":{\"x\":{\"name\":\"y\",\"range\":[0,1]}}}",
     "variables.x: unknown key \"name\""},
    {"{\"op\":\"create\",\"variables\":{\"2x\":{\"range\":[0,1]}}}", "2x"},
    /* constraints */
    {BEGIN ",\"constraints\":5}", "\"constraints\" is a list"},
    {BEGIN ",\"constraints\":[{\"name\":\"g\"}]}", "constraints.g: needs one of"},
    {BEGIN ",\"constraints\":[{\"name\":\"g\",\"at_most\":1,\"equals\":1}]}",
     "constraints.g: needs one of"},
    {BEGIN ",\"constraints\":[{\"name\":\"g\",\"atmost\":1}]}", "did you mean \"at_most\"?"},
    {BEGIN ",\"constraints\":[{\"name\":\"x\",\"at_most\":1}]}", "x"},
    /* options */
    {OPTIONS("\"algorithm\":\"psso\""), "did you mean \"pso\"?"},
    {OPTIONS("\"algoritm\":\"pso\""), "did you mean \"algorithm\"?"},
    {OPTIONS("\"order\":\"arival\""), "arrival"},
    {OPTIONS("\"precision\":\"half\""), "choose from: double float"},
    {OPTIONS("\"seed\":1.5"), "options: seed 1.5: needs a whole number"},
    {OPTIONS("\"limits\":{\"evals\":3}"), "there is no \"evals\""},
    {OPTIONS("\"limits\":7"), "options: \"limits\" is an object, not a number"},
    {OPTIONS("\"limits\":{\"seconds\":-1}"), "seconds"},
    {OPTIONS("\"particles\":64,\"limits\":{\"evaluations\":3}"), "too few"},
    {OPTIONS("\"failures\":{\"then\":\"go on\"}"),
     "then go on: not a choice; choose from: worst stop"},
    {OPTIONS("\"resume\":true"), "\"save\": \"run.h5\""},
    {OPTIONS("\"save\":7"), "options: \"save\" cannot be a number"},
    {OPTIONS("\"save\":\"/no/file\""), "may not read or write files"},
    {"{\"op\":\"resume\"}", "a \"file\" is needed"},
    {"{\"op\":\"resume\",\"file\":\"/no/file\"}", "may not read or write files"},
    {"{\"op\":\"save\",\"file\":\"/no/file\"}", "may not read or write files"},
    /* results */
    {"{\"op\":\"tell\"}", "\"id\" of a trial is needed"},
    {"{\"op\":\"tell\",\"id\":-1,\"value\":1}", "\"id\" of a trial is needed"},
    {"{\"op\":\"tell\",\"id\":0}", "a \"value\" is needed"},
    {"{\"op\":\"tell\",\"id\":0,\"value\":\"1.5\"}", "\"value\" is a number"},
    {"{\"op\":\"tell\",\"id\":0,\"value\":1,\"error\":\"x\"}", "omit one of them"},
    {"{\"op\":\"tell\",\"id\":0,\"status\":\"timout\"}", "did you mean timeout"},
    {"{\"op\":\"tell\",\"id\":0,\"status\":\"ok\"}", "there is no status \"ok\""},
    {"{\"op\":\"tell\",\"id\":99,\"value\":1}", "trial 99 is not out"},
    {"{\"op\":\"tell\",\"id\":9223372036854775807,\"value\":1}", "is not out"},
    {"{\"op\":\"tell\",\"id\":0,\"value\":1,\"results\":[]}", "omit one of them"},
    {"{\"op\":\"tell\",\"results\":{}}", "\"results\" is a list"},
    {"{\"op\":\"tell\",\"results\":[7]}", "results: an object is needed"},
    {"{\"op\":\"tell\",\"id\":0,\"value\":1,\"constraints\":[1]}", "there are 0"},
};

static void wrong_lines_change_nothing(void **state)
{
  jato_server_settings settings = {JATO_SERVER_SETTINGS_INIT, .no_files = 1};
  conversation with = converse(&settings);
  char before[32];
  (void)state;
  assert_refused(&with, "{\"op\":\"ask\"}", "there is no run yet");
  assert_true(say(&with, BEGIN ",\"options\":{\"particles\":8}}"));
  assert_true(say(&with, "{\"op\":\"ask\"}"));
  assert_true(say(&with, "{\"op\":\"result\"}"));
  (void)snprintf(before, sizeof before, "%s", text_of(&with, "digest"));
  for (size_t i = 0; i < sizeof wrong_lines / sizeof wrong_lines[0]; i++)
    assert_refused(&with, wrong_lines[i][0], wrong_lines[i][1]);
  assert_true(say(&with, "{\"op\":\"result\"}"));
  assert_string_equal(text_of(&with, "digest"), before);
  assert_true(say(&with, "{\"op\":\"tell\",\"id\":0,\"value\":1}"));
  assert_int_equal(with.ended, 0);
  assert_true(say(&with, "{\"op\":\"end\"}"));
  assert_int_equal(with.ended, 1);
  hang_up(&with);
}

/* Zeros, bytes that are no UTF-8, and nesting without end. */
static void any_bytes_are_answered(void **state)
{
  conversation with = converse(NULL);
  char deep[5000], bytes[256];
  (void)state;
  memset(deep, '[', sizeof deep);
  assert_false(say_bytes(&with, deep, sizeof deep));
  for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (char)i;
  assert_false(say_bytes(&with, bytes, sizeof bytes));
  assert_false(say_bytes(&with, "{\"op\":\"ask\"}\0", 13));
  assert_refused(&with, "{\"op\":\"\\ud83d\\ude00\\n\\u0007\"}", "there is no op");
  hang_up(&with);
}

/* A line of just the limit is read, one byte more is not, whatever it says; then all goes on. */
static void long_lines_are_refused(void **state)
{
  static const char ask[] = "{\"op\":\"ask\"}";
  jato_server_settings settings = {JATO_SERVER_SETTINGS_INIT, .longest_line = 100};
  conversation with = converse(&settings), usual = converse(NULL);
  char line[101];
  (void)state;
  memset(line, ' ', sizeof line);
  memcpy(line, ask, sizeof ask - 1);
  assert_true(say(&with, BEGIN "}"));
  assert_true(say_bytes(&with, line, sizeof line - 1));
  assert_false(say_bytes(&with, line, sizeof line));
  assert_contains(text_of(&with, "error"), "longer than 100 bytes");
  assert_contains(text_of(&with, "error"), "fewer results");
  assert_string_equal(text_of(&with, "status"), "argument");
  assert_true(say(&with, "{\"op\":\"tell\",\"id\":0,\"value\":1}"));
  assert_refused(&with, "{\"op\":\"tell\",\"id\":1,\"value\":1}", "trial 1 is not out");
  assert_false(say_bytes(&usual, line, (size_t)JATO_LONGEST_LINE + 1)); /* no byte is looked at */
  assert_contains(text_of(&usual, "error"), "longer than 67108864 bytes");
  hang_up(&with);
  hang_up(&usual);
}

/* ---- Memory ---- */

/* However little there is, each line is answered, and all of it comes back. */
static void without_memory_there_are_words(void **state)
{
  int whole = 0;
  (void)state;
  for (long pieces = 0; !whole; pieces++) {
    counted book = {.last = pieces};
    jato_allocator allocator = {counted_allocate, counted_release, &book};
    jato_options options = jato_options_default();
    options.device = "cpu:threads=1";
    options.allocator = &allocator;
    jato_server_settings settings = {JATO_SERVER_SETTINGS_INIT, .options = &options};
    conversation with = {0};
    jato_error error = {JATO_OK, ""};
    jato_status status = jato_server_create(&settings, &with.server, &error);
    if (status == JATO_OK) {
      whole = say(&with, BEGIN ",\"constraints\":[{\"name\":\"g\",\"at_most\":0}],"
                               "\"options\":{\"particles\":8,\"order\":\"arrival\"}}") &&
              say(&with, "{\"op\":\"ask\"}") &&
              say(&with, "{\"op\":\"tell\",\"id\":0,\"value\":1,\"constraints\":[0]}");
      if (!whole) assert_string_equal(text_of(&with, "status"), "memory");
    } else {
      assert_int_equal(status, JATO_E_MEMORY);
    }
    hang_up(&with);
    assert_int_equal(book.held, 0);
    assert_true(pieces < 1000);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(wrong_lines_change_nothing),
      cmocka_unit_test(any_bytes_are_answered),
      cmocka_unit_test(long_lines_are_refused),
      cmocka_unit_test(without_memory_there_are_words),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
