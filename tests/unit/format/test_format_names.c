/* contract/format.h: names, numbers of arrays and rows, and kinds of storage that no run file has.
 * A good file is changed by HDF5 itself. */
#define _GNU_SOURCE
#include "edit_run.h"
#include "scratch.h"

#include <fcntl.h>
#include <hdf5.h>

#include "record/sample.h"

static const jx_format_ops *const format = &jx_hdf5_ops;

static void refused_as(scratch *s, hid_t changed, int how, const char *words)
{
  jato_error error = {JATO_OK, ""};
  jato_allocator allocator = jx_allocator_or_default(NULL);
  jx_reader *reader = NULL;
  jx_record_content content;
  assert_true(H5Fclose(changed) >= 0);
  int file = open(s->path, how);
  assert_true(file >= 0);
  assert_int_equal(format->open(file, &allocator, &reader, &content, &error), JATO_E_FILE);
  assert_null(reader);
  assert_contains(error.text, words);
  assert_int_equal(close(file), 0);
}

static void refused(scratch *s, hid_t changed, const char *words)
{
  refused_as(s, changed, O_RDONLY, words);
}

/* Puts an attribute in the place of another. */
static void put(hid_t file, const char *object, const char *name, hid_t type, const void *value)
{
  hid_t space = H5Screate(H5S_SCALAR);
  assert_true(H5Adelete_by_name(file, object, name, H5P_DEFAULT) >= 0);
  hid_t made =
      H5Acreate_by_name(file, object, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  assert_true(H5Awrite(made, type, value) >= 0);
  assert_true(H5Aclose(made) >= 0 && H5Sclose(space) >= 0);
}

static void put_text(hid_t file, const char *object, const char *name, const char *text)
{
  hid_t type = H5Tcopy(H5T_C_S1);
  assert_true(H5Tset_size(type, strlen(text)) >= 0);
  put(file, object, name, type, text);
  assert_true(H5Tclose(type) >= 0);
}

static void arrays_have_proper_names(void **state)
{
  static const char *const lists[] = {
      ",matrix",
      "matrix,,counts",
      "Matrix",
      "../matrix",
      "matrix,.",
      "a/b",
      "a_name_of_very_many_letters_a_name_of_very_many_letters_a_name_of_very_many_letters"};
  for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
    hid_t file = make_good_run(*state);
    put_text(file, "/state", "arrays", lists[i]);
    refused(*state, file, "/state has an array without a proper name");
  }
}

static void arrays_are_not_without_number(void **state)
{
  char list[4000] = "matrix";
  hid_t file = make_good_run(*state);
  for (int i = 0; i < 400; i++) strcat(list, ",matrix");
  put_text(file, "/state", "arrays", list);
  refused(*state, file, "/state has more than");
}

static void texts_have_an_end(void **state)
{
  static char text[70000];
  hid_t file = make_good_run(*state);
  memset(text, 'a', sizeof text - 1);
  put_text(file, "/", "host", text);
  refused(*state, file, "root has attributes outside of its header");
}

static void a_newer_format_may_have_no_version(void **state)
{
  int newer = 99;
  hid_t file = make_good_run(*state);
  put(file, "/", "jato_format", H5T_NATIVE_INT, &newer);
  assert_true(H5Adelete(file, "jato_version") >= 0);
  refused(*state, file, "written by jato ? in format 99");
}

/* Puts a dataset in the place of another: chunks and checksums, and `shuffled` where that is
 * wanted. */
static void put_set(hid_t file, const char *name, hid_t type, hsize_t count, int shuffled)
{
  double *zeros = calloc(count, sizeof *zeros);
  hsize_t chunk = count < 1000 ? count : 1000;
  hid_t space = H5Screate_simple(1, &count, NULL), list = H5Pcreate(H5P_DATASET_CREATE);
  assert_non_null(zeros);
  assert_true(H5Pset_chunk(list, 1, &chunk) >= 0);
  if (shuffled) assert_true(H5Pset_shuffle(list) >= 0);
  assert_true(H5Pset_fletcher32(list) >= 0 && H5Ldelete(file, name, H5P_DEFAULT) >= 0);
  hid_t set = H5Dcreate2(file, name, type, space, H5P_DEFAULT, list, H5P_DEFAULT);
  assert_true(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, zeros) >= 0);
  assert_true(H5Dclose(set) >= 0 && H5Pclose(list) >= 0 && H5Sclose(space) >= 0);
  free(zeros);
}

static void rows_are_not_without_number(void **state)
{
  hid_t file = make_good_run(*state);
  put_set(file, "/trace/iteration", H5T_NATIVE_UINT64, 1000001, 0);
  refused(*state, file, "/trace has more than 1000000 rows");
}

static void a_filter_more_is_refused(void **state)
{
  hid_t file = make_good_run(*state);
  put_set(file, "/problem/lower", H5T_NATIVE_DOUBLE, 3, 1);
  refused(*state, file, "/problem/lower is not stored as jato stores it");
}

static void a_file_that_cannot_be_read_is_said(void **state)
{
  refused_as(*state, make_good_run(*state), O_WRONLY, "the run file cannot be read: Bad file");
}

/* A whole file, with a seal, that names a checkpoint: whether it is taken for one. */
static int is_taken(scratch *s, const char *checkpoint, jato_error *error)
{
  sample made;
  jato_allocator allocator = jx_allocator_or_default(NULL);
  jx_reader *reader = NULL;
  jx_record_content content;
  int file = open(scratch_path(s, "shard"), O_RDWR | O_CREAT | O_TRUNC, 0600);
  assert_true(file >= 0);
  sample_make(&sample_usual, &made);
  made.content.shards.checkpoint = checkpoint;
  assert_ok(sample_write(&made, file, &allocator, error), *error);
  sample_free(&made);
  jato_status status = format->open(file, &allocator, &reader, &content, error);
  format->close(&reader);
  assert_int_equal(close(file), 0);
  return status == JATO_OK;
}

/* Files are opened and removed by these names. */
static void shards_lie_beside_the_run_file(void **state)
{
  static const char *const elsewhere[] = {"../run.h5.shards/5f3a9c21-120",
                                          "/tmp/run.h5.shards/5f3a9c21-120",
                                          "run.h5.shards/../5f3a9c21-120",
                                          "run.h5.shards/a/5f3a9c21-120",
                                          "run.h5.shards/..",
                                          "run.h5.shards/",
                                          ".shards/5f3a9c21-120",
                                          "..shards/5f3a9c21-120",
                                          "run.h5/5f3a9c21-120",
                                          "5f3a9c21-120"};
  jato_error error = {JATO_OK, ""};
  assert_true(is_taken(*state, "run.h5.shards/5f3a9c21-120", &error));
  for (size_t i = 0; i < sizeof elsewhere / sizeof elsewhere[0]; i++) {
    assert_false(is_taken(*state, elsewhere[i], &error));
    assert_int_equal(error.status, JATO_E_FILE);
    assert_contains(error.text, "no proper name");
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(arrays_have_proper_names),
      cmocka_unit_test(arrays_are_not_without_number),
      cmocka_unit_test(texts_have_an_end),
      cmocka_unit_test(a_newer_format_may_have_no_version),
      cmocka_unit_test(rows_are_not_without_number),
      cmocka_unit_test(a_filter_more_is_refused),
      cmocka_unit_test(a_file_that_cannot_be_read_is_said),
      cmocka_unit_test(shards_lie_beside_the_run_file),
  };
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
