#include "evaluator/command/pieces.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define NUMBER_ROOM 64 /* of any number as jx_space_write has it */

static void add_string(jx_line *line, const char *text) { jx_line_add(line, text, strlen(text)); }

static void add_value(const jx_words *words, size_t variable, double value, jx_line *line)
{
  const jato_variable *is = &words->space->given.variables[variable];
  char number[NUMBER_ROOM];
  if (is->kind == JATO_CATEGORY) {
    add_string(line, is->choices[(size_t)value]);
    return;
  }
  jx_line_add(line, number, jx_space_write(words->space, variable, value, number, sizeof number));
}

void jx_piece_add(const jx_words *words, const jx_pieces *pieces, const jx_piece *piece,
                  const jx_filling *filling, jx_line *line)
{
  const double *values = filling->values;
  switch (piece->kind) {
  case JX_PIECE_TEXT: jx_line_add(line, pieces->text + piece->start, piece->length); break;
  case JX_PIECE_VARIABLE: add_value(words, piece->variable, values[piece->variable], line); break;
  case JX_PIECE_ID: jx_line_print(line, "%" PRIu64, filling->id); break;
  case JX_PIECE_FOLDER: add_string(line, filling->folder != NULL ? filling->folder : "."); break;
  case JX_PIECE_HERE: add_string(line, words->here); break;
  case JX_PIECE_END: jx_line_add(line, "", 1); break;
  }
}

/* What is behind `start` in the text, in quotes for the shell: ' becomes '\'', nothing else has a
 * meaning inside of quotes. `copy` is memory to work in. */
static void quote_from(jx_line *text, size_t start, jx_line *copy)
{
  if (text->failed) return;
  jx_line_clear(copy);
  jx_line_add(copy, text->text + start, text->length - start);
  if (copy->failed) {
    text->failed = 1;
    return;
  }
  text->length = start;
  jx_line_add(text, "'", 1);
  for (const char *rest = copy->text, *end = rest + copy->length; rest < end;) {
    const char *mark = memchr(rest, '\'', (size_t)(end - rest));
    jx_line_add(text, rest, (size_t)((mark != NULL ? mark : end) - rest));
    if (mark != NULL) add_string(text, "'\\''");
    rest = mark != NULL ? mark + 1 : end;
  }
  jx_line_add(text, "'", 1);
}

/* argv as texts one behind the other, each ended by a zero. */
static size_t put_argv(const jx_words *words, uint64_t id, const double *values, const char *folder,
                       jx_call *call)
{
  const jx_pieces *command = &words->command;
  jx_filling filling = {id, values, folder};
  jx_line *text = &call->text;
  size_t count = 0;
  call->starts[count++] = 0;
  if (words->shell) {
    jx_line_add(text, "/bin/sh\0-c", sizeof "/bin/sh\0-c");
    call->starts[count++] = sizeof "/bin/sh";
    call->starts[count++] = text->length;
  }
  if (words->from_here) {
    add_string(text, words->here);
    jx_line_add(text, "/", 1);
  }
  for (size_t i = 0; i < command->count; i++) {
    const jx_piece *piece = &command->list[i];
    size_t start = text->length;
    jx_piece_add(words, command, piece, &filling, text);
    if (piece->kind == JX_PIECE_END && i + 1 < command->count) call->starts[count++] = text->length;
    if (words->shell && piece->kind != JX_PIECE_TEXT && piece->kind != JX_PIECE_END)
      quote_from(text, start, &call->line);
  }
  return count;
}

/* The environment in the same way, behind argv. */
static size_t put_env(const jx_words *words, uint64_t id, const double *values, const char *folder,
                      jx_call *call)
{
  const jato_space *space = &words->space->given;
  size_t *starts = call->starts + words->argc;
  jx_line *text = &call->text;
  size_t count = 0;
  starts[count++] = text->length;
  jx_line_print(text, "JATO_ID=%" PRIu64, id);
  jx_line_add(text, "", 1);
  if (folder != NULL) {
    starts[count++] = text->length;
    add_string(text, "JATO_FOLDER=");
    jx_line_add(text, folder, strlen(folder) + 1);
  }
  if ((words->by & JATO_BY_ENVIRONMENT) == 0) return count;
  for (size_t i = 0; i < space->variable_count; i++) {
    starts[count++] = text->length;
    add_string(text, "JATO_");
    add_string(text, space->variables[i].name);
    jx_line_add(text, "=", 1);
    add_value(words, i, values[i], text);
    jx_line_add(text, "", 1);
  }
  return count;
}

/* What is sent to those who do not know the choices' names. */
static void add_places(const jx_words *words, const double *values, jx_line *line)
{
  const jato_space *space = &words->space->given;
  for (size_t i = 0; i < space->variable_count; i++) {
    jx_line_add(line, i == 0 ? "{" : ", ", i == 0 ? 1 : 2);
    jx_line_quote(line, space->variables[i].name);
    jx_line_add(line, ": ", 2);
    jx_line_number(line, values[i]);
  }
  jx_line_add(line, "}", 1);
}

static void put_input(const jx_words *words, uint64_t id, const double *values, jx_call *call)
{
  jx_line *line = &call->line;
  jx_line_clear(line);
  call->input = NULL;
  call->input_length = 0;
  if (values == NULL || !(words->stays || (words->by & JATO_BY_INPUT) != 0)) return;
  jx_line_print(line, "{\"id\": %" PRIu64 ", \"values\": ", id);
  if (words->stays == JATO_STAYS_BY_INDEX)
    add_places(words, values, line);
  else
    jx_line_values(line, words->space, values);
  jx_line_add(line, "}\n", 2);
  call->input = line->text;
  call->input_length = line->length;
}

/* Pointers are set when the text has its last place. */
static char **point(const jx_call *call, const size_t *starts, size_t count, char **pointers)
{
  for (size_t i = 0; i < count; i++) pointers[i] = call->text.text + starts[i];
  pointers[count] = NULL;
  return pointers;
}

static int has_room(const jx_words *words, jx_call *call)
{
  size_t most = words->argc + 2 + words->space->given.variable_count;
  if (call->pointers == NULL)
    call->pointers = jx_allocate(&words->allocator, most + 2, sizeof *call->pointers);
  if (call->starts == NULL)
    call->starts = jx_allocate(&words->allocator, most, sizeof *call->starts);
  return call->pointers != NULL && call->starts != NULL;
}

int jx_words_compose(const jx_words *words, uint64_t id, const double *values, const char *folder,
                     jx_call *call)
{
  if (!has_room(words, call)) return 0;
  jx_line_clear(&call->text);
  size_t argc = put_argv(words, id, values, folder, call);
  size_t envc = words->stays ? 0 : put_env(words, id, values, folder, call);
  put_input(words, id, values, call);
  if (call->text.failed || call->line.failed) return 0;
  call->argv = point(call, call->starts, argc, call->pointers);
  call->env = envc == 0 ? NULL : point(call, call->starts + argc, envc, call->pointers + argc + 1);
  return 1;
}

void jx_call_release(const jx_words *words, jx_call *call)
{
  jx_line_release(&call->text);
  jx_line_release(&call->line);
  jx_release(&words->allocator, call->pointers);
  jx_release(&words->allocator, call->starts);
  *call = (jx_call){0};
}
