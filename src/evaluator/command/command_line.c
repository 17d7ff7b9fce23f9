#define _POSIX_C_SOURCE 200809L /* getcwd */
#include "evaluator/command/command_line.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- Settings that exclude each other ---- */

static jato_status check_program(const jato_command *command, jato_error *error)
{
  if (command->command != NULL && command->shell != NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "command and shell are both given; use only one");
  if (command->command == NULL && command->shell == NULL)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "there is no command; write one such as \"./sim --kappa {kappa}\"");
  if ((command->by & ~(JATO_BY_ENVIRONMENT | JATO_BY_INPUT)) != 0)
    return jx_fail(error, JATO_E_ARGUMENT, "%d is not a sum of JATO_BY_... values", command->by);
  if (command->persistent < JATO_NOT_PERSISTENT || command->persistent > JATO_PERSISTENT_BY_INDEX)
    return jx_fail(error, JATO_E_ARGUMENT, "%d is not a JATO_PERSISTENT_... value",
                   command->persistent);
  if (command->keep_folders < JATO_KEEP_NONE || command->keep_folders > JATO_KEEP_ALL)
    return jx_fail(error, JATO_E_ARGUMENT, "%d is not a jato_keep_folders value",
                   (int)command->keep_folders);
  if (command->result_field != NULL && command->result_field[0] == '\0')
    return jx_fail(error, JATO_E_ARGUMENT,
                   "the result field has no name; write one such as \"loss\"");
  return JATO_OK;
}

/* Settings that need a folder for each evaluation. */
static jato_status check_scratch(const jato_command *command, jato_error *error)
{
  const char *what = command->template_count > 0               ? "templates need"
                     : command->result_file != NULL            ? "a result file needs"
                     : command->keep_folders != JATO_KEEP_NONE ? "keeping folders needs"
                                                               : NULL;
  if (command->scratch == NULL && what != NULL)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%s a folder for each evaluation; set scratch, for example to \"runs\"", what);
  if (command->scratch != NULL && command->scratch[0] == '\0')
    return jx_fail(error, JATO_E_ARGUMENT, "scratch is empty; name a folder, such as \"runs\"");
  if (command->result_file == NULL) return JATO_OK;
  if (command->result_file[0] == '\0' || command->result_file[0] == '/')
    return jx_fail(error, JATO_E_ARGUMENT,
                   "the result file \"%s\" must be in the evaluation's own folder; name it "
                   "relative to that, such as \"result.txt\"",
                   command->result_file);
  return JATO_OK;
}

/* A persistent process is started before there is a point, and serves many. */
static jato_status check_persistent(const jato_command *command, jato_error *error)
{
  const char *what = command->scratch != NULL                   ? "a scratch folder"
                     : command->result_field != NULL            ? "a result field"
                     : (command->by & JATO_BY_ENVIRONMENT) != 0 ? "values in the environment"
                                                                : NULL;
  if (!command->persistent || what == NULL) return JATO_OK;
  return jx_fail(error, JATO_E_ARGUMENT,
                 "persistent cannot be combined with %s: a persistent program is started once, and "
                 "reads and answers lines of JSON",
                 what);
}

/* With a variable named id, {id} would be ambiguous. */
static jato_status check_names(const jx_template *template, jato_error *error)
{
  for (size_t i = 0; i < template->count; i++) {
    const jx_template_part *part = &template->parts[i];
    jx_template_part_kind other;
    if (part->kind != JX_PART_VARIABLE) continue;
    const char *name = template->space->given.variables[part->variable].name;
    if (jx_template_is_reserved(jx_text_of(name), &other))
      return jx_fail(error, JATO_E_ARGUMENT,
                     "{%s} could be the variable, or the evaluation's own %s; rename the variable",
                     name, other == JX_PART_ID ? "number" : "folder");
  }
  return JATO_OK;
}

/* JATO_ID and JATO_FOLDER describe the evaluation. */
static jato_status check_environment(const jx_command_line *line, jato_error *error)
{
  const jato_space *space = &line->space->given;
  if ((line->by & JATO_BY_ENVIRONMENT) == 0) return JATO_OK;
  for (size_t i = 0; i < space->variable_count; i++) {
    const char *name = space->variables[i].name;
    if (strcmp(name, "ID") == 0 || strcmp(name, "FOLDER") == 0)
      return jx_fail(error, JATO_E_ARGUMENT,
                     "JATO_%s in the environment could be the variable, or the evaluation's own "
                     "%s; rename the variable",
                     name, name[0] == 'I' ? "number" : "folder");
  }
  return JATO_OK;
}

/* Checks that the point reaches the program, and in a supported way. */
static jato_status check_placeholders(const jx_command_line *line, jato_error *error)
{
  size_t count = 0;
  for (size_t i = 0; i < line->template.count; i++) {
    jx_template_part_kind kind = line->template.parts[i].kind;
    count += kind == JX_PART_VARIABLE || kind == JX_PART_ID || kind == JX_PART_FOLDER;
  }
  if (line->persistent && count > 0)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "a persistent program is started once, so its command cannot contain values in "
                   "braces; it reads them from lines of JSON");
  if (!line->persistent && count == 0 && line->by == 0 && line->files.count == 0)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "the program is not given any values: write {%s} in the command where its value "
                   "belongs, or pass the values by environment or input",
                   line->space->given.variables[0].name);
  return JATO_OK;
}

static int has_part_of(const jx_template *template, size_t variable)
{
  for (size_t i = 0; i < template->count; i++)
    if (template->parts[i].kind == JX_PART_VARIABLE && template->parts[i].variable == variable)
      return 1;
  return 0;
}

jato_status jx_command_line_check_use(const jx_command_line *line, jato_error *error)
{
  const jato_space *space = &line->space->given;
  if (line->persistent || line->by != 0) return JATO_OK; /* it gets all variables */
  for (size_t v = 0; v < space->variable_count; v++) {
    const jato_variable *variable = &space->variables[v];
    int one_value = variable->fixed || variable->choice_count == 1;
    int used = one_value || has_part_of(&line->template, v);
    for (size_t i = 0; !used && i < line->files.count; i++)
      used = has_part_of(&line->files.list[i].template, v);
    if (used) continue;
    const char *name = variable->name;
    return jx_fail(error, JATO_E_ARGUMENT,
                   "the program never gets the variable %s: write {%s} where its value belongs, "
                   "give it one value, or pass all values by environment or input",
                   name, name);
  }
  return JATO_OK;
}

/* ---- Creation ---- */

static jato_status fail_memory(jato_error *error)
{
  return jx_fail(error, JATO_E_MEMORY, "not enough memory for the command");
}

static jato_status copy_text(jx_pool *pool, const char *text, char **out, jato_error *error)
{
  if (text == NULL) return JATO_OK;
  size_t size = strlen(text) + 1;
  *out = jx_pool_take(pool, size, 1);
  if (*out != NULL) memcpy(*out, text, size);
  return *out != NULL ? JATO_OK : fail_memory(error);
}

/* Finds the folder that a relative program path refers to: `folder`, if it is given. */
static jato_status find_here(jx_command_line *line, jato_error *error)
{
  size_t behind = line->folder != NULL ? strlen(line->folder) + 1 : 0;
  if (behind > 0 && line->folder[0] == '/')
    return copy_text(&line->pool, line->folder, &line->here, error);
  for (size_t size = 256; size <= (size_t)1 << 20; size *= 4) {
    line->here = jx_pool_take(&line->pool, size + behind, 1);
    if (line->here == NULL) return fail_memory(error);
    if (getcwd(line->here, size) != NULL) {
      if (behind > 0)
        (void)snprintf(line->here + strlen(line->here), behind + 1, "/%s", line->folder);
      return JATO_OK;
    }
    if (errno != ERANGE) break;
  }
  return jx_fail(error, JATO_E_FILE, "the working directory has no path; does it still exist?");
}

static int is_template_file(const jx_command_line *line, jx_text path)
{
  if (path.length > 2 && memcmp(path.start, "./", 2) == 0)
    path = (jx_text){path.start + 2, path.length - 2};
  for (size_t i = 0; i < line->files.count; i++)
    if (jx_text_equals(path, line->files.list[i].name)) return 1;
  return 0;
}

/* "./sim" is relative to the caller's directory, or to `folder`, not to the evaluation's new
 * folder, which has no such program. */
static int is_from_here(const jx_command_line *line)
{
  const jx_template_part *first = &line->template.parts[0];
  jx_text text = {line->template.text + first->start, first->length};
  if (line->scratch == NULL || line->shell || first->kind != JX_PART_TEXT) return 0;
  if (text.start[0] == '/' || memchr(text.start, '/', text.length) == NULL) return 0;
  return first[1].kind != JX_PART_END || !is_template_file(line, text);
}

static jato_status fill(jx_command_line *line, const jato_command *command, jato_error *error)
{
  jx_template *template = &line->template;
  JX_TRY(copy_text(&line->pool, command->folder, &line->folder, error));
  JX_TRY(copy_text(&line->pool, command->scratch, &line->scratch, error));
  JX_TRY(copy_text(&line->pool, command->result_field, &line->result_field, error));
  JX_TRY(copy_text(&line->pool, command->result_file, &line->result_file, error));
  JX_TRY(find_here(line, error));
  *template = (jx_template){.space = line->space, .here = line->here, .pool = &line->pool};
  if (line->shell)
    JX_TRY(jx_template_parse_shell(template, command->shell, error));
  else
    JX_TRY(jx_template_parse_command(template, command->command, error));
  line->argc = line->shell ? 2 : 0; /* /bin/sh -c */
  for (size_t i = 0; i < template->count; i++) line->argc += template->parts[i].kind == JX_PART_END;
  JX_TRY(jx_template_files_read(&line->files, template, command->template_files,
                                command->template_count, error));
  JX_TRY(check_names(template, error));
  for (size_t i = 0; i < line->files.count; i++)
    JX_TRY(check_names(&line->files.list[i].template, error));
  JX_TRY(check_environment(line, error));
  line->from_here = is_from_here(line);
  return check_placeholders(line, error);
}

jato_status jx_command_line_create(const jato_command *command, const jx_space *space,
                                   const jato_allocator *allocator, jx_command_line **out,
                                   jato_error *error)
{
  jato_allocator memory = jx_allocator_or_default(allocator);
  JX_TRY(check_program(command, error));
  JX_TRY(check_scratch(command, error));
  JX_TRY(check_persistent(command, error));
  jx_command_line *line = jx_allocate(&memory, 1, sizeof *line);
  if (line == NULL) return fail_memory(error);
  line->space = space;
  line->pool.allocator = memory;
  line->shell = command->shell != NULL;
  line->by = command->by;
  line->persistent = command->persistent;
  line->keep_folders = command->keep_folders;
  jato_status status = fill(line, command, error);
  if (status != JATO_OK) jx_command_line_destroy(&line);
  *out = line;
  return status;
}

void jx_command_line_destroy(jx_command_line **address)
{
  jx_command_line *line = *address;
  if (line == NULL) return;
  jato_allocator memory = line->pool.allocator;
  jx_pool_release(&line->pool);
  jx_release(&memory, line);
  *address = NULL;
}

/* ---- Composing calls ---- */

/* Quotes the text from `start` on for the shell: ' becomes '\'', and nothing else has a meaning
 * inside of quotes. `copy` is working memory. */
static void quote_from(jx_line *text, size_t start, jx_line *copy)
{
  if (text->failed) return;
  jx_line_clear(copy);
  jx_line_add(copy, text->text + start, text->length - start);
  if (copy->failed) {
    text->failed = 1;
    return;
  }
  text->length = start;
  jx_line_add(text, "'", 1);
  for (const char *rest = copy->text, *end = rest + copy->length; rest < end;) {
    const char *mark = memchr(rest, '\'', (size_t)(end - rest));
    jx_line_add(text, rest, (size_t)((mark != NULL ? mark : end) - rest));
    if (mark != NULL) jx_line_add(text, "'\\''", 4);
    rest = mark != NULL ? mark + 1 : end;
  }
  jx_line_add(text, "'", 1);
}

/* Writes argv as consecutive texts, each ended by a zero. */
static size_t put_argv(const jx_command_line *line, const jx_evaluation *evaluation, jx_call *call)
{
  const jx_template *template = &line->template;
  jx_line *text = &call->text;
  size_t count = 0;
  call->starts[count++] = 0;
  if (line->shell) {
    jx_line_add(text, "/bin/sh\0-c", sizeof "/bin/sh\0-c");
    call->starts[count++] = sizeof "/bin/sh";
    call->starts[count++] = text->length;
  }
  if (line->from_here) jx_line_print(text, "%s/", line->here);
  for (size_t i = 0; i < template->count; i++) {
    const jx_template_part *part = &template->parts[i];
    size_t start = text->length;
    jx_template_add_part(template, part, evaluation, text);
    if (part->kind == JX_PART_END && i + 1 < template->count) call->starts[count++] = text->length;
    if (line->shell && part->kind != JX_PART_TEXT && part->kind != JX_PART_END)
      quote_from(text, start, &call->json);
  }
  return count;
}

/* Writes the environment in the same way, after argv. */
static size_t put_env(const jx_command_line *line, const jx_evaluation *evaluation, jx_call *call)
{
  const jato_space *space = &line->space->given;
  size_t *starts = call->starts + line->argc;
  jx_line *text = &call->text;
  size_t count = 0;
  starts[count++] = text->length;
  jx_line_print(text, "JATO_ID=%" PRIu64, evaluation->id);
  jx_line_add(text, "", 1);
  if (evaluation->folder != NULL) {
    starts[count++] = text->length;
    jx_line_print(text, "JATO_FOLDER=%s", evaluation->folder);
    jx_line_add(text, "", 1);
  }
  if ((line->by & JATO_BY_ENVIRONMENT) == 0) return count;
  for (size_t i = 0; i < space->variable_count; i++) {
    jx_template_part value = {.kind = JX_PART_VARIABLE, .variable = i};
    starts[count++] = text->length;
    jx_line_print(text, "JATO_%s=", space->variables[i].name);
    jx_template_add_part(&line->template, &value, evaluation, text);
    jx_line_add(text, "", 1);
  }
  return count;
}

/* Writes choices by their positions, for programs that do not know their names. */
static void put_places(jx_json *json, const jato_space *space, const double *values)
{
  jx_json_begin_object(json, "values");
  for (size_t i = 0; i < space->variable_count; i++)
    jx_json_number(json, space->variables[i].name, values[i]);
  jx_json_end(json);
}

static void put_input(const jx_command_line *line, const jx_evaluation *evaluation, jx_call *call)
{
  jx_line *text = &call->json;
  jx_json json = jx_json_to_line(text, JX_JSON_SPACED);
  jx_line_clear(text);
  call->input = NULL;
  call->input_length = 0;
  if (evaluation->values == NULL || !(line->persistent || (line->by & JATO_BY_INPUT) != 0)) return;
  jx_json_begin_object(&json, NULL);
  jx_json_count(&json, "id", evaluation->id);
  if (line->persistent == JATO_PERSISTENT_BY_INDEX)
    put_places(&json, &line->space->given, evaluation->values);
  else
    jx_lines_values(&json, "values", &line->space->given, evaluation->values);
  jx_json_end(&json);
  jx_line_add(text, "\n", 1);
  call->input = text->text;
  call->input_length = text->length;
}

/* Sets the pointers; called when the text is complete and will not be moved. */
static char **point(const jx_call *call, const size_t *starts, size_t count, char **pointers)
{
  for (size_t i = 0; i < count; i++) pointers[i] = call->text.text + starts[i];
  pointers[count] = NULL;
  return pointers;
}

static int has_room(const jx_command_line *line, jx_call *call)
{
  const jato_allocator *memory = &line->pool.allocator;
  size_t most = line->argc + 2 + line->space->given.variable_count;
  if (call->pointers == NULL)
    call->pointers = jx_allocate(memory, most + 2, sizeof *call->pointers);
  if (call->starts == NULL) call->starts = jx_allocate(memory, most, sizeof *call->starts);
  return call->pointers != NULL && call->starts != NULL;
}

int jx_call_compose(jx_call *call, const jx_command_line *line, const jx_evaluation *evaluation)
{
  if (!has_room(line, call)) return 0;
  jx_line_clear(&call->text);
  size_t argc = put_argv(line, evaluation, call);
  size_t envc = line->persistent ? 0 : put_env(line, evaluation, call);
  put_input(line, evaluation, call);
  if (call->text.failed || call->json.failed) return 0;
  call->argv = point(call, call->starts, argc, call->pointers);
  call->env = envc == 0 ? NULL : point(call, call->starts + argc, envc, call->pointers + argc + 1);
  return 1;
}

void jx_call_release(jx_call *call, const jato_allocator *allocator)
{
  jx_line_release(&call->text);
  jx_line_release(&call->json);
  jx_release(allocator, call->pointers);
  jx_release(allocator, call->starts);
  *call = (jx_call){0};
}
