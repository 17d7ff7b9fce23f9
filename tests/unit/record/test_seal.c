/* record/files/seal.h: every changed byte and every missing end is seen, and the words say what it
 * is. */
#define _GNU_SOURCE
#include "scratch.h"

#include <fcntl.h>

#include "base/digest.h"
#include "record/files/seal.h"

enum { LENGTH = 200, WHOLE = LENGTH + JX_SEAL_BYTES };

static int open_new(scratch *s, const void *bytes, size_t length)
{
  int file = open(scratch_path(s, "file"), O_CREAT | O_TRUNC | O_RDWR, 0600);
  assert_true(file >= 0);
  assert_int_equal(write(file, bytes, length), length);
  return file;
}

/* A sealed file of LENGTH bytes, the first of which are `head`. */
static int open_sealed(scratch *s, const char *head, unsigned char *out)
{
  unsigned char bytes[LENGTH];
  jato_error error;
  for (int i = 0; i < LENGTH; i++) bytes[i] = (unsigned char)(i * 7);
  memcpy(bytes, head, strlen(head));
  int file = open_new(s, bytes, LENGTH);
  assert_ok(jx_seal_write(file, &error), error);
  assert_int_equal(pread(file, out, WHOLE, 0), WHOLE);
  assert_memory_equal(out, bytes, LENGTH);
  return file;
}

/* By the words of the header, without looking at the code. */
static void seal_is_as_described(void **state)
{
  unsigned char bytes[WHOLE];
  int file = open_sealed(*state, "", bytes);
  jato_error error;
  const unsigned char *seal = bytes + LENGTH;
  static const unsigned char wanted[24] = {'j', 'a', 't', 'o', 's', 'e', 'a', 'l',   1,
                                           0,   0,   0,   0,   0,   0,   0,   LENGTH};
  jx_digest digest;
  uint64_t found = 0;
  assert_memory_equal(seal, wanted, sizeof wanted);
  jx_digest_begin(&digest);
  jx_digest_add(&digest, bytes, LENGTH + 24);
  for (int i = 7; i >= 0; i--) found = found << 8 | seal[24 + i];
  assert_int_equal(found, jx_digest_end(&digest));
  assert_ok(jx_seal_check(file, "run.h5", &error), error);
  assert_int_equal(close(file), 0);
}

static void check_fails(int file, const char *words)
{
  jato_error error = {JATO_OK, ""};
  assert_int_equal(jx_seal_check(file, "run.h5", &error), JATO_E_FILE);
  assert_int_equal(strncmp(error.text, "run.h5: ", 8), 0);
  assert_contains(error.text, words);
  assert_int_equal(jx_seal_check(file, "run.h5", NULL), JATO_E_FILE);
}

static void every_bit_counts(void **state)
{
  unsigned char bytes[WHOLE];
  int file = open_sealed(*state, "", bytes);
  jato_error error;
  for (int i = 0; i < 8 * WHOLE; i++) {
    unsigned char changed = (unsigned char)(bytes[i / 8] ^ 1u << i % 8);
    assert_int_equal(pwrite(file, &changed, 1, i / 8), 1);
    check_fails(file, "");
    assert_int_equal(pwrite(file, &bytes[i / 8], 1, i / 8), 1);
  }
  assert_ok(jx_seal_check(file, "run.h5", &error), error);
  assert_int_equal(close(file), 0);
}

static void every_length_counts(void **state)
{
  unsigned char bytes[WHOLE + 1] = {0};
  int file = open_sealed(*state, "", bytes);
  jato_error error;
  for (int length = 0; length < WHOLE; length++) {
    assert_int_equal(ftruncate(file, length), 0);
    check_fails(file, length == 0 ? "empty" : "neither begins nor ends");
    assert_int_equal(pwrite(file, bytes, WHOLE, 0), WHOLE);
  }
  assert_int_equal(pwrite(file, bytes, WHOLE + 1, 0), WHOLE + 1);
  check_fails(file, "");
  assert_int_equal(ftruncate(file, WHOLE), 0);
  assert_ok(jx_seal_check(file, "run.h5", &error), error);
  assert_int_equal(close(file), 0);
}

/* Bytes that were taken out of the middle leave a seal of another length. */
static void middle_cannot_be_cut_out(void **state)
{
  unsigned char bytes[WHOLE];
  assert_int_equal(close(open_sealed(*state, "", bytes)), 0);
  memmove(bytes + 10, bytes + 20, WHOLE - 20);
  int file = open_new(*state, bytes, WHOLE - 10);
  check_fails(file, "it was sealed with 200 bytes and has 190");
  assert_int_equal(close(file), 0);
}

/* HDF5's superblock of version 3 says how long a file is: 200 bytes, at offset 28. */
static void hdf5_says_how_long_it_was(void **state)
{
  unsigned char bytes[WHOLE];
  char head[] = "\x89HDF\r\n\x1a\n\x03........................";
  int file = open_sealed(*state, head, bytes);
  memset(bytes + 28, 0, 8);
  bytes[28] = LENGTH;
  assert_int_equal(close(file), 0);
  file = open_new(*state, bytes, LENGTH);
  assert_int_equal(jx_seal_look(file), JX_SIGHT_HDF5);
  check_fails(file, "HDF5 without the seal");
  assert_int_equal(ftruncate(file, 150), 0);
  check_fails(file, "cut off after 150 of 232 bytes");
  assert_int_equal(ftruncate(file, 20), 0);
  check_fails(file, "HDF5 without the seal");
  assert_int_equal(close(file), 0);
}

/* Superblocks of versions before 2 say it elsewhere; a length that cannot be is none. */
static void lengths_that_hdf5_does_not_say(void **state)
{
  unsigned char bytes[WHOLE] = "\x89HDF\r\n\x1a\n\x02";
  bytes[28] = LENGTH;
  int file = open_new(*state, bytes, 150);
  check_fails(file, "cut off after 150 of 232 bytes");
  bytes[8] = 1;
  check_fails(open_new(*state, bytes, 150), "HDF5 without the seal");
  bytes[8] = 2;
  bytes[28] = 10; /* less than there is */
  check_fails(open_new(*state, bytes, 150), "HDF5 without the seal");
  memset(bytes + 28, 0xff, 8);
  check_fails(open_new(*state, bytes, 150), "HDF5 without the seal");
  memset(bytes + 28, 0, 8);
  check_fails(open_new(*state, bytes, 150), "HDF5 without the seal");
}

static void looks(void **state)
{
  unsigned char bytes[WHOLE];
  int file = open_sealed(*state, "", bytes);
  assert_int_equal(jx_seal_look(file), JX_SIGHT_SEALED);
  assert_int_equal(ftruncate(file, WHOLE - 1), 0);
  assert_int_equal(jx_seal_look(file), JX_SIGHT_OTHER);
  assert_int_equal(ftruncate(file, 0), 0);
  assert_int_equal(jx_seal_look(file), JX_SIGHT_EMPTY);
  assert_int_equal(close(file), 0);
  assert_int_equal(jx_seal_look(file), JX_SIGHT_OTHER);
  check_fails(file, "Bad file descriptor");
}

/* More than one piece of reading. */
static void long_files_are_read_whole(void **state)
{
  enum { LONG = 300001 };
  static unsigned char bytes[LONG];
  jato_error error;
  for (int i = 0; i < LONG; i++) bytes[i] = (unsigned char)(i * 31 >> 3);
  int file = open_new(*state, bytes, LONG);
  assert_ok(jx_seal_write(file, &error), error);
  assert_ok(jx_seal_check(file, "run.h5", &error), error);
  for (int i = 0; i < LONG; i += 29999) {
    unsigned char changed = (unsigned char)(bytes[i] ^ 0x80);
    assert_int_equal(pwrite(file, &changed, 1, i), 1);
    check_fails(file, "some of its 300001 bytes are not what was written");
    assert_int_equal(pwrite(file, &bytes[i], 1, i), 1);
  }
  assert_int_equal(close(file), 0);
}

static void a_file_that_cannot_be_written_is_said(void **state)
{
  jato_error error;
  assert_int_equal(jx_seal_write(-1, &error), JATO_E_FILE);
  assert_contains(error.text, "Bad file descriptor");
  const char *path = scratch_write(*state, "file", "text");
  int file = open(path, O_RDONLY);
  assert_int_equal(jx_seal_write(file, &error), JATO_E_FILE);
  assert_contains(error.text, "Bad file descriptor");
  assert_int_equal(close(file), 0);
}

#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, scratch_make, scratch_remove)

int main(void)
{
  const struct CMUnitTest tests[] = {
      WITH_FOLDER(seal_is_as_described),
      WITH_FOLDER(every_bit_counts),
      WITH_FOLDER(every_length_counts),
      WITH_FOLDER(middle_cannot_be_cut_out),
      WITH_FOLDER(hdf5_says_how_long_it_was),
      WITH_FOLDER(looks),
      WITH_FOLDER(lengths_that_hdf5_does_not_say),
      WITH_FOLDER(long_files_are_read_whole),
      WITH_FOLDER(a_file_that_cannot_be_written_is_said),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
