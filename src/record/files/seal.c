#define _POSIX_C_SOURCE 200809L /* fstat */
#define _FILE_OFFSET_BITS 64
#include "record/files/seal.h"

#include "base/digest.h"
#include "base/system.h"
#include "contract/format.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define VERSION 1
#define PIECE ((size_t)64 << 10) /* stays in the second-level cache between reading and hashing */

static const unsigned char mark[8] = {'j', 'a', 't', 'o', 's', 'e', 'a', 'l'};
static const unsigned char hdf5_mark[8] = {0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};

/* Where versions 2 and 3 of HDF5's superblock say how long the file is, and the version's place. */
enum { HDF5_VERSION = 8, HDF5_END = 28, HDF5_HEAD = 36 };

static void put_u64(unsigned char *to, uint64_t value)
{
  for (int i = 0; i < 8; i++) to[i] = (unsigned char)(value >> (8 * i));
}

static uint64_t get_u64(const unsigned char *from)
{
  uint64_t value = 0;
  for (int i = 7; i >= 0; i--) value = value << 8 | from[i];
  return value;
}

/* The digest of the first `length` bytes and of a seal's first 24. Returns 0, with errno, where
 * they cannot be read; errno is 0 where the file has become shorter. */
static int hash_file(int file, uint64_t length, const unsigned char *seal, uint64_t *out)
{
  unsigned char piece[PIECE];
  jx_digest digest;
  jx_digest_begin(&digest);
  for (uint64_t offset = 0; offset < length;) {
    uint64_t left = length - offset;
    size_t wanted = left < sizeof piece ? (size_t)left : sizeof piece;
    int64_t count = jx_system_read(file, piece, wanted, offset);
    if (count != (int64_t)wanted) {
      if (count >= 0) errno = 0;
      return 0;
    }
    jx_digest_add(&digest, piece, wanted);
    offset += wanted;
  }
  jx_digest_add(&digest, seal, JX_SEAL_BYTES - 8);
  *out = jx_digest_end(&digest);
  return 1;
}

jato_status jx_seal_write(int file, jato_error *error)
{
  unsigned char seal[JX_SEAL_BYTES];
  struct stat status;
  uint64_t digest = 0;
  if (fstat(file, &status) != 0)
    return jx_fail(error, JATO_E_FILE, "%s", jx_system_reason(errno).text);
  uint64_t length = (uint64_t)status.st_size;
  memcpy(seal, mark, sizeof mark);
  put_u64(seal + 8, VERSION);
  put_u64(seal + 16, length);
  if (!hash_file(file, length, seal, &digest))
    return jx_fail(error, JATO_E_FILE, "what was written cannot be read back: %s",
                   errno != 0 ? jx_system_reason(errno).text : "it has become shorter");
  put_u64(seal + 24, digest);
  if (!jx_system_write(file, seal, sizeof seal, length))
    return jx_fail(error, JATO_E_FILE, "%s", jx_system_reason(errno).text);
  return JATO_OK;
}

/* The first and last bytes of a file. */
typedef struct sight {
  uint64_t size;
  unsigned char head[HDF5_HEAD], seal[JX_SEAL_BYTES];
  size_t head_bytes;
  int has_seal, is_hdf5;
} sight;

/* Returns 0, with errno, where the file cannot be read. */
static int look(int file, sight *s)
{
  struct stat status;
  *s = (sight){0};
  if (fstat(file, &status) != 0) return 0;
  s->size = (uint64_t)status.st_size;
  int64_t head = jx_system_read(file, s->head, sizeof s->head, 0);
  if (head < 0) return 0;
  s->head_bytes = (size_t)head;
  s->is_hdf5 = s->head_bytes >= sizeof hdf5_mark && !memcmp(s->head, hdf5_mark, sizeof hdf5_mark);
  if (s->size < JX_SEAL_BYTES) return 1;
  if (jx_system_read(file, s->seal, JX_SEAL_BYTES, s->size - JX_SEAL_BYTES) != JX_SEAL_BYTES)
    return 0;
  s->has_seal = memcmp(s->seal, mark, sizeof mark) == 0;
  return 1;
}

int jx_seal_digest(int file, uint64_t *digest)
{
  sight s;
  if (!look(file, &s) || !s.has_seal) return 0;
  *digest = get_u64(s.seal + 24);
  return 1;
}

jx_sight jx_seal_look(int file)
{
  sight s;
  if (!look(file, &s)) return JX_SIGHT_OTHER;
  if (s.size == 0) return JX_SIGHT_EMPTY;
  if (s.has_seal) return JX_SIGHT_SEALED;
  return s.is_hdf5 ? JX_SIGHT_HDF5 : JX_SIGHT_OTHER;
}

/* What a file without a seal is: HDF5 says in its first bytes how long it was. */
static jato_status fail_without_seal(const sight *s, const char *path, jato_error *error)
{
  unsigned long long size = s->size;
  if (s->size == 0) return jx_fail(error, JATO_E_FILE, "%s: it is empty", path);
  if (s->head_bytes >= 8 && memcmp(s->head, JX_UNFINISHED, 8) == 0)
    return jx_fail(error, JATO_E_FILE, "%s: it was never finished (%llu bytes)", path, size);
  if (!s->is_hdf5)
    return jx_fail(error, JATO_E_FILE,
                   "%s: it neither begins nor ends as a run file does; it is another file, or only "
                   "a piece of one (%llu bytes)",
                   path, size);
  unsigned version = s->head_bytes == HDF5_HEAD ? s->head[HDF5_VERSION] : 0;
  uint64_t whole = version == 2 || version == 3 ? get_u64(s->head + HDF5_END) : 0;
  if (whole > 0 && whole <= UINT64_MAX - JX_SEAL_BYTES && s->size < whole + JX_SEAL_BYTES &&
      s->size != whole)
    return jx_fail(error, JATO_E_FILE, "%s: cut off after %llu of %llu bytes", path, size,
                   (unsigned long long)whole + JX_SEAL_BYTES);
  return jx_fail(error, JATO_E_FILE,
                 "%s: HDF5 without the seal of a run file; another program wrote or changed it, or "
                 "its end is missing",
                 path);
}

jato_status jx_seal_check(int file, const char *path, jato_error *error)
{
  sight s;
  uint64_t digest = 0;
  if (!look(file, &s))
    return jx_fail(error, JATO_E_FILE, "%s: %s", path, jx_system_reason(errno).text);
  if (!s.has_seal) return fail_without_seal(&s, path, error);
  uint64_t version = get_u64(s.seal + 8), length = get_u64(s.seal + 16);
  if (version != VERSION)
    return jx_fail(error, JATO_E_FILE,
                   "%s: its seal is of version %llu, this jato knows version %d; take a newer one",
                   path, (unsigned long long)version, VERSION);
  if (length != s.size - JX_SEAL_BYTES)
    return jx_fail(error, JATO_E_FILE, "%s: it was sealed with %llu bytes and has %llu", path,
                   (unsigned long long)length, (unsigned long long)(s.size - JX_SEAL_BYTES));
  if (!hash_file(file, length, s.seal, &digest))
    return jx_fail(error, JATO_E_FILE, "%s: %s", path,
                   errno != 0 ? jx_system_reason(errno).text
                              : "it becomes shorter while it is read");
  if (digest != get_u64(s.seal + 24))
    return jx_fail(error, JATO_E_FILE, "%s: some of its %llu bytes are not what was written", path,
                   (unsigned long long)length);
  return JATO_OK;
}
