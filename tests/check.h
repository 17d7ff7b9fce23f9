/* cmocka with the headers it wants before it, and asserts on numbers that print both sides. */
#ifndef TESTS_CHECK_H
#define TESTS_CHECK_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static inline uint64_t bits_of(double a)
{
  uint64_t bits;
  memcpy(&bits, &a, sizeof bits);
  return bits;
}

/* The same bits: 0 apart from -0, and a NaN equal to itself. */
#define assert_same_double(found, wanted) \
  check_same_double((found), (wanted), #found, __FILE__, __LINE__)

static inline void check_same_double(double found, double wanted, const char *what,
                                     const char *file, int line)
{
  if (bits_of(found) == bits_of(wanted)) return;
  print_error("%s is %.17g (%a), wanted %.17g (%a)\n", what, found, found, wanted, wanted);
  _fail(file, line);
}

/* found relation wanted, as in assert_double(x, <=, upper). Never true of a NaN. */
#define assert_double(found, relation, wanted)                                               \
  check_relation((found)relation(wanted), (found), #found " " #relation, (wanted), __FILE__, \
                 __LINE__)

static inline void check_relation(int holds, double found, const char *what, double wanted,
                                  const char *file, int line)
{
  if (holds) return;
  print_error("not so: %s ..., with %.17g on the left and %.17g on the right\n", what, found,
              wanted);
  _fail(file, line);
}

/* `text` contains `part`. */
#define assert_contains(text, part) check_contains((text), (part), __FILE__, __LINE__)

static inline void check_contains(const char *text, const char *part, const char *file, int line)
{
  if (strstr(text, part) != NULL) return;
  print_error("\"%s\" does not contain \"%s\"\n", text, part);
  _fail(file, line);
}

/* A call that must succeed; prints the library's words when it does not. */
#define assert_ok(call, error) check_ok((call), (error).text, #call, __FILE__, __LINE__)

static inline void check_ok(int status, const char *words, const char *call, const char *file,
                            int line)
{
  if (status == 0) return;
  print_error("%s gave status %d: %s\n", call, status, words);
  _fail(file, line);
}

#endif
