/* image/formats.c: every kind of image through every format and back, names of files, and refusals.
 * PNG where libpng is; test_png.py compares it with another reader and writer. */
#define _GNU_SOURCE
#include "feep.h"
#include "scratch.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>

enum { WIDTH = 13, HEIGHT = 5, SAMPLES = WIDTH * HEIGHT * 3 };

static int png_is_here(void)
{
  unsigned char grey = 0;
  jato_image image = {1, 1, 1, 8, &grey};
  jato_bytes *bytes = NULL;
  jato_status status = jato_image_encode(&image, JATO_IMAGE_PNG, 0, NULL, &bytes, NULL);
  jato_bytes_destroy(&bytes);
  return status == JATO_OK;
}

/* A picture without any order; kind 0: a bitmap, 1: grey, 2: colours. */
static jato_image drawn(int kind, unsigned char data[SAMPLES])
{
  jato_image image = {WIDTH, HEIGHT, kind == 2 ? 3 : 1, kind == 0 ? 1 : 8, data};
  for (unsigned i = 0; i < SAMPLES; i++) {
    unsigned value = (i * i * 31 + i * 7 + 3) % 257;
    data[i] = (unsigned char)(kind == 0 ? value % 2 : value > 255 ? 255 : value);
  }
  return image;
}

/* What a format that is wider than the image makes of a sample. */
static int widened(const jato_image *from, const jato_image *to, uint64_t i)
{
  int value = from->data[from->channels == to->channels ? i : i / 3];
  return from->bits == to->bits ? value : value == 1 ? 0 : 255;
}

static void assert_same_picture(const jato_image *from, const jato_image *to)
{
  assert_int_equal(to->width, from->width);
  assert_int_equal(to->height, from->height);
  for (uint64_t i = 0; i < to->width * to->height * (uint64_t)to->channels; i++)
    assert_int_equal(to->data[i], widened(from, to, i));
}

static void all_formats_keep_the_picture(void **state)
{
  static const char *const names[] = {"a.pnm", "a.pbm", "a.pgm", "a.ppm", "a.PNG"};
  unsigned char data[SAMPLES];
  jato_error error;
  for (int kind = 0; kind < 3; kind++)
    for (int way = 0; way < 10; way++) {
      int format = way / 2, plain = way % 2;
      int narrowest = format == JATO_IMAGE_PNG || format == JATO_IMAGE_PNM ? 3 : format - 1;
      if (format == JATO_IMAGE_PNG && (plain || !png_is_here())) continue;
      jato_image image = drawn(kind, data), *again = NULL;
      const char *path = scratch_path(*state, names[format]);
      jato_status status = jato_image_save(&image, path, plain, NULL, &error);
      if (narrowest < kind) {
        assert_int_equal(status, JATO_E_ARGUMENT);
        continue;
      }
      assert_ok(status, error);
      assert_ok(jato_image_load(path, NULL, &again, &error), error);
      if (narrowest == 3) assert_shape(again, WIDTH, HEIGHT, image.channels, image.bits);
      assert_same_picture(&image, again);
      jato_image_destroy(&again);
    }
}

static void extensions_name_formats(void **state)
{
  static const struct {
    const char *path, *words;
  } wrong[] = {{"a.pgn", "did you mean .pgm?"},     {"a.pngg", "did you mean .png?"},
               {"out.d/a", "no extension"},         {"a.", ".pbm, .pgm, .ppm, .pnm or .png"},
               {"a.jpeg", ".jpeg is not an image"}, {"png", "no extension"}};
  jato_image_format format = JATO_IMAGE_PNM;
  jato_error error;
  (void)state;
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    assert_int_equal(jato_image_format_of(wrong[i].path, &format, &error), JATO_E_NAME);
    assert_contains(error.text, wrong[i].path);
    assert_contains(error.text, wrong[i].words);
  }
  assert_int_equal(jato_image_format_of("a.b/c.d.PpM", &format, &error), JATO_OK);
  assert_int_equal(format, JATO_IMAGE_PPM);
  assert_int_equal(jato_image_format_of(NULL, &format, &error), JATO_E_ARGUMENT);
}

static void refuse(jato_image image, int format, int plain, const char *words)
{
  jato_bytes *bytes = (jato_bytes *)&bytes;
  jato_error error = {JATO_OK, ""};
  assert_int_equal(
      jato_image_encode(&image, (jato_image_format)format, plain, NULL, &bytes, &error),
      JATO_E_ARGUMENT);
  assert_null(bytes);
  assert_contains(error.text, words);
}

static void images_that_are_none_are_refused(void **state)
{
  unsigned char data[SAMPLES] = {0, 1, 1, 0, 2};
  (void)state;
  refuse((jato_image){2, 3, 1, 8, NULL}, JATO_IMAGE_PGM, 0, "with data");
  refuse((jato_image){2, 3, 2, 8, data}, JATO_IMAGE_PGM, 0, "2 channels");
  refuse((jato_image){2, 3, 1, 16, data}, JATO_IMAGE_PGM, 0, "16 bits");
  refuse((jato_image){2, 3, 3, 1, data}, JATO_IMAGE_PGM, 0, "3 channels with 1 bits");
  refuse((jato_image){0, 3, 1, 8, data}, JATO_IMAGE_PGM, 0, "0 x 3");
  refuse((jato_image){(uint64_t)1 << 33, (uint64_t)1 << 33, 1, 8, data}, JATO_IMAGE_PGM, 0, "2^34");
  refuse((jato_image){2, 3, 1, 1, data}, JATO_IMAGE_PBM, 0, "is 2 in row 2, column 0");
  refuse((jato_image){2, 3, 1, 8, data}, JATO_IMAGE_PBM, 0, "is grey; take .pgm");
  refuse((jato_image){2, 3, 3, 8, data}, JATO_IMAGE_PBM, 0, "has colours; take .ppm");
  refuse((jato_image){2, 3, 3, 8, data}, JATO_IMAGE_PGM, 0, "take .ppm or .png");
  refuse((jato_image){2, 3, 1, 8, data}, JATO_IMAGE_PNG, 1, "no plain variant");
  refuse((jato_image){2, 3, 1, 8, data}, 17, 0, "17 is not an image format");
}

static size_t files_in(const char *folder)
{
  size_t count = 0;
  DIR *stream = opendir(folder);
  assert_non_null(stream);
  for (struct dirent *entry = readdir(stream); entry != NULL; entry = readdir(stream))
    count += entry->d_name[0] != '.';
  (void)closedir(stream);
  return count;
}

/* Where there is no room for the new one, the old one stays, and nothing else does. */
static void a_file_is_replaced_as_a_whole(void **state)
{
  scratch *s = *state;
  unsigned char data[SAMPLES];
  jato_image image = drawn(1, data), *old = NULL;
  jato_error error;
  struct rlimit before, small;
  const char *path = scratch_path(s, "a.pgm");
  assert_ok(jato_image_save(&image, path, 0, NULL, &error), error);
  assert_int_equal(chmod(path, 0640), 0);
  void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
  small = before;
  small.rlim_cur = 5;
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
  assert_int_equal(jato_image_save(&image, path, 0, NULL, &error), JATO_E_FILE);
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
  (void)signal(SIGXFSZ, handler);
  assert_contains(error.text, path);
  assert_ok(jato_image_load(path, NULL, &old, &error), error);
  jato_image_destroy(&old);
  assert_ok(jato_image_save(&image, path, 0, NULL, &error), error);
  struct stat status;
  assert_int_equal(stat(path, &status), 0);
  assert_int_equal(status.st_mode & 0777, 0640);
  assert_int_equal(files_in(s->folder), 1);
}

/* Somebody left a link where an image will be: what it leads to is not written to. A pipe is. */
static void links_are_replaced_and_pipes_are_not(void **state)
{
  scratch *s = *state;
  unsigned char data[SAMPLES];
  jato_image image = drawn(1, data);
  jato_error error;
  struct stat status;
  char precious[256], path[256];
  (void)snprintf(precious, sizeof precious, "%s", scratch_write(s, "precious", "17"));
  (void)snprintf(path, sizeof path, "%s", scratch_path(s, "a.pgm"));
  assert_int_equal(symlink(precious, path), 0);
  assert_ok(jato_image_save(&image, path, 0, NULL, &error), error);
  assert_int_equal(lstat(path, &status), 0);
  assert_true(S_ISREG(status.st_mode));
  assert_int_equal(stat(precious, &status), 0);
  assert_int_equal(status.st_size, 2);
  assert_int_equal(unlink(path), 0);
  assert_int_equal(mkfifo(path, 0600), 0);
  int end = open(path, O_RDWR);
  assert_true(end >= 0);
  assert_ok(jato_image_save(&image, path, 0, NULL, &error), error);
  assert_int_equal(lstat(path, &status), 0);
  assert_true(S_ISFIFO(status.st_mode));
  assert_int_equal(close(end), 0);
}

static void files_that_cannot_be_are_told_of(void **state)
{
  unsigned char data[SAMPLES];
  jato_image image = drawn(1, data), *none = &image;
  jato_error error;
  const char *gone = scratch_path(*state, "no/such.pgm");
  assert_int_equal(jato_image_load(gone, NULL, &none, &error), JATO_E_FILE);
  assert_null(none);
  assert_contains(error.text, gone);
  assert_int_equal(jato_image_save(&image, gone, 0, NULL, &error), JATO_E_FILE);
  assert_contains(error.text, gone);
  assert_int_equal(jato_image_load(NULL, NULL, &none, &error), JATO_E_ARGUMENT);
  assert_int_equal(jato_image_read(NULL, 3, "x", NULL, &none, &error), JATO_E_ARGUMENT);
  assert_int_equal(jato_image_read("P1", 2, "x", NULL, NULL, &error), JATO_E_ARGUMENT);
  jato_image_destroy(NULL);
  jato_bytes_destroy(NULL);
}

/* Every allocation that can fail does once; the caller gets an error, and all memory is released.
 */
static void memory_may_run_out(void **state)
{
  unsigned char data[SAMPLES];
  jato_image image = drawn(2, data);
  jato_error error;
  (void)state;
  for (int format = JATO_IMAGE_PPM; format <= (png_is_here() ? JATO_IMAGE_PNG : JATO_IMAGE_PPM);
       format++) {
    jato_status status = JATO_E_MEMORY;
    for (long last = 0; status != JATO_OK; last++) {
      counted count = {.last = last};
      jato_allocator memory = {counted_allocate, counted_release, &count};
      jato_bytes *bytes = NULL;
      jato_image *again = NULL;
      status = jato_image_encode(&image, (jato_image_format)format, 0, &memory, &bytes, &error);
      if (status == JATO_OK)
        status = jato_image_read(bytes->data, bytes->length, NULL, &memory, &again, &error);
      assert_int_equal(again != NULL, status == JATO_OK);
      if (status != JATO_OK) assert_int_equal(status, JATO_E_MEMORY);
      jato_bytes_destroy(&bytes);
      jato_image_destroy(&again);
      assert_int_equal(count.held, 0);
    }
  }
}

static void a_build_without_png_says_so(void **state)
{
  unsigned char data[SAMPLES];
  jato_image image = drawn(2, data), *again = NULL;
  jato_bytes *bytes = NULL;
  jato_error error;
  (void)state;
  if (png_is_here()) return;
  assert_int_equal(jato_image_encode(&image, JATO_IMAGE_PNG, 0, NULL, &bytes, &error),
                   JATO_E_NOT_BUILT);
  assert_contains(error.text, "libpng-dev");
  assert_int_equal(jato_image_read("\x89PNG", 4, "a.png", NULL, &again, &error), JATO_E_NOT_BUILT);
  assert_contains(error.text, "a.png: ");
}

/* What a film holds is compared with another reader in tests/cli/simulate.bats. */
static void films_refuse_what_they_would_lose(void **state)
{
  unsigned char data[SAMPLES];
  jato_image colours = drawn(2, data), narrow = drawn(1, data), grey = narrow;
  jato_film *film = NULL;
  jato_error error = {JATO_OK, ""};
  (void)state;
  assert_int_equal(jato_film_create(&colours, NULL, &film, &error), JATO_E_ARGUMENT);
  assert_contains(error.text, "256 colours");
  assert_null(film);
  jato_status status = jato_film_create(&grey, NULL, &film, &error);
  if (status == JATO_E_NOT_BUILT) assert_contains(error.text, "libgif-dev");
  if (status == JATO_E_NOT_BUILT) return;
  assert_ok(status, error);
  assert_ok(jato_film_add(film, &grey, &error), error);
  narrow.width--;
  assert_int_equal(jato_film_add(film, &narrow, &error), JATO_E_ARGUMENT);
  assert_contains(error.text, "film of 13 x 5");
  assert_int_equal(jato_film_save(film, "/nowhere/film.gif", &error), JATO_E_FILE);
  assert_int_equal(jato_film_add(film, &grey, &error), JATO_E_ARGUMENT);
  jato_film_destroy(&film);
  assert_null(film);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(all_formats_keep_the_picture, scratch_make, scratch_remove),
      cmocka_unit_test(extensions_name_formats),
      cmocka_unit_test(images_that_are_none_are_refused),
      cmocka_unit_test_setup_teardown(a_file_is_replaced_as_a_whole, scratch_make, scratch_remove),
      cmocka_unit_test_setup_teardown(links_are_replaced_and_pipes_are_not, scratch_make,
                                      scratch_remove),
      cmocka_unit_test_setup_teardown(files_that_cannot_be_are_told_of, scratch_make,
                                      scratch_remove),
      cmocka_unit_test(memory_may_run_out),
      cmocka_unit_test(a_build_without_png_says_so),
      cmocka_unit_test(films_refuse_what_they_would_lose),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
