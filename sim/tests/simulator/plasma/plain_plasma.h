/* A plasma in the plainest C and in double: electrons before a background of ions that rests, two
 * coordinates and three velocities, Yee's grid, Boris's push, and currents by Villasenor and
 * Buneman's cut paths. It knows no tiles and no guard cells: indices are periodic.
 *
 * Units: time 1/wp, length c/wp, momentum gamma v/c, fields m c wp/e, density 1 where wp is 1.
 * With (i, j) the lower corner of a cell: Ex, Jx, By at (i+1/2, j); Ey, Jy, Bx at (i, j+1/2);
 * Ez, Jz, charge at (i, j); Bz at (i+1/2, j+1/2). */
#ifndef PLAIN_PLASMA_H
#define PLAIN_PLASMA_H

typedef struct plain_particle {
  int ix, iy;
  double x, y; /* in the cell, from its middle: -1/2 to 1/2 */
  double u[3];
  double q; /* share of the density of a cell, negative */
} plain_particle;

typedef struct plain_plasma {
  int nx, ny, count;
  double dx, dt;
  double *e[3], *b[3], *j[3]; /* [ny][nx] */
  plain_particle *particle;   /* [count] */
  double kinetic;             /* in the middle of the last push: half before, half behind it */
} plain_plasma;

plain_plasma *plain_plasma_create(int nx, int ny, int count, double dx, double dt);
void plain_plasma_destroy(plain_plasma *plasma);
void plain_plasma_step(plain_plasma *plasma);

/* Density of charge without that of the background: [ny][nx]. */
void plain_plasma_charge(const plain_plasma *plasma, double *rho);

/* Sum of E^2 + B^2 over 2, in the units of `kinetic`: a cell's density of energy. */
double plain_plasma_fields(const plain_plasma *plasma);

/* Sets Ex so that its divergence is the charge without its mean: for what depends on x alone. */
void plain_plasma_settle(plain_plasma *plasma);

#endif
