#include "evaluator/command/pieces.h"

#include <string.h>

static int is_letter(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static int is_digit(char c) { return c >= '0' && c <= '9'; }

/* The name of {name} at the beginning of text; empty where there is none. */
static jx_text name_at(jx_text text)
{
  size_t i = 1;
  if (text.length < 3 || text.start[0] != '{' || !is_letter(text.start[1]))
    return (jx_text){text.start, 0};
  while (i < text.length && (is_letter(text.start[i]) || is_digit(text.start[i]))) i++;
  if (i == text.length || text.start[i] != '}') return (jx_text){text.start, 0};
  return (jx_text){text.start + 1, i - 1};
}

/* Variables go first: one that is called id hides the number. */
static int is_known(const jx_words *words, jx_text name, jx_piece *piece)
{
  const jato_space *space = &words->space->given;
  for (size_t i = 0; i < space->variable_count; i++) {
    if (!jx_text_equals(name, space->variables[i].name)) continue;
    *piece = (jx_piece){.kind = JX_PIECE_VARIABLE, .variable = i};
    return 1;
  }
  if (jx_text_equals(name, "id"))
    piece->kind = JX_PIECE_ID;
  else if (jx_text_equals(name, "folder"))
    piece->kind = JX_PIECE_FOLDER;
  else if (jx_text_equals(name, "here"))
    piece->kind = JX_PIECE_HERE;
  else
    return 0;
  return 1;
}

jx_brace jx_brace_at(const jx_words *words, jx_text text)
{
  jx_brace brace = {.name = {text.start, 0}};
  if (text.length == 0 || text.start[0] != '{') return brace;
  brace.name = name_at(text);
  if (brace.name.length == 0) {
    brace.name = name_at((jx_text){text.start + 1, text.length - 1});
    size_t closed = brace.name.length + 3;
    brace.doubled = brace.name.length != 0 && closed < text.length && text.start[closed] == '}';
    if (!brace.doubled) brace.name.length = 0;
  }
  brace.known = is_known(words, brace.name, &brace.piece);
  brace.length = brace.name.length + (brace.doubled ? 4 : 2);
  return brace;
}

jato_status jx_brace_fail(const jx_words *words, const jx_brace *brace, const char *where,
                          jato_error *error)
{
  const jato_space *space = &words->space->given;
  jx_nearest nearest = jx_nearest_to(brace->name);
  int length = brace->name.length > 60 ? 60 : (int)brace->name.length;
  const char *name = brace->name.start;
  for (size_t i = 0; i < space->variable_count; i++)
    jx_nearest_offer(&nearest, space->variables[i].name);
  jx_nearest_offer(&nearest, "folder");
  if (nearest.name != NULL)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "{%.*s} in %s names no variable; did you mean {%s}? The braces themselves are "
                   "written {{%.*s}}",
                   length, name, where, nearest.name, length, name);
  return jx_fail(error, JATO_E_ARGUMENT,
                 "{%.*s} in %s names no variable; the first one is {%s}. The braces themselves are "
                 "written {{%.*s}}",
                 length, name, where, space->variables[0].name, length, name);
}

int jx_pieces_create(const jx_words *words, size_t length, size_t count, jx_pieces *pieces)
{
  pieces->text = jx_allocate(&words->allocator, length + 1, 1);
  pieces->list = jx_allocate(&words->allocator, count, sizeof *pieces->list);
  pieces->room = count;
  return pieces->text != NULL && pieces->list != NULL;
}

void jx_pieces_destroy(const jx_words *words, jx_pieces *pieces)
{
  jx_release(&words->allocator, pieces->text);
  jx_release(&words->allocator, pieces->list);
}

void jx_pieces_add(jx_pieces *pieces, jx_piece piece)
{
  if (pieces->list == NULL || pieces->count == pieces->room) return; /* it was counted wrongly */
  pieces->list[pieces->count++] = piece;
}

void jx_pieces_add_text(jx_pieces *pieces, const char *text, size_t length)
{
  jx_piece *last = pieces->count > 0 ? &pieces->list[pieces->count - 1] : NULL;
  if (length == 0) return;
  memcpy(pieces->text + pieces->length, text, length);
  if (last != NULL && last->kind == JX_PIECE_TEXT)
    last->length += length;
  else
    jx_pieces_add(pieces, (jx_piece){JX_PIECE_TEXT, 0, pieces->length, length});
  pieces->length += length;
}
