#include "evaluator/command/template.h"

#include <inttypes.h>
#include <string.h>

#define NUMBER_ROOM 64 /* for any number written by jx_space_write */

/* ---- Parts ---- */

/* For texts of `length` bytes in all, and `count` parts. */
static jato_status allocate(jx_template *template, size_t length, size_t count, const char *what,
                            jato_error *error)
{
  template->text = jx_pool_take(template->pool, length + 1, 1);
  template->parts = jx_pool_take(template->pool, count, sizeof *template->parts);
  template->room = count;
  if (template->text == NULL || template->parts == NULL)
    return jx_fail(error, JATO_E_MEMORY, "not enough memory for %s", what);
  return JATO_OK;
}

static void add_part(jx_template *template, jx_template_part part)
{
  if (template->count < template->room) template->parts[template->count++] = part;
}

static void add_text(jx_template *template, const char *text, size_t length)
{
  jx_template_part *last = template->count > 0 ? &template->parts[template->count - 1] : NULL;
  if (length == 0) return;
  memcpy(template->text + template->length, text, length);
  if (last != NULL && last->kind == JX_PART_TEXT)
    last->length += length;
  else
    add_part(template, (jx_template_part){JX_PART_TEXT, 0, template->length, length});
  template->length += length;
}

/* ---- Placeholders ---- */

/* The meaning of a { at the beginning of a text. */
typedef struct placeholder {
  jx_text name;  /* of {name}; empty if it is no placeholder */
  int known;     /* the name is known: `part` is its meaning */
  int doubled;   /* it is {{name}} */
  size_t length; /* of {name} or {{name}} */
  jx_template_part part;
} placeholder;

/* The name of {name} at the beginning of text; empty where there is none. */
static jx_text name_at(jx_text text)
{
  if (text.length < 3 || text.start[0] != '{') return (jx_text){text.start, 0};
  jx_text name = {text.start + 1, text.length - 1};
  size_t length = jx_text_name_length(name);
  int is_closed = length > 0 && length < name.length && name.start[length] == '}';
  return is_closed ? (jx_text){name.start, length} : (jx_text){text.start, 0};
}

int jx_template_is_reserved(jx_text name, jx_template_part_kind *kind)
{
  static const struct {
    const char *name;
    jx_template_part_kind kind;
  } names[] = {{"id", JX_PART_ID}, {"folder", JX_PART_FOLDER}, {"here", JX_PART_HERE}};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (jx_text_equals(name, names[i].name)) {
      *kind = names[i].kind;
      return 1;
    }
  return 0;
}

/* Variables take precedence: one that is named id hides the number, and is refused for that. */
static int is_known(const jx_template *template, jx_text name, jx_template_part *part)
{
  const jato_space *space = &template->space->given;
  for (size_t i = 0; i < space->variable_count; i++)
    if (jx_text_equals(name, space->variables[i].name)) {
      *part = (jx_template_part){.kind = JX_PART_VARIABLE, .variable = i};
      return 1;
    }
  return jx_template_is_reserved(name, &part->kind);
}

static placeholder placeholder_at(const jx_template *template, jx_text text)
{
  placeholder found = {.name = {text.start, 0}};
  if (text.length == 0 || text.start[0] != '{') return found;
  found.name = name_at(text);
  if (found.name.length == 0) {
    found.name = name_at((jx_text){text.start + 1, text.length - 1});
    size_t closed = found.name.length + 3;
    found.doubled = found.name.length != 0 && closed < text.length && text.start[closed] == '}';
    if (!found.doubled) found.name.length = 0;
  }
  found.known = is_known(template, found.name, &found.part);
  found.length = found.name.length + (found.doubled ? 4 : 2);
  return found;
}

/* The error for a {name} that is not known; `where` is "the command", or the path of a file. */
static jato_status fail_unknown(const jx_template *template, jx_text name, const char *where,
                                jato_error *error)
{
  const jato_space *space = &template->space->given;
  jx_nearest nearest = jx_nearest_to(name);
  int length = name.length > 60 ? 60 : (int)name.length;
  for (size_t i = 0; i < space->variable_count; i++)
    jx_nearest_offer(&nearest, space->variables[i].name);
  jx_nearest_offer(&nearest, "folder");
  int near = nearest.name != NULL;
  return jx_fail(error, JATO_E_ARGUMENT,
                 "{%.*s} in %s is not a variable; %s {%s}%s For literal braces, write {{%.*s}}",
                 length, name.start, where, near ? "did you mean" : "the first one is",
                 near ? nearest.name : space->variables[0].name, near ? "?" : ".", length,
                 name.start);
}

/* ---- Commands and lines for a shell ---- */

typedef struct parser {
  jx_template *template;
  jx_text rest;
  char quote;  /* ' or " while inside of quotes */
  char before; /* the character before `rest`, in a line for a shell */
  int in_word; /* in a command: an argument has begun */
  const char
      *inside; /* in a line for a shell: a place where values are not allowed; NULL: allowed */
  jato_error *error;
} parser;

static char peek(const parser *p, size_t ahead)
{
  return ahead < p->rest.length ? p->rest.start[ahead] : '\0';
}

static void skip(parser *p, size_t length)
{
  p->before = p->rest.start[length - 1];
  p->rest.start += length;
  p->rest.length -= length;
}

static void keep_text(parser *p, size_t length)
{
  add_text(p->template, p->rest.start, length);
  skip(p, length);
}

/* Whether c, which is the next character, opens or closes quotes. */
static int follow_quotes(parser *p, char c)
{
  if (c == p->quote)
    p->quote = '\0';
  else if (p->quote == '\0' && (c == '\'' || c == '"'))
    p->quote = c;
  else
    return 0;
  return 1;
}

static void end_argument(parser *p)
{
  if (p->in_word) add_part(p->template, (jx_template_part){.kind = JX_PART_END});
  p->in_word = 0;
}

static jato_status take_command_brace(parser *p)
{
  char c = peek(p, 0);
  p->in_word = 1;
  if (peek(p, 1) == c) {
    skip(p, 1);
    keep_text(p, 1);
    return JATO_OK;
  }
  placeholder found = placeholder_at(p->template, p->rest);
  if (found.name.length == 0)
    return jx_fail(
        p->error, JATO_E_ARGUMENT,
        "a %c in the command is not part of a {name}, at \"%.20s\"; write %c%c for a literal %c", c,
        p->rest.start, c, c, c);
  if (!found.known) return fail_unknown(p->template, found.name, "the command", p->error);
  add_part(p->template, found.part);
  skip(p, found.length);
  return JATO_OK;
}

static jato_status take_of_command(parser *p)
{
  char c = peek(p, 0);
  if (c == '{' || c == '}') return take_command_brace(p);
  if (p->quote == '\0' && strchr(" \t\n\r\v\f", c) != NULL) {
    end_argument(p);
    skip(p, 1);
    return JATO_OK;
  }
  p->in_word = 1; /* with quotes, too: '' is an empty argument */
  if (c == '\\' && p->quote != '\'') {
    if (p->rest.length < 2)
      return jx_fail(
          p->error, JATO_E_ARGUMENT,
          "the command ends with a \\ that escapes nothing; write \\\\ for a literal one");
    skip(p, 1);
    keep_text(p, 1);
  } else if (follow_quotes(p, c)) {
    skip(p, 1);
  } else {
    keep_text(p, 1);
  }
  return JATO_OK;
}

jato_status jx_template_parse_command(jx_template *template, const char *command, jato_error *error)
{
  parser p = {.template = template, .rest = jx_text_of(command), .error = error};
  /* Each character makes at most one part, and the end of the text one more. */
  JX_TRY(allocate(template, p.rest.length, p.rest.length + 1, "the command", error));
  while (p.rest.length > 0) JX_TRY(take_of_command(&p));
  if (p.quote != '\0')
    return jx_fail(error, JATO_E_ARGUMENT,
                   "a %c in the command is never closed; write \\%c for a literal one", p.quote,
                   p.quote);
  end_argument(&p);
  if (template->count == 0)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "the command is empty; write the program and its arguments");
  if (template->parts[0].kind == JX_PART_END)
    return jx_fail(error, JATO_E_ARGUMENT, "the first word of the command, the program, is empty");
  return JATO_OK;
}

/* Notices marks after which the shell reads more than words. They count up to the end of the line,
 * since we do not parse where they end. */
static void notice_marks(parser *p)
{
  char c = peek(p, 0);
  int opens = c == '$' && peek(p, 1) == '(';
  if (p->quote == '\'') return;
  if (c == '`') p->inside = "in or after `...`";
  if (opens && peek(p, 2) == '(') p->inside = "in or after $((...))";
  if (opens && p->quote == '"') p->inside = "in or after \"$(...)\"";
  if (c == '<' && peek(p, 1) == '<') p->inside = "after a <<";
}

static jato_status take_shell_brace(parser *p)
{
  placeholder found = placeholder_at(p->template, p->rest);
  if (found.name.length == 0 || p->before == '$') {
    keep_text(p, 1);
    return JATO_OK;
  }
  if (found.doubled) {
    add_text(p->template, p->rest.start + 1, found.length - 2);
    skip(p, found.length);
    return JATO_OK;
  }
  if (!found.known) return fail_unknown(p->template, found.name, "the shell command", p->error);
  const char *inside = p->inside;
  if (p->quote != '\0') inside = p->quote == '"' ? "inside \"...\"" : "inside '...'";
  if (inside != NULL)
    return jx_fail(
        p->error, JATO_E_ARGUMENT,
        "{%.*s} is %s in the shell command, where its value could be misread; values are quoted "
        "automatically: move it outside, or pass the values by the environment",
        (int)found.name.length, found.name.start, inside);
  add_part(p->template, found.part);
  skip(p, found.length);
  return JATO_OK;
}

static jato_status take_of_shell(parser *p)
{
  char c = peek(p, 0);
  notice_marks(p);
  if (c == '{') return take_shell_brace(p);
  if (c == '\\' && p->quote != '\'') {
    keep_text(p, p->rest.length > 1 ? 2 : 1);
    return JATO_OK;
  }
  if (!follow_quotes(p, c) && p->quote == '\0' && c == '#' &&
      (p->before == ' ' || p->before == '\n'))
    while (peek(p, 1) != '\n' && peek(p, 1) != '\0') keep_text(p, 1); /* a comment */
  keep_text(p, 1);
  return JATO_OK;
}

jato_status jx_template_parse_shell(jx_template *template, const char *line, jato_error *error)
{
  parser p = {.template = template, .rest = jx_text_of(line), .before = ' ', .error = error};
  JX_TRY(allocate(template, p.rest.length, p.rest.length + 1, "the shell command", error));
  while (p.rest.length > 0) JX_TRY(take_of_shell(&p));
  if (p.quote != '\0')
    return jx_fail(error, JATO_E_ARGUMENT, "a %c in the shell command is never closed", p.quote);
  if (line[strspn(line, " \t\n")] == '\0')
    return jx_fail(error, JATO_E_ARGUMENT,
                   "the shell command is empty; write what the shell should run");
  add_part(template, (jx_template_part){.kind = JX_PART_END});
  return JATO_OK;
}

/* ---- Files ---- */

/* Whether a name is probably a misspelt variable: it differs by one letter from a name of at least
 * three letters, or by two from one of six. Shorter names are too similar to everything. */
static int is_nearly_known(const jx_template *template, jx_text name)
{
  const jato_space *space = &template->space->given;
  for (size_t i = 0; i < space->variable_count; i++) {
    size_t length = strlen(space->variables[i].name);
    size_t most = length < 3 ? 0 : length < 6 ? 1 : 2;
    if (jx_text_distance(name, space->variables[i].name) <= most) return 1;
  }
  return 0;
}

/* Reads a { and the name after it, if there is one. */
static jato_status take_file_brace(parser *p, const char *path)
{
  placeholder found = placeholder_at(p->template, p->rest);
  size_t used = found.name.length > 0 ? found.length : 1;
  int nearly = found.name.length > 0 && !found.known && is_nearly_known(p->template, found.name);
  if (found.doubled && (found.known || nearly))
    add_text(p->template, p->rest.start + 1, used - 2);
  else if (nearly)
    return fail_unknown(p->template, found.name, path, p->error);
  else if (found.known)
    add_part(p->template, found.part);
  else
    add_text(p->template, p->rest.start, used);
  skip(p, used);
  return JATO_OK;
}

jato_status jx_template_parse_file(jx_template *template, const char *path, jx_text text,
                                   jato_error *error)
{
  parser p = {.template = template, .rest = text, .error = error};
  size_t braces = 0;
  for (size_t i = 0; i < text.length; i++) braces += text.start[i] == '{';
  JX_TRY(allocate(template, text.length, 2 * braces + 1, path, error));
  while (p.rest.length > 0) {
    const char *open = memchr(p.rest.start, '{', p.rest.length);
    size_t before = open == NULL ? p.rest.length : (size_t)(open - p.rest.start);
    if (before > 0) keep_text(&p, before);
    if (open != NULL) JX_TRY(take_file_brace(&p, path));
  }
  for (size_t i = 0; i < template->count; i++)
    if (template->parts[i].kind == JX_PART_VARIABLE) return JATO_OK;
  return jx_fail(error, JATO_E_ARGUMENT,
                 "the template %s contains no variable; write {%s} where its value belongs", path,
                 template->space->given.variables[0].name);
}

/* ---- Filling in ---- */

static void add_string(jx_line *line, const char *text) { jx_line_add(line, text, strlen(text)); }

static void add_value(const jx_space *space, size_t variable, double value, jx_line *line)
{
  const jato_variable *is = &space->given.variables[variable];
  char number[NUMBER_ROOM];
  if (is->kind == JATO_CATEGORY)
    add_string(line, is->choices[(size_t)value]);
  else
    jx_line_add(line, number, jx_space_write(space, variable, value, number, sizeof number));
}

void jx_template_add_part(const jx_template *template, const jx_template_part *part,
                          const jx_evaluation *evaluation, jx_line *line)
{
  const char *folder = evaluation->folder;
  size_t which = part->variable;
  switch (part->kind) {
  case JX_PART_TEXT: jx_line_add(line, template->text + part->start, part->length); break;
  case JX_PART_VARIABLE: add_value(template->space, which, evaluation->values[which], line); break;
  case JX_PART_ID: jx_line_print(line, "%" PRIu64, evaluation->id); break;
  case JX_PART_FOLDER: add_string(line, folder != NULL ? folder : "."); break;
  case JX_PART_HERE: add_string(line, template->here); break;
  case JX_PART_END: jx_line_add(line, "", 1); break;
  }
}
