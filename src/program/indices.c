#include "program/indices.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program/source.h"
#include "program/walk.h"

/* ---- Finding indices ---- */

/* The meaning of names in the source. */
typedef struct names {
  char coordinates[64];
  int own_data; /* the source has an array of its own with the name of the numbers */
} names;

/* Which of the two kinds is read at a token, from the tokens around it; FINE: none. */
static jx_read read_at(const jx_walk *walk, names *known)
{
  jx_token behind = jx_token_past_lines(walk->token.start + walk->token.length);
  jx_token before = walk->before;
  if (walk->token.kind != JX_TOKEN_NAME) return JX_READ_FINE;
  if (jx_token_is(walk->token, known->coordinates) && jx_token_is(behind, "("))
    return JX_READ_COORDINATE;
  if (!jx_token_is(walk->token, "data") || !jx_token_is(behind, "[")) return JX_READ_FINE;
  if (jx_token_is(before, ".") || (jx_token_is(before, ">") && before.start[-1] == '-'))
    return JX_READ_FINE; /* a member */
  known->own_data |= before.kind == JX_TOKEN_NAME && !jx_token_is(before, "return");
  return known->own_data ? JX_READ_FINE : JX_READ_DATA;
}

/* The number between the brackets after the walk's token, if they contain nothing else. */
static int is_plain_index(const jx_walk *walk, long long *index)
{
  jx_token open = jx_token_past_lines(walk->token.start + walk->token.length);
  jx_token number = jx_token_past_lines(open.start + open.length);
  jx_token close = jx_token_past_lines(number.start + number.length);
  char *end = NULL;
  if (number.kind != JX_TOKEN_NUMBER || !(jx_token_is(close, ")") || jx_token_is(close, "]")))
    return 0;
  *index = (long long)strtoull(number.start, &end, 0);
  return end == number.start + number.length;
}

/* The indices in the whole text. */
typedef struct look {
  int computed, asks_dim, asks_data_count, conditions;
  jx_wrong_index coordinate, data; /* the first of each, where read is not FINE */
} look;

static void check_index(const jx_indices *indices, const jx_walk *walk, jx_read read, look *out)
{
  jx_wrong_index *wrong = read == JX_READ_DATA ? &out->data : &out->coordinate;
  size_t count = read == JX_READ_DATA ? indices->data_count : indices->dim;
  long long index = 0;
  if (!is_plain_index(walk, &index)) {
    out->computed = 1;
  } else if (wrong->read == JX_READ_FINE && (index < 0 || (unsigned long long)index >= count)) {
    *wrong = (jx_wrong_index){read, index, walk->line, NULL};
  }
}

/* JATO_OBJECTIVE(x, n): reads the second name, and moves past it. */
static jx_token read_count_name(jx_walk *walk)
{
  for (int i = 0; i < 4; i++) jx_walk_next(walk);
  return walk->token;
}

static int is_same_name(jx_token a, jx_token b)
{
  char name[64];
  (void)snprintf(name, sizeof name, "%.*s", (int)a.length, a.start);
  return a.length < sizeof name && a.kind == JX_TOKEN_NAME && jx_token_is(b, name);
}

static int begins_objective(jx_token token)
{
  return jx_token_is(token, "JATO_OBJECTIVE") || jx_token_is(token, "JATO_RESIDUALS");
}

static look find_indices(const jx_indices *indices)
{
  names known = {.own_data = 0};
  look out = {0};
  jx_token count = {0};
  jx_source_coordinates(indices->source, known.coordinates, sizeof known.coordinates);
  jx_walk walk = jx_walk_begin(indices->source);
  for (; walk.token.kind != JX_TOKEN_END; jx_walk_next(&walk)) {
    if (begins_objective(walk.token)) {
      count = read_count_name(&walk);
      continue;
    }
    jx_read read = count.length > 0 ? read_at(&walk, &known) : JX_READ_FINE;
    if (read != JX_READ_FINE) check_index(indices, &walk, read, &out);
    out.asks_dim |= count.length > 0 && is_same_name(count, walk.token);
    out.asks_data_count |= jx_token_is(walk.token, "data_count");
  }
  out.conditions = walk.conditions > 0;
  out.computed |= walk.directives > 0;
  return out;
}

jato_status jx_indices_check(const jx_indices *indices, jato_error *error)
{
  look found = find_indices(indices);
  if (found.coordinate.read != JX_READ_FINE && !found.asks_dim && !found.conditions)
    return jx_indices_refuse(indices, &found.coordinate, error);
  if (found.data.read != JX_READ_FINE && !found.asks_data_count && !found.conditions)
    return jx_indices_refuse(indices, &found.data, error);
  return JATO_OK;
}

int jx_indices_are_computed(const jx_indices *indices)
{
  look found = find_indices(indices);
  return found.computed || found.coordinate.read != JX_READ_FINE || found.data.read != JX_READ_FINE;
}

/* ---- Messages ---- */

static void describe_coordinates(size_t dim, const char *x, char *out, size_t size)
{
  if (dim == 1)
    (void)snprintf(out, size, "there is 1 coordinate, %s(0)", x);
  else
    (void)snprintf(out, size, "there are %zu coordinates, %s(0) to %s(%zu)", dim, x, x, dim - 1);
}

static void describe_data(size_t count, char *out, size_t size)
{
  if (count == 0)
    (void)snprintf(out, size, "no numbers of data were given (--data FILE)");
  else
    (void)snprintf(out, size, "there are %zu numbers of data, data[0] to data[%zu]", count,
                   count - 1);
}

jato_status jx_indices_refuse(const jx_indices *indices, const jx_wrong_index *wrong,
                              jato_error *error)
{
  char x[64], there[256], index[96];
  jx_source_coordinates(indices->source, x, sizeof x);
  int is_data = wrong->read == JX_READ_DATA;
  (void)snprintf(index, sizeof index, is_data ? "%s[%lld]" : "%s(%lld)", is_data ? "data" : x,
                 wrong->index);
  if (is_data)
    describe_data(indices->data_count, there, sizeof there);
  else
    describe_coordinates(indices->dim, x, there, sizeof there);
  return jx_fail(error, JATO_E_SOURCE, "%s:%zu: %s is outside: %s; counting starts at 0",
                 wrong->file != NULL ? wrong->file : indices->name, wrong->line, index, there);
}

/* ---- The program that checks indices ---- */

#define WHERE "__LINE__, __FILE__"

/* Open brackets, and which of them belong to the numbers. */
typedef struct brackets {
  unsigned depth;
  unsigned long long of_data; /* bit k: the bracket at depth k */
} brackets;

/* Adds a mark, and the check around an index. */
static int add_mark(jx_string *out, jx_token mark, int opens_data, brackets *open)
{
  static const char before[] = "[jk_check_index((", behind[] = "), JK_DATA_COUNT, 2, " WHERE ")]";
  if (jx_token_is(mark, "[") && open->depth < 63) {
    unsigned long long bit = 1ull << ++open->depth;
    open->of_data = opens_data ? open->of_data | bit : open->of_data & ~bit;
    if (opens_data) return jx_string_add(out, before, sizeof before - 1);
  } else if (jx_token_is(mark, "]") && open->depth > 0) {
    int closes_data = (open->of_data >> open->depth-- & 1) != 0;
    if (closes_data) return jx_string_add(out, behind, sizeof behind - 1);
  }
  return jx_string_add(out, mark.start, mark.length);
}

/* Copies the text between the walk's tokens unchanged. */
static int add_body(jx_string *out, const char *source, const char *written, names *known)
{
  jx_walk walk = jx_walk_begin(source);
  int in_objective = 0, opens_data = 0;
  brackets open = {0};
  for (; walk.token.kind != JX_TOKEN_END; jx_walk_next(&walk)) {
    if (!jx_string_add(out, written, (size_t)(walk.token.start - written)) ||
        !add_mark(out, walk.token, opens_data, &open))
      return 0;
    written = walk.token.start + walk.token.length;
    in_objective |= begins_objective(walk.token);
    opens_data = in_objective && read_at(&walk, known) == JX_READ_DATA;
  }
  return jx_string_print(out, "%s", written);
}

jato_status jx_indices_write_checked(const char *source, jx_string *out, jato_error *error)
{
  names known = {.own_data = 0};
  const char *x = known.coordinates;
  jx_source_coordinates(source, known.coordinates, sizeof known.coordinates);
  const char *first = source;
  for (int line = 0; line < 2 && *first != '\0'; line++) first += strcspn(first, "\n") + 1;
  int good = jx_string_add(out, source, (size_t)(first - source)) &&
             jx_string_print(
                 out,
                 "#undef %s\n#define %s(i) (jk_x[JK_STRIDE * jk_check_index((i), JK_DIM, 1, " WHERE
                 ")])\n",
                 x, x) &&
             add_body(out, source, first, &known);
  return good ? JATO_OK : jx_fail(error, JATO_E_MEMORY, "not enough memory to check indices");
}
