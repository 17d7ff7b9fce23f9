/* Two of the three bodies: places (x, y), and velocities (u, v) as the way of one step. The centre
 * of mass rests at 0, so the third is minus their sum. */
typedef struct jk_bodies {
  real x1, y1, x2, y2, u1, v1, u2, v2;
} jk_bodies;

/* On by `steps` of a step. */
JK_FN jk_bodies jk_drift(jk_bodies s, real steps)
{
  s.x1 += steps * s.u1;
  s.y1 += steps * s.v1;
  s.x2 += steps * s.u2;
  s.y2 += steps * s.v2;
  return s;
}

/* 1 / r^3, infinite where two bodies meet: the value is then NaN, the worst. */
JK_FN real jk_pull(real x, real y)
{
  real square = x * x + y * y;
  return R(1) / (square * jk_sqrt(square));
}

/* One pair after the other, and `steps` not multiplied by `square`, that of a step's time, in
 * advance: few numbers are kept, and registers of a GPU suffice in double. */
JK_FN jk_bodies jk_kick(jk_bodies s, real steps, real square)
{
  real dx = s.x2 - s.x1, dy = s.y2 - s.y1;
  real pull = steps * (square * jk_pull(dx, dy));
  s.u1 += pull * dx;
  s.v1 += pull * dy;
  s.u2 -= pull * dx;
  s.v2 -= pull * dy;
  dx = s.x1 + s.x1 + s.x2;
  dy = s.y1 + s.y1 + s.y2;
  pull = steps * (square * jk_pull(dx, dy));
  s.u1 -= pull * dx;
  s.v1 -= pull * dy;
  dx = s.x2 + s.x2 + s.x1;
  dy = s.y2 + s.y2 + s.y1;
  pull = steps * (square * jk_pull(dx, dy));
  s.u2 -= pull * dx;
  s.v2 -= pull * dy;
  return s;
}

/* The sum of the squares of what the two bodies are off by, and the third, which makes up for them.
 */
JK_FN real jk_off(real first, real second)
{
  real third = first + second;
  return first * first + second * second + third * third;
}

/* Three equal masses that follow each other on one closed curve, an eight (Moore 1993; Chenciner
 * and Montgomery 2000), with G = 1. At time 0 they are at (-1, 0), (1, 0) and (0, 0), with the
 * velocities (a, b), (a, b) and -2 (a, b). On the eight of period T, after T/3 the first is where
 * the second was, the second where the third was and the third where the first was, as fast: f is
 * how far places and velocities are off. Coordinates are a, b and T. (To ask for a return after T
 * would be another problem: orbits that nearly return fill a long valley.)
 * 200 steps of the fourth order by Forest and Ruth (Physica D 43, 1990), whose drifts between two
 * steps are one. They keep the symmetries of the eight, so that there is one of these steps, too:
 * f is 0 at it but for rounding, and it is within 2e-8 of the eight in a and b. */
JK_OBJECTIVE(figure_eight)
{
  JK_UNUSED(n);
  JK_UNUSED(a);
  real step = x(2) * R(1.0 / 600);
  real u = step * x(0), v = step * x(1);
  jk_bodies s = {R(-1), R(0), R(1), R(0), u, v, u, v};
  real outer = R(1.3512071919596576340); /* 1 / (2 - 2^(1/3)) */
  real inner = R(-1.7024143839193152681);
  real between = R(-0.17560359597982881702); /* half of both */
  s = jk_drift(s, R(0.5) * outer);
  for (int k = 0; k < 200; k++) {
    s = jk_drift(jk_kick(s, outer, step * step), between);
    s = jk_drift(jk_kick(s, inner, step * step), between);
    s = jk_drift(jk_kick(s, outer, step * step), outer);
  }
  s = jk_drift(s, R(-0.5) * outer);
  real places = jk_off(s.x1 - R(1), s.x2) + jk_off(s.y1, s.y2);
  real ways = jk_off(s.u1 - step * x(0), s.u2 + R(2) * (step * x(0))) +
              jk_off(s.v1 - step * x(1), s.v2 + R(2) * (step * x(1)));
  return jk_sqrt(places + ways / (step * step));
}
