#include "program/lexer.h"

#include <ctype.h>
#include <string.h>

/* The next character of a token: skips a backslash at the end of a line, and the line's end. */
static const char *splice(const char *at)
{
  for (;;) {
    if (at[0] == '\\' && at[1] == '\n')
      at += 2;
    else if (at[0] == '\\' && at[1] == '\r' && at[2] == '\n')
      at += 3;
    else
      return at;
  }
}

static const char *next(const char *at) { return splice(at + 1); }

static int is_digit(const char *at) { return isdigit((unsigned char)*at); }
static int begins_name(const char *at) { return isalpha((unsigned char)*at) || *at == '_'; }
static int goes_on(const char *at) { return begins_name(at) || is_digit(at); }
static int is_space(const char *at) { return *at != '\0' && strchr(" \t\r\v\f", *at) != NULL; }

static const char *skip_line_comment(const char *at)
{
  while (*at != '\0' && *at != '\n') at = next(at);
  return at;
}

static const char *skip_comment(const char *at)
{
  at = next(next(at));
  while (*at != '\0' && !(*at == '*' && *next(at) == '/')) at = next(at);
  return *at == '\0' ? at : next(next(at));
}

/* A string that is not closed ends with its line; the compiler will say so. */
static const char *skip_string(const char *at)
{
  char quote = *at;
  at = next(at);
  while (*at != '\0' && *at != '\n' && *at != quote) {
    if (*at == '\\' && *next(at) != '\0' && *next(at) != '\n') at = next(at);
    at = next(at);
  }
  return *at == quote ? at + 1 : at;
}

/* Skips digits, letters, points, and a sign after the letter of an exponent. */
static const char *skip_number(const char *at)
{
  while (goes_on(at) || *at == '.') {
    int exponent = strchr("eEpP", *at) != NULL;
    at = next(at);
    if (exponent && (*at == '+' || *at == '-')) at = next(at);
  }
  return at;
}

static const char *skip_blanks(const char *at)
{
  while (is_space(at)) at = next(at);
  return at;
}

static jx_token token_to(jx_token_kind kind, const char *start, const char *end)
{
  return (jx_token){kind, start, (size_t)(end - start)};
}

jx_token jx_token_read(const char *start)
{
  const char *at = splice(start), *end = at;
  if (at != start) return token_to(JX_TOKEN_BLANK, start, at);
  if (*at == '\0') return token_to(JX_TOKEN_END, at, at);
  if (*at == '\n') return token_to(JX_TOKEN_NEWLINE, at, at + 1);
  if (is_space(at)) return token_to(JX_TOKEN_BLANK, at, skip_blanks(at));
  if (*at == '/' && *next(at) == '/') return token_to(JX_TOKEN_BLANK, at, skip_line_comment(at));
  if (*at == '/' && *next(at) == '*') return token_to(JX_TOKEN_BLANK, at, skip_comment(at));
  if (*at == '"' || *at == '\'') return token_to(JX_TOKEN_STRING, at, skip_string(at));
  if (is_digit(at) || (*at == '.' && is_digit(next(at))))
    return token_to(JX_TOKEN_NUMBER, at, skip_number(at));
  if (!begins_name(at)) return token_to(JX_TOKEN_MARK, at, at + 1);
  while (goes_on(end)) end = next(end);
  return token_to(JX_TOKEN_NAME, at, end);
}

jx_token jx_token_past_blanks(const char *at)
{
  jx_token token = jx_token_read(at);
  while (token.kind == JX_TOKEN_BLANK) token = jx_token_read(token.start + token.length);
  return token;
}

jx_token jx_token_past_lines(const char *at)
{
  jx_token token = jx_token_read(at);
  while (token.kind == JX_TOKEN_BLANK || token.kind == JX_TOKEN_NEWLINE)
    token = jx_token_read(token.start + token.length);
  return token;
}

int jx_token_is(jx_token token, const char *word)
{
  const char *at = token.start, *end = token.start + token.length;
  for (; at < end && *word != '\0'; at = next(at), word++)
    if (*at != *word) return 0;
  return at >= end && *word == '\0' && token.length > 0;
}

int jx_token_is_plain_floating(jx_token token)
{
  const char *at = token.start, *end = token.start + token.length;
  if (token.kind != JX_TOKEN_NUMBER) return 0;
  int hexadecimal = *at == '0' && (*next(at) == 'x' || *next(at) == 'X');
  int point = 0, exponent = 0;
  char last = *at;
  for (; at < end; at = next(at)) {
    last = *at;
    point |= last == '.';
    exponent |= strchr(hexadecimal ? "pP" : "eE", last) != NULL;
  }
  if (hexadecimal ? !exponent : !point && !exponent) return 0;
  return isdigit((unsigned char)last) || last == '.';
}

size_t jx_token_lines(jx_token token)
{
  size_t lines = 0;
  for (size_t i = 0; i < token.length; i++) lines += token.start[i] == '\n';
  return lines;
}
