/* record/signature: hashes as published, a key that is one's own, and a signature that is worth
 * nothing for anything else than what was signed. options/guards: what of it confines
 * programs. */
#define _GNU_SOURCE
#include "scratch.h"

#include <string.h>
#include <sys/wait.h>

#include "options/guards.h"
#include "record/signature/key.h"
#include "record/signature/signature.h"

enum { MAKERS = 8 };

static int can_sign(void)
{
  jx_key key;
  return jx_hash_new_key(&key);
}

static void assert_hash(const unsigned char hash[JX_HASH_BYTES], const char *digits)
{
  char text[2 * JX_HASH_BYTES + 1];
  for (size_t i = 0; i < JX_HASH_BYTES; i++) (void)snprintf(text + 2 * i, 3, "%02x", hash[i]);
  assert_string_equal(text, digits);
}

/* RFC 4231, cases 1 and 2: a shorter key is the same as one with zeros behind it. FIPS 180-4's
 * example "abc", in two pieces. */
static void hashes_are_the_published_ones(void **state)
{
  (void)state;
  unsigned char hash[JX_HASH_BYTES];
  jx_key key = {{0}};
  if (!can_sign()) skip();
  memset(key.bytes, 0x0b, 20);
  assert_true(jx_hash_pieces(&key, &(jx_piece){"Hi There", 8}, 1, hash));
  assert_hash(hash, "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  key = (jx_key){"Jefe"};
  jx_piece question[] = {{"what do ya want ", 16}, {"for nothing?", 12}};
  assert_true(jx_hash_pieces(&key, question, 2, hash));
  assert_hash(hash, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  jx_piece abc[] = {{"a", 1}, {NULL, 0}, {"bc", 2}};
  assert_true(jx_hash_pieces(NULL, abc, 3, hash));
  assert_hash(hash, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

static void a_key_is_made_once_by_many(void **state)
{
  scratch *files = *state;
  jato_error error;
  jx_key first, again;
  if (!can_sign()) skip();
  const char *path = scratch_path(files, "config/jato/key");
  for (int i = 0; i < MAKERS; i++)
    if (fork() == 0) _exit(jx_key_read_or_make(path, &first, &error) != JATO_OK);
  for (int i = 0, status = 0; i < MAKERS; i++) {
    assert_true(wait(&status) > 0);
    assert_int_equal(status, 0);
  }
  assert_ok(jx_key_read(path, &first, &error), error);
  assert_ok(jx_key_read_or_make(path, &again, &error), error);
  assert_memory_equal(&first, &again, sizeof first);
  struct stat about;
  assert_int_equal(stat(path, &about), 0);
  assert_int_equal(about.st_mode & 0777, 0600);
  char folder[80];
  (void)snprintf(folder, sizeof folder, "%s/config/jato", files->folder);
  assert_int_equal(stat(folder, &about), 0);
  assert_int_equal(about.st_nlink, 2); /* and no folder in it */
  assert_int_equal(about.st_mode & 0777, 0700);
}

static void a_key_of_others_is_refused(void **state)
{
  scratch *files = *state;
  jato_error error;
  jx_key key;
  if (!can_sign()) skip();
  const char *path = scratch_path(files, "key");
  assert_int_equal(jx_key_read(path, &key, &error), JATO_E_FILE); /* none */
  assert_ok(jx_key_read_or_make(path, &key, &error), error);
  assert_int_equal(chmod(path, 0640), 0);
  assert_int_equal(jx_key_read_or_make(path, &key, &error), JATO_E_FILE);
  assert_non_null(strstr(error.text, "mode 640"));
  assert_int_equal(chmod(path, 0600), 0);
  char link_path[128];
  (void)snprintf(link_path, sizeof link_path, "%s/link", files->folder);
  assert_int_equal(symlink(path, link_path), 0);
  assert_int_equal(jx_key_read_or_make(link_path, &key, &error), JATO_E_FILE);
  assert_int_equal(truncate(path, 31), 0);
  assert_int_equal(jx_key_read_or_make(path, &key, &error), JATO_E_FILE);
  assert_non_null(strstr(error.text, "32 bytes"));
  path = scratch_write(files, "file", "");
  char below[300];
  (void)snprintf(below, sizeof below, "%s/key", path);
  assert_int_equal(jx_key_read_or_make(below, &key, &error), JATO_E_FILE);
}

/* What would be run, in every part. */
static jx_record_info sample(jato_record_kind kind, const char *signature)
{
  static const double data[] = {1, 2};
  return (jx_record_info){.kind = kind,
                          .problem = "name",
                          .source = "text",
                          .data = data,
                          .data_count = 2,
                          .signature = signature};
}

static void only_what_was_signed_is_ours(void **state)
{
  scratch *files = *state;
  char signature[JX_SIGNATURE_SIZE], changed[JX_SIGNATURE_SIZE];
  jx_key key, other;
  if (!jx_hash_new_key(&key) || !jx_hash_new_key(&other)) skip();
  jx_record_info info = sample(JATO_RECORD_SOURCE, signature);
  jx_signature_make(&key, &info, signature);
  assert_int_equal(strlen(signature), JX_SIGNATURE_SIZE - 1);
  assert_true(jx_signature_is_ours(&key, &info));
  assert_false(jx_signature_is_ours(&other, &info));

  jx_record_info wrong[] = {info, info, info, info, info, info, info};
  static const double numbers[] = {1, 3};
  wrong[0].problem = "nam";
  wrong[1].source = "etext"; /* the same letters, cut elsewhere, with the name before it */
  wrong[1].problem = "nam";
  wrong[2].data = numbers;
  wrong[3].data_count = 1;
  wrong[4].kind = JATO_RECORD_STUDY;
  wrong[5].signature = "";
  (void)snprintf(changed, sizeof changed, "%s", signature);
  changed[63] = changed[63] == '0' ? '1' : '0';
  wrong[6].signature = changed;
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
    assert_false(jx_signature_is_ours(&key, &wrong[i]));

  info = sample(JATO_RECORD_STUDY, signature);
  jx_signature_make(&key, &info, signature);
  assert_true(jx_signature_is_ours(&key, &info));
  char *here = getcwd(NULL, 0);
  assert_int_equal(chdir(files->folder), 0);
  assert_false(jx_signature_is_ours(&key, &info)); /* ./sim is another one here */
  assert_int_equal(chdir(here), 0);
  free(here);
}

/* Every guard, set to something. */
static jato_options confined(void)
{
  return (jato_options){.timeout = 1.5,
                        .memory = 1 << 30,
                        .cpu_seconds = 7,
                        .file_size = 1 << 20,
                        .sandbox = 1,
                        .setuid = 1};
}

static void guards_have_one_text(void **state)
{
  char text[JX_GUARDS_SIZE];
  jato_options options = confined();
  (void)state;
  assert_true(jx_guards_write(&options, text));
  assert_string_equal(text, "cpu_time=401c000000000000\nfile_size=100000\nmemory=40000000\n"
                            "sandbox=1\nsetuid=1\ntimeout=3ff8000000000000\n");
  options = (jato_options){.workers = 8, .seed = 7, .timeout = -0.0};
  assert_true(jx_guards_write(&options, text));
  assert_string_equal(text, "");
}

/* What confines is kept, what gives rights is taken back. */
static void permits_are_withdrawn(void **state)
{
  jato_options options = confined(), other = confined();
  (void)state;
  assert_string_equal(jx_guards_withdraw(&options), "setuid");
  other.setuid = 0;
  assert_memory_equal(&options, &other, sizeof options);
  assert_null(jx_guards_withdraw(&options));
}

/* The file's owner signed one set of guards: a looser one is not theirs, nor is a tighter one. */
static void a_changed_guard_is_not_ours(void **state)
{
  char signature[JX_SIGNATURE_SIZE];
  jx_key key;
  (void)state;
  if (!jx_hash_new_key(&key)) skip();
  jx_record_info info = sample(JATO_RECORD_STUDY, signature);
  info.options = confined();
  info.options.setuid = 0;
  jx_signature_make(&key, &info, signature);
  assert_true(jx_signature_is_ours(&key, &info));
  jx_record_info wrong[7];
  for (size_t i = 0; i < 7; i++) wrong[i] = info;
  wrong[0].options.timeout = 0;
  wrong[1].options.memory = 0;
  wrong[2].options.cpu_seconds = 0;
  wrong[3].options.file_size = 0;
  wrong[4].options.sandbox = 0;
  wrong[5].options.setuid = 1;
  wrong[6].options.timeout = 1;
  for (size_t i = 0; i < 7; i++) assert_false(jx_signature_is_ours(&key, &wrong[i]));
  info.options.workers = 9; /* guards nothing */
  assert_true(jx_signature_is_ours(&key, &info));
}

/* HMAC of a version's words, the sample's pieces and more, each behind its length, in hexadecimal
 * digits. */
static void sign_by_hand(const jx_key *key, const jx_record_info *info, const char *words,
                         const char *guards, char out[JX_SIGNATURE_SIZE])
{
  unsigned char hash[JX_HASH_BYTES];
  char *here = info->kind == JATO_RECORD_STUDY ? getcwd(NULL, 0) : strdup("");
  const void *data[] = {words, info->problem, info->source, info->data, here, guards};
  uint64_t length[] = {strlen(words),        strlen(info->problem),
                       strlen(info->source), 16,
                       strlen(here),         guards != NULL ? strlen(guards) : 0};
  jx_piece pieces[12];
  for (size_t i = 0; i < 6; i++) {
    pieces[2 * i] = (jx_piece){&length[i], 8};
    pieces[2 * i + 1] = (jx_piece){data[i], length[i]};
  }
  assert_true(jx_hash_pieces(key, pieces, guards != NULL ? 12 : 10, hash));
  for (size_t i = 0; i < JX_HASH_BYTES; i++) (void)snprintf(out + 2 * i, 3, "%02x", hash[i]);
  free(here);
}

/* Version 1 said nothing of guards: the owner of such a file could take them away, so it is worth
 * nothing for a study, whatever the file says of them now. */
static void a_version_without_guards_is_worth_nothing(void **state)
{
  char old[JX_SIGNATURE_SIZE], now[JX_SIGNATURE_SIZE], by_hand[JX_SIGNATURE_SIZE];
  jx_key key, other;
  (void)state;
  if (!jx_hash_new_key(&key) || !jx_hash_new_key(&other)) skip();
  jx_record_info info = sample(JATO_RECORD_STUDY, old);
  sign_by_hand(&key, &info, "jato 1 study", NULL, old);
  assert_false(jx_signature_is_ours(&key, &info));
  assert_true(jx_signature_is_outdated(&key, &info));
  assert_false(jx_signature_is_outdated(&other, &info));
  info.options.sandbox = 1;
  assert_false(jx_signature_is_ours(&key, &info));
  jx_signature_make(&key, &info, now);
  sign_by_hand(&key, &info, "jato 2 study", "sandbox=1\n", by_hand);
  assert_string_equal(now, by_hand);
  info.signature = now;
  assert_false(jx_signature_is_outdated(&key, &info));

  info = sample(JATO_RECORD_SOURCE, old); /* runs in no program: there is nothing to loosen */
  sign_by_hand(&key, &info, "jato 1 source", NULL, old);
  assert_true(jx_signature_is_ours(&key, &info));
  assert_false(jx_signature_is_outdated(&key, &info));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(hashes_are_the_published_ones),
      cmocka_unit_test_setup_teardown(a_key_is_made_once_by_many, scratch_make, scratch_remove),
      cmocka_unit_test_setup_teardown(a_key_of_others_is_refused, scratch_make, scratch_remove),
      cmocka_unit_test_setup_teardown(only_what_was_signed_is_ours, scratch_make, scratch_remove),
      cmocka_unit_test(guards_have_one_text),
      cmocka_unit_test(permits_are_withdrawn),
      cmocka_unit_test(a_changed_guard_is_not_ours),
      cmocka_unit_test(a_version_without_guards_is_worth_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
