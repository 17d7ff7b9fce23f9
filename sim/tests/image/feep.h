/* The examples of Netpbm's manual pages pbm(5), pgm(5) and ppm(5), and a picture of what they show.
 */
#ifndef TESTS_FEEP_H
#define TESTS_FEEP_H

#include "check.h"
#include "jato/image.h"

enum { FEEP_WIDTH = 24, FEEP_HEIGHT = 7, FEEP_COUNT = FEEP_WIDTH * FEEP_HEIGHT };

static const char feep_pbm[] = "P1\n"
                               "# feep.pbm\n"
                               "24 7\n"
                               "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n"
                               "0 1 1 1 1 0 0 1 1 1 1 0 0 1 1 1 1 0 0 1 1 1 1 0\n"
                               "0 1 0 0 0 0 0 1 0 0 0 0 0 1 0 0 0 0 0 1 0 0 1 0\n"
                               "0 1 1 1 0 0 0 1 1 1 0 0 0 1 1 1 0 0 0 1 1 1 1 0\n"
                               "0 1 0 0 0 0 0 1 0 0 0 0 0 1 0 0 0 0 0 1 0 0 0 0\n"
                               "0 1 0 0 0 0 0 1 1 1 1 0 0 1 1 1 1 0 0 1 0 0 0 0\n"
                               "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n";

static const char feep_pgm[] =
    "P2\n"
    "# feep.pgm\n"
    "24 7\n"
    "15\n"
    "0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0\n"
    "0  3  3  3  3  0  0  7  7  7  7  0  0 11 11 11 11  0  0 15 15 15 15  0\n"
    "0  3  0  0  0  0  0  7  0  0  0  0  0 11  0  0  0  0  0 15  0  0 15  0\n"
    "0  3  3  3  0  0  0  7  7  7  0  0  0 11 11 11  0  0  0 15 15 15 15  0\n"
    "0  3  0  0  0  0  0  7  0  0  0  0  0 11  0  0  0  0  0 15  0  0  0  0\n"
    "0  3  0  0  0  0  0  7  7  7  7  0  0 11 11 11 11  0  0 15  0  0  0  0\n"
    "0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0\n";

static const char feep_ppm[] = "P3\n# feep.ppm\n4 4\n15\n"
                               " 0  0  0    0  0  0    0  0  0   15  0 15\n"
                               " 0  0  0    0 15  7    0  0  0    0  0  0\n"
                               " 0  0  0    0  0  0    0 15  7    0  0  0\n"
                               "15  0 15    0  0  0    0  0  0    0  0  0\n";

/* A letter for each place: F, E, e and P of their own grey. */
static const char feep_shape[] = "........................"
                                 ".FFFF..EEEE..eeee..PPPP."
                                 ".F.....E.....e.....P..P."
                                 ".FFF...EEE...eee...PPPP."
                                 ".F.....E.....e.....P...."
                                 ".F.....EEEE..eeee..P...."
                                 "........................";

static inline int feep_bit(int i) { return feep_shape[i] != '.'; }

/* 3, 7, 11 and 15 of 15 are 51, 119, 187 and 255 of 255. */
static inline int feep_grey(int i)
{
  const char letter = feep_shape[i];
  return letter == 'F' ? 51 : letter == 'E' ? 119 : letter == 'e' ? 187 : letter == 'P' ? 255 : 0;
}

static inline jato_image *feep_read(const void *bytes, size_t length)
{
  jato_image *image = NULL;
  jato_error error = {JATO_OK, ""};
  assert_ok(jato_image_read(bytes, length, "feep", NULL, &image, &error), error);
  assert_non_null(image);
  return image;
}

static inline void assert_shape(const jato_image *image, uint64_t width, uint64_t height,
                                int channels, int bits)
{
  assert_int_equal(image->width, width);
  assert_int_equal(image->height, height);
  assert_int_equal(image->channels, channels);
  assert_int_equal(image->bits, bits);
}

#endif
