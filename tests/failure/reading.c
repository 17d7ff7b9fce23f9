/* A run file that cannot be read although nothing is wrong with it: the k-th call of HDF5, read of
 * the disk (and all behind it) or allocation fails, for every k. Each time the caller gets this in
 * words, and every piece of memory and every handle of HDF5 is given back. */
#define _GNU_SOURCE
#include "scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <hdf5.h>
#include <limits.h>

#include "base/system.h"
#include "record/files/seal.h"
#include "record/sample.h"

static const jx_format_ops *const format = &jx_hdf5_ops;

/* Calls of HDF5 that the linker sends here, and which of them is to fail (counted from 1; 0: none).
 */
static int calls, fails_at;

static int fails(void) { return ++calls == fails_at; }

/* Spaces and lists of properties that are open; files and what is in them HDF5 can count itself. */
static long held;

static hid_t count_in(hid_t opened)
{
  held += opened >= 0;
  return opened;
}

/* FAILING(what it returns, its name, its parameters, their names, what it returns as it fails) */
#define FAILING(type, name, parameters, arguments, failure) \
  type __real_##name parameters;                            \
  type __wrap_##name parameters;                            \
  type __wrap_##name parameters { return fails() ? (failure) : __real_##name arguments; }

#define OPENING(name, parameters, arguments) \
  hid_t __real_##name parameters;            \
  hid_t __wrap_##name parameters;            \
  hid_t __wrap_##name parameters { return fails() ? -1 : count_in(__real_##name arguments); }

#define CLOSING(name)             \
  herr_t __real_##name(hid_t id); \
  herr_t __wrap_##name(hid_t id); \
  herr_t __wrap_##name(hid_t id)  \
  {                               \
    held--;                       \
    return __real_##name(id);     \
  }

CLOSING(H5Sclose)
CLOSING(H5Pclose)
FAILING(hid_t, H5Fopen, (const char *name, unsigned flags, hid_t list), (name, flags, list), -1)
FAILING(htri_t, H5Lexists, (hid_t at, const char *name, hid_t list), (at, name, list), -1)
FAILING(hid_t, H5Gopen2, (hid_t at, const char *name, hid_t list), (at, name, list), -1)
FAILING(htri_t, H5Aexists, (hid_t at, const char *name), (at, name), -1)
FAILING(hid_t, H5Aopen, (hid_t at, const char *name, hid_t list), (at, name, list), -1)
OPENING(H5Aget_space, (hid_t attribute), (attribute))
FAILING(hid_t, H5Aget_type, (hid_t attribute), (attribute), -1)
FAILING(herr_t, H5Aread, (hid_t attribute, hid_t type, void *to), (attribute, type, to), -1)
FAILING(hid_t, H5Dopen2, (hid_t at, const char *name, hid_t list), (at, name, list), -1)
FAILING(hid_t, H5Dget_type, (hid_t set), (set), -1)
OPENING(H5Dget_space, (hid_t set), (set))
FAILING(herr_t, H5Dread, (hid_t set, hid_t type, hid_t to, hid_t from, hid_t list, void *data),
        (set, type, to, from, list, data), -1)
OPENING(H5Pcreate, (hid_t kind), (kind))
FAILING(herr_t, H5Pset_chunk_cache, (hid_t list, size_t slots, size_t bytes, double preemption),
        (list, slots, bytes, preemption), -1)
FAILING(htri_t, H5Sis_simple, (hid_t space), (space), -1)
FAILING(int, H5Sget_simple_extent_dims, (hid_t space, hsize_t size[], hsize_t most[]),
        (space, size, most), -1)
OPENING(H5Screate_simple, (int rank, const hsize_t size[], const hsize_t most[]),
        (rank, size, most))
FAILING(herr_t, H5Sselect_hyperslab,
        (hid_t space, H5S_seloper_t how, const hsize_t start[], const hsize_t step[],
         const hsize_t count[], const hsize_t block[]),
        (space, how, start, step, count, block), -1)

/* Reads of the disk, from one on: with an error, or as if the file had become shorter. */
static int reads, read_fails_at, becomes_shorter;

int64_t __real_jx_system_read(int file, void *to, size_t bytes, uint64_t offset);
int64_t __wrap_jx_system_read(int file, void *to, size_t bytes, uint64_t offset);

int64_t __wrap_jx_system_read(int file, void *to, size_t bytes, uint64_t offset)
{
  if (++reads < read_fails_at || read_fails_at == 0)
    return __real_jx_system_read(file, to, bytes, offset);
  errno = EIO;
  return becomes_shorter ? 0 : -1;
}

/* ---- Reading -----------------------------------------------------------------------------------
 */

/* With all that a file may hold: outcomes that wait, a signature, a mean of samples. */
static void fill(sample *made)
{
  static const unsigned char told[100] = {1};
  static const double numbers[100];
  static const uint32_t arrival[2] = {3, 1};
  jx_record_info *info = &made->content.info;
  assert_int_equal(info->options.particles, 100);
  info->options.order = "arrival";
  info->signature = "0123456789abcdef";
  info->result.samples = 2;
  made->content.outcomes = (jx_outcomes){.marks = told,
                                         .ranks = numbers,
                                         .values = numbers,
                                         .violations = numbers,
                                         .count = 100,
                                         .arrival = arrival,
                                         .arrival_count = 2};
}

/* A good file, open. */
static int make_good(scratch *s)
{
  sample made;
  jato_error error = {JATO_OK, ""};
  jato_allocator allocator = jx_allocator_or_default(NULL);
  int file = open(scratch_path(s, "run"), O_RDWR | O_CREAT | O_TRUNC, 0600);
  assert_true(file >= 0);
  sample_make(&sample_usual, &made);
  fill(&made);
  assert_ok(sample_write(&made, file, &allocator, &error), error);
  sample_free(&made);
  return file;
}

/* Opens the file, reads a particle, closes it; nothing may be left. */
static jato_status read_all(int file, counted *memory, jato_error *error)
{
  jato_allocator allocator = {counted_allocate, counted_release, memory};
  jx_reader *reader = NULL;
  jx_record_content content;
  double x[64];
  long before = held;
  assert_true(sample_usual.dim <= sizeof x / sizeof x[0]);
  *error = (jato_error){JATO_OK, ""};
  jato_status status = format->open(file, &allocator, &reader, &content, error);
  assert_int_equal(status == JATO_OK, reader != NULL);
  if (status == JATO_OK) status = format->rows(reader, JATO_RECORD_POSITION, 1, 1, x, error);
  format->close(&reader);
  assert_int_equal(memory->held, 0);
  assert_int_equal(held, before);
  assert_int_equal(H5Fget_obj_count(H5F_OBJ_ALL, H5F_OBJ_ALL), 0);
  return status;
}

static void every_failure_of_hdf5_is_told(void **state)
{
  int file = make_good(*state), told = 0;
  jato_error error;
  calls = fails_at = 0;
  assert_ok(read_all(file, &(counted){.last = LONG_MAX}, &error), error);
  int all = calls;
  assert_in_range(all, 300, 3000);
  for (int k = 1; k <= all; k++) {
    calls = 0;
    fails_at = k;
    jato_status status = read_all(file, &(counted){.last = LONG_MAX}, &error);
    if (status == JATO_OK) continue; /* it was asked whether something is there that may miss */
    assert_int_equal(status, JATO_E_FILE);
    assert_int_not_equal(strlen(error.text), 0);
    told++;
  }
  fails_at = 0;
  assert_in_range(told, all * 9 / 10, all);
  assert_int_equal(close(file), 0);
}

static void every_lack_of_memory_is_told(void **state)
{
  int file = make_good(*state);
  jato_error error;
  counted whole = {.last = LONG_MAX};
  assert_ok(read_all(file, &whole, &error), error);
  for (long k = 0; k < whole.made; k++) {
    assert_int_equal(read_all(file, &(counted){.last = k}, &error), JATO_E_MEMORY);
    assert_contains(error.text, "memory");
  }
  assert_int_equal(close(file), 0);
}

/* Opens <folder>/run as users do, and looks at a particle. */
static jato_status open_run(scratch *s, int only_this, counted *memory, jato_error *error)
{
  jato_allocator allocator = {counted_allocate, counted_release, memory};
  jato_record *record = NULL;
  double x[64];
  long before = held;
  char path[300];
  (void)snprintf(path, sizeof path, "%s", scratch_path(s, "run"));
  jato_record_request request = {JATO_RECORD_REQUEST_INIT, .path = path, .only_this = only_this,
                                 .allocator = &allocator};
  *error = (jato_error){JATO_OK, ""};
  jato_status status = jato_record_open(&request, &record, error);
  assert_int_equal(status == JATO_OK, record != NULL);
  if (status == JATO_OK)
    status = jato_record_particles(record, JATO_RECORD_POSITION, 1, 1, x, error);
  jato_record_close(&record);
  assert_int_equal(memory->held, 0);
  assert_int_equal(held, before);
  assert_int_equal(H5Fget_obj_count(H5F_OBJ_ALL, H5F_OBJ_ALL), 0);
  return status;
}

static void every_read_of_the_disk_is_told(void **state)
{
  jato_error error;
  int file = make_good(*state);
  assert_ok(jx_seal_write(file, &error), error);
  for (becomes_shorter = 0; becomes_shorter <= 1; becomes_shorter++) {
    reads = read_fails_at = 0;
    assert_ok(open_run(*state, 1, &(counted){.last = LONG_MAX}, &error), error);
    int all = reads, told = 0;
    assert_in_range(all, 10, 3000);
    for (int k = 1; k <= all; k++) {
      reads = 0;
      read_fails_at = k;
      jato_status status = open_run(*state, 1, &(counted){.last = LONG_MAX}, &error);
      if (status == JATO_OK) continue;
      assert_int_equal(status, JATO_E_FILE);
      assert_int_not_equal(strlen(error.text), 0);
      told++;
    }
    assert_int_equal(told, all);
    reads = 0; /* as it is written, what was written is read back */
    read_fails_at = 1;
    assert_int_equal(jx_seal_write(file, &error), JATO_E_FILE);
    assert_contains(error.text, becomes_shorter ? "it has become shorter" : "Input/output error");
    read_fails_at = 0;
  }
  assert_int_equal(close(file), 0);
}

static void copy_to(scratch *s, int file, const char *name)
{
  static char bytes[1 << 20];
  ssize_t count = pread(file, bytes, sizeof bytes, 0);
  int copy = open(scratch_path(s, name), O_RDWR | O_CREAT | O_TRUNC, 0600);
  assert_true(copy >= 0 && count > 0 && count < (ssize_t)sizeof bytes);
  assert_int_equal(write(copy, bytes, (size_t)count), count);
  assert_int_equal(close(copy), 0);
}

/* Whichever of the files of a run is being looked at. */
static void a_lack_of_memory_is_no_damage(void **state)
{
  static const char *const beside[] = {"run.new", "run.1"};
  for (int i = 0; i < 2; i++) {
    jato_error error;
    counted whole = {.last = LONG_MAX};
    int file = make_good(*state);
    assert_ok(jx_seal_write(file, &error), error);
    copy_to(*state, file, beside[i]);
    if (i == 1) assert_int_equal(unlink(scratch_path(*state, "run")), 0);
    assert_ok(open_run(*state, 0, &whole, &error), error);
    for (long k = 0; k < whole.made; k++) {
      assert_int_equal(open_run(*state, 0, &(counted){.last = k}, &error), JATO_E_MEMORY);
      assert_contains(error.text, "memory");
    }
    assert_int_equal(unlink(scratch_path(*state, beside[i])), 0);
    assert_int_equal(close(file), 0);
  }
}

#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, scratch_make, scratch_remove)

int main(void)
{
  const struct CMUnitTest tests[] = {
      WITH_FOLDER(every_failure_of_hdf5_is_told),
      WITH_FOLDER(every_lack_of_memory_is_told),
      WITH_FOLDER(every_read_of_the_disk_is_told),
      WITH_FOLDER(a_lack_of_memory_is_no_damage),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
