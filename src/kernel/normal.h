/* Normal random numbers from the words of random.h: Box and Muller, "A note on the generation of
 * random normal deviates", Annals of Mathematical Statistics 29 (1958).
 *
 * It takes a block for two numbers and throws none away, so a number depends on the counter alone,
 * as a uniform one does. The tails end where the radius does: at sqrt(-2 ln 2^-53) = 8.57 in double
 * and 5.77 in float. Nothing is infinite. */
#ifndef JK_NORMAL_H
#define JK_NORMAL_H

#include "math.h"
#include "random.h"

/* Two independent normal numbers. */
typedef struct jk_normals {
  real a, b;
} jk_normals;

/* The first two words make the radius, from a number in (0, 1]; the others the angle. */
JK_FN jk_normals jk_normals_of(jk_block block)
{
  jk_normals pair;
  real radius = jk_sqrt(R(-2.0) * jk_log(R(1.0) - jk_fine_uniform(block.w[0], block.w[1])));
  real turns = jk_fine_uniform(block.w[2], block.w[3]);
  pair.a = radius * jk_cos_turns(turns);
  pair.b = radius * jk_sin_turns(turns);
  return pair;
}

#endif
