#include "swarm/offload/can_vectorise.h"

#include <stddef.h>
#include <string.h>

#include "program/lexer.h"

/* The role of a token in the search for results of comparisons. */
typedef enum meaning {
  END,
  LINE,  /* the end of a line */
  VALUE, /* a number, a string */
  NAME,
  CONTROL,    /* if, while: the brackets after it hold no number */
  QUESTION,   /* isnan and the like: gives a truth value */
  COMPARE,    /* < > <= >= == != */
  NOT,        /* ! */
  LOGIC,      /* && || */
  ASK,        /* ? */
  OTHERWISE,  /* : */
  ARITHMETIC, /* binds more tightly than a comparison */
  BITWISE,    /* & | ^, which bind less tightly */
  BOUND,      /* begins or ends an expression */
  COMMA,
  OPEN,
  CLOSE,
  DIRECTIVE /* # */
} meaning;

typedef struct piece {
  meaning means;
  jx_token token;
  const char *end; /* where the next one begins */
} piece;

typedef struct word {
  const char *text;
  meaning means;
} word;

static meaning name_meaning(jx_token token)
{
  static const word words[] = {
      {"if", CONTROL},     {"while", CONTROL},     {"for", CONTROL},       {"switch", CONTROL},
      {"sizeof", CONTROL}, {"return", BOUND},      {"else", BOUND},        {"isnan", QUESTION},
      {"isinf", QUESTION}, {"isfinite", QUESTION}, {"isnormal", QUESTION}, {"signbit", QUESTION}};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    if (jx_token_is(token, words[i].text)) return words[i].means;
  return NAME;
}

/* The longer marks first. */
static const word marks[] = {
    {"<<=", BOUND},   {">>=", BOUND},  {"<<", ARITHMETIC}, {">>", ARITHMETIC}, {"<=", COMPARE},
    {">=", COMPARE},  {"==", COMPARE}, {"!=", COMPARE},    {"&&", LOGIC},      {"||", LOGIC},
    {"+=", BOUND},    {"-=", BOUND},   {"*=", BOUND},      {"/=", BOUND},      {"%=", BOUND},
    {"&=", BOUND},    {"|=", BOUND},   {"^=", BOUND},      {"->", VALUE},      {"++", VALUE},
    {"--", VALUE},    {"<", COMPARE},  {">", COMPARE},     {"!", NOT},         {"?", ASK},
    {":", OTHERWISE}, {"&", BITWISE},  {"|", BITWISE},     {"^", BITWISE},     {"=", BOUND},
    {";", BOUND},     {"{", BOUND},    {"}", BOUND},       {",", COMMA},       {"(", OPEN},
    {")", CLOSE},     {"[", OPEN},     {"]", CLOSE},       {"#", DIRECTIVE},   {".", VALUE},
};

static piece mark_piece(jx_token token)
{
  for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
    size_t length = strlen(marks[i].text);
    if (strncmp(token.start, marks[i].text, length) == 0)
      return (piece){marks[i].means, token, token.start + length};
  }
  return (piece){ARITHMETIC, token, token.start + token.length};
}

static piece read_piece(const char *at)
{
  jx_token token = jx_token_past_blanks(at);
  piece p = {VALUE, token, token.start + token.length};
  if (token.kind == JX_TOKEN_END) p.means = END;
  if (token.kind == JX_TOKEN_NEWLINE) p.means = LINE;
  if (token.kind == JX_TOKEN_NAME) p.means = name_meaning(token);
  return token.kind == JX_TOKEN_MARK ? mark_piece(token) : p;
}

/* The text between two brackets, as far as it has been read. */
typedef struct level {
  meaning owner;   /* of the piece in front of the bracket */
  meaning front;   /* of the piece in front of the owner */
  meaning last[2]; /* the last two pieces, the latest first */
  int compares;    /* comparisons since the last bound */
  int bitwise;     /* a & or the like since then */
  int answers;     /* so far it is a truth value, not a number */
  int operand;     /* the operand that was read last is one, too */
} level;

#define MOST_LEVELS 64

typedef struct reader {
  level levels[MOST_LEVELS];
  int depth;
  int suits;
} reader;

static int calculates(meaning means)
{
  return means == ARITHMETIC || means == COMPARE || means == BITWISE;
}

static void forget(level *l) { l->compares = l->bitwise = l->answers = l->operand = 0; }

static void open_level(reader *r)
{
  const level *outer = &r->levels[r->depth];
  if (r->depth + 1 == MOST_LEVELS) {
    r->suits = 0;
    return;
  }
  level inner = {outer->last[0], outer->last[1], {BOUND, BOUND}, 0, 0, 0, 0};
  r->levels[++r->depth] = inner;
}

/* The text between the brackets becomes an operand outside of them. */
static void close_level(reader *r)
{
  if (r->depth == 0) return;
  level inner = r->levels[r->depth--];
  level *outer = &r->levels[r->depth];
  int question = inner.owner == QUESTION;
  if (inner.owner == CONTROL || !(question || inner.answers)) return;
  if (inner.owner == NAME) r->suits = 0; /* passed to a function or a macro */
  if (calculates(question ? inner.front : inner.owner)) r->suits = 0;
  outer->answers = outer->operand = 1;
}

static void calculate(reader *r, level *l, meaning means)
{
  if (l->operand || (means == BITWISE && l->answers)) r->suits = 0;
  if (means == COMPARE && (l->compares > 0 || l->bitwise)) r->suits = 0;
  if (means == COMPARE) l->compares = l->answers = 1;
  if (means == BITWISE) l->bitwise = 1;
}

static void take_token(reader *r, meaning means)
{
  level *l = &r->levels[r->depth];
  if (calculates(means)) calculate(r, l, means);
  if (means == NOT && calculates(l->last[0])) r->suits = 0;
  if (means == COMMA && l->answers && l->owner == NAME) r->suits = 0;
  if (means == ASK || means == BOUND || means == COMMA) forget(l);
  if (means == LOGIC || means == OTHERWISE) l->compares = l->bitwise = l->operand = 0;
  if (means == LOGIC || means == NOT) l->answers = 1;
  if (means == NOT) l->operand = 1;
  if (means == OPEN) open_level(r);
  if (means == CLOSE) close_level(r);
  if (means == CLOSE) l = &r->levels[r->depth];
  l->last[1] = l->last[0];
  l->last[0] = means;
}

/* Examines a macro by itself, since its name does not tell what it contains where it is used.
 * Returns the end of the line. */
static const char *read_directive(reader *r, const char *at)
{
  piece p = read_piece(at);
  int outside = r->depth;
  int is_macro = p.means == NAME && jx_token_is(p.token, "define");
  if (is_macro) open_level(r);
  int depth = r->depth;
  if (is_macro && r->suits) r->levels[depth].owner = BOUND;
  for (; p.means != LINE && p.means != END; p = read_piece(p.end))
    if (is_macro && r->suits) take_token(r, p.means);
  if (is_macro && r->levels[depth].answers) r->suits = 0;
  r->depth = outside;
  return p.token.start;
}

int jx_offload_can_vectorise(const char *source)
{
  reader r = {.depth = 0, .suits = 1};
  int at_line_start = 1;
  for (piece p = read_piece(source); p.means != END && r.suits; p = read_piece(p.end)) {
    if (p.means == DIRECTIVE && at_line_start)
      p.end = read_directive(&r, p.end);
    else if (p.means != LINE)
      take_token(&r, p.means);
    at_line_start = p.means == LINE;
  }
  return r.suits;
}
