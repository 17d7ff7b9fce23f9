/* Any bytes as the lines of a conversation. Each is answered with one line of JSON, none ends the
 * conversation but {"op":"end"}, and all memory comes back. Lines may not name files here. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jato/jato.h"
#include "text/tree.h"

#define MOST_BYTES ((size_t)1 << 20) /* of one piece: a line may claim any number of particles */

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

static void *give(size_t bytes, void *user)
{
  void *memory = bytes <= MOST_BYTES ? malloc(bytes) : NULL;
  if (memory != NULL) (*(long *)user)++;
  return memory;
}

static void take_back(void *memory, void *user)
{
  if (memory != NULL) (*(long *)user)--;
  free(memory);
}

static void complain(const char *what, const char *answer)
{
  (void)fprintf(stderr, "fuzz_lines: %s: %s\n", what, answer);
  abort();
}

/* One line, ended by its newline, of an object that says whether all is well, and words where not.
 */
static void check_answer(const char *answer, size_t length)
{
  jx_tree tree = {0};
  int ok = -1;
  if (strlen(answer) != length || length == 0 || strchr(answer, '\n') != answer + length - 1)
    complain("not one line", answer);
  if (jx_tree_read_json(&tree, answer, length, NULL) != JATO_OK) complain("no JSON", answer);
  const char *words = jx_node_text(jx_node_member(tree.nodes, "error"));
  if (!jx_node_flag(jx_node_member(tree.nodes, "ok"), &ok)) complain("no \"ok\"", answer);
  if (ok == (words != NULL) || (words != NULL && words[0] == '\0')) complain("no words", answer);
  jx_tree_release(&tree);
}

/* Returns whether the conversation goes on. */
static int say(jato_server *server, const char *line, size_t length)
{
  jato_reply reply = {0};
  jato_error error = {JATO_OK, ""};
  char *copy = malloc(length + 1); /* of its own size, so that a look past its end is seen */
  if (copy == NULL) return 0;
  memcpy(copy, line, length);
  if (jato_server_answer(server, copy, length, &reply, &error) != JATO_OK)
    complain("not answered", error.text);
  free(copy);
  check_answer(reply.text, reply.length);
  return !reply.ended;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
  long given = 0;
  jato_allocator memory = {give, take_back, &given};
  jato_options options = jato_options_default();
  jato_server *server = NULL;
  jato_error error = {JATO_OK, ""};
  options.device = "cpu:threads=1";
  options.particles = 4;
  options.allocator = &memory;
  jato_server_settings settings = {JATO_SERVER_SETTINGS_INIT, .options = &options, .no_files = 1};
  if (jato_server_create(&settings, &server, &error) != JATO_OK) complain("no server", error.text);
  const char *at = (const char *)bytes, *end = at + count;
  for (int goes_on = 1; goes_on && at < end;) {
    const char *newline = memchr(at, '\n', (size_t)(end - at));
    const char *stop = newline != NULL ? newline : end;
    goes_on = say(server, at, (size_t)(stop - at));
    at = newline != NULL ? newline + 1 : end;
  }
  jato_server_destroy(&server);
  if (given != 0) complain("memory was not given back", "");
  return 0;
}
