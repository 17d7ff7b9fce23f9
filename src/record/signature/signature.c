#define _POSIX_C_SOURCE 200809L
#include "record/signature/signature.h"

#include "contract/algorithm.h"
#include "options/guards.h"

#include <stdint.h>
#include <string.h>
#include <unistd.h>

enum { PIECES = 8, FOLDER_MOST = 4096 };

static int has_objective(const jx_record_info *info)
{
  return info->kind == JATO_RECORD_SOURCE || info->kind == JATO_RECORD_STUDY;
}

static int has_plugin(const jx_record_info *info)
{
  return jx_algorithm_is_loaded(info->options.algorithm);
}

int jx_signature_is_needed(const jx_record_info *info)
{
  return has_objective(info) || has_plugin(info);
}

/* Relative paths of a study or a plugin lead elsewhere in another folder; a source holds all it
 * needs. */
static int read_folder(const jx_record_info *info, char folder[FOLDER_MOST])
{
  int has_paths = info->kind == JATO_RECORD_STUDY || has_plugin(info);
  folder[0] = '\0';
  return !has_paths || getcwd(folder, FOLDER_MOST) != NULL;
}

/* How the signature of a kind of objective begins, and how many pieces it has: a source has no
 * guards, since no program runs it. Version 1 of a study's had none either. With a plugin there are
 * its spec and the kind of the objective besides. */
typedef struct version {
  const char *words;
  size_t pieces;
} version;

static const version of_source = {"jato 1 source", 5};
static const version of_study = {"jato 2 study", 6};
static const version of_old_study = {"jato 1 study", 5};
static const version of_plugin = {"jato 1 plugin", PIECES};

static const version *version_of(const jx_record_info *info)
{
  if (has_plugin(info)) return &of_plugin;
  return info->kind == JATO_RECORD_STUDY ? &of_study : &of_source;
}

/* Each piece behind its length, so that no two files give the same bytes. */
static int hash_objective(const jx_key *key, const jx_record_info *info, const version *of,
                          unsigned char hash[JX_HASH_BYTES])
{
  char folder[FOLDER_MOST], guards[JX_GUARDS_SIZE];
  const char *spec = info->options.algorithm != NULL ? info->options.algorithm : "";
  const uint64_t kind = (uint64_t)info->kind;
  uint64_t length[PIECES];
  jx_piece framed[2 * PIECES];
  if (!read_folder(info, folder) || !jx_guards_write(&info->options, guards)) return 0;
  jx_piece piece[PIECES] = {{of->words, strlen(of->words)},
                            {info->problem, strlen(info->problem)},
                            {info->source, strlen(info->source)},
                            {info->data, info->data_count * sizeof *info->data},
                            {folder, strlen(folder)},
                            {guards, strlen(guards)},
                            {spec, strlen(spec)},
                            {&kind, sizeof kind}};
  for (size_t i = 0; i < of->pieces; i++) {
    length[i] = piece[i].bytes;
    framed[2 * i] = (jx_piece){&length[i], sizeof length[i]};
    framed[2 * i + 1] = piece[i];
  }
  return jx_hash_pieces(key, framed, 2 * of->pieces, hash);
}

void jx_signature_make(const jx_key *key, const jx_record_info *info, char out[JX_SIGNATURE_SIZE])
{
  static const char digits[] = "0123456789abcdef";
  unsigned char hash[JX_HASH_BYTES];
  out[0] = '\0';
  if (!hash_objective(key, info, version_of(info), hash)) return;
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
  return is_signed(key, info, version_of(info));
}

int jx_signature_is_outdated(const jx_key *key, const jx_record_info *info)
{
  return info->kind == JATO_RECORD_STUDY && !has_plugin(info) &&
         is_signed(key, info, &of_old_study);
}
