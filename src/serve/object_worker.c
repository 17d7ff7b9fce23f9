/* A shared object behind lines of JSON: the other end of a persistent command. */
#define _POSIX_C_SOURCE 200809L /* read */
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/shared.h"
#include "base/system.h"
#include "text/lines.h"
#include "text/tree.h"

#define ROOM ((size_t)64 << 10) /* bytes read at a time, at least */

typedef struct worker {
  jx_shared shared;
  jato_allocator allocator;
  double *values; /* [room] */
  size_t room;
  double *c; /* [constraints] */
  size_t constraints;
  jx_line answers; /* to the lines that were read last */
} worker;

/* ---- One line ---- */

static int has_room(worker *w, size_t count)
{
  if (count <= w->room) return 1;
  jx_release(&w->allocator, w->values);
  w->values = jx_allocate(&w->allocator, 2 * count, sizeof *w->values);
  w->room = w->values != NULL ? 2 * count : 0;
  return w->values != NULL;
}

/* The numbers of {"kappa": 0.1, "n": 3} in their order. */
static jato_status take_values(worker *w, const jx_node *values, size_t *count, jato_error *error)
{
  *count = jx_node_count(values);
  if (jx_node_kind_of(values) != JX_NODE_OBJECT || *count == 0 || *count > INT_MAX)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "the line has no \"values\", as in {\"id\": 7, \"values\": {\"x\": 0.5}}");
  if (!has_room(w, *count))
    return jx_fail(error, JATO_E_MEMORY, "not enough memory for %zu values", *count);
  double *value = w->values;
  for (const jx_node *at = jx_node_first(values); at != NULL; at = jx_node_next(at))
    if (!jx_node_number(at, value++))
      return jx_fail(error, JATO_E_ARGUMENT,
                     "the value \"%.60s\" is not a number; a choice is sent by its position",
                     at->key);
  return JATO_OK;
}

static void add_result(worker *w, jx_json *json, int count)
{
  jx_json_number(json, "value", w->shared.objective(w->values, count));
  if (w->constraints == 0) return;
  w->shared.constraints(w->values, count, w->c, (int)w->constraints);
  jx_json_begin_array(json, "constraints");
  for (size_t i = 0; i < w->constraints; i++) jx_json_number(json, NULL, w->c[i]);
  jx_json_end(json);
}

/* Adds the answer to one line. What is wrong with the line is an answer, too. */
static void answer(worker *w, const char *text, size_t length)
{
  jx_tree tree = {0};
  jato_error error = {JATO_OK, ""};
  jx_json json = jx_json_to_line(&w->answers, JX_JSON_SPACED);
  size_t count = 0;
  uint64_t id = 0;
  jx_json_begin_object(&json, NULL);
  jato_status status = jx_tree_read_json(&tree, text, length, &error);
  if (status == JATO_OK) {
    if (jx_node_whole(jx_node_member(tree.nodes, "id"), &id)) jx_json_count(&json, "id", id);
    status = take_values(w, jx_node_member(tree.nodes, "values"), &count, &error);
  }
  jx_tree_release(&tree);
  if (status == JATO_OK)
    add_result(w, &json, (int)count);
  else
    jx_json_text(&json, "error", error.text);
  jx_json_end(&json);
  jx_line_add(&w->answers, "\n", 1);
}

/* ---- All lines ---- */

static jato_status fail_system(jato_error *error, const char *what)
{
  return jx_fail(error, JATO_E_FILE, "cannot %s: %s", what, jx_system_reason(errno).text);
}

static jato_status write_answers(worker *w, int output, jato_error *error)
{
  if (w->answers.failed) return jx_fail(error, JATO_E_MEMORY, "not enough memory for answers");
  if (!jx_system_append(output, w->answers.text, w->answers.length))
    return fail_system(error, "write answers");
  jx_line_clear(&w->answers);
  return JATO_OK;
}

/* Answers the whole lines of text, which has no newline before `searched`; returns how many bytes
 * they take. */
static size_t answer_lines(worker *w, const char *text, size_t length, size_t searched)
{
  size_t done = 0;
  while (searched < length) {
    const char *end = memchr(text + searched, '\n', length - searched);
    if (end == NULL) break;
    size_t line = (size_t)(end - (text + done));
    if (line > 0) answer(w, text + done, line);
    searched = done += line + 1;
  }
  return done;
}

/* A buffer of twice the room with what the first one holds. */
static jato_status grow(const worker *w, char **text, size_t *room, jato_error *error)
{
  if (*room >= JATO_LONGEST_LINE)
    return jx_fail(error, JATO_E_FILE, "a line is longer than %d bytes", JATO_LONGEST_LINE);
  char *larger = jx_allocate(&w->allocator, 2 * *room, 1);
  if (larger == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory for a line");
  memcpy(larger, *text, *room);
  jx_release(&w->allocator, *text);
  *text = larger;
  *room *= 2;
  return JATO_OK;
}

/* All that has come in is answered in one piece: a batch costs one read and one write. */
static jato_status converse(worker *w, int input, int output, char **text, size_t room,
                            jato_error *error)
{
  size_t held = 0;
  for (;;) {
    if (held == room) JX_TRY(grow(w, text, &room, error));
    ssize_t got = read(input, *text + held, room - held);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail_system(error, "read lines");
    if (got == 0) break;
    size_t done = answer_lines(w, *text, held + (size_t)got, held);
    JX_TRY(write_answers(w, output, error));
    held += (size_t)got - done;
    if (done > 0) memmove(*text, *text + done, held);
  }
  if (held > 0) answer(w, *text, held); /* the last line, without its end */
  return write_answers(w, output, error);
}

jato_status jato_object_serve(const char *path, size_t constraints, int input, int output,
                              jato_error *error)
{
  worker w = {.constraints = constraints, .allocator = jx_allocator_or_default(NULL)};
  jato_status status = JATO_OK;
  char *text = NULL;
  if (!jx_tree_reads_json())
    return jx_fail(error, JATO_E_NOT_BUILT, "this build of jato reads no JSON");
  if (constraints > INT_MAX)
    return jx_fail(error, JATO_E_ARGUMENT, "%zu constraints are too many", constraints);
  JX_TRY_DONE(jx_shared_open(path, constraints, &w.shared, error));
  text = jx_allocate(&w.allocator, ROOM, 1);
  w.c = jx_allocate(&w.allocator, constraints + 1, sizeof *w.c);
  if (text == NULL || w.c == NULL) {
    status = jx_fail(error, JATO_E_MEMORY, "not enough memory for a worker");
    goto done;
  }
  JX_TRY_DONE(converse(&w, input, output, &text, ROOM, error));
done:
  jx_line_release(&w.answers);
  jx_release(&w.allocator, text);
  jx_release(&w.allocator, w.values);
  jx_release(&w.allocator, w.c);
  jx_shared_close(&w.shared);
  return status;
}
