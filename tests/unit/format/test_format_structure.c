/* record/hdf5/structure: a file that HDF5 could be crashed with is refused before HDF5 is asked,
 * and what jato writes is not. Bytes are changed behind HDF5's back, with all checksums made right.
 */
#define _GNU_SOURCE
#include "edit_run.h"
#include "scratch.h"

#include <dirent.h>
#include <fcntl.h>

#include "record/metadata.h"
#include "record/sample.h"

static const jx_format_ops *const format = &jx_hdf5_ops;

typedef struct image {
  uint8_t bytes[1 << 20];
  size_t count;
  metadata_block blocks[1000];
  size_t block_count;
} image;
static image good, changed;

/* Reads all of the file, and a row of the swarm. */
static jato_status open_file(const char *path, jato_error *error)
{
  jato_allocator allocator = jx_allocator_or_default(NULL);
  jx_reader *reader = NULL;
  jx_record_content content;
  double row[64];
  int file = open(path, O_RDONLY);
  assert_true(file >= 0);
  *error = (jato_error){JATO_OK, ""};
  jato_status status = format->open(file, &allocator, &reader, &content, error);
  if (status == JATO_OK && content.info.dim <= 64)
    (void)format->rows(reader, JATO_RECORD_POSITION, 0, 1, row, NULL);
  format->close(&reader);
  assert_int_equal(close(file), 0);
  return status;
}

static void accepted(scratch *s, hid_t edited)
{
  jato_error error;
  assert_true(H5Fclose(edited) >= 0);
  assert_ok(open_file(s->path, &error), error);
}

static void refused(scratch *s, const char *words)
{
  jato_error error;
  assert_int_equal(open_file(s->path, &error), JATO_E_FILE);
  assert_contains(error.text, words);
}

static void take_image(scratch *s, hid_t edited)
{
  if (edited >= 0) assert_true(H5Fclose(edited) >= 0);
  FILE *file = fopen(s->path, "rb");
  good.count = fread(good.bytes, 1, sizeof good.bytes, file);
  assert_true(good.count > 0 && good.count < sizeof good.bytes && fclose(file) == 0);
  good.block_count = metadata_mend(good.bytes, good.count, good.blocks, 1000);
  assert_in_range(good.block_count, 20, 1000);
  changed = good;
}

static void put_image(scratch *s)
{
  (void)metadata_mend(changed.bytes, changed.count, NULL, 0);
  FILE *file = fopen(s->path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(changed.bytes, 1, changed.count, file), changed.count);
  assert_int_equal(fclose(file), 0);
}

/* Where the letters stand for the last time. */
static size_t find(const char *letters)
{
  size_t length = strlen(letters), at = good.count - length;
  while (at > 0 && memcmp(good.bytes + at, letters, length) != 0) at--;
  assert_true(at > 0);
  return at;
}

static void put_address(size_t at, uint64_t address)
{
  memcpy(changed.bytes + at, &address, sizeof address);
}

/* ---- What is refused ---------------------------------------------------------------------------
 */

/* Each of them ended a process that let HDF5 1.10 open it. */
static void files_that_crashed_hdf5_are_refused(void **state)
{
  int count = 0;
  struct dirent *entry;
  DIR *folder = opendir(CRASHING_FILES);
  (void)state;
  assert_non_null(folder);
  while ((entry = readdir(folder)) != NULL) {
    char path[512];
    jato_error error = {JATO_OK, ""};
    jato_record *record = NULL;
    if (strncmp(entry->d_name, "crash_", 6) != 0) continue;
    (void)snprintf(path, sizeof path, "%s/%s", CRASHING_FILES, entry->d_name);
    jato_record_request request = {JATO_RECORD_REQUEST_INIT, .path = path, .only_this = 1};
    assert_int_equal(jato_record_open(&request, &record, &error), JATO_E_FILE);
    assert_null(record);
    assert_contains(error.text, "the run file's ");
    count++;
  }
  assert_int_equal(closedir(folder), 0);
  assert_in_range(count, 23, 1000);
}

static void bytes_belong_to_one_thing(void **state)
{
  scratch *s = *state;
  hid_t file = make_good_run(s);
  assert_true(H5Lcreate_hard(file, "/problem/lower", file, "/problem/again", H5P_DEFAULT,
                             H5P_DEFAULT) >= 0);
  assert_true(H5Fclose(file) >= 0);
  refused(s, "/problem/lower has a message that jato does not write");
  take_image(s, make_good_run(s));
  memcpy(changed.bytes + find("\5upper") + 6, good.bytes + find("\5lower") + 6, 8);
  put_image(s);
  refused(s, "bytes that two parts of it take");
  changed = good;
  put_address(find("\6counts") + 7, 48); /* the root */
  put_image(s);
  refused(s, "has members, which jato does not give it");
  file = make_good_run(s);
  assert_true(H5Ldelete(file, "/state", H5P_DEFAULT) >= 0);
  assert_true(H5Lcreate_soft("/run", file, "/state", H5P_DEFAULT, H5P_DEFAULT) >= 0);
  assert_true(H5Fclose(file) >= 0);
  refused(s, "has a link that jato does not write");
}

/* Everything that is said to be elsewhere in the file, said to be outside of it or at its start. */
static void addresses_lead_into_the_file(void **state)
{
  scratch *s = *state;
  take_image(s, make_good_run(s));
  for (size_t at = 36; at + 8 < good.count; at++) {
    uint64_t address, here = 0;
    memcpy(&address, good.bytes + at, sizeof address);
    for (size_t b = 0; b < good.block_count; b++) here |= good.blocks[b].start == address;
    if (!here || address == 0) continue;
    const uint64_t elsewhere[] = {0, address + 1, good.count, UINT64_MAX - 1};
    for (size_t i = 0; i < sizeof elsewhere / sizeof elsewhere[0]; i++) {
      changed = good;
      put_address(at, elsewhere[i]);
      put_image(s);
      refused(s, "the run file");
    }
  }
}

/* ---- Datasets of many chunks -------------------------------------------------------------------
 */

/* /state/pieces: numbers in chunks of one, all of them written or all but some. */
static hid_t add_pieces(scratch *s, hsize_t count, hsize_t written)
{
  hsize_t one = 1, none = 0;
  static const uint64_t numbers[5000];
  hid_t file = make_good_run(s), space = H5Screate_simple(1, &count, NULL);
  hid_t list = H5Pcreate(H5P_DATASET_CREATE), memory = H5Screate_simple(1, &written, NULL);
  assert_true(H5Pset_chunk(list, 1, &one) >= 0 && H5Pset_fletcher32(list) >= 0);
  hid_t set =
      H5Dcreate2(file, "/state/pieces", H5T_NATIVE_UINT64, space, H5P_DEFAULT, list, H5P_DEFAULT);
  assert_true(H5Sselect_hyperslab(space, H5S_SELECT_SET, &none, NULL, &written, NULL) >= 0);
  assert_true(H5Dwrite(set, H5T_NATIVE_UINT64, memory, space, H5P_DEFAULT, numbers) >= 0);
  assert_true(H5Dclose(set) >= 0 && H5Pclose(list) >= 0 && H5Sclose(space) >= 0);
  assert_true(H5Sclose(memory) >= 0);
  return file;
}

static void all_chunks_are_there(void **state)
{
  scratch *s = *state;
  static const hsize_t counts[] = {2, 1023, 1024, 1025, 2048, 2049, 5000};
  for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
    accepted(s, add_pieces(s, counts[i], counts[i]));
    assert_true(H5Fclose(add_pieces(s, counts[i], counts[i] - 1)) >= 0);
    refused(s, "/state/pieces is not whole");
  }
}

/* Else a small file could stand for a very large one. */
static void chunks_are_not_used_twice(void **state)
{
  scratch *s = *state;
  uint64_t chunk;
  enum { BEFORE = 14, ELEMENT = 8 + 2 + 4 };
  take_image(s, add_pieces(s, 100, 100));
  size_t at = find("FADB") + BEFORE;
  memcpy(&chunk, good.bytes + at, sizeof chunk);
  put_address(at + ELEMENT, chunk);
  put_image(s);
  refused(s, "bytes that two parts of it take");
  changed = good;
  memset(changed.bytes + at + 8, 0xff, 1); /* its size */
  put_image(s);
  refused(s, "/state/pieces is not stored as jato stores it");
  changed = good;
  changed.bytes[at + 10] = 1; /* without its checksum */
  put_image(s);
  refused(s, "/state/pieces is not stored as jato stores it");
}

/* ---- Groups of many members --------------------------------------------------------------------
 */

/* Members that jato passes over; beyond 64 of them HDF5 keeps the links in a heap of their own. */
static hid_t add_members(scratch *s, int count)
{
  char name[64];
  double number = 1;
  hsize_t one[2] = {1, 1};
  hid_t file = make_good_run(s), space = H5Screate_simple(2, one, NULL);
  hid_t list = H5Pcreate(H5P_DATASET_CREATE);
  assert_true(H5Pset_chunk(list, 2, one) >= 0 && H5Pset_fletcher32(list) >= 0);
  for (int i = 0; i < count; i++) {
    (void)snprintf(name, sizeof name, "/state/strategy_of_a_long_name_%d", i);
    hid_t set = H5Dcreate2(file, name, H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, list, H5P_DEFAULT);
    assert_true(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, &number) >= 0);
    assert_true(H5Dclose(set) >= 0);
  }
  assert_true(H5Pclose(list) >= 0 && H5Sclose(space) >= 0);
  return file;
}

static void groups_may_have_many_members(void **state)
{
  static const int counts[] = {62, 63, 64, 70, 100, 127, 200};
  for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
    accepted(*state, add_members(*state, counts[i]));
}

/* Any byte of what holds the members may be anything: the file is refused, or read as well. */
static void lists_of_members_are_not_believed(void **state)
{
  scratch *s = *state;
  static const char *const parts[] = {"FRHP", "FHIB", "FHDB", "BTHD", "BTIN", "BTLF"};
  long refusals = 0, all = 0;
  take_image(s, add_members(s, 70));
  for (size_t p = 0; p < sizeof parts / sizeof parts[0]; p++) {
    size_t begin = find(parts[p]);
    for (size_t at = begin; at < begin + 160; at++) {
      jato_error error;
      changed = good;
      changed.bytes[at] ^= (uint8_t)(at % 3 == 0 ? 0xff : 1);
      put_image(s);
      jato_status status = open_file(s->path, &error);
      assert_true(status == JATO_OK || (status == JATO_E_FILE && error.text[0] != '\0'));
      refusals += status != JATO_OK;
      all++;
    }
  }
  assert_in_range(refusals, all / 4, all);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(files_that_crashed_hdf5_are_refused),
      cmocka_unit_test(bytes_belong_to_one_thing),
      cmocka_unit_test(addresses_lead_into_the_file),
      cmocka_unit_test(all_chunks_are_there),
      cmocka_unit_test(chunks_are_not_used_twice),
      cmocka_unit_test(groups_may_have_many_members),
      cmocka_unit_test(lists_of_members_are_not_believed),
  };
  assert_true(H5Eset_auto2(H5E_DEFAULT, NULL, NULL) >= 0);
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
