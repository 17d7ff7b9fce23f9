#define _POSIX_C_SOURCE 200809L /* O_CLOEXEC */
#define _FILE_OFFSET_BITS 64
#include "record/files/shard_reader.h"

#include "base/system.h"
#include "record/files/seal.h"
#include "record/files/shard_files.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

jato_status jx_shards_look(const char *path, const jx_shards *shards, jato_error *error)
{
  jx_name name;
  uint64_t seal = 0;
  const char *slash = strchr(shards->checkpoint, '/');
  jx_shard_file(path, shards->checkpoint, 0, &name);
  if (jx_shard_seal(name.text, &seal, NULL) == JATO_OK && seal == shards->parts[JX_SHARD_SEAL])
    return JATO_OK;
  return jx_fail(error, JATO_E_FILE,
                 "its swarm lies in the folder %.*s, which is not beside it or has other files; "
                 "move the folder along with it",
                 (int)(slash - shards->checkpoint), shards->checkpoint);
}

void jx_shard_reader_close(jx_shard_reader *shards)
{
  if (shards->reader != NULL) shards->format->close(&shards->reader);
  if (shards->file >= 0) (void)close(shards->file);
  shards->file = -1;
  shards->reader = NULL;
}

/* Whether it is the very part that the run file names. */
static int is_part(const jx_record_content *whole, const uint64_t *part,
                   const jx_record_content *found)
{
  const jx_record_info *a = &whole->info, *b = &found->info;
  return strcmp(whole->shards.checkpoint, found->shards.checkpoint) == 0 &&
         found->shards.count == 0 && b->options.particles == part[JX_SHARD_PARTICLES] &&
         a->dim == b->dim && a->options.precision == b->options.precision &&
         a->result.iterations == b->result.iterations;
}

static jato_status check_file(const jx_shard_reader *shards, const char *name, const uint64_t *part,
                              jato_error *error)
{
  uint64_t seal = 0;
  struct stat about;
  if (fstat(shards->file, &about) != 0 || !S_ISREG(about.st_mode))
    return jx_fail(error, JATO_E_FILE, "%s: it is not a file", name);
  JX_TRY(jx_seal_check(shards->file, name, error));
  if (!jx_seal_digest(shards->file, &seal) || seal != part[JX_SHARD_SEAL])
    return jx_fail(error, JATO_E_FILE, "%s: it is not the file that %s names", name, shards->path);
  return JATO_OK;
}

static jato_status open_shard(jx_shard_reader *shards, size_t number, jato_error *error)
{
  const jx_shards *all = &shards->content->shards;
  const uint64_t *part = all->parts + number * JX_SHARD_COLUMNS;
  jx_record_content found;
  jx_name name;
  if (shards->file >= 0 && shards->number == number) return JATO_OK;
  jx_shard_reader_close(shards);
  jx_shard_file(shards->path, all->checkpoint, number, &name);
  shards->file = open(name.text, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (shards->file < 0)
    return jx_fail(error, JATO_E_FILE, "%s: %s; an earlier checkpoint of the run may be whole",
                   name.text, jx_system_reason(errno).text);
  jato_status status = check_file(shards, name.text, part, error);
  if (status == JATO_OK)
    status = shards->format->open(shards->file, &shards->allocator, &shards->reader, &found, error);
  if (status == JATO_OK && !is_part(shards->content, part, &found))
    status = jx_fail(error, JATO_E_FILE, "%s: it is no part of the swarm of %s", name.text,
                     shards->path);
  if (status != JATO_OK) jx_shard_reader_close(shards);
  shards->number = number;
  return status;
}

/* The shard that has a particle. */
static size_t find(const jx_shards *shards, uint64_t particle)
{
  size_t from = 0, to = shards->count;
  while (to - from > 1) {
    size_t middle = from + (to - from) / 2;
    if (shards->parts[middle * JX_SHARD_COLUMNS + JX_SHARD_FIRST] <= particle)
      from = middle;
    else
      to = middle;
  }
  return from;
}

jato_status jx_shard_rows(jx_shard_reader *shards, jato_record_field field, uint64_t first,
                          uint64_t count, void *out, jato_error *error)
{
  const jx_shards *all = &shards->content->shards;
  const jx_record_info *info = &shards->content->info;
  size_t real = info->options.precision == JATO_FLOAT ? sizeof(float) : sizeof(double);
  size_t row = field == JATO_RECORD_VALUE ? real : real * info->dim;
  unsigned char *to = out;
  while (count > 0) {
    size_t number = find(all, first);
    const uint64_t *part = all->parts + number * JX_SHARD_COLUMNS;
    uint64_t inside = first - part[JX_SHARD_FIRST], left = part[JX_SHARD_PARTICLES] - inside;
    uint64_t now = count < left ? count : left;
    JX_TRY(open_shard(shards, number, error));
    JX_TRY(shards->format->rows(shards->reader, field, inside, now, to, error));
    to += (size_t)now * row;
    first += now;
    count -= now;
  }
  return JATO_OK;
}
