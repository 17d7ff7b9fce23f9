/* The pieces of C text, as far as a source must be understood before a compiler sees it: what is a
 * comment, a string, a number, a name, and where lines end. */
#pragma once

#include <stddef.h>

typedef enum jx_token_kind {
  JX_TOKEN_END,
  JX_TOKEN_BLANK,   /* spaces, a comment, a line that goes on (backslash at its end) */
  JX_TOKEN_NEWLINE, /* the end of a line outside of comments */
  JX_TOKEN_NAME,
  JX_TOKEN_NUMBER, /* what the preprocessor calls a number: 1, 0x1Fu, .5e-3f */
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

/* The token that begins at `at` or behind the blanks there (and the ends of lines, too). */
jx_token jx_token_past_blanks(const char *at);
jx_token jx_token_past_lines(const char *at);

/* The token is this very word or mark, wherever a backslash continues its line. */
int jx_token_is(jx_token token, const char *word);

/* The token is a floating number without a suffix: 0.1, 1e3, 0x1p-3. */
int jx_token_is_plain_floating(jx_token token);

/* Ends of lines in the token. */
size_t jx_token_lines(jx_token token);
