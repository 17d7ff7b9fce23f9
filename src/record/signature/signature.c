#define _POSIX_C_SOURCE 200809L
#include "record/signature/signature.h"

#include <stdint.h>
#include <string.h>
#include <unistd.h>

enum { PIECES = 5, FOLDER_MOST = 4096 };

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

/* Each piece behind its length, so that no two files give the same bytes. */
static int hash_objective(const jx_key *key, const jato_record_info *info,
                          unsigned char hash[JX_HASH_BYTES])
{
  char folder[FOLDER_MOST];
  uint64_t length[PIECES];
  jx_piece framed[2 * PIECES];
  if (!read_folder(info->kind, folder)) return 0;
  const char *what = info->kind == JATO_RECORD_STUDY ? "jato 1 study" : "jato 1 source";
  jx_piece piece[PIECES] = {{what, strlen(what)},
                            {info->problem, strlen(info->problem)},
                            {info->source, strlen(info->source)},
                            {info->data, info->data_count * sizeof *info->data},
                            {folder, strlen(folder)}};
  for (size_t i = 0; i < PIECES; i++) {
    length[i] = piece[i].bytes;
    framed[2 * i] = (jx_piece){&length[i], sizeof length[i]};
    framed[2 * i + 1] = piece[i];
  }
  return jx_hash_pieces(key, framed, 2 * PIECES, hash);
}

void jx_signature_make(const jx_key *key, const jato_record_info *info, char out[JX_SIGNATURE_SIZE])
{
  static const char digits[] = "0123456789abcdef";
  unsigned char hash[JX_HASH_BYTES];
  out[0] = '\0';
  if (!hash_objective(key, info, hash)) return;
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

int jx_signature_is_ours(const jx_key *key, const jato_record_info *info)
{
  unsigned char found[JX_HASH_BYTES], expected[JX_HASH_BYTES];
  return read_signature(info->signature, found) && hash_objective(key, info, expected) &&
         jx_hash_equal(found, expected);
}
