#define _POSIX_C_SOURCE 200809L
#include "record/signature/signature.h"

#include "options/guards.h"

#include <stdint.h>
#include <string.h>
#include <unistd.h>

enum { PIECES = 6, FOLDER_MOST = 4096 };

int jx_signature_is_needed(jato_record_kind kind)
{
  return kind == JATO_RECORD_SOURCE || kind == JATO_RECORD_STUDY;
}

/* A study's relative paths lead elsewhere in another folder; a source holds all it needs. */
static int read_folder(jato_record_kind kind, char folder[FOLDER_MOST])
{
  folder[0] = '\0';
  return kind != JATO_RECORD_STUDY || getcwd(folder, FOLDER_MOST) != NULL;
}

/* How the signature of a kind of objective begins, and whether it has guards: a source has none,
 * since no program runs it. Version 1 of a study's had none either. */
typedef struct version {
  const char *words;
  int has_guards;
} version;

static const version of_source = {"jato 1 source", 0};
static const version of_study = {"jato 2 study", 1};
static const version of_old_study = {"jato 1 study", 0};

static const version *version_of(jato_record_kind kind)
{
  return kind == JATO_RECORD_STUDY ? &of_study : &of_source;
}

/* Each piece behind its length, so that no two files give the same bytes. */
static int hash_objective(const jx_key *key, const jx_record_info *info, const version *of,
                          unsigned char hash[JX_HASH_BYTES])
{
  char folder[FOLDER_MOST], guards[JX_GUARDS_SIZE];
  uint64_t length[PIECES];
  jx_piece framed[2 * PIECES];
  if (!read_folder(info->kind, folder) || !jx_guards_write(&info->options, guards)) return 0;
  jx_piece piece[PIECES] = {{of->words, strlen(of->words)},
                            {info->problem, strlen(info->problem)},
                            {info->source, strlen(info->source)},
                            {info->data, info->data_count * sizeof *info->data},
                            {folder, strlen(folder)},
                            {guards, strlen(guards)}};
  size_t pieces = of->has_guards ? PIECES : PIECES - 1;
  for (size_t i = 0; i < pieces; i++) {
    length[i] = piece[i].bytes;
    framed[2 * i] = (jx_piece){&length[i], sizeof length[i]};
    framed[2 * i + 1] = piece[i];
  }
  return jx_hash_pieces(key, framed, 2 * pieces, hash);
}

void jx_signature_make(const jx_key *key, const jx_record_info *info, char out[JX_SIGNATURE_SIZE])
{
  static const char digits[] = "0123456789abcdef";
  unsigned char hash[JX_HASH_BYTES];
  out[0] = '\0';
  if (!hash_objective(key, info, version_of(info->kind), hash)) return;
  for (size_t i = 0; i < JX_HASH_BYTES; i++) {
    out[2 * i] = digits[hash[i] >> 4];
    out[2 * i + 1] = digits[hash[i] & 15];
  }
  out[JX_SIGNATURE_SIZE - 1] = '\0';
}

/* Returns 0 where the text is no signature. */
static int read_signature(const char *text, unsigned char hash[JX_HASH_BYTES])
{
  static const char digits[] = "0123456789abcdef";
  if (strlen(text) != JX_SIGNATURE_SIZE - 1 || strspn(text, digits) != JX_SIGNATURE_SIZE - 1)
    return 0;
  for (size_t i = 0; i < JX_HASH_BYTES; i++)
    hash[i] = (unsigned char)((strchr(digits, text[2 * i]) - digits) << 4 |
                              (strchr(digits, text[2 * i + 1]) - digits));
  return 1;
}

static int is_signed(const jx_key *key, const jx_record_info *info, const version *as)
{
  unsigned char found[JX_HASH_BYTES], expected[JX_HASH_BYTES];
  return read_signature(info->signature, found) && hash_objective(key, info, as, expected) &&
         jx_hash_equal(found, expected);
}

int jx_signature_is_ours(const jx_key *key, const jx_record_info *info)
{
  return is_signed(key, info, version_of(info->kind));
}

int jx_signature_is_outdated(const jx_key *key, const jx_record_info *info)
{
  return info->kind == JATO_RECORD_STUDY && is_signed(key, info, &of_old_study);
}
