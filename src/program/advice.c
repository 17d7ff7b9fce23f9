#include "program/advice.h"

#include <stdio.h>
#include <stdlib.h>

#include "program/walk.h"

/* A whole number without a suffix. */
static int is_whole(jx_token token, unsigned long long *value)
{
  char *end = NULL;
  if (token.kind != JX_TOKEN_NUMBER) return 0;
  *value = strtoull(token.start, &end, 0);
  return end == token.start + token.length;
}

/* Whether a number after this token is the whole dividend: after a * it would be the second factor
 * of a product that may be real, and after a bracket there may be a cast. */
static int begins_term(jx_token before)
{
  return before.kind == JX_TOKEN_END || jx_token_is(before, "return") ||
         (before.kind == JX_TOKEN_MARK && !jx_token_is(before, "*") && !jx_token_is(before, "/") &&
          !jx_token_is(before, "%") && !jx_token_is(before, ")") && !jx_token_is(before, "]"));
}

int jx_advice_on_division(const char *source, const char *name, char *words, size_t size)
{
  for (jx_walk walk = jx_walk_begin(source); walk.token.kind != JX_TOKEN_END; jx_walk_next(&walk)) {
    unsigned long long a = 0, b = 0;
    jx_token divided = jx_token_past_lines(walk.token.start + walk.token.length);
    jx_token by = jx_token_past_lines(divided.start + divided.length);
    if (!begins_term(walk.before) || !is_whole(walk.token, &a) || !jx_token_is(divided, "/") ||
        !is_whole(by, &b) || b == 0 || a % b == 0)
      continue;
    (void)snprintf(words, size,
                   "%s:%zu: %llu/%llu is a division of whole numbers and gives %llu in C; write "
                   "%llu.0/%llu",
                   name, walk.line, a, b, a / b, a, b);
    return 1;
  }
  return 0;
}

int jx_advice_is_defined(const char *source, const char *name)
{
  for (jx_walk walk = jx_walk_begin(source); walk.token.kind != JX_TOKEN_END; jx_walk_next(&walk)) {
    jx_token behind = jx_token_past_lines(walk.token.start + walk.token.length);
    int has_type = walk.before.kind == JX_TOKEN_NAME && !jx_token_is(walk.before, "return") &&
                   !jx_token_is(walk.before, "else");
    if (has_type && jx_token_is(walk.token, name) && jx_token_is(behind, "(")) return 1;
  }
  return 0;
}

jato_status jx_advice_check_expression(const char *expression, const char *name, jato_error *error)
{
  jx_token token = jx_token_past_lines(expression);
  if (token.kind == JX_TOKEN_END)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "the expression is empty; write the value to be minimised, such as \"sq(x(0) - "
                   "1) + sq(x(1))\"");
  while (token.kind != JX_TOKEN_END) {
    jx_token next = jx_token_past_lines(token.start + token.length);
    int stars = jx_token_is(token, "*") && jx_token_is(next, "*");
    if (stars || jx_token_is(token, "^"))
      return jx_fail(
          error, JATO_E_SOURCE,
          "%s: %s is not a power in C; write sq(a) for a square, pow(a, b) for any other", name,
          stars ? "**" : "^");
    token = next;
  }
  return JATO_OK;
}
