/* New momenta from the fields at the particles.
 *
 *   jk_plasma_push  cells reals counts fields capacity width height tiles_x kick
 *                   a work-group is a tile; kick = q dt / (2 m)
 *
 * JK_PUSHER 0: Boris 1970; 1: Vay 2008, Physics of Plasmas 15, 056701; 2: Higuera and Cary 2017,
 * Physics of Plasmas 24, 052104. */
#ifndef JK_PLASMA_PUSH_H
#define JK_PLASMA_PUSH_H

#include "plasma_tiles.h"

typedef struct jk_vector {
  real x, y, z;
} jk_vector;

JK_FN jk_vector jk_make_vector(real x, real y, real z)
{
  jk_vector v = {x, y, z};
  return v;
}

/* a + scale b */
JK_FN jk_vector jk_add_scaled(jk_vector a, real scale, jk_vector b)
{
  return jk_make_vector(a.x + scale * b.x, a.y + scale * b.y, a.z + scale * b.z);
}

JK_FN real jk_dot(jk_vector a, jk_vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

JK_FN jk_vector jk_cross(jk_vector a, jk_vector b)
{
  return jk_make_vector(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

JK_FN jk_vector jk_times(real scale, jk_vector a)
{
  return jk_make_vector(scale * a.x, scale * a.y, scale * a.z);
}

/* u turned by the angle whose half has the tangent |t|. */
JK_FN jk_vector jk_turn(jk_vector u, jk_vector t)
{
  jk_vector half_way = jk_add_scaled(u, R(1), jk_cross(u, t));
  return jk_add_scaled(u, R(2) / (R(1) + jk_dot(t, t)), jk_cross(half_way, t));
}

/* gamma of both Vay and Higuera and Cary: that of u after a turn by b / gamma itself. */
JK_FN real jk_gamma_after(jk_vector u, jk_vector b)
{
  real along = jk_dot(u, b), size = jk_dot(b, b), sigma = R(1) + jk_dot(u, u) - size;
  return jk_sqrt(R(0.5) * (sigma + jk_sqrt(sigma * sigma + R(4) * (size + along * along))));
}

/* e and b are the fields times q dt / (2 m). */
JK_FN jk_vector jk_push(jk_vector u, jk_vector e, jk_vector b)
{
#if JK_PUSHER == 1
  real still = R(1) / jk_sqrt(R(1) + jk_dot(u, u));
  jk_vector half_way = jk_add_scaled(u, still, jk_cross(u, b));
  jk_vector ahead = jk_add_scaled(half_way, R(2), e);
  jk_vector t = jk_times(R(1) / jk_gamma_after(ahead, b), b);
  jk_vector turned = jk_add_scaled(ahead, R(1), jk_cross(ahead, t));
  return jk_times(R(1) / (R(1) + jk_dot(t, t)), jk_add_scaled(turned, jk_dot(ahead, t), t));
#else
  jk_vector before = jk_add_scaled(u, R(1), e);
#if JK_PUSHER == 2
  real gamma = jk_gamma_after(before, b);
#else
  real gamma = jk_sqrt(R(1) + jk_dot(before, before));
#endif
  return jk_add_scaled(jk_turn(before, jk_times(R(1) / gamma, b)), R(1), e);
#endif
}

/* Shares of the four points around a particle. */
typedef struct jk_weights4 {
  real w00, w10, w01, w11;
} jk_weights4;

JK_FN jk_weights4 jk_weigh(real x, real y)
{
  jk_weights4 w = {(R(1) - x) * (R(1) - y), x * (R(1) - y), (R(1) - x) * y, x * y};
  return w;
}

/* Points beside each other are read as one word: half the loads, of which this loop is made. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && \
    !defined(__OPENCL_C_VERSION__) && !defined(__CUDACC__)
JK_FN real jk_between(const real *field, int at, jk_weights4 w)
{
  jk_index low, high;
  __builtin_memcpy(&low, field + at, sizeof low);
  __builtin_memcpy(&high, field + at + JK_ROW, sizeof high);
  return w.w00 * jk_as_real((jk_int)low) + w.w10 * jk_as_real((jk_int)(low >> 32)) +
         w.w01 * jk_as_real((jk_int)high) + w.w11 * jk_as_real((jk_int)(high >> 32));
}
#else
JK_FN real jk_between(JK_LOCAL_IN const real *field, int at, jk_weights4 w)
{
  return w.w00 * field[at] + w.w10 * field[at + 1] + w.w01 * field[at + JK_ROW] +
         w.w11 * field[at + JK_ROW + 1];
}
#endif

/* A particle between the points of the grid: those half a cell off are chosen by the sign of its
 * place in the cell. `copy` has the six fields of a tile. */
JK_FN jk_vector jk_push_at(JK_LOCAL_IN const real *copy, int place, real x, real y, jk_vector u)
{
  int left = x < R(0) ? 1 : 0, down = y < R(0) ? JK_ROW : 0;
  real half_x = x < R(0) ? x + R(1) : x, half_y = y < R(0) ? y + R(1) : y;
  real node_x = x + R(0.5), node_y = y + R(0.5);
  jk_weights4 on_x = jk_weigh(half_x, node_y), on_y = jk_weigh(node_x, half_y);
  jk_weights4 on_z = jk_weigh(node_x, node_y), on_both = jk_weigh(half_x, half_y);
  int at_x = place - left, at_y = place - down, at_both = place - left - down;
  jk_vector e = jk_make_vector(jk_between(copy, at_x, on_x), jk_between(copy + JK_AREA, at_y, on_y),
                               jk_between(copy + 2 * JK_AREA, place, on_z));
  jk_vector b = jk_make_vector(jk_between(copy + 3 * JK_AREA, at_y, on_y),
                               jk_between(copy + 4 * JK_AREA, at_x, on_x),
                               jk_between(copy + 5 * JK_AREA, at_both, on_both));
  return jk_push(u, e, b);
}

JK_KERNEL jk_plasma_push(JK_OF_GROUP JK_GLOBAL const int *JK_RESTRICT cells,
                         JK_GLOBAL real *JK_RESTRICT reals, JK_GLOBAL const int *JK_RESTRICT counts,
                         JK_GLOBAL const real *JK_RESTRICT fields, int capacity, int width,
                         int height, int tiles_x, real kick)
{
  JK_LOCAL real copy[6 * JK_AREA];
  int tile = (int)JK_GROUP, count = counts[tile * JK_COUNTS + JK_COUNT];
  int first_x = tile % tiles_x * JK_TILE_X - 1, first_y = tile / tiles_x * JK_TILE_Y - 1;
  for (int l = JK_ITEM; l < JK_AREA; l += JK_HERE_LOCAL) {
    jk_index from = (jk_index)jk_around(first_y + l / JK_ROW, height) * width +
                    jk_around(first_x + l % JK_ROW, width);
    for (int c = 0; c < 6; c++)
      copy[c * JK_AREA + l] = kick * fields[(jk_index)c * width * height + from];
  }
  JK_BARRIER();
  jk_ints_in ix = cells + (jk_index)tile * 2 * capacity, iy = ix + capacity;
  jk_reals_in x = reals + (jk_index)tile * 5 * capacity, y = x + capacity;
  jk_reals_out ux = reals + ((jk_index)tile * 5 + 2) * capacity, uy = ux + capacity,
               uz = uy + capacity;
  JK_SIMD for (int p = JK_ITEM; p < count; p += JK_HERE_LOCAL)
  {
    jk_vector u =
        jk_push_at(copy, jk_place(ix[p], iy[p]), x[p], y[p], jk_make_vector(ux[p], uy[p], uz[p]));
    ux[p] = u.x;
    uy[p] = u.y;
    uz[p] = u.z;
  }
}
JK_ENTRY(jk_plasma_push,
         (JK_GROUP, JK_ARGUMENT(jk_ints_in, 0), JK_ARGUMENT(jk_reals_out, 1),
          JK_ARGUMENT(jk_ints_in, 2), JK_ARGUMENT(jk_reals_in, 3), JK_ARGUMENT(int, 4),
          JK_ARGUMENT(int, 5), JK_ARGUMENT(int, 6), JK_ARGUMENT(int, 7), JK_ARGUMENT(real, 8)))

#endif
