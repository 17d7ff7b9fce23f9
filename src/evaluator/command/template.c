/* Template files. Languages use braces for themselves, so that only a {name} that is known is
 * replaced in them. What would go wrong without a word is refused: a template that holds no
 * variable, and a {name} that is nearly a variable's. */
#define _POSIX_C_SOURCE 200809L /* fstat, fchmod */
#include "evaluator/command/pieces.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/system.h"

static jato_status fail_file(jato_error *error, const char *what, const char *path, int reason)
{
  return jx_fail(error, JATO_E_FILE, "cannot %s %s: %s", what, path, jx_system_reason(reason).text);
}

/* ---- Reading -----------------------------------------------------------------------------------
 */

/* A file as it was read. */
typedef struct whole_file {
  char *text; /* the caller's to release, in any case */
  size_t length;
  unsigned mode;
} whole_file;

static jato_status load(const jx_words *words, const char *path, int file, whole_file *whole,
                        jato_error *error)
{
  struct stat is;
  if (fstat(file, &is) != 0) return fail_file(error, "read the template", path, errno);
  if (!S_ISREG(is.st_mode))
    return jx_fail(error, JATO_E_FILE, "the template %s is no plain file", path);
  if ((size_t)is.st_size > JX_TEMPLATE_LIMIT)
    return jx_fail(error, JATO_E_FILE,
                   "the template %s is larger than %zu MiB; let the program read what does not "
                   "change by its path",
                   path, JX_TEMPLATE_LIMIT >> 20);
  whole->length = (size_t)is.st_size;
  whole->mode = (unsigned)is.st_mode & 0777;
  whole->text = jx_allocate(&words->allocator, whole->length + 1, 1);
  if (whole->text == NULL)
    return jx_fail(error, JATO_E_MEMORY, "no memory for the template %s", path);
  int64_t got = jx_system_read(file, whole->text, whole->length, 0);
  if (got < 0) return fail_file(error, "read the template", path, errno);
  if ((uint64_t)got == whole->length) return JATO_OK;
  return jx_fail(error, JATO_E_FILE, "the template %s became shorter while it was read", path);
}

/* Whether a name is so near to a variable's that it is meant to be that: by one letter from three
 * letters on, by two from six. Shorter names are too near to everything. */
static int is_nearly_known(const jx_words *words, jx_text name)
{
  const jato_space *space = &words->space->given;
  for (size_t i = 0; i < space->variable_count; i++) {
    size_t length = strlen(space->variables[i].name);
    size_t most = length < 3 ? 0 : length < 6 ? 1 : 2;
    if (jx_text_distance(name, space->variables[i].name) <= most) return 1;
  }
  return 0;
}

/* Cuts a text into pieces. *variables counts the places of variables. */
static jato_status cut(const jx_words *words, const char *path, jx_text text, jx_pieces *pieces,
                       size_t *variables, jato_error *error)
{
  while (text.length > 0) {
    const char *open = memchr(text.start, '{', text.length);
    size_t before = open == NULL ? text.length : (size_t)(open - text.start);
    jx_pieces_add_text(pieces, text.start, before);
    text.start += before;
    text.length -= before;
    jx_brace brace = jx_brace_at(words, text);
    size_t used = brace.name.length > 0 ? brace.length : text.length > 0 ? 1 : 0;
    int nearly = brace.name.length > 0 && !brace.known && is_nearly_known(words, brace.name);
    if (brace.doubled && (brace.known || nearly)) {
      jx_pieces_add_text(pieces, text.start + 1, used - 2);
    } else if (nearly) {
      return jx_brace_fail(words, &brace, path, error);
    } else if (brace.known) {
      jx_pieces_add(pieces, brace.piece);
      *variables += brace.piece.kind == JX_PIECE_VARIABLE;
    } else {
      jx_pieces_add_text(pieces, text.start, used);
    }
    text.start += used;
    text.length -= used;
  }
  return JATO_OK;
}

static jato_status parse(const jx_words *words, const char *path, jx_text text, jx_pieces *pieces,
                         jato_error *error)
{
  size_t variables = 0, braces = 0;
  for (size_t i = 0; i < text.length; i++) braces += text.start[i] == '{';
  if (!jx_pieces_create(words, text.length, 2 * braces + 1, pieces))
    return jx_fail(error, JATO_E_MEMORY, "no memory for the template %s", path);
  JX_TRY(cut(words, path, text, pieces, &variables, error));
  if (variables == 0)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "the template %s holds no variable; write {%s} where its value is to stand",
                   path, words->space->given.variables[0].name);
  return JATO_OK;
}

/* "models/rc.cir.in" is "rc.cir" in the evaluation's folder. */
static jato_status name_template(const jx_words *words, const char *path, jx_template *template,
                                 jato_error *error)
{
  const char *slash = strrchr(path, '/');
  const char *name = slash != NULL ? slash + 1 : path;
  size_t length = strlen(name);
  if (length > 3 && strcmp(name + length - 3, ".in") == 0) length -= 3;
  template->name = jx_allocate(&words->allocator, length + 1, 1);
  if (template->name == NULL) return jx_fail(error, JATO_E_MEMORY, "no memory for a template");
  memcpy(template->name, name, length);
  for (const jx_template *other = words->templates; other < template; other++)
    if (strcmp(other->name, template->name) == 0)
      return jx_fail(error, JATO_E_ARGUMENT,
                     "two templates would be written as %s; give one another name", template->name);
  return JATO_OK;
}

static jato_status read_template(const jx_words *words, const char *path, jx_template *template,
                                 jato_error *error)
{
  jato_status status = JATO_OK;
  whole_file whole = {.text = NULL};
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return fail_file(error, "read the template", path, errno);
  JX_TRY_DONE(load(words, path, file, &whole, error));
  JX_TRY_DONE(name_template(words, path, template, error));
  template->mode = whole.mode;
  if (whole.text != NULL)
    status = parse(words, path, (jx_text){whole.text, whole.length}, &template->pieces, error);
done:
  jx_release(&words->allocator, whole.text);
  close(file);
  return status;
}

jato_status jx_templates_read(jx_words *words, const jato_command *command, jato_error *error)
{
  if (command->template_count == 0) return JATO_OK;
  words->templates =
      jx_allocate(&words->allocator, command->template_count, sizeof *words->templates);
  if (words->templates == NULL) return jx_fail(error, JATO_E_MEMORY, "no memory for templates");
  words->template_count = command->template_count;
  for (size_t i = 0; i < command->template_count; i++)
    JX_TRY(read_template(words, command->template_files[i], &words->templates[i], error));
  return JATO_OK;
}

void jx_templates_destroy(jx_words *words)
{
  for (size_t i = 0; i < words->template_count; i++) {
    jx_release(&words->allocator, words->templates[i].name);
    jx_pieces_destroy(words, &words->templates[i].pieces);
  }
  jx_release(&words->allocator, words->templates);
}

/* ---- Writing -----------------------------------------------------------------------------------
 */

static jato_status write_file(const char *path, unsigned mode, const jx_line *text,
                              jato_error *error)
{
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (file < 0) return fail_file(error, "write", path, errno);
  int reason = jx_system_append(file, text->text, text->length) ? 0 : errno;
  if (reason == 0 && fchmod(file, (mode_t)mode | 0200) != 0) reason = errno;
  if (close(file) != 0 && reason == 0) reason = errno;
  return reason == 0 ? JATO_OK : fail_file(error, "write", path, reason);
}

jato_status jx_words_write_templates(const jx_words *words, uint64_t id, const double *values,
                                     const char *folder, jato_error *error)
{
  jx_filling filling = {id, values, folder};
  jato_status status = JATO_OK;
  jx_line text = {0}, path = {0};
  for (size_t i = 0; status == JATO_OK && i < words->template_count; i++) {
    const jx_template *template = &words->templates[i];
    jx_line_clear(&path);
    jx_line_clear(&text);
    jx_line_print(&path, "%s/%s", folder, template->name);
    for (size_t p = 0; p < template->pieces.count; p++)
      jx_piece_add(words, &template->pieces, &template->pieces.list[p], &filling, &text);
    if (path.failed || text.failed)
      status = jx_fail(error, JATO_E_MEMORY, "no memory to write %s", template->name);
    else
      status = write_file(path.text, template->mode, &text, error);
  }
  jx_line_release(&text);
  jx_line_release(&path);
  return status;
}
