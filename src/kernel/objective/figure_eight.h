/* Two of the three bodies: places (x, y) and velocities (u, v). The centre of mass rests at 0, so
 * the third is minus their sum. */
typedef struct jk_bodies {
  real x1, y1, x2, y2, u1, v1, u2, v2;
} jk_bodies;

JK_FN jk_bodies jk_drift(jk_bodies s, real time)
{
  s.x1 += time * s.u1;
  s.y1 += time * s.v1;
  s.x2 += time * s.u2;
  s.y2 += time * s.v2;
  return s;
}

/* 1 / r^3, infinite where two bodies meet: the value is then NaN, the worst. */
JK_FN real jk_pull(real x, real y)
{
  real square = x * x + y * y;
  return R(1) / (square * jk_sqrt(square));
}

JK_FN jk_bodies jk_kick(jk_bodies s, real time)
{
  real x12 = s.x2 - s.x1, y12 = s.y2 - s.y1;
  real x13 = -(s.x1 + s.x1 + s.x2), y13 = -(s.y1 + s.y1 + s.y2);
  real x23 = -(s.x2 + s.x2 + s.x1), y23 = -(s.y2 + s.y2 + s.y1);
  real to12 = time * jk_pull(x12, y12);
  real to13 = time * jk_pull(x13, y13);
  real to23 = time * jk_pull(x23, y23);
  s.u1 += to12 * x12 + to13 * x13;
  s.v1 += to12 * y12 + to13 * y13;
  s.u2 += to23 * x23 - to12 * x12;
  s.v2 += to23 * y23 - to12 * y12;
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
  jk_bodies s = {R(-1), R(0), R(1), R(0), x(0), x(1), x(0), x(1)};
  real step = x(2) * R(1.0 / 600);
  real outer = step * R(1.3512071919596576340); /* 1 / (2 - 2^(1/3)) */
  real inner = step * R(-1.7024143839193152681);
  real between = step * R(-0.17560359597982881702); /* half of both */
  s = jk_drift(s, R(0.5) * outer);
  for (int k = 0; k < 200; k++) {
    s = jk_drift(jk_kick(s, outer), between);
    s = jk_drift(jk_kick(s, inner), between);
    s = jk_drift(jk_kick(s, outer), outer);
  }
  s = jk_drift(s, R(-0.5) * outer);
  real places = jk_off(s.x1 - R(1), s.x2) + jk_off(s.y1, s.y2);
  real velocities =
      jk_off(s.u1 - x(0), s.u2 + R(2) * x(0)) + jk_off(s.v1 - x(1), s.v2 + R(2) * x(1));
  return jk_sqrt(places + velocities);
}
