/* contract/format.h: nothing in a file is believed. Each case changes one thing of a good file by
 * HDF5 itself; the reader must name it. */
#define _GNU_SOURCE
#include "edit_run.h"
#include "scratch.h"

#include <fcntl.h>
#include <hdf5.h>

#include "record/sample.h"

static const jx_format_ops *const format = &jx_hdf5_ops;

/* A good file at s->path. */
static void make_good(scratch *s, const sample_config *config)
{
  sample made;
  jato_error error = {JATO_OK, ""};
  jato_allocator allocator = jx_allocator_or_default(NULL);
  int file = open(scratch_path(s, "run"), O_RDWR | O_CREAT | O_TRUNC, 0600);
  assert_true(file >= 0);
  sample_make(config, &made);
  assert_ok(sample_write(&made, file, &allocator, &error), error);
  assert_int_equal(close(file), 0);
  sample_free(&made);
}

/* Opens the file, and closes it; no memory may be left. Words go to *error. */
static jato_status try_open(scratch *s, jato_error *error)
{
  counted count = {.last = 1000};
  jato_allocator allocator = {counted_allocate, counted_release, &count};
  jx_reader *reader = NULL;
  jx_record_content content;
  int file = open(s->path, O_RDONLY);
  assert_true(file >= 0);
  *error = (jato_error){JATO_OK, ""};
  jato_status status = format->open(file, &allocator, &reader, &content, error);
  if (status != JATO_OK) assert_null(reader);
  format->close(&reader);
  assert_int_equal(count.held, 0);
  assert_int_equal(close(file), 0);
  return status;
}

static void refused(scratch *s, const char *words)
{
  jato_error error;
  jato_status status = try_open(s, &error);
  if (status != JATO_E_FILE) print_error("not refused: %s\n", words);
  assert_int_equal(status, JATO_E_FILE);
  assert_contains(error.text, words);
}

/* ---- What is missing ---------------------------------------------------------------------------
 */

static const char *const attributes[] = {"/jato_version",
                                         "/compiler",
                                         "/host",
                                         "/saved_at",
                                         "/run algorithm",
                                         "/run device",
                                         "/run walls",
                                         "/run precision",
                                         "/run particles",
                                         "/run seed",
                                         "/run iterations",
                                         "/run evaluations",
                                         "/run stall",
                                         "/run planned_iterations",
                                         "/run frames",
                                         "/run seconds",
                                         "/run target",
                                         "/problem kind",
                                         "/problem name",
                                         "/problem dim",
                                         "/result best",
                                         "/result seconds",
                                         "/result build_seconds",
                                         "/result iteration",
                                         "/result evaluations",
                                         "/result nonfinite",
                                         "/result improved_at",
                                         "/result swarm_bytes",
                                         "/result stop",
                                         "/result digest",
                                         "/result device",
                                         "/result built",
                                         "/trace stride",
                                         "/frames stride",
                                         "/swarm tile",
                                         "/algorithm state_version"};

static const char *const datasets[] = {"/problem/lower",   "/problem/upper",
                                       "/problem/source",  "/result/x",
                                       "/trace/iteration", "/trace/evaluations",
                                       "/trace/nonfinite", "/trace/best",
                                       "/trace/seconds",   "/trace/diversity",
                                       "/trace/x",         "/frames/iteration",
                                       "/frames/position", "/swarm/position",
                                       "/swarm/value",     "/run",
                                       "/problem",         "/result",
                                       "/trace",           "/swarm",
                                       "/algorithm"};

static void what_is_missing_is_named(void **state)
{
  scratch *s = *state;
  char object[32], name[32], words[80];
  for (size_t i = 0; i < sizeof attributes / sizeof attributes[0]; i++) {
    if (sscanf(attributes[i], "%31s %31s", object, name) == 1) {
      (void)snprintf(name, sizeof name, "%s", attributes[i] + 1);
      (void)snprintf(object, sizeof object, "/");
    }
    make_good(s, &sample_usual);
    hid_t file = edit_run(s->path);
    assert_true(H5Adelete_by_name(file, object, name, H5P_DEFAULT) >= 0);
    assert_true(H5Fclose(file) >= 0);
    (void)snprintf(words, sizeof words, "no attribute %s of %s", name, object);
    refused(s, words);
  }
  for (size_t i = 0; i < sizeof datasets / sizeof datasets[0]; i++) {
    make_good(s, &sample_usual);
    hid_t file = edit_run(s->path);
    assert_true(H5Ldelete(file, datasets[i], H5P_DEFAULT) >= 0);
    assert_true(H5Fclose(file) >= 0);
    (void)snprintf(words, sizeof words, "the run file has no %s %s",
                   strchr(datasets[i] + 1, '/') == NULL ? "group" : "dataset", datasets[i]);
    refused(s, words);
  }
}

/* ---- What is wrong -----------------------------------------------------------------------------
 */

typedef struct change {
  const char *object, *attribute;
  char kind; /* u: uint64, d: double, i: int, s: text, v: text of no fixed length, a: two uint64 */
  double number;
  const char *text, *words;
} change;

static const change changes[] = {
    {"/", "jato_format", 'i', 0, NULL, "format is 0"},
    {"/", "jato_format", 'i', 4, NULL,
     "written by jato 0.1.0 in format 4; this jato reads up to 3: update jato"},
    {"/", "jato_format", 'd', 1, NULL, "not a run file of jato"},
    {"/", "host", 'v', 0, "a", "root has an attribute that jato does not write"},
    {"/", "host", 'u', 7, NULL, "attribute host of / is not a text"},
    {"/run", "seed", 'i', 7, NULL, "attribute seed of /run is not of 64-bit integers"},
    {"/run", "seed", 'a', 7, NULL, "attribute seed of /run is not a single value"},
    {"/run", "target", 'u', 7, NULL, "attribute target of /run is not of 64-bit reals"},
    {"/run", "precision", 's', 0, "half", "precision is \"half\""},
    {"/run", "precision", 's', 0, "float", "/swarm/position is not of the numbers"},
    {"/run", "particles", 'u', 0, NULL, "number of particles"},
    {"/run", "particles", 'u', 1e19, NULL, "number of particles"},
    {"/run", "particles", 'u', 101, NULL, "/swarm/position has other extents"},
    {"/run", "seconds", 'd', -1, NULL, "limit of seconds"},
    {"/problem", "kind", 's', 0, "", "kind of problem is \"\""},
    {"/problem", "dim", 'u', 0, NULL, "dimension"},
    {"/problem", "dim", 'u', 10000001, NULL, "dimension"},
    {"/problem", "dim", 'u', 4, NULL, "/swarm/position has other extents"},
    {"/result", "best", 'd', (double)NAN, NULL, "best value"},
    {"/result", "seconds", 'd', (double)INFINITY, NULL, "time"},
    {"/result", "build_seconds", 'd', -1, NULL, "time"},
    {"/result", "stop", 's', 0, "tired", "reason to stop is \"tired\""},
    {"/result", "digest", 's', 0, "0123456789abcde", "digest"},
    {"/result", "digest", 's', 0, "0123456789abcdeg", "digest"},
    {"/result", "improved_at", 'u', 1000, NULL, "iteration to come"},
    {"/result", "iteration", 'u', 3, NULL, "rows continue after its last iteration"},
    {"/result", "iteration", 'u', 900000, NULL, "rows end long before its last iteration"},
    {"/result", "iteration", 'u', 9223372036854775808.0, NULL,
     "more than can be made in its seconds"},
    {"/trace", "stride", 'u', 0, NULL, "stride of rows is 0"},
    {"/trace", "stride", 'u', 9223372036854775808.0, NULL, "stride of rows is 0, or more than"},
    {"/trace", "finders", 's', 0, "one", "rows were found by methods that it does not name"},
    {"/frames", "stride", 'u', 0, NULL, "stride of frames is 0"},
    {"/swarm", "tile", 'u', 0, NULL, "tile"},
};

static hid_t type_of(const change *c)
{
  if (c->kind == 'd') return H5Tcopy(H5T_NATIVE_DOUBLE);
  if (c->kind == 'i') return H5Tcopy(H5T_NATIVE_INT);
  if (c->kind == 'u' || c->kind == 'a') return H5Tcopy(H5T_NATIVE_UINT64);
  hid_t type = H5Tcopy(H5T_C_S1);
  size_t length = strlen(c->text);
  assert_true(H5Tset_size(type, c->kind == 'v' ? H5T_VARIABLE : length + (length == 0)) >= 0);
  return type;
}

static void apply(const char *path, const change *c)
{
  int whole = c->kind == 'i' ? (int)c->number : 0;
  uint64_t counts[2] = {c->number >= 0 && c->number < 2e19 ? (uint64_t)c->number : 0, 0};
  hsize_t two = 2;
  hid_t file = edit_run(path), type = type_of(c);
  hid_t space = c->kind == 'a' ? H5Screate_simple(1, &two, NULL) : H5Screate(H5S_SCALAR);
  assert_true(H5Adelete_by_name(file, c->object, c->attribute, H5P_DEFAULT) >= 0);
  hid_t made = H5Acreate_by_name(file, c->object, c->attribute, type, space, H5P_DEFAULT,
                                 H5P_DEFAULT, H5P_DEFAULT);
  const void *value = c->kind == 'd'   ? (const void *)&c->number
                      : c->kind == 'i' ? (const void *)&whole
                      : c->kind == 's' ? (const void *)c->text
                      : c->kind == 'v' ? (const void *)&c->text
                                       : (const void *)counts;
  assert_true(H5Awrite(made, type, value) >= 0);
  assert_true(H5Aclose(made) >= 0 && H5Sclose(space) >= 0 && H5Tclose(type) >= 0);
  assert_true(H5Fclose(file) >= 0);
}

static void what_cannot_be_true_is_refused(void **state)
{
  scratch *s = *state;
  for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
    make_good(s, &sample_usual);
    apply(s->path, &changes[i]);
    refused(s, changes[i].words);
  }
}

/* ---- Datasets of another make ------------------------------------------------------------------
 */

/* Replaces a dataset by one of `count` numbers; plain: without chunks and checksums. */
static void replace(const char *path, const char *name, hid_t type, hsize_t count, int plain)
{
  static const double zeros[200];
  hsize_t chunk = count;
  hid_t file = edit_run(path), space = H5Screate_simple(1, &count, NULL);
  hid_t list = H5Pcreate(H5P_DATASET_CREATE);
  if (!plain) assert_true(H5Pset_chunk(list, 1, &chunk) >= 0 && H5Pset_fletcher32(list) >= 0);
  assert_true(H5Ldelete(file, name, H5P_DEFAULT) >= 0);
  hid_t set = H5Dcreate2(file, name, type, space, H5P_DEFAULT, list, H5P_DEFAULT);
  if (count <= 200) assert_true(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, zeros) >= 0);
  assert_true(H5Dclose(set) >= 0 && H5Pclose(list) >= 0 && H5Sclose(space) >= 0);
  assert_true(H5Fclose(file) >= 0);
}

static void datasets_of_another_make_are_refused(void **state)
{
  scratch *s = *state;
  make_good(s, &sample_usual);
  replace(s->path, "/problem/lower", H5T_NATIVE_FLOAT, 3, 0);
  refused(s, "/problem/lower is not of the numbers");
  make_good(s, &sample_usual);
  replace(s->path, "/problem/lower", H5T_NATIVE_DOUBLE, 4, 0);
  refused(s, "/problem/lower has other extents");
  make_good(s, &sample_usual);
  replace(s->path, "/trace/x", H5T_NATIVE_DOUBLE, 15, 0);
  refused(s, "/trace/x has other extents");
  make_good(s, &sample_usual);
  replace(s->path, "/problem/lower", H5T_NATIVE_DOUBLE, 3, 1);
  refused(s, "/problem/lower is not stored as jato stores it");
  make_good(s, &sample_usual);
  replace(s->path, "/problem/lower", H5T_NATIVE_DOUBLE, 3, 0);
  replace(s->path, "/problem/upper", H5T_NATIVE_DOUBLE, 3, 0);
  refused(s, "box has bounds");
  make_good(s, &sample_usual);
  replace(s->path, "/trace/iteration", H5T_NATIVE_UINT64, 5, 0);
  refused(s, "rows are not in order");
  make_good(s, &sample_usual);
  replace(s->path, "/problem/source", H5T_NATIVE_UINT8, 5, 0);
  refused(s, "source is not a text");
  make_good(s, &sample_usual);
  replace(s->path, "/frames/iteration", H5T_NATIVE_UINT64, 2, 0);
  refused(s, "frames are not in order");
}

/* A dataset that says it is large, in a file that is not: no memory is taken for it. */
static void large_datasets_in_small_files_are_refused(void **state)
{
  scratch *s = *state;
  make_good(s, &sample_usual);
  replace(s->path, "/problem/data", H5T_NATIVE_DOUBLE, (hsize_t)1 << 22, 0);
  refused(s, "/problem/data is not stored as jato stores it");
  make_good(s, &sample_usual);
  replace(s->path, "/problem/data", H5T_NATIVE_DOUBLE, (hsize_t)1 << 28, 0);
  refused(s, "/problem/data is not stored as jato stores it");
  make_good(s, &sample_usual);
  replace(s->path, "/state/counts", H5T_NATIVE_UINT64, (hsize_t)1 << 22, 0);
  refused(s, "/state/counts is not stored as jato stores it");
  make_good(s, &sample_usual);
  replace(s->path, "/state/counts", H5T_NATIVE_UINT64, 200, 0);
  refused(s, "/state/counts is not of the numbers");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_missing_is_named),
      cmocka_unit_test(what_cannot_be_true_is_refused),
      cmocka_unit_test(datasets_of_another_make_are_refused),
      cmocka_unit_test(large_datasets_in_small_files_are_refused),
  };
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
