/* Studies from their texts. */
#include <string.h>

#include "options/renamed.h"
#include "text/parsed_study.h"

static size_t line_of(const jx_node *root, const char *key)
{
  const jx_node *node = jx_node_member(root, key);
  return node != NULL ? node->line : 0;
}

static jato_status read_root(const jx_reader *here, const jx_node *root)
{
  jx_study *study = here->study;
  jx_parsed_study from = {0};
  JX_TRY(jx_read_section(here, &jx_study_keys, root, &from));
  JX_TRY(jx_read_text(here, from.name, &study->name));
  JX_TRY(jx_read_space(here, &from));
  if (study->space.variable_count == 0 && study->space.constraint_count > 0)
    return jx_node_fail(from.constraints, here->error,
                        "constraints go with variables; there are none");
  JX_TRY(jx_read_objective(here, from.objective));
  study->algorithm_line = line_of(root, "algorithm");
  study->device_line = line_of(root, "device");
  study->walls_line = line_of(root, "walls");
  const jx_node *save = jx_node_member(root, "save");
  if (save == NULL || study->options.save != NULL) return JATO_OK;
  return jx_node_fail(save, here->error, "the key \"file\" of save is missing");
}

/* Gives the keys of sections the names that they have now. */
static void rename_keys(jx_tree *tree)
{
  for (size_t i = 1; i < tree->count; i++) {
    jx_node *node = &tree->nodes[i];
    const char *section = node[node->up].key;
    if (section == NULL || node->key == NULL) continue;
    const char *now = jx_renamed(JATO_NAME_STUDY, section, node->key);
    if (now != NULL) node->key = now;
  }
}

/* What a study is read from. */
typedef struct written {
  const char *text, *name;
  const char *folder; /* NULL: the working directory */
  int is_saved;       /* in a run file, maybe of an earlier version */
} written;

static jato_status fill_in(jx_study *study, const written *from, jato_error *error)
{
  jx_tree tree = {.name = from->name};
  jx_reader reader = {study, NULL, error};
  if (from->folder != NULL && from->folder[0] != '\0') reader.folder = from->folder;
  jato_status status = JATO_OK;
  JX_TRY_DONE(jx_tree_read_yaml(&tree, from->text, error));
  if (from->is_saved) rename_keys(&tree);
  JX_TRY_DONE(jx_read_copy(&reader, from->name, &study->file));
  JX_TRY_DONE(read_root(&reader, tree.nodes));
done:
  jx_tree_release(&tree);
  return status;
}

/* An empty study, or NULL. */
static jx_study *create(const jato_allocator *allocator)
{
  jato_allocator memory = jx_allocator_or_default(allocator);
  jx_study *study = jx_allocate(&memory, 1, sizeof *study);
  if (study == NULL) return NULL;
  study->pool.allocator = memory;
  study->name = "";
  study->space = (jato_space){JATO_SPACE_INIT};
  study->command = (jato_command){JATO_COMMAND_INIT};
  study->object = (jato_object){JATO_OBJECT_INIT};
  study->options = jato_options_default();
  return study;
}

jato_status jx_study_of_space(const jx_node *variables, const jx_node *constraints, double penalty,
                              const jato_allocator *allocator, jx_study **out, jato_error *error)
{
  jx_parsed_study from = {.variables = variables, .constraints = constraints};
  jx_study *study = create(allocator);
  *out = NULL;
  if (study == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory for variables");
  jx_reader reader = {study, NULL, error};
  jato_status status = jx_read_space(&reader, &from);
  study->space.penalty = penalty;
  if (status != JATO_OK) jx_study_destroy(&study);
  *out = study;
  return status;
}

static jato_status read_written(const written *from, const jato_allocator *allocator,
                                jx_study **out, jato_error *error)
{
  *out = NULL;
  if (strlen(from->text) > JX_STUDY_BYTES)
    return jx_fail(error, JATO_E_ARGUMENT, "%s:1: the study has more than %d bytes", from->name,
                   JX_STUDY_BYTES);
  jx_study *study = create(allocator);
  if (study == NULL)
    return jx_fail(error, JATO_E_MEMORY, "not enough memory for the study %s", from->name);
  jato_status status = fill_in(study, from, error);
  if (status != JATO_OK) jx_study_destroy(&study);
  *out = study;
  return status;
}

jato_status jx_study_read(const char *text, const char *name, const char *folder,
                          const jato_allocator *allocator, jx_study **out, jato_error *error)
{
  written from = {.text = text, .name = name, .folder = folder};
  return read_written(&from, allocator, out, error);
}

jato_status jx_study_read_saved(const char *text, const char *name, jx_study **out,
                                jato_error *error)
{
  written from = {.text = text, .name = name, .is_saved = 1};
  return read_written(&from, NULL, out, error);
}

void jx_study_destroy(jx_study **study)
{
  if (study == NULL || *study == NULL) return;
  jato_allocator allocator = (*study)->pool.allocator;
  jx_pool_release(&(*study)->pool);
  jx_release(&allocator, *study);
  *study = NULL;
}
