#include "record/hdf5/shards.h"

#include "record/hdf5/put.h"

#include <string.h>

#define SHARDS_MOST 10000000u

int jx_put_shards(hid_t file, const jx_attributes *attributes)
{
  const jx_shards *shards = &attributes->shards;
  hsize_t size[2] = {shards->count, JX_SHARD_COLUMNS};
  if (shards->checkpoint == NULL || shards->checkpoint[0] == '\0') return 1;
  if (!jx_put_attribute(file, &jx_shards_attribute, attributes)) return 0;
  return shards->count == 0 || jx_put_dataset(file, &jx_datasets[JX_DATASET_SHARDS], size,
                                              (jx_column){shards->parts, JX_U64, 1});
}

/* A file is opened by this name: it must not lead out of the folder beside the run file. */
static int is_proper(const char *checkpoint)
{
  static const char ending[] = ".shards";
  const char *slash = strchr(checkpoint, '/');
  if (slash == NULL || strchr(slash + 1, '/') != NULL) return 0;
  size_t folder = (size_t)(slash - checkpoint), least = sizeof ending - 1;
  return checkpoint[0] != '.' && slash[1] != '.' && slash[1] != '\0' && folder > least &&
         memcmp(slash - least, ending, least) == 0;
}

static const char *fault(const jx_attributes *attributes)
{
  const jx_shards *shards = &attributes->shards;
  uint64_t next = 0, all = attributes->info.options.particles;
  if (!is_proper(shards->checkpoint)) return "swarm lies in files that have no proper name";
  for (size_t i = 0; i < shards->count; i++) {
    const uint64_t *part = shards->parts + i * JX_SHARD_COLUMNS;
    if (part[JX_SHARD_FIRST] != next || part[JX_SHARD_PARTICLES] < 1 ||
        part[JX_SHARD_PARTICLES] > all - next)
      return "shards are not the parts of its swarm";
    next += part[JX_SHARD_PARTICLES];
  }
  if (shards->count > 0 && next != all) return "shards are not all of its swarm";
  if (shards->count > 0 && attributes->tile != 0) return "swarm is in it and in shards";
  return NULL;
}

jato_status jx_get_shards(jx_input *input, jx_attributes *attributes, jato_error *error)
{
  jx_shards *shards = &attributes->shards;
  const void *parts = NULL;
  hsize_t size[2] = {JX_ANY, JX_SHARD_COLUMNS};
  *shards = (jx_shards){.checkpoint = ""};
  if (!jx_has_attribute(input, &jx_shards_attribute)) return JATO_OK;
  JX_TRY(jx_get_attribute(input, &jx_shards_attribute, attributes, error));
  if (jx_has_dataset(input, JX_DATASET_SHARDS)) {
    JX_TRY(jx_get_array(input, &jx_datasets[JX_DATASET_SHARDS], JX_U64, size, &parts, error));
    if (size[0] < 1 || size[0] > SHARDS_MOST)
      return jx_fail(error, JATO_E_FILE, "the run file's shards are none, or more than %u",
                     SHARDS_MOST);
    shards->parts = parts;
    shards->count = (size_t)size[0];
  }
  const char *wrong = fault(attributes);
  return wrong == NULL ? JATO_OK : jx_fail(error, JATO_E_FILE, "the run file's %s", wrong);
}
