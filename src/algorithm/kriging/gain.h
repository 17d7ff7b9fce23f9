/* How much lower than the best known value another one is expected to be. */
#pragma once

/* log of E max(best - Y, 0) for a normal Y, without loss of digits however unlikely a gain is, and
 * its derivatives. */
typedef struct jx_gain {
  double log, by_mean, by_deviation;
} jx_gain;

jx_gain jx_expected_gain(double best, double mean, double deviation);
