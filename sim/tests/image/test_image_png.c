/* image/png: cut and damaged files, and those that claim more than they can hold. What whole files
 * mean is compared with another reader and writer in test_png.py. */
#include "feep.h"

#include <stdlib.h>

/* A grey 2 x 1 of 0 and 255, its data stored without compression; checksums by Python's zlib. */
static const unsigned char tiny[] = {
    0x89, 'P',  'N',  'G',  '\r', '\n', 0x1A, '\n',                      /* signature */
    0,    0,    0,    13,   'I',  'H',  'D',  'R',                       /* */
    0,    0,    0,    2,    0,    0,    0,    1,    8,    0,    0,    0, /* 2 x 1, 8 bits, grey */
    0,    0xD1, 0x49, 0x20, 0x56,                                        /* */
    0,    0,    0,    14,   'I',  'D',  'A',  'T',                       /* */
    0x78, 0x01, 0x01, 0x03, 0x00, 0xFC, 0xFF, 0x00, 0,    255,           /* one stored block */
    0x01, 0x02, 0x01, 0x00, 0xB7, 0x01, 0x2E, 0xF7,                      /* */
    0,    0,    0,    0,    'I',  'E',  'N',  'D',  0xAE, 0x42, 0x60, 0x82};

static long most_taken; /* bytes of the largest allocation */

static void *note(size_t bytes, void *user)
{
  (void)user;
  if ((long)bytes > most_taken) most_taken = (long)bytes;
  return malloc(bytes);
}

static void release_resources(void *memory, void *user)
{
  (void)user;
  free(memory);
}

static const jato_allocator noted = {.allocate = note, .release = release_resources};

static jato_status read_bytes(const void *bytes, size_t length, jato_error *error)
{
  jato_image *image = NULL;
  jato_status status = jato_image_read(bytes, length, "bad.png", &noted, &image, error);
  assert_int_equal(image != NULL, status == JATO_OK);
  jato_image_destroy(&image);
  return status;
}

static void a_file_by_hand_is_read(void **state)
{
  (void)state;
  jato_image *image = feep_read(tiny, sizeof tiny);
  assert_shape(image, 2, 1, 1, 8);
  assert_int_equal(image->data[0], 0);
  assert_int_equal(image->data[1], 255);
  jato_image_destroy(&image);
}

static void cuts_are_refused(void **state)
{
  (void)state;
  for (size_t cut = 2; cut < sizeof tiny; cut++) {
    jato_error error = {JATO_OK, ""};
    unsigned char *copy = malloc(cut); /* of its own size, so that a look past its end is seen */
    assert_non_null(copy);
    memcpy(copy, tiny, cut);
    assert_int_equal(read_bytes(copy, cut, &error), JATO_E_FILE);
    assert_contains(error.text, "bad.png: not a whole PNG: before byte ");
    free(copy);
  }
}

/* Every byte is under a checksum, or of the signature or a length. */
static void damage_is_seen(void **state)
{
  (void)state;
  for (size_t at = 0; at < sizeof tiny; at++) {
    jato_error error = {JATO_OK, ""};
    unsigned char copy[sizeof tiny];
    memcpy(copy, tiny, sizeof copy);
    copy[at] ^= 0x41;
    assert_int_equal(read_bytes(copy, sizeof copy, &error), JATO_E_FILE);
    assert_contains(error.text, "bad.png: ");
  }
}

/* Bit by bit: x^32 + x^26 + ... + 1, reflected (ISO 3309, as PNG's annex D). */
static void seal_header(unsigned char *png)
{
  uint32_t crc = 0xFFFFFFFF;
  for (int i = 12; i < 29; i++) {
    crc ^= png[i];
    for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320 : 0);
  }
  for (int i = 0; i < 4; i++) png[29 + i] = (unsigned char)(~crc >> (24 - 8 * i));
}

static void claims_take_no_memory(void **state)
{
  static const struct {
    unsigned char size[8], depth, type;
    const char *words;
  } claims[] = {
      {{0x7F, 255, 255, 255, 0x7F, 255, 255, 255}, 8, 0, "at most 2^34"},
      {{0x40, 0, 0, 0, 0x40, 0, 0, 0}, 8, 6, "at most 2^34"},
      {{0, 2, 0, 0, 0, 2, 0, 0}, 8, 0, "claims 131072 x 131072, for which 71 bytes are too few"},
      {{0, 0, 4, 0, 0, 0, 4, 0}, 8, 0, "claims 1024 x 1024"},
      {{0, 0, 4, 0, 0, 0, 4, 0}, 1, 0, "claims 1024 x 1024"},
      {{0x7F, 255, 255, 255, 0, 0, 0, 1}, 1, 0, "claims 2147483647 x 1,"},
      {{0, 0, 0, 2, 0, 0, 0, 1}, 16, 0, "16 bits for a sample"},
      {{0, 0, 0, 0, 0, 0, 0, 1}, 8, 0, "not a whole PNG"},
  };
  (void)state;
  for (size_t i = 0; i < sizeof claims / sizeof claims[0]; i++) {
    jato_error error = {JATO_OK, ""};
    unsigned char copy[sizeof tiny];
    memcpy(copy, tiny, sizeof copy);
    memcpy(copy + 16, claims[i].size, 8);
    copy[24] = claims[i].depth;
    copy[25] = claims[i].type;
    seal_header(copy);
    most_taken = 0;
    assert_int_equal(read_bytes(copy, sizeof copy, &error), JATO_E_FILE);
    assert_contains(error.text, claims[i].words);
    assert_true(most_taken < 1 << 16); /* libpng's and zlib's own */
  }
}

/* Wider than libpng allows by itself (a million), and compressed as far as deflate goes. */
static void large_and_empty_comes_back(void **state)
{
  enum { WIDE = 2000000, HIGH = 3 };
  unsigned char *data = calloc(WIDE, HIGH);
  jato_image image = {WIDE, HIGH, 1, 8, data}, *again = NULL;
  jato_bytes *bytes = NULL;
  jato_error error = {JATO_OK, ""};
  (void)state;
  assert_non_null(data);
  for (int bits = 1; bits <= 8; bits += 7) {
    image.bits = bits;
    assert_ok(jato_image_encode(&image, JATO_IMAGE_PNG, 0, NULL, &bytes, &error), error);
    assert_true(bytes->length < WIDE * HIGH / 100);
    assert_ok(jato_image_read(bytes->data, bytes->length, "x", NULL, &again, &error), error);
    assert_shape(again, WIDE, HIGH, 1, bits);
    assert_memory_equal(again->data, data, (size_t)WIDE * HIGH);
    jato_image_destroy(&again);
    jato_bytes_destroy(&bytes);
  }
  image.width = (uint64_t)1 << 31;
  image.height = 1;
  image.bits = 8; /* refused before its data are looked at */
  assert_int_equal(jato_image_encode(&image, JATO_IMAGE_PNG, 0, NULL, &bytes, &error),
                   JATO_E_ARGUMENT);
  assert_contains(error.text, "2^31 - 1");
  free(data);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_file_by_hand_is_read),
      cmocka_unit_test(cuts_are_refused),
      cmocka_unit_test(damage_is_seen),
      cmocka_unit_test(claims_take_no_memory),
      cmocka_unit_test(large_and_empty_comes_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
