/* A line for /bin/sh. Values are quoted for it when the call is composed, which is right only where
 * the shell reads plain words: so this follows the shell's quotes far enough to know where it does,
 * and refuses the places where a value could be read as something else. */
#include "evaluator/command/pieces.h"

typedef struct reader {
  jx_words *words;
  jx_text line;
  size_t at;
  char quote;         /* ' or " while inside of quotes */
  const char *inside; /* what a value must not stand in; NULL where it may stand */
  jato_error *error;
} reader;

static char peek(const reader *r, size_t ahead)
{
  return r->at + ahead < r->line.length ? r->line.start[r->at + ahead] : '\0';
}

static char before(const reader *r) { return r->at > 0 ? r->line.start[r->at - 1] : ' '; }

static void keep(reader *r, size_t length)
{
  jx_pieces_add_text(&r->words->command, r->line.start + r->at, length);
  r->at += length;
}

/* Marks of which the shell makes more than words; they count from here to the line's end, since
 * where they end is not for us to know. */
static void notice(reader *r)
{
  char c = peek(r, 0);
  int opens = c == '$' && peek(r, 1) == '(';
  if (r->quote == '\'') return;
  if (c == '`') r->inside = "in or behind `...`";
  if (opens && peek(r, 2) == '(') r->inside = "in or behind $((...))";
  if (opens && r->quote == '"') r->inside = "in or behind \"$(...)\"";
  if (c == '<' && peek(r, 1) == '<') r->inside = "behind a <<";
}

static jato_status take_brace(reader *r)
{
  jx_text rest = {r->line.start + r->at, r->line.length - r->at};
  jx_brace brace = jx_brace_at(r->words, rest);
  if (brace.name.length == 0 || before(r) == '$') {
    keep(r, 1);
    return JATO_OK;
  }
  if (brace.doubled) {
    jx_pieces_add_text(&r->words->command, rest.start + 1, brace.length - 2);
    r->at += brace.length;
    return JATO_OK;
  }
  if (!brace.known) return jx_brace_fail(r->words, &brace, "the shell's line", r->error);
  const char *inside = r->inside;
  if (r->quote != '\0') inside = r->quote == '"' ? "inside of \"...\"" : "inside of '...'";
  if (inside != NULL)
    return jx_fail(
        r->error, JATO_E_ARGUMENT,
        "{%.*s} stands %s in the shell's line, where its value would not be safe; values "
        "are quoted by themselves: let it stand outside, or hand the values over by the "
        "environment",
        (int)brace.name.length, brace.name.start, inside);
  jx_pieces_add(&r->words->command, brace.piece);
  r->at += brace.length;
  return JATO_OK;
}

static jato_status take(reader *r)
{
  char c = peek(r, 0);
  char previous = before(r);
  notice(r);
  if (c == '{') return take_brace(r);
  if (c == '\\' && r->quote != '\'') {
    keep(r, r->at + 1 < r->line.length ? 2 : 1);
    return JATO_OK;
  }
  if (c == r->quote)
    r->quote = '\0';
  else if (r->quote == '\0' && (c == '\'' || c == '"'))
    r->quote = c;
  else if (r->quote == '\0' && c == '#' && (previous == ' ' || previous == '\n'))
    while (peek(r, 1) != '\n' && peek(r, 1) != '\0') keep(r, 1); /* a comment */
  keep(r, 1);
  return JATO_OK;
}

jato_status jx_split_shell(jx_words *words, const char *line, jato_error *error)
{
  reader r = {.words = words, .line = jx_text_of(line), .error = error};
  if (!jx_pieces_create(words, r.line.length, r.line.length + 1, &words->command))
    return jx_fail(error, JATO_E_MEMORY, "no memory for the shell's line");
  while (r.at < r.line.length) JX_TRY(take(&r));
  if (r.quote != '\0')
    return jx_fail(error, JATO_E_ARGUMENT, "a %c in the shell's line does not close", r.quote);
  for (size_t i = 0;; i++) {
    if (i == r.line.length)
      return jx_fail(error, JATO_E_ARGUMENT, "the shell's line is empty; write what it is to run");
    if (r.line.start[i] != ' ' && r.line.start[i] != '\t' && r.line.start[i] != '\n') break;
  }
  jx_pieces_add(&words->command, (jx_piece){.kind = JX_PIECE_END});
  words->argc = 3;
  return JATO_OK;
}
