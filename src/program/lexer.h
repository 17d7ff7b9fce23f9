/* A lexer for C, as far as sources are examined before compiling: comments, strings, numbers,
 * names, and ends of lines. */
#pragma once

#include <stddef.h>

typedef enum jx_token_kind {
  JX_TOKEN_END,
  JX_TOKEN_BLANK,   /* spaces, a comment, a continued line (backslash at its end) */
  JX_TOKEN_NEWLINE, /* the end of a line outside of comments */
  JX_TOKEN_NAME,
  JX_TOKEN_NUMBER, /* a preprocessing number: 1, 0x1Fu, .5e-3f */
  JX_TOKEN_STRING, /* "..." or '...' */
  JX_TOKEN_MARK    /* any other character */
} jx_token_kind;

typedef struct jx_token {
  jx_token_kind kind;
  const char *start;
  size_t length; /* all tokens together are the whole text */
} jx_token;

/* The token that begins at `at`, in a text ended by a zero. */
jx_token jx_token_read(const char *at);

/* The token at `at`, after skipping blanks (and ends of lines, too). */
jx_token jx_token_past_blanks(const char *at);
jx_token jx_token_past_lines(const char *at);

/* Whether the token is this word or mark; lines continued by a backslash are joined. */
int jx_token_is(jx_token token, const char *word);

/* Whether the token is a floating-point number without a suffix: 0.1, 1e3, 0x1p-3. */
int jx_token_is_plain_floating(jx_token token);

/* The number of line ends in the token. */
size_t jx_token_lines(jx_token token);
