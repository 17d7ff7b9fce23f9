/* base/digest.h against libxxhash, the specification's own implementation, and published hashes. */
#include "check.h"

#include <xxhash.h>

#include "base/digest.h"

#define LONGEST 300

static uint64_t digest_of(const void *data, size_t bytes)
{
  jx_digest digest;
  jx_digest_begin(&digest);
  jx_digest_add(&digest, data, bytes);
  return jx_digest_end(&digest);
}

/* The buffer of xxHash's own self-test (xxhsum.c of release 0.8): the high bytes of powers of a
 * prime. */
static void fill(unsigned char buffer[LONGEST])
{
  uint64_t generator = 2654435761u;
  for (int i = 0; i < LONGEST; i++) {
    buffer[i] = (unsigned char)(generator >> 56);
    generator *= 11400714785074694797u;
  }
}

/* Hashes with seed 0 as that self-test lists them, and of the empty text and "abc". */
static void published_hashes(void **state)
{
  unsigned char buffer[LONGEST];
  fill(buffer);
  (void)state;
  assert_int_equal(digest_of("", 0), 0xEF46DB3751D8E999u);
  assert_int_equal(digest_of("abc", 3), 0x44BC2CF5AD770999u);
  assert_int_equal(digest_of(buffer, 1), 0xE934A84ADB052768u);
  assert_int_equal(digest_of(buffer, 4), 0x9136A0DCA57457EEu);
  assert_int_equal(digest_of(buffer, 14), 0x8282DCC4994E35C8u);
  assert_int_equal(digest_of(buffer, 222), 0xB641AE8CB691C174u);
}

static void every_length_agrees_with_libxxhash(void **state)
{
  unsigned char buffer[LONGEST];
  fill(buffer);
  (void)state;
  for (size_t start = 0; start < 3; start++)
    for (size_t bytes = 0; bytes + start <= LONGEST; bytes++)
      assert_int_equal(digest_of(buffer + start, bytes), XXH64(buffer + start, bytes, 0));
}

/* Cut in two and in three pieces at every place, empty pieces included. */
static void pieces_do_not_matter(void **state)
{
  unsigned char buffer[LONGEST];
  const size_t bytes = 101;
  fill(buffer);
  (void)state;
  uint64_t wanted = XXH64(buffer, bytes, 0);
  for (size_t one = 0; one <= bytes; one++)
    for (size_t two = one; two <= bytes; two++) {
      jx_digest digest;
      jx_digest_begin(&digest);
      jx_digest_add(&digest, buffer, one);
      jx_digest_add(&digest, buffer + one, two - one);
      jx_digest_add(&digest, buffer + two, bytes - two);
      assert_int_equal(jx_digest_end(&digest), wanted);
    }
}

static void ending_changes_nothing(void **state)
{
  jx_digest digest;
  (void)state;
  jx_digest_begin(&digest);
  jx_digest_add(&digest, "ab", 2);
  assert_int_equal(jx_digest_end(&digest), XXH64("ab", 2, 0));
  jx_digest_add(&digest, "c", 1);
  assert_int_equal(jx_digest_end(&digest), 0x44BC2CF5AD770999u);
}

static void words_are_hashed_least_byte_first(void **state)
{
  const unsigned char bytes[8] = {8, 7, 6, 5, 4, 3, 2, 1};
  jx_digest digest;
  (void)state;
  jx_digest_begin(&digest);
  jx_digest_add_u64(&digest, 0x0102030405060708u);
  assert_int_equal(jx_digest_end(&digest), XXH64(bytes, sizeof bytes, 0));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(published_hashes),
      cmocka_unit_test(every_length_agrees_with_libxxhash),
      cmocka_unit_test(pieces_do_not_matter),
      cmocka_unit_test(ending_changes_nothing),
      cmocka_unit_test(words_are_hashed_least_byte_first),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
