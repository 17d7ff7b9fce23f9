#define _POSIX_C_SOURCE 200809L /* getcwd */
#include "evaluator/command/words.h"

#include "evaluator/command/pieces.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* ---- Settings that do not go together ----------------------------------------------------------
 */

static jato_status check_program(const jato_command *command, jato_error *error)
{
  if (command->command != NULL && command->shell != NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "command and shell are both given; one has to go");
  if (command->command == NULL && command->shell == NULL)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "there is no command; write one as in \"./sim --kappa {kappa}\"");
  if ((command->by & ~(JATO_BY_ENVIRONMENT | JATO_BY_INPUT)) != 0)
    return jx_fail(error, JATO_E_ARGUMENT, "%d is no sum of JATO_BY_...", command->by);
  if (command->stays < JATO_STAYS_NOT || command->stays > JATO_STAYS_BY_INDEX)
    return jx_fail(error, JATO_E_ARGUMENT, "%d is no JATO_STAYS...", command->stays);
  if (command->keep_folders < JATO_KEEP_NONE || command->keep_folders > JATO_KEEP_ALL)
    return jx_fail(error, JATO_E_ARGUMENT, "%d is no jato_keep_folders",
                   (int)command->keep_folders);
  if (command->result_field != NULL && command->result_field[0] == '\0')
    return jx_fail(error, JATO_E_ARGUMENT, "the result's field has no name; write as in \"loss\"");
  return JATO_OK;
}

/* What takes a folder of the evaluation's own. */
static jato_status check_scratch(const jato_command *command, jato_error *error)
{
  const char *what = command->template_count > 0               ? "templates need"
                     : command->result_file != NULL            ? "a result file needs"
                     : command->keep_folders != JATO_KEEP_NONE ? "keeping folders needs"
                                                               : NULL;
  if (command->scratch == NULL && what != NULL)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%s a folder for each evaluation; set scratch, as in \"runs\"", what);
  if (command->scratch != NULL && command->scratch[0] == '\0')
    return jx_fail(error, JATO_E_ARGUMENT, "scratch is empty; name a folder, as in \"runs\"");
  if (command->result_file == NULL) return JATO_OK;
  if (command->result_file[0] == '\0' || command->result_file[0] == '/')
    return jx_fail(error, JATO_E_ARGUMENT,
                   "the result file \"%s\" has to be one of the evaluation's own folder, as in "
                   "\"result.txt\"",
                   command->result_file);
  return JATO_OK;
}

/* A worker that stays is started before there is a point, and serves many. */
static jato_status check_stays(const jato_command *command, jato_error *error)
{
  const char *what = command->scratch != NULL                   ? "a scratch folder"
                     : command->result_field != NULL            ? "a result's field"
                     : (command->by & JATO_BY_ENVIRONMENT) != 0 ? "values by environment"
                                                                : NULL;
  if (!command->stays || what == NULL) return JATO_OK;
  return jx_fail(error, JATO_E_ARGUMENT,
                 "a worker that stays and %s do not go together: it is started once, and reads and "
                 "answers lines of JSON",
                 what);
}

/* Whether anything of the point reaches the program, and in a way it can. */
static jato_status check_places(const jx_words *words, jato_error *error)
{
  const jx_pieces *command = &words->command;
  size_t places = 0;
  for (size_t i = 0; i < command->count; i++)
    places += command->list[i].kind == JX_PIECE_VARIABLE || command->list[i].kind == JX_PIECE_ID ||
              command->list[i].kind == JX_PIECE_FOLDER;
  if (words->stays && places > 0)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "a worker that stays is started once: its command cannot have braces; it reads "
                   "the values from lines of JSON");
  if (!words->stays && places == 0 && words->by == 0 && words->template_count == 0)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "nothing tells the program where to evaluate: write {%s} into the command where "
                   "its value is to stand, or hand the values over by environment or input",
                   words->space->given.variables[0].name);
  return JATO_OK;
}

/* ---- Making ------------------------------------------------------------------------------------
 */

static jato_status copy_text(const jx_words *words, const char *text, char **out, jato_error *error)
{
  if (text == NULL) return JATO_OK;
  size_t size = strlen(text) + 1;
  *out = jx_allocate(&words->allocator, size, 1);
  if (*out == NULL) return jx_fail(error, JATO_E_MEMORY, "no memory for the command");
  memcpy(*out, text, size);
  return JATO_OK;
}

static jato_status copy_texts(jx_words *words, const jato_command *command, jato_error *error)
{
  JX_TRY(copy_text(words, command->folder, &words->folder, error));
  JX_TRY(copy_text(words, command->scratch, &words->scratch, error));
  JX_TRY(copy_text(words, command->result_field, &words->result_field, error));
  return copy_text(words, command->result_file, &words->result_file, error);
}

/* Where a relative program is looked for: in `folder` where that is given. */
static jato_status go_to_folder(jx_words *words, jato_error *error)
{
  const char *folder = words->folder;
  if (folder == NULL || words->here == NULL) return JATO_OK;
  int is_whole = folder[0] == '/';
  size_t front = is_whole ? 0 : strlen(words->here) + 1, rest = strlen(folder) + 1;
  char *here = jx_allocate(&words->allocator, front + rest, 1);
  if (here == NULL) return jx_fail(error, JATO_E_MEMORY, "no memory for the command");
  if (!is_whole) {
    memcpy(here, words->here, front - 1);
    here[front - 1] = '/';
  }
  memcpy(here + front, folder, rest);
  jx_release(&words->allocator, words->here);
  words->here = here;
  return JATO_OK;
}

static jato_status find_here(jx_words *words, jato_error *error)
{
  for (size_t size = 256; size <= (size_t)1 << 20; size *= 4) {
    words->here = jx_allocate(&words->allocator, size, 1);
    if (words->here == NULL) return jx_fail(error, JATO_E_MEMORY, "no memory for the command");
    if (getcwd(words->here, size) != NULL) return JATO_OK;
    jx_release(&words->allocator, words->here);
    words->here = NULL;
    if (errno != ERANGE) break;
  }
  return jx_fail(error, JATO_E_FILE, "the working directory has no path; is it still there?");
}

static int is_template(const jx_words *words, jx_text path)
{
  if (path.length > 2 && memcmp(path.start, "./", 2) == 0) {
    path.start += 2;
    path.length -= 2;
  }
  for (size_t i = 0; i < words->template_count; i++)
    if (jx_text_equals(path, words->templates[i].name)) return 1;
  return 0;
}

/* "./sim" is meant from where the caller is, or from `folder`, not from a new folder that has no
 * such program. */
static int is_from_here(const jx_words *words)
{
  const jx_piece *first = &words->command.list[0];
  jx_text text = {words->command.text + first->start, first->length};
  if (words->scratch == NULL || words->shell || first->kind != JX_PIECE_TEXT) return 0;
  if (text.start[0] == '/' || memchr(text.start, '/', text.length) == NULL) return 0;
  return first[1].kind != JX_PIECE_END || !is_template(words, text);
}

static jato_status fill(jx_words *words, const jato_command *command, jato_error *error)
{
  JX_TRY(copy_texts(words, command, error));
  JX_TRY(find_here(words, error));
  JX_TRY(go_to_folder(words, error));
  if (command->shell != NULL)
    JX_TRY(jx_split_shell(words, command->shell, error));
  else
    JX_TRY(jx_split_command(words, command->command, error));
  JX_TRY(jx_templates_read(words, command, error));
  words->from_here = is_from_here(words);
  return check_places(words, error);
}

jato_status jx_words_create(const jato_command *command, const jx_space *space,
                            const jato_allocator *allocator, jx_words **out, jato_error *error)
{
  jato_allocator memory = jx_allocator_or_default(allocator);
  JX_TRY(check_program(command, error));
  JX_TRY(check_scratch(command, error));
  JX_TRY(check_stays(command, error));
  jx_words *words = jx_allocate(&memory, 1, sizeof *words);
  if (words == NULL) return jx_fail(error, JATO_E_MEMORY, "no memory for the command");
  words->space = space;
  words->allocator = memory;
  words->shell = command->shell != NULL;
  words->by = command->by;
  words->stays = command->stays;
  words->keep_folders = command->keep_folders;
  jato_status status = fill(words, command, error);
  if (status != JATO_OK) jx_words_destroy(&words);
  *out = words;
  return status;
}

void jx_words_destroy(jx_words **place)
{
  jx_words *words = *place;
  if (words == NULL) return;
  jato_allocator memory = words->allocator;
  jx_templates_destroy(words);
  jx_pieces_destroy(words, &words->command);
  jx_release(&memory, words->here);
  jx_release(&memory, words->folder);
  jx_release(&memory, words->scratch);
  jx_release(&memory, words->result_field);
  jx_release(&memory, words->result_file);
  jx_release(&memory, words);
  *place = NULL;
}

const char *jx_words_result_file(const jx_words *words) { return words->result_file; }

const char *jx_words_folder(const jx_words *words) { return words->folder; }

const char *jx_words_scratch(const jx_words *words) { return words->scratch; }

jato_keep_folders jx_words_keep_folders(const jx_words *words) { return words->keep_folders; }

int jx_words_stays(const jx_words *words) { return words->stays; }
