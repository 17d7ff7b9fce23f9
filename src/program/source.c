#include "program/source.h"

#include <stdio.h>
#include <string.h>

#include "program/advice.h"
#include "program/lexer.h"
#include "program/includes.h"

#define EXAMPLE "docs/objectives.md shows one"

/* Which of the two forms the source has, and the name of the coordinates in it. */
typedef struct form {
  int residuals;
  jx_token x; /* the name of the particle's coordinates */
} form;

static jx_token behind(jx_token token) { return jx_token_past_lines(token.start + token.length); }

/* Reads "(x, n)" or "(x, n, k, count)" after JATO_...; count is any expression. Returns 0 if the
 * names are missing. */
static int read_names(jx_token word, int residuals, jx_token *x)
{
  jx_token token = behind(word);
  for (int i = 0; i < (residuals ? 3 : 2); i++) {
    if (!jx_token_is(token, i == 0 ? "(" : ",")) return 0;
    token = behind(token);
    if (token.kind != JX_TOKEN_NAME) return 0;
    if (i == 0) *x = token;
    token = behind(token);
  }
  if (!residuals) return jx_token_is(token, ")");
  return jx_token_is(token, ",") && !jx_token_is(behind(token), ")");
}

/* The next token of code, skipping directives. */
static jx_token next_code(jx_token token, int at_start)
{
  if (at_start && jx_token_is(token, "#"))
    while (token.kind != JX_TOKEN_NEWLINE && token.kind != JX_TOKEN_END)
      token = jx_token_read(token.start + token.length);
  else
    token = jx_token_read(token.start + token.length);
  return token;
}

static jato_status find_form(const char *text, const char *name, form *found, jato_error *error)
{
  int at_start = 1, count = 0;
  for (jx_token token = jx_token_read(text); token.kind != JX_TOKEN_END;) {
    int residuals = jx_token_is(token, "JATO_RESIDUALS");
    if ((residuals || jx_token_is(token, "JATO_OBJECTIVE")) && jx_token_is(behind(token), "(")) {
      count++;
      found->residuals = residuals;
      if (!read_names(token, residuals, &found->x))
        return jx_fail(error, JATO_E_ARGUMENT, "%s: %s; " EXAMPLE, name,
                       residuals ? "JATO_RESIDUALS takes three names and a number of residuals, as "
                                   "in JATO_RESIDUALS(x, n, k, data_count)"
                                 : "JATO_OBJECTIVE takes two names, as in JATO_OBJECTIVE(x, n)");
    }
    int blank = token.kind == JX_TOKEN_BLANK;
    int line_ended = token.kind == JX_TOKEN_NEWLINE;
    token = next_code(token, at_start);
    if (!blank) at_start = line_ended;
  }
  if (count == 1) return JATO_OK;
  if (count == 0)
    return jx_fail(
        error, JATO_E_ARGUMENT,
        "%s: there is no JATO_OBJECTIVE(x, n) or JATO_RESIDUALS(x, n, k, count) in it; " EXAMPLE,
        name);
  return jx_fail(error, JATO_E_ARGUMENT,
                 "%s: there are %d objectives in it; keep one JATO_OBJECTIVE or JATO_RESIDUALS",
                 name, count);
}

/* Skips the two lines that jx_source_read adds at the beginning; NULL for a text without them. */
static const char *past_head(const char *text)
{
  if (strncmp(text, JX_SOURCE_HEAD, sizeof JX_SOURCE_HEAD - 1) != 0) return NULL;
  const char *second = strchr(text, '\n');
  const char *end = second != NULL ? strchr(second + 1, '\n') : NULL;
  return end != NULL ? end + 1 : NULL;
}

/* The whole text before its names are known. */
static jato_status write_body(const jato_source *source, const char *name, jx_string *body,
                              jato_error *error)
{
  jx_source_file file = {.name = name,
                         .folder = source->folder,
                         .folder_length = source->folder != NULL ? strlen(source->folder) : 0};
  const char *text = source->text;
  if (text == NULL) {
    static const char before[] = "JATO_OBJECTIVE(x, n) { return\n";
    int good = jx_string_print(body, "%s", before) && jx_source_mark_line(body, 1, name) &&
               jx_string_print(body, "%s\n; }\n", source->expression);
    return good ? JATO_OK : jx_fail(error, JATO_E_MEMORY, "not enough memory to read %s", name);
  }
  if (strncmp(text, "\xEF\xBB\xBF", 3) == 0) text += 3; /* the byte order mark of some editors */
  if (past_head(text) == NULL) return jx_source_expand_includes(text, &file, body, error);
  int good = jx_string_print(body, "%s", past_head(text)); /* out of a run file */
  return good ? JATO_OK : jx_fail(error, JATO_E_MEMORY, "not enough memory to read %s", name);
}

jato_status jx_source_read(const jato_source *source, const jato_allocator *allocator,
                           jx_string *out, jato_error *error)
{
  const char *name = source->name != NULL ? source->name : "objective.c";
  jx_string body = {.allocator = *allocator};
  form found = {0};
  jato_status status = JATO_OK;
  *out = (jx_string){.allocator = *allocator};
  if ((source->text == NULL) == (source->expression == NULL))
    return jx_fail(error, JATO_E_ARGUMENT, "%s: a source is either a text or an expression", name);
  if (source->expression != NULL)
    JX_TRY(jx_advice_check_expression(source->expression, name, error));
  JX_TRY_DONE(write_body(source, name, &body, error));
  JX_TRY_DONE(find_form(body.text, name, &found, error));
  if (!jx_string_print(out, JX_SOURCE_HEAD "%d\n#define %.*s(i) (jk_x[JK_STRIDE * (i)])\n",
                       found.residuals, (int)found.x.length, found.x.start) ||
      !jx_string_add(out, body.text, body.length))
    status = jx_fail(error, JATO_E_MEMORY, "not enough memory to read %s", name);
done:
  jx_string_release(&body);
  if (status != JATO_OK) jx_string_release(out);
  return status;
}

int jx_source_has_residuals(const char *source)
{
  return strncmp(source, JX_SOURCE_HEAD "1", sizeof JX_SOURCE_HEAD) == 0;
}

/* The second line names it. */
void jx_source_coordinates(const char *source, char *name, size_t size)
{
  static const char before[] = "#define ";
  const char *line = strchr(source, '\n');
  const char *start = line == NULL ? "" : line + sizeof before;
  (void)snprintf(name, size, "%.*s", (int)strcspn(start, "("), start);
}

/* Only a #define contains code; other directives have names of files, line numbers, or messages. */
static int has_no_code(jx_token mark)
{
  return !jx_token_is(jx_token_past_blanks(mark.start + 1), "define");
}

int jx_source_add(jx_string *program, const char *source, jato_precision precision)
{
  int at_start = 1, in_directive = 0;
  for (jx_token token = jx_token_read(source); token.kind != JX_TOKEN_END;
       token = jx_token_read(token.start + token.length)) {
    if (at_start && jx_token_is(token, "#")) in_directive = has_no_code(token);
    if (token.kind == JX_TOKEN_NEWLINE) in_directive = 0;
    if (token.kind != JX_TOKEN_BLANK) at_start = token.kind == JX_TOKEN_NEWLINE;
    int suffix = precision == JATO_FLOAT && !in_directive && jx_token_is_plain_floating(token);
    if (!jx_string_add(program, token.start, token.length) ||
        !jx_string_add(program, "f", suffix ? 1 : 0))
      return 0;
  }
  return 1;
}
