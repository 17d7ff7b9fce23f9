/* image/netpbm_read.c and netpbm_write.c: files written out here byte by byte. */
#include "feep.h"

#include <stdio.h>
#include <stdlib.h>

#define BYTES(text) (text), sizeof(text) - 1

static void feep_is_read(void **state)
{
  (void)state;
  jato_image *bitmap = feep_read(BYTES(feep_pbm)), *grey = feep_read(BYTES(feep_pgm));
  assert_shape(bitmap, FEEP_WIDTH, FEEP_HEIGHT, 1, 1);
  assert_shape(grey, FEEP_WIDTH, FEEP_HEIGHT, 1, 8);
  for (int i = 0; i < FEEP_COUNT; i++) {
    assert_int_equal(bitmap->data[i], feep_bit(i));
    assert_int_equal(grey->data[i], feep_grey(i));
  }
  jato_image_destroy(&bitmap);
  jato_image_destroy(&grey);
  assert_null(grey);
  jato_image *colours = feep_read(BYTES(feep_ppm));
  assert_shape(colours, 4, 4, 3, 8);
  static const unsigned char green[] = {0, 255, 119}, pink[] = {255, 0, 255}, black[] = {0, 0, 0};
  for (int i = 0; i < 16; i++) {
    const unsigned char *wanted = i == 5 || i == 10 ? green : i == 3 || i == 12 ? pink : black;
    assert_memory_equal(colours->data + 3 * i, wanted, 3);
  }
  jato_image_destroy(&colours);
}

/* Bytes in, width, height, channels, bits, samples. */
static const struct {
  const char *bytes;
  size_t length;
  int width, height, channels, bits;
  unsigned char samples[12];
} good[] = {
    {BYTES("P4 10 2\n\xAA\x80\x55\x40"), 10, 2, 1, 1, {1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 1}},
    {BYTES("P4 1 2 \x7F\xFF"), 1, 2, 1, 1, {0, 1}},
    {BYTES("P1 4 1 1011"), 4, 1, 1, 1, {1, 0, 1, 1}},
    {BYTES("P1#a\n#b\n2#c\n#d\n1\n#e\n0#f\n1#g"), 2, 1, 1, 1, {0, 1}},
    {BYTES("P5\n3 1\n255\n\x00\x23\xFF"), 3, 1, 1, 8, {0, '#', 255}}, /* no comment in raw samples
                                                                       */
    {BYTES("P5\t3\v1\f255\r\n #"), 3, 1, 1, 8, {'\n', ' ', '#'}},     /* one white byte, no more */
    {BYTES("P5 2 1 255# why not\n\x01\x02 \n"), 2, 1, 1, 8, {1, 2}},
    {BYTES("P5 4 1 3\n\x00\x01\x02\x03"), 4, 1, 1, 8, {0, 85, 170, 255}},
    {BYTES("P2 4 1 2 0 1 2 00000000000000000000000001"), 4, 1, 1, 8, {0, 128, 255, 128}},
    {BYTES("P2 4 1 254 127 126 1 254"), 4, 1, 1, 8, {128, 126, 1, 255}}, /* 127.5, 126.496, 1.004 */
    {BYTES("P6 1 2 255\nabcdef"), 1, 2, 3, 8, {'a', 'b', 'c', 'd', 'e', 'f'}},
};

static void forms_are_read(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
    jato_image *image = feep_read(good[i].bytes, good[i].length);
    size_t count = (size_t)(good[i].width * good[i].height * good[i].channels);
    assert_shape(image, (uint64_t)good[i].width, (uint64_t)good[i].height, good[i].channels,
                 good[i].bits);
    assert_memory_equal(image->data, good[i].samples, count < 12 ? count : 12);
    jato_image_destroy(&image);
  }
}

static void *never_much(size_t bytes, void *user)
{
  (void)user;
  assert_true(bytes < 4096);
  return malloc(bytes);
}

static void release_resources(void *memory, void *user)
{
  (void)user;
  free(memory);
}

static void refuse(const char *bytes, size_t length, const char *words)
{
  static const jato_allocator small = {.allocate = never_much, .release = release_resources};
  jato_image *image = (jato_image *)&image;
  jato_error error = {JATO_OK, ""};
  assert_int_equal(jato_image_read(bytes, length, "bad.pgm", &small, &image, &error), JATO_E_FILE);
  assert_int_equal(error.status, JATO_E_FILE);
  assert_null(image);
  assert_contains(error.text, "bad.pgm: ");
  assert_contains(error.text, words);
}

static void malformed_files_are_refused(void **state)
{
  (void)state;
  refuse(BYTES(""), "is empty");
  refuse(BYTES("P"), "one byte");
  refuse(BYTES("P7 1 1"), "0x50 0x37");
  refuse(BYTES("GIF89a"), "neither PBM, PGM, PPM");
  refuse(BYTES("P1"), "byte 2: found the end of the file where white space");
  refuse(BYTES("P12 1 1"), "byte 2: found '2' where white space");
  refuse(BYTES("P2 x"), "byte 3: found 'x' where the width");
  refuse(BYTES("P2 -2 3"), "byte 3: found '-'");
  refuse(BYTES("P2 2x3 255"), "byte 4: found 'x' where a digit or white space");
  refuse(BYTES("P2 2"), "byte 4: found the end of the file where the height");
  refuse(BYTES("P2 2 2\n\x89"), "byte 7: found the byte 0x89 where the maxval");
  refuse(BYTES("P2 1 1 0 0"), "byte 7: the maxval is 0");
  refuse(BYTES("P5 1 1 256 xx"), "byte 7: the maxval is above 255");
  refuse(BYTES("P5 1 1 65535 xx"), "pamdepth 255");
  refuse(BYTES("P2 1 1 99999999999999999999999999999999999999 1"), "the maxval is above 255");
  refuse(BYTES("P2 2 1 15 3 16"), "byte 12: a sample is 16, and the maxval is 15");
  refuse(BYTES("P2 1 1 15 99999999999999999999999999999999999999"), "above 1099511627776");
  refuse(BYTES("P5 2 1 15\n\x0F\x10"), "byte 11: a sample is 16");
  refuse(BYTES("P1 2 1 12"), "byte 8: found '2' where a 0 or 1");
  refuse(BYTES("P1 1 1 0 0"), "ends before byte 9");
  refuse(BYTES("P5 1 1 255\nabc"), "ends before byte 12");
  refuse(BYTES("P2 1 1 255 7 # all\n 8"), "ends before byte 20");
}

static void sizes_are_refused_before_memory_is_taken(void **state)
{
  (void)state;
  refuse(BYTES("P1 0 1 "), "0 x 1");
  refuse(BYTES("P5 3 0 255 "), "3 x 0");
  refuse(BYTES("P4 1073741824 1073741824\n\x01"), "at most 2^34");
  refuse(BYTES("P5 4294967296 4294967296 255\n\x01"), "at most 2^34");
  refuse(BYTES("P6 99999999999999999999 99999999999999999999 255\n\x01"), "at most 2^34");
  refuse(BYTES("P6 65536 131072 255\n\x01"), "at most 2^34");
  refuse(BYTES("P5 131072 131072 255\n\x01"),
         "need 17179869184 bytes from byte 21 on, and there are 1");
  refuse(BYTES("P4 131072 131072\n\x01"), "need 2147483648 bytes");
  refuse(BYTES("P1 131072 131072\n1"), "at least 17179869184 bytes");
  refuse(BYTES("P2 2 2 1\n1 1 1"), "at least 7 bytes from byte 9 on, and there are 5");
}

/* A cut is seen wherever it is, but for white space at the end. */
static void cuts_are_refused(void **state)
{
  static const char raw[] = "P6\n# c\n2 2\n255\nabcdefghijkl", bits[] = "P4 9 2 \xFF\x80\x0F\x80";
  (void)state;
  for (size_t cut = 0; cut < sizeof raw - 1; cut++) refuse(raw, cut, "bad.pgm");
  for (size_t cut = 0; cut < sizeof bits - 1; cut++) refuse(bits, cut, "bad.pgm");
  for (size_t cut = 0; cut < sizeof feep_pbm - 2; cut++) refuse(feep_pbm, cut, "bad.pgm");
  for (size_t cut = 0; cut < sizeof feep_pgm - 2; cut++) refuse(feep_pgm, cut, "bad.pgm");
  for (size_t cut = 0; cut < sizeof feep_ppm - 2; cut++) refuse(feep_ppm, cut, "bad.pgm");
}

/* The image as `format` is these bytes. */
static void assert_written(const jato_image *image, jato_image_format format, int plain,
                           const char *wanted, size_t length)
{
  jato_bytes *bytes = NULL;
  jato_error error = {JATO_OK, ""};
  assert_ok(jato_image_encode(image, format, plain, NULL, &bytes, &error), error);
  assert_int_equal(bytes->length, length);
  assert_memory_equal(bytes->data, wanted, length);
  jato_bytes_destroy(&bytes);
  assert_null(bytes);
}

static void files_are_written(void **state)
{
  unsigned char bit[] = {1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1};
  unsigned char grey[] = {0, 7, 42, 255}, colour[] = {0, 10, 200, 255, 99, 100};
  jato_image b = {10, 2, 1, 1, bit}, g = {2, 2, 1, 8, grey}, c = {2, 1, 3, 8, colour};
  (void)state;
  assert_written(&b, JATO_IMAGE_PBM, 1, BYTES("P1\n10 2\n1010101010\n0101010101\n"));
  assert_written(&b, JATO_IMAGE_PBM, 0, BYTES("P4\n10 2\n\xAA\x80\x55\x40"));
  assert_written(&g, JATO_IMAGE_PGM, 1, BYTES("P2\n2 2\n255\n0 7\n42 255\n"));
  assert_written(&g, JATO_IMAGE_PGM, 0, BYTES("P5\n2 2\n255\n\x00\x07\x2A\xFF"));
  assert_written(&c, JATO_IMAGE_PPM, 1, BYTES("P3\n2 1\n255\n0 10 200 255 99 100\n"));
  assert_written(&c, JATO_IMAGE_PPM, 0, BYTES("P6\n2 1\n255\n\x00\x0A\xC8\xFF\x63\x64"));
  assert_written(&g, JATO_IMAGE_PPM, 1, BYTES("P3\n2 2\n255\n0 0 0 7 7 7\n42 42 42 255 255 255\n"));
  b.width = 2;
  b.height = 1;
  assert_written(&b, JATO_IMAGE_PGM, 1, BYTES("P2\n2 1\n255\n0 255\n"));
  assert_written(&b, JATO_IMAGE_PPM, 0, BYTES("P6\n2 1\n255\n\x00\x00\x00\xFF\xFF\xFF"));
}

/* The manual pages: no line of a plain file should be longer than 70. */
static void lines_are_short(void **state)
{
  unsigned char data[300];
  jato_image image = {300, 1, 1, 8, data};
  (void)state;
  for (int bits = 1; bits <= 8; bits += 7) {
    jato_bytes *bytes = NULL;
    size_t column = 0;
    memset(data, bits == 1 ? 1 : 255, sizeof data);
    image.bits = bits;
    assert_int_equal(jato_image_encode(&image, JATO_IMAGE_PNM, 1, NULL, &bytes, NULL), JATO_OK);
    for (size_t i = 0; i < bytes->length; i++) {
      column = bytes->data[i] == '\n' ? 0 : column + 1;
      assert_true(column <= 70);
    }
    jato_bytes_destroy(&bytes);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(feep_is_read),
      cmocka_unit_test(forms_are_read),
      cmocka_unit_test(malformed_files_are_refused),
      cmocka_unit_test(sizes_are_refused_before_memory_is_taken),
      cmocka_unit_test(cuts_are_refused),
      cmocka_unit_test(files_are_written),
      cmocka_unit_test(lines_are_short),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
