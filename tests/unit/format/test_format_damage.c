/* contract/format.h: damaged files, memory that cannot be had, and HDF5's own filter as the truth
 * for checksums. */
#define _GNU_SOURCE
#include "edit_run.h"
#include "scratch.h"

#include <fcntl.h>
#include <hdf5.h>

#include "record/files/fletcher.h"
#include "record/sample.h"

static const jx_format_ops *const format = &jx_hdf5_ops;

static int make_good(scratch *s, const char *name)
{
  sample made;
  jato_error error = {JATO_OK, ""};
  jato_allocator allocator = jx_allocator_or_default(NULL);
  int file = open(scratch_path(s, name), O_RDWR | O_CREAT | O_TRUNC, 0600);
  assert_true(file >= 0);
  sample_make(&sample_usual, &made);
  assert_ok(sample_write(&made, file, &allocator, &error), error);
  sample_free(&made);
  return file;
}

/* All that the file says, as one hash; 0 when it is refused. */
static uint64_t read_all(int file, const jato_allocator *allocator, jato_error *error)
{
  jx_reader *reader = NULL;
  jx_record_content content;
  double rows[300];
  uint64_t sum = 14695981039346656037u;
  if (format->open(file, allocator, &reader, &content, error) != JATO_OK) return 0;
  const jx_record_info i = content.info;
#define ADD(data, bytes)                       \
  for (size_t b = 0; b < (size_t)(bytes); b++) \
  sum = (sum ^ ((const unsigned char *)(data))[b]) * 1099511628211u
  const char *const texts[] = {i.version,        i.compiler,     i.host,
                               i.saved_at,       i.problem,      i.source,
                               i.result.device,  i.result.built, i.options.algorithm,
                               i.options.device, i.options.walls};
  for (size_t t = 0; t < sizeof texts / sizeof texts[0]; t++) ADD(texts[t], strlen(texts[t]));
  const uint64_t counts[] = {i.options.seed,          i.options.iterations,
                             i.options.evaluations,   i.options.stall,
                             i.planned_iterations,    i.result.iterations,
                             i.improved_at,           i.result.evaluations,
                             i.result.nonfinite,      i.row_stride,
                             i.frame_stride,          i.result.swarm_bytes,
                             i.result.digest,         (uint64_t)i.kind,
                             (uint64_t)i.result.stop, (uint64_t)i.state_version};
  const double reals[] = {i.options.seconds, i.options.target, i.result.best, i.result.seconds,
                          i.result.build_seconds};
  ADD(counts, sizeof counts);
  ADD(reals, sizeof reals);
  ADD(i.lower, 8 * i.dim);
  ADD(i.upper, 8 * i.dim);
  ADD(i.x, 8 * i.dim);
  ADD(i.data, 8 * i.data_count);
  ADD(i.rows, sizeof *i.rows * i.row_count);
  ADD(i.row_x, 8 * i.row_count * i.dim);
  ADD(i.frame_iteration, 8 * i.frame_count);
  ADD(i.frame_x, 16 * i.frame_count * i.frame_particles);
  for (size_t a = 0; a < i.state_count; a++)
    ADD(i.state[a].data, 8 * i.state[a].rows * i.state[a].columns);
  int good = 1;
  for (int f = 0; good && f < 4; f++) {
    good = format->rows(reader, (jato_record_field)f, 0, 100, rows, error) == JATO_OK;
    if (good) ADD(rows, f == 3 ? 800 : 2400);
  }
#undef ADD
  format->close(&reader);
  return good ? sum : 0;
}

/* Any changed byte is found, or is one that is never read. */
static void changed_bytes_are_found(void **state)
{
  struct stat status;
  jato_error error = {JATO_OK, ""};
  jato_allocator allocator = jx_allocator_or_default(NULL);
  int file = make_good(*state, "run"), found = 0, idle = 0;
  uint64_t whole = read_all(file, &allocator, &error);
  assert_true(whole != 0 && fstat(file, &status) == 0);
  for (off_t at = 0; at < status.st_size; at += 11) {
    unsigned char byte, changed;
    assert_int_equal(pread(file, &byte, 1, at), 1);
    changed = (unsigned char)(byte ^ (1u << at % 8));
    assert_int_equal(pwrite(file, &changed, 1, at), 1);
    error = (jato_error){JATO_OK, ""};
    uint64_t sum = read_all(file, &allocator, &error);
    if (sum == 0) {
      found++;
      assert_int_equal(error.status, JATO_E_FILE);
      assert_true(error.text[0] != '\0');
    } else {
      idle++;
      assert_true(sum == whole);
    }
    assert_int_equal(pwrite(file, &byte, 1, at), 1);
  }
  assert_true(found > 500);
  print_message("%d changed bytes found, %d of no meaning\n", found, idle);
  assert_int_equal(close(file), 0);
}

static void cut_files_are_refused(void **state)
{
  struct stat status;
  jato_error error = {JATO_OK, ""};
  jato_allocator allocator = jx_allocator_or_default(NULL);
  int file = make_good(*state, "run");
  assert_int_equal(fstat(file, &status), 0);
  for (off_t length = status.st_size - 1; length >= 0; length -= 1 + length / 20) {
    assert_int_equal(ftruncate(file, length), 0);
    assert_int_equal(read_all(file, &allocator, &error), 0);
    assert_int_equal(error.status, JATO_E_FILE);
  }
  assert_int_equal(close(file), 0);
}

/* Whether rows of particles are what was written; or else the reason why there are none. */
static int has_rows(const jx_format_ops *by, jx_reader *reader, jato_error *error)
{
  double rows[300];
  for (int f = 0; f < 4; f++) {
    size_t per = f == JATO_RECORD_VALUE ? 1 : 3;
    if (by->rows(reader, (jato_record_field)f, 0, 100, rows, error) != JATO_OK) return 0;
    for (size_t i = 0; i < 100 * per; i++) {
      double wanted = sample_number((jato_record_field)f, i / per, i % per);
      assert_memory_equal(&rows[i], &wanted, sizeof wanted);
    }
  }
  return 1;
}

/* After it was found good and before its swarm is read: what is gone does not come as zeros. */
static void files_cut_while_they_are_read_are_refused(void **state)
{
  static char bytes[1 << 20];
  jato_error error = {JATO_OK, ""};
  jato_allocator allocator = jx_allocator_or_default(NULL);
  int file = make_good(*state, "run"), refused = 0;
  ssize_t whole = pread(file, bytes, sizeof bytes, 0);
  assert_in_range(whole, 10000, sizeof bytes - 1);
  for (const jx_format_ops *by = format; by != NULL; by = by->forked)
    for (off_t length = 0; length <= whole; length += by == format ? 97 : 997) {
      jx_reader *reader = NULL;
      jx_record_content content;
      assert_ok(by->open(file, &allocator, &reader, &content, &error), error);
      assert_int_equal(ftruncate(file, length), 0);
      if (!has_rows(by, reader, &error)) {
        refused++;
        assert_int_equal(error.status, JATO_E_FILE);
        assert_contains(error.text, "cannot be read: the file is cut off before its end");
      }
      by->close(&reader);
      assert_int_equal(pwrite(file, bytes, (size_t)whole, 0), whole);
    }
  assert_in_range(refused, 10, 1000);
  assert_int_equal(close(file), 0);
}

/* The seal comes after the end of HDF5's own space. */
static void bytes_behind_the_end_do_not_matter(void **state)
{
  jato_error error = {JATO_OK, ""};
  jato_allocator allocator = jx_allocator_or_default(NULL);
  int file = make_good(*state, "run");
  uint64_t whole = read_all(file, &allocator, &error);
  assert_true(lseek(file, 0, SEEK_END) > 0);
  assert_int_equal(write(file, "jatoseal 32 bytes of some sort.", 32), 32);
  assert_true(read_all(file, &allocator, &error) == whole);
  assert_int_equal(close(file), 0);
}

/* A link to another file is not followed, and what a later jato adds is passed over. */
static void only_this_file_is_read(void **state)
{
  scratch *s = *state;
  jato_error error = {JATO_OK, ""};
  jato_allocator allocator = jx_allocator_or_default(NULL);
  assert_int_equal(close(make_good(s, "other")), 0);
  int file = make_good(s, "run");
  uint64_t whole = read_all(file, &allocator, &error);
  hid_t changed = edit_run(s->path);
  assert_true(H5Gclose(H5Gcreate2(changed, "later", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT)) >= 0);
  assert_true(H5Fclose(changed) >= 0);
  assert_true(read_all(file, &allocator, &error) == whole);
  changed = edit_run(s->path);
  assert_true(H5Ldelete(changed, "/run", H5P_DEFAULT) >= 0);
  assert_true(H5Lcreate_external("other", "/run", changed, "run", H5P_DEFAULT, H5P_DEFAULT) >= 0);
  assert_true(H5Fclose(changed) >= 0);
  assert_int_equal(read_all(file, &allocator, &error), 0);
  assert_contains(error.text, "root has a link that jato does not write");
  assert_int_equal(close(file), 0);
}

static void same_run_same_bytes(void **state)
{
  struct stat one, other;
  int a = make_good(*state, "a"), b = make_good(*state, "b");
  assert_true(fstat(a, &one) == 0 && fstat(b, &other) == 0);
  assert_int_equal(one.st_size, other.st_size);
  for (off_t at = 0; at < one.st_size; at += 512) {
    char left[512], right[512];
    ssize_t count = pread(a, left, sizeof left, at);
    assert_true(count > 0 && pread(b, right, sizeof right, at) == count);
    assert_memory_equal(left, right, (size_t)count);
  }
  assert_true(close(a) == 0 && close(b) == 0);
}

static void memory_that_cannot_be_had_is_told(void **state)
{
  sample made;
  int file = make_good(*state, "run"), again = make_good(*state, "again");
  sample_make(&sample_usual, &made);
  for (int writes = 0; writes < 2; writes++) {
    long needed = 0;
    for (long last = 0; needed == 0; last++) {
      counted count = {.last = last};
      jato_allocator allocator = {counted_allocate, counted_release, &count};
      jato_error error = {JATO_OK, ""};
      int good = writes ? sample_write(&made, again, &allocator, &error) == JATO_OK
                        : read_all(file, &allocator, &error) != 0;
      assert_int_equal(count.held, 0);
      if (good) needed = last;
      if (!good) assert_int_equal(error.status, JATO_E_MEMORY);
    }
    assert_in_range(needed, 5, 200);
  }
  sample_free(&made);
  assert_true(close(file) == 0 && close(again) == 0);
}

/* HDF5 writes numbers through its filter; what it stored is the numbers and our checksum. */
static void checksums_are_hdf5s(void **state)
{
  scratch *s = *state;
  static const hsize_t lengths[] = {1, 2, 3, 15, 16, 17, 719, 720, 721, 4096, 4097, 65535, 100001};
  for (size_t i = 0; i < 3 * sizeof lengths / sizeof lengths[0]; i++) {
    hsize_t count = lengths[i / 3], offset = 0;
    unsigned char *data = malloc(count + 4), *stored = malloc(count + 4);
    uint32_t mask = 1;
    for (size_t b = 0; b < count; b++)
      data[b] = (unsigned char)(i % 3 == 0 ? 0 : i % 3 == 1 ? 255 : b * b % 251);
    hid_t file = H5Fcreate(scratch_path(s, "filter"), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    hid_t space = H5Screate_simple(1, &count, NULL), list = H5Pcreate(H5P_DATASET_CREATE);
    assert_true(H5Pset_chunk(list, 1, &count) >= 0 && H5Pset_fletcher32(list) >= 0);
    hid_t set = H5Dcreate2(file, "x", H5T_NATIVE_UINT8, space, H5P_DEFAULT, list, H5P_DEFAULT);
    assert_true(H5Dwrite(set, H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) >= 0);
    assert_true(H5Dflush(set) >= 0);
    assert_true(H5Dread_chunk(set, H5P_DEFAULT, &offset, &mask, stored) >= 0);
    jx_fletcher32_append(data, count);
    assert_memory_equal(stored, data, count + 4);
    assert_true(H5Dclose(set) >= 0 && H5Pclose(list) >= 0 && H5Sclose(space) >= 0);
    assert_true(H5Fclose(file) >= 0);
    free(data);
    free(stored);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(changed_bytes_are_found),
      cmocka_unit_test(cut_files_are_refused),
      cmocka_unit_test(files_cut_while_they_are_read_are_refused),
      cmocka_unit_test(bytes_behind_the_end_do_not_matter),
      cmocka_unit_test(only_this_file_is_read),
      cmocka_unit_test(same_run_same_bytes),
      cmocka_unit_test(memory_that_cannot_be_had_is_told),
      cmocka_unit_test(checksums_are_hdf5s),
  };
  /* HDF5 before 1.14.5 loses a little memory where an object's header is damaged, and says so at
   * the end of the process unless it is to be quiet. */
  assert_true(H5Eset_auto2(H5E_DEFAULT, NULL, NULL) >= 0);
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
