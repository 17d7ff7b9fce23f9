/* Whose a journal is, and how it is found: none is replaced that somebody may miss, and what a
 * power cut has left of one costs no time. */
#define _GNU_SOURCE
#include "journal_bed.h"

#include "text_file.h"

static void assert_not_made(const char *path, jx_journal_use use, const char *words)
{
  jato_error error = {JATO_OK, ""};
  jx_journal *journal = NULL;
  jato_allocator allocator = jx_allocator_or_default(NULL);
  assert_int_equal(jx_journal_create(path, &shape, use, &allocator, &journal, &error), JATO_E_FILE);
  assert_null(journal);
  if (strstr(error.text, words) == NULL) fail_msg("\"%s\" is not in: %s", words, error.text);
}

/* Neither followed nor removed: somebody has put it there. */
static void a_planted_link_stays(void **state)
{
  jx_name path, target;
  struct stat status;
  path_of(state, &path);
  (void)snprintf(target.text, sizeof target.text, "%.4000s.target", path.text);
  assert_int_equal(symlink(target.text, path.text), 0);
  for (int there = 0; there < 2; there++) {
    if (there) write_rows(target.text, JX_JOURNAL_NEW, 0, 2);
    for (int use = JX_JOURNAL_NEW; use <= JX_JOURNAL_GO_ON; use++)
      assert_not_made(path.text, (jx_journal_use)use, "is something else; move it away");
    assert_int_equal(lstat(path.text, &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    assert_int_equal(lstat(target.text, &status), there ? 0 : -1);
  }
  assert_rows(target.text, 2);
}

/* A text of any length, whether a run is begun or resumed. */
static void a_strangers_file_stays(void **state)
{
  jx_name path;
  char back[100], text[100];
  path_of(state, &path);
  memset(text, 'n', sizeof text);
  for (size_t length = 1; length <= sizeof text; length += 9) {
    FILE *stream = fopen(path.text, "wb");
    assert_int_equal(fwrite(text, 1, length, stream), length);
    assert_int_equal(fclose(stream), 0);
    for (int use = JX_JOURNAL_NEW; use <= JX_JOURNAL_GO_ON; use++)
      assert_not_made(path.text, (jx_journal_use)use, "is something else; move it away");
    stream = fopen(path.text, "rb");
    assert_int_equal(fread(back, 1, sizeof back, stream), length);
    assert_int_equal(fclose(stream), 0);
    assert_memory_equal(back, text, length);
  }
}

/* One's own, whose run file is gone; without any row, and empty, it is not missed. */
static void rows_without_a_run_stay(void **state)
{
  jx_name path;
  path_of(state, &path);
  assert_int_equal(fclose(fopen(path.text, "wb")), 0);
  write_rows(path.text, JX_JOURNAL_NEW, 0, 0);
  write_rows(path.text, JX_JOURNAL_NEW, 0, 32);
  assert_not_made(path.text, JX_JOURNAL_NEW, "has 32 evaluations of a run");
  assert_not_made(path.text, JX_JOURNAL_NEW, "--resume");
  assert_rows(path.text, 32);
  flip(path.text, 40); /* the key of its run: its beginning is damaged, its rows are not */
  assert_not_made(path.text, JX_JOURNAL_AGAIN, "its beginning is damaged");
  flip(path.text, 40);
  assert_rows(path.text, 32);
}

/* By JX_JOURNAL_AGAIN a run replaces its own rows, and no other's. */
static void rows_of_another_run_stay(void **state)
{
  jx_name path;
  jato_error error;
  jx_journal *journal = NULL;
  jato_allocator allocator = jx_allocator_or_default(NULL);
  jx_journal_shape other = shape;
  path_of(state, &path);
  write_rows(path.text, JX_JOURNAL_NEW, 0, 4);
  other.run++;
  assert_int_equal(
      jx_journal_create(path.text, &other, JX_JOURNAL_AGAIN, &allocator, &journal, &error),
      JATO_E_FILE);
  assert_rows(path.text, 4);
  jx_journal_reader *reader = open_rows(path.text);
  assert_int_equal(jx_journal_get_info(reader)->seed, 5);
  assert_true(jx_journal_matches_run(reader, &shape));
  assert_false(jx_journal_matches_run(reader, &other));
  jx_journal_close(&reader);
}

/* A row as versions 1 and 2 had it. */
typedef struct early_row {
  uint64_t number;
  double start, seconds, f, violation;
  uint32_t worker;
  uint16_t attempt;
  uint8_t status, flags;
  double numbers[3];
  uint64_t hash;
} early_row;

static early_row early_row_of(uint64_t i)
{
  double numbers[4];
  jx_outcome row = row_of(i, numbers);
  early_row early = {.number = row.id,
                     .start = row.start,
                     .seconds = row.seconds,
                     .f = row.f[0],
                     .violation = row.violation,
                     .worker = (uint32_t)row.worker,
                     .attempt = (uint16_t)row.attempt,
                     .status = (uint8_t)row.status,
                     .flags = (uint8_t)(row.is_last + 2 * row.is_given),
                     .numbers = {numbers[0], numbers[1], numbers[2]}};
  early.hash = jx_journal_hash(&early, offsetof(early_row, hash));
  return early;
}

/* A header of 48 bytes, without the seed and the key, or of 56; then the rows. */
static void journals_of_earlier_versions_are_read_and_continued(void **state)
{
  jx_name path;
  path_of(state, &path);
  for (uint32_t version = 1; version <= 2; version++) {
    char head[56] = JX_JOURNAL_MAGIC;
    const uint32_t words[4] = {JX_JOURNAL_ORDER, version, 2, 1};
    const uint64_t seed = version == 1 ? 0 : shape.seed, length = version == 1 ? 40 : 48;
    memcpy(head + 8, words, sizeof words);
    memcpy(head + 24, &seed, sizeof seed);
    memcpy(head + 32, &shape.space, sizeof shape.space);
    memcpy(head + 40, &shape.run, sizeof shape.run);
    uint64_t hash = jx_journal_hash(head, length);
    memcpy(head + length, &hash, sizeof hash);
    early_row rows[3] = {early_row_of(0), early_row_of(1), early_row_of(2)};
    int file = open(path.text, O_RDWR | O_CREAT | O_TRUNC, 0600);
    assert_int_equal(pwrite(file, head, length + 8, 0), length + 8);
    assert_int_equal(pwrite(file, rows, sizeof rows, (off_t)length + 8), sizeof rows);
    assert_rows(path.text, 3);
    write_rows(path.text, JX_JOURNAL_GO_ON, 3, 2);
    assert_rows(path.text, 5);
    const early_row more[2] = {early_row_of(3), early_row_of(4)};
    early_row written[2];
    assert_int_equal(pread(file, written, sizeof written, (off_t)(length + 8 + sizeof rows)),
                     sizeof written);
    assert_memory_equal(written, more, sizeof more);
    (void)close(file);
    jx_journal_reader *reader = open_rows(path.text);
    assert_int_equal(jx_journal_get_info(reader)->seed, seed);
    assert_int_equal(jx_journal_matches_run(reader, &shape), version == 2);
    jx_journal_close(&reader);
    if (version == 1) assert_not_made(path.text, JX_JOURNAL_AGAIN, "has 5 evaluations");
  }
}

/* Bytes that a process reads, by the kernel's count; 0 where it keeps none. */
static uint64_t bytes_read(void)
{
  unsigned long long count = 0;
  FILE *stream = fopen("/proc/self/io", "r");
  if (stream == NULL) return 0;
  if (fscanf(stream, "rchar: %llu", &count) != 1) count = 0;
  (void)fclose(stream);
  return count;
}

/* 40 GB that take no room on the disk cost no reading, with rows before them or behind, too. */
static void a_hole_is_not_read(void **state)
{
  const off_t huge = (off_t)40 << 30;
  jx_name path;
  jx_outcome row;
  path_of(state, &path);
  write_rows(path.text, JX_JOURNAL_NEW, 0, 32);
  assert_int_equal(truncate(path.text, huge), 0);
  uint64_t before = bytes_read();
  assert_rows(path.text, 32);
  assert_true(bytes_read() - before < 16 << 20);
  int file = open(path.text, O_RDWR); /* a byte at the end, which is no row */
  assert_int_equal(pwrite(file, "x", 1, huge), 1);
  before = bytes_read();
  assert_rows(path.text, 32);
  assert_true(bytes_read() - before < 16 << 20);
  uint64_t last = ((uint64_t)huge - sizeof(jx_journal_header)) / row_bytes - 1;
  char copy[sizeof(jx_journal_row) + 5 * 8]; /* the first row again, as the last */
  assert_int_equal(pread(file, copy, row_bytes, sizeof(jx_journal_header)), row_bytes);
  assert_int_equal(
      pwrite(file, copy, row_bytes, (off_t)(sizeof(jx_journal_header) + last * row_bytes)),
      row_bytes);
  (void)close(file);
  jx_journal_reader *reader = open_rows(path.text);
  assert_int_equal(jx_journal_get_info(reader)->count, last + 1);
  before = bytes_read();
  assert_row(reader, last, 0);
  assert_row(reader, 31, 31);
  for (uint64_t i = 5000; i < 100000; i++)
    assert_int_equal(jx_journal_read(reader, i, &row, NULL), JATO_E_FILE);
  assert_row(reader, 0, 0);
  assert_true(bytes_read() - before < 16 << 20);
  jx_journal_close(&reader);
  assert_int_equal(truncate(path.text, huge / 2), 0); /* without that row */
  write_rows(path.text, JX_JOURNAL_GO_ON, 32, 3);
  assert_rows(path.text, 35);
}

/* A tail that is on the disk and torn is read once: not 64 KiB for each of its rows. */
static void a_torn_tail_is_read_once(void **state)
{
  enum { TORN = 4 << 20 };
  jx_name path;
  path_of(state, &path);
  write_rows(path.text, JX_JOURNAL_NEW, 0, 32);
  char *torn = malloc(TORN);
  memset(torn, 'x', TORN);
  int file = open(path.text, O_RDWR | O_APPEND);
  assert_int_equal(write(file, torn, TORN), TORN);
  (void)close(file);
  free(torn);
  uint64_t before = bytes_read();
  jx_journal_reader *reader = open_rows(path.text);
  assert_true(bytes_read() - before < 2 * TORN);
  assert_int_equal(jx_journal_get_info(reader)->count, 32);
  jx_journal_close(&reader);
}

#define WITH_SCRATCH(f) cmocka_unit_test_setup_teardown(f, scratch_make, scratch_remove)

int main(void)
{
  const struct CMUnitTest tests[] = {
      WITH_SCRATCH(a_planted_link_stays),
      WITH_SCRATCH(a_strangers_file_stays),
      WITH_SCRATCH(rows_without_a_run_stay),
      WITH_SCRATCH(rows_of_another_run_stay),
      WITH_SCRATCH(journals_of_earlier_versions_are_read_and_continued),
      WITH_SCRATCH(a_hole_is_not_read),
      WITH_SCRATCH(a_torn_tail_is_read_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
