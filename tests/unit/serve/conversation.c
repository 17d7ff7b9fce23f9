#include "conversation.h"

#include <inttypes.h>
#include <stdio.h>

conversation converse(const jato_server_settings *settings)
{
  conversation with = {0};
  jato_error error = {JATO_OK, ""};
  assert_ok(jato_server_create(settings, &with.server, &error), error);
  return with;
}

void hang_up(conversation *with)
{
  jx_tree_release(&with->tree);
  jato_server_destroy(&with->server);
  assert_null(with->server);
}

int say_bytes(conversation *with, const char *line, size_t length)
{
  jato_error error = {JATO_OK, ""};
  jato_reply reply = {0};
  int ok = -1;
  jx_tree_release(&with->tree);
  assert_ok(jato_server_answer(with->server, line, length, &reply, &error), error);
  with->text = reply.text;
  with->ended = reply.ended;
  size_t found = reply.length;
  assert_int_equal(strlen(with->text), found);
  assert_ptr_equal(strchr(with->text, '\n'), with->text + found - 1);
  assert_ok(jx_tree_read_json(&with->tree, with->text, found, &error), error);
  with->answer = with->tree.nodes;
  assert_true(jx_node_flag(jx_node_member(with->answer, "ok"), &ok));
  assert_int_equal(ok, jx_node_member(with->answer, "error") == NULL);
  return ok;
}

int say(conversation *with, const char *format, ...)
{
  char line[4096];
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  assert_true(length >= 0 && (size_t)length < sizeof line);
  return say_bytes(with, line, (size_t)length);
}

double number_of(const conversation *with, const char *name)
{
  double number = NAN;
  if (!jx_node_number(jx_node_member(with->answer, name), &number))
    fail_msg("no number \"%s\" in %s", name, with->text);
  return number;
}

const char *text_of(const conversation *with, const char *name)
{
  const char *text = jx_node_text(jx_node_member(with->answer, name));
  if (text == NULL) fail_msg("no text \"%s\" in %s", name, with->text);
  return text;
}

void assert_refused(conversation *with, const char *line, const char *words)
{
  if (say_bytes(with, line, strlen(line))) fail_msg("%s was taken: %s", line, with->text);
  assert_contains(text_of(with, "error"), words);
}

double value_of(const jx_node *trial, const char *variable)
{
  double value = NAN;
  assert_true(jx_node_number(jx_node_member(jx_node_member(trial, "values"), variable), &value));
  return value;
}

enum { MOST = 64 };

uint64_t evaluate_all(conversation *with, unsigned count, int backwards,
                      double (*f)(double x, double y))
{
  uint64_t told = 0;
  assert_true(count <= MOST);
  for (;;) {
    uint64_t id[MOST];
    double value[MOST];
    assert_true(say(with, "{\"op\":\"ask\",\"count\":%u}", count));
    const jx_node *trials = jx_node_member(with->answer, "trials");
    size_t given = jx_node_count(trials);
    for (size_t i = 0; i < given; i++) {
      const jx_node *trial = jx_node_item(trials, i);
      assert_true(jx_node_whole(jx_node_member(trial, "id"), &id[i]));
      value[i] = f(value_of(trial, "x"), value_of(trial, "y"));
    }
    if (given == 0) return told;
    for (size_t k = 0; k < given; k++) {
      size_t i = backwards ? given - 1 - k : k;
      if (!say(with, "{\"op\":\"tell\",\"id\":%" PRIu64 ",\"value\":%.17g}", id[i], value[i]))
        fail_msg("%s", with->text);
      told++;
    }
  }
}
