/* The objectives of problems of programs and shared objects: copies of everything that the caller
 * passed. */
#include "problem/problems.h"

#include <string.h>

/* The pieces of the objective in problem->owned. */
enum { COMMAND, OBJECT, WORKER, STUDY };

static jato_status no_memory(jato_error *error)
{
  return jx_fail(error, JATO_E_MEMORY, "not enough memory for a copy of the objective");
}

static char *copy_text(jato_problem *problem, int piece, const char *text)
{
  char *copy = jx_copy_text(&problem->allocator, text);
  problem->owned[piece] = copy;
  return copy;
}

/* A command followed by its texts; with memory NULL, bytes are only counted. */
typedef struct cursor {
  char *memory;
  size_t used;
} cursor;

static const char *copy_into(cursor *to, const char *text)
{
  if (text == NULL) return NULL;
  size_t at = to->used, bytes = strlen(text) + 1;
  to->used += bytes;
  if (to->memory == NULL) return NULL;
  memcpy(to->memory + at, text, bytes);
  return to->memory + at;
}

static void copy_command(cursor *to, const jato_command *from, jato_command *copy,
                         const char **templates)
{
  *copy = *from;
  copy->command = copy_into(to, from->command);
  copy->shell = copy_into(to, from->shell);
  copy->folder = copy_into(to, from->folder);
  copy->scratch = copy_into(to, from->scratch);
  copy->result_field = copy_into(to, from->result_field);
  copy->result_file = copy_into(to, from->result_file);
  copy->template_files = templates;
  copy->allocator = NULL;
  for (size_t i = 0; i < from->template_count; i++) {
    const char *name = copy_into(to, from->template_files[i]);
    if (templates != NULL) templates[i] = name;
  }
}

jato_status jx_problem_set_command(jato_problem *problem, const jato_command *command,
                                   jato_error *error)
{
  jato_command counted;
  cursor count = {.used = sizeof counted + command->template_count * sizeof(char *)};
  copy_command(&count, command, &counted, NULL);
  char *memory = jx_allocate(&problem->allocator, count.used, 1);
  if (memory == NULL) return no_memory(error);
  problem->owned[COMMAND] = memory;
  jato_command *copy = (jato_command *)(void *)memory;
  cursor to = {memory, sizeof *copy + command->template_count * sizeof(char *)};
  copy_command(&to, command, copy, (const char **)(void *)(copy + 1));
  problem->objective.kind = JX_OBJECTIVE_COMMAND;
  problem->objective.command = copy;
  return JATO_OK;
}

jato_status jx_problem_set_object(jato_problem *problem, const char *path, const char *worker,
                                  jato_error *error)
{
  problem->objective.kind = JX_OBJECTIVE_OBJECT;
  problem->objective.object = copy_text(problem, OBJECT, path);
  if (worker != NULL) problem->objective.worker = copy_text(problem, WORKER, worker);
  int whole =
      problem->objective.object != NULL && (worker == NULL || problem->objective.worker != NULL);
  return whole ? JATO_OK : no_memory(error);
}

jato_status jx_problem_set_study(jato_problem *problem, const char *text, jato_error *error)
{
  problem->objective.study = copy_text(problem, STUDY, text);
  return problem->objective.study != NULL ? JATO_OK : no_memory(error);
}
