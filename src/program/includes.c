#include "program/includes.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/digest.h"
#include "base/file.h"
#include "program/lexer.h"

int jx_source_mark_line(jx_string *out, size_t number, const char *name)
{
  int good = jx_string_print(out, "#line %zu \"", number);
  for (; good && *name != '\0'; name++) {
    char shown = (unsigned char)*name < ' ' ? '?' : *name;
    if (shown == '"' || shown == '\\') good = jx_string_add(out, "\\", 1);
    good = good && jx_string_add(out, &shown, 1);
  }
  return good && jx_string_add(out, "\"\n", 2);
}

static jato_status no_memory(const jx_source_file *file, jato_error *error)
{
  return jx_fail(error, JATO_E_MEMORY, "not enough memory to read %s", file->name);
}

/* A directive of the current file. */
typedef struct directive {
  const jx_source_file *file;
  size_t line;      /* its first line's number */
  const char *rest; /* the text after its name */
  const char *end;  /* the end of its last line */
  size_t lines;     /* ends of lines inside it: in comments and after backslashes */
} directive;

/* Headers that every source has already, or does not need. */
static int is_left_out(const char *name, size_t length)
{
  static const char *const known[] = {"math.h",   "stdlib.h", "stdio.h",
                                      "stddef.h", "stdint.h", "float.h"};
  if (length > 5 && memcmp(name, "jato/", 5) == 0) return 1;
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
    if (strlen(known[i]) == length && memcmp(known[i], name, length) == 0) return 1;
  return 0;
}

/* <name>: left out, or refused. */
static jato_status leave_out(const directive *d, const char *name, jx_string *out,
                             jato_error *error)
{
  size_t length = strcspn(name, ">\n");
  if (name[length] != '>')
    return jx_fail(error, JATO_E_ARGUMENT, "%s:%zu: an #include has no closing >", d->file->name,
                   d->line);
  if (!is_left_out(name, length))
    return jx_fail(
        error, JATO_E_ARGUMENT,
        "%s:%zu: #include <%.*s> cannot be used, because a source is compiled for devices "
        "without a system; leave it out: the functions of math.h are there without it",
        d->file->name, d->line, (int)(length < 80 ? length : 80), name);
  for (size_t i = 0; i < d->lines; i++)
    if (!jx_string_add(out, "\n", 1)) return no_memory(d->file, error);
  return JATO_OK;
}

/* Reads the whole file at `path`; the caller releases the text. */
static jato_status read_file(const directive *d, const char *path, const jato_allocator *allocator,
                             char **text, jato_error *error)
{
  jato_error wrong = {JATO_OK, ""};
  jato_status status = jx_file_read_text(path, allocator, text, &wrong);
  if (status == JATO_OK) return JATO_OK;
  return jx_fail(error, status, "%s:%zu: cannot read the included file %s", d->file->name, d->line,
                 wrong.text);
}

/* Guards are left to the compiler, but a file that includes itself would never end, so the inner
 * include is skipped, as its guard would do. */
static int is_in_work(const jx_source_file *file, const char *path)
{
  for (; file != NULL; file = file->includer)
    if (strcmp(file->name, path) == 0) return 1;
  return 0;
}

static jato_status include_path(const directive *d, const char *path, jx_string *out,
                                jato_error *error)
{
  char *text = NULL;
  const char *slash = strrchr(path, '/');
  jx_source_file file = {.name = path,
                         .folder = path,
                         .folder_length = slash != NULL ? (size_t)(slash - path) : 0,
                         .includer = d->file,
                         .depth = d->file->depth + 1};
  if (is_in_work(d->file, path)) {
    return jx_source_mark_line(out, d->line + d->lines, d->file->name) ? JATO_OK
                                                                       : no_memory(&file, error);
  }
  if (file.depth > JX_INCLUDE_DEPTH)
    return jx_fail(error, JATO_E_ARGUMENT, "%s:%zu: files include each other more than %d deep",
                   d->file->name, d->line, JX_INCLUDE_DEPTH);
  jato_status status;
  JX_TRY_DONE(read_file(d, path, &out->allocator, &text, error));
  JX_TRY_DONE(jx_source_expand_includes(text, &file, out, error));
  if (!jx_source_mark_line(out, d->line + d->lines, d->file->name))
    status = no_memory(&file, error);
done:
  jx_release(&out->allocator, text);
  return status;
}

/* "name": relative to the folder of the file that includes it. */
static jato_status include_quoted(const directive *d, jx_token quoted, jx_string *out,
                                  jato_error *error)
{
  const jx_source_file *file = d->file;
  int absolute = quoted.start[1] == '/';
  jx_string path = {.allocator = out->allocator};
  int length = quoted.length > 2 ? (int)(quoted.length - 2) : 0;
  if (length == 0 || quoted.start[quoted.length - 1] != '"')
    return jx_fail(error, JATO_E_ARGUMENT, "%s:%zu: an #include names no file", file->name,
                   d->line);
  if (file->folder == NULL)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%s:%zu: #include \"%.*s\" needs a folder to look in; set jato_source.folder",
                   file->name, d->line, length, quoted.start + 1);
  int here =
      absolute || file->folder_length == 0 || (file->folder_length == 1 && file->folder[0] == '.');
  int good = here ? jx_string_add(&path, quoted.start + 1, (size_t)length)
                  : jx_string_print(&path, "%.*s/%.*s", (int)file->folder_length, file->folder,
                                    length, quoted.start + 1);
  jato_status status = good ? include_path(d, path.text, out, error) : no_memory(file, error);
  jx_string_release(&path);
  return status;
}

static jato_status follow_include(const directive *d, jx_string *out, jato_error *error)
{
  jx_token what = jx_token_past_blanks(d->rest);
  if (jx_token_is(what, "<")) return leave_out(d, what.start + 1, out, error);
  if (what.kind == JX_TOKEN_STRING && what.start[0] == '"')
    return include_quoted(d, what, out, error);
  return jx_fail(error, JATO_E_ARGUMENT,
                 "%s:%zu: #include takes \"file.h\" or <math.h>, and no macro", d->file->name,
                 d->line);
}

/* #pragma once has no effect in a file that was inserted: a guard of ours replaces it. */
static int guard_once(const directive *d, jx_string *out)
{
  jx_digest digest;
  jx_digest_begin(&digest);
  jx_digest_add(&digest, d->file->name, strlen(d->file->name));
  return jx_string_print(out, "#ifndef JATO_ONCE_%016llX\n#define JATO_ONCE_%016llX\n",
                         (unsigned long long)jx_digest_end(&digest),
                         (unsigned long long)jx_digest_end(&digest)) &&
         jx_source_mark_line(out, d->line + d->lines, d->file->name);
}

/* The directive whose # is at `at`. */
static directive read_directive(const jx_source_file *file, size_t line, const char *at)
{
  jx_token name = jx_token_past_blanks(at + 1);
  directive d = {.file = file, .line = line, .rest = name.start + name.length};
  jx_token token = jx_token_read(at);
  while (token.kind != JX_TOKEN_NEWLINE && token.kind != JX_TOKEN_END) {
    d.lines += jx_token_lines(token);
    token = jx_token_read(token.start + token.length);
  }
  d.end = token.start;
  return d;
}

/* How far a file is read. */
typedef struct progress {
  size_t line;
  int at_start; /* nothing but blanks on this line so far */
  int once;     /* there was a #pragma once: the guard must be closed */
} progress;

/* Executes a directive; *done is 0 for one that the compiler gets unchanged. */
static jato_status follow(const directive *d, jx_token name, progress *read, jx_string *out,
                          int *done, jato_error *error)
{
  *done = jx_token_is(name, "include");
  if (*done) return follow_include(d, out, error);
  if (d->file->includer == NULL || read->once || !jx_token_is(name, "pragma") ||
      !jx_token_is(jx_token_past_blanks(d->rest), "once"))
    return JATO_OK;
  *done = read->once = 1;
  return guard_once(d, out) ? JATO_OK : no_memory(d->file, error);
}

jato_status jx_source_expand_includes(const char *text, const jx_source_file *file, jx_string *out,
                                      jato_error *error)
{
  progress read = {.line = 1, .at_start = 1};
  if (!jx_source_mark_line(out, 1, file->name)) return no_memory(file, error);
  for (jx_token token = jx_token_read(text); token.kind != JX_TOKEN_END;) {
    int done = 0;
    if (read.at_start && jx_token_is(token, "#")) {
      directive d = read_directive(file, read.line, token.start);
      JX_TRY(follow(&d, jx_token_past_blanks(token.start + 1), &read, out, &done, error));
      if (done) token.length = (size_t)(d.end - token.start);
    }
    if (!done && !jx_string_add(out, token.start, token.length)) return no_memory(file, error);
    read.line += jx_token_lines(token);
    if (token.kind != JX_TOKEN_BLANK) read.at_start = token.kind == JX_TOKEN_NEWLINE;
    token = jx_token_read(token.start + token.length);
  }
  const char *end = read.once ? "\n#endif\n" : "\n";
  return jx_string_add(out, end, strlen(end)) ? JATO_OK : no_memory(file, error);
}
