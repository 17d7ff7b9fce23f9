/* What is known of plasmas by formulas, measured on any plasma that can be stepped and looked at.
 */
#ifndef PLASMA_CHECKS_H
#define PLASMA_CHECKS_H

/* A plasma under test. Fields: 0..2 E, 3..5 B. */
typedef struct plasma_bed {
  void *of;
  int nx, ny;
  double dx, dt;
  void (*step)(void *of);
  void (*field)(void *of, int component, double *out); /* [ny][nx] */
  void (*charge)(void *of, double *out);               /* [ny][nx], without the background */
  double (*kinetic)(void *of);                         /* in the middle of the last push */
} plasma_bed;

/* Frequency at which mode number `mode` along x of a field that stands goes up and down, from its
 * first to its last time at 0 in so many steps. */
double plasma_frequency(const plasma_bed *bed, int component, int mode, int steps);

/* Frequency of a mode that travels along x, from its phase in so many steps. */
double plasma_phase_frequency(const plasma_bed *bed, int component, int mode, int steps);

/* Rate at which the mode grows while its amplitude is between `from` and `to`: a straight line
 * through its logarithm. NaN where it does not come to `to` in so many steps. */
typedef struct plasma_growth {
  int component, mode, steps;
  double from, to;
} plasma_growth;
double plasma_growth_rate(const plasma_bed *bed, const plasma_growth *how);

/* Largest change of div E - rho, largest change of rho, largest change of the energy over the
 * energy, largest share of it that was in B; over so many steps. */
typedef struct plasma_drift {
  double divergence, charge, energy, magnetic;
} plasma_drift;
plasma_drift plasma_conservation(const plasma_bed *bed, int steps);

/* ---- Formulas ---- */

/* Two cold beams of one half of the density each and velocities v and -v: wp^2/gamma^3 is what they
 * have along the beams. */
double two_stream_rate(double k, double v);
/* The same beams across k: G^4 + G^2 (k^2 + 1/gamma^3) - k^2 v^2 / gamma = 0. */
double filamentation_rate(double k, double v);
/* sin^2(w dt/2)/dt^2 = sin^2(k dx/2)/dx^2 */
double grid_light_frequency(double k, double dx, double dt);

#endif
