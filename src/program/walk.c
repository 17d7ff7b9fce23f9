#include "program/walk.h"

#include <stdlib.h>
#include <string.h>

/* "#line 7 "name"": the next line is line 7. Other directives are counted. */
static void read_directive(jx_walk *walk, jx_token mark)
{
  jx_token word = jx_token_past_blanks(mark.start + 1);
  if (jx_token_is(word, "line")) {
    walk->line = (size_t)strtoull(word.start + word.length, NULL, 10) - 1;
    return;
  }
  walk->directives++;
  walk->conditions += word.kind == JX_TOKEN_NAME && strncmp(word.start, "if", 2) == 0;
}

static jx_token skip_directive(jx_walk *walk, jx_token token)
{
  read_directive(walk, token);
  while (token.kind != JX_TOKEN_NEWLINE && token.kind != JX_TOKEN_END) {
    walk->line += jx_token_lines(token);
    token = jx_token_read(token.start + token.length);
  }
  return token;
}

/* The first code at or behind `token`. */
static void skip_to_code(jx_walk *walk, jx_token token)
{
  for (;;) {
    if (walk->at_start && jx_token_is(token, "#")) token = skip_directive(walk, token);
    if (token.kind == JX_TOKEN_NEWLINE)
      walk->at_start = 1;
    else if (token.kind != JX_TOKEN_BLANK)
      break;
    walk->line += jx_token_lines(token);
    token = jx_token_read(token.start + token.length);
  }
  walk->at_start = 0;
  walk->token = token;
}

jx_walk jx_walk_begin(const char *source)
{
  jx_walk walk = {.line = 1, .at_start = 1};
  const char *second = strchr(source, '\n');
  const char *end = second != NULL ? strchr(second + 1, '\n') : NULL;
  skip_to_code(&walk, jx_token_read(end != NULL ? end + 1 : source));
  return walk;
}

void jx_walk_next(jx_walk *walk)
{
  walk->before = walk->token;
  skip_to_code(walk, jx_token_read(walk->token.start + walk->token.length));
}
