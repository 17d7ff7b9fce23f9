/* A command, split at blanks as jato_command says. No shell: '...' takes all as it is, "..." holds
 * blanks together, \ takes the next character as it is but for inside of '...'. */
#include "evaluator/command/pieces.h"

#include <string.h>

typedef struct splitter {
  jx_words *words;
  jx_text rest;
  char quote; /* ' or " while inside of quotes */
  int in_word;
  jato_error *error;
} splitter;

static int is_blank(char c) { return c != '\0' && strchr(" \t\n\r\v\f", c) != NULL; }

static void skip(splitter *s, size_t length)
{
  s->rest.start += length;
  s->rest.length -= length;
}

/* Takes the first `length` characters and puts one text in their place. */
static void put(splitter *s, const char *text, size_t text_length, size_t length)
{
  jx_pieces_add_text(&s->words->command, text, text_length);
  s->in_word = 1;
  skip(s, length);
}

static void end_word(splitter *s)
{
  if (!s->in_word) return;
  jx_pieces_add(&s->words->command, (jx_piece){.kind = JX_PIECE_END});
  s->words->argc++;
  s->in_word = 0;
}

static jato_status take_brace(splitter *s)
{
  char c = s->rest.start[0];
  if (s->rest.length >= 2 && s->rest.start[1] == c) {
    put(s, &c, 1, 2);
    return JATO_OK;
  }
  jx_brace brace = jx_brace_at(s->words, s->rest);
  if (brace.name.length == 0)
    return jx_fail(s->error, JATO_E_ARGUMENT,
                   "a %c in the command belongs to no {name}, at \"%.20s\"; write %c%c for the %c "
                   "itself",
                   c, s->rest.start, c, c, c);
  if (!brace.known) return jx_brace_fail(s->words, &brace, "the command", s->error);
  jx_pieces_add(&s->words->command, brace.piece);
  s->in_word = 1;
  skip(s, brace.length);
  return JATO_OK;
}

static jato_status take(splitter *s)
{
  char c = s->rest.start[0];
  if (c == '{' || c == '}') return take_brace(s);
  if (c == '\\' && s->quote != '\'') {
    if (s->rest.length < 2)
      return jx_fail(s->error, JATO_E_ARGUMENT,
                     "the command ends with a \\ that takes no character; write \\\\ for one");
    put(s, s->rest.start + 1, 1, 2);
  } else if (c == s->quote) {
    s->quote = '\0';
    skip(s, 1);
  } else if (s->quote == '\0' && (c == '\'' || c == '"')) {
    s->quote = c;
    s->in_word = 1; /* '' is a word without letters */
    skip(s, 1);
  } else if (s->quote == '\0' && is_blank(c)) {
    end_word(s);
    skip(s, 1);
  } else
    put(s, s->rest.start, 1, 1);
  return JATO_OK;
}

jato_status jx_split_command(jx_words *words, const char *command, jato_error *error)
{
  splitter s = {.words = words, .rest = jx_text_of(command), .error = error};
  /* Each character makes one piece at most, but that a blank may be missing behind the last. */
  if (!jx_pieces_create(words, s.rest.length, s.rest.length + 1, &words->command))
    return jx_fail(error, JATO_E_MEMORY, "no memory for the command");
  while (s.rest.length > 0) JX_TRY(take(&s));
  if (s.quote != '\0')
    return jx_fail(error, JATO_E_ARGUMENT, "a %c in the command does not close; write \\%c for one",
                   s.quote, s.quote);
  end_word(&s);
  if (words->argc == 0)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "the command is empty; write the program and its arguments");
  if (words->command.list[0].kind == JX_PIECE_END)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "the first word of the command, which is the program, is empty");
  return JATO_OK;
}
