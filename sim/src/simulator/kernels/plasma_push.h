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

/* A component's shares follow from where it is: half a cell off along x, along y, not, or along
 * both. Those half a cell off are chosen by the sign of the particle's place in the cell. */
typedef struct jk_shares {
  jk_weights4 x, y, none, both;
} jk_shares;

JK_FN jk_shares jk_share(real x, real y)
{
  jk_shares shares;
  real half_x = x < R(0) ? x + R(1) : x, half_y = y < R(0) ? y + R(1) : y;
  real node_x = x + R(0.5), node_y = y + R(0.5);
  shares.x = jk_weigh(half_x, node_y);
  shares.y = jk_weigh(node_x, half_y);
  shares.none = jk_weigh(node_x, node_y);
  shares.both = jk_weigh(half_x, half_y);
  return shares;
}

#if !defined(__OPENCL_C_VERSION__) && !defined(__CUDACC__) && defined(__BYTE_ORDER__) && \
    __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
/* In C: for JK_BLOCK particles at once, what is around them is read first, two points beside each
 * other as one word, in a loop that stays as it is: what compilers make of such reads in loops that
 * become vectors is slower. (PoCL is better off with one loop: 34 ns for 51.) */
enum { JK_PAIRS = 12 };

JK_FN jk_index jk_two(const real *from)
{
  jk_index both;
  __builtin_memcpy(&both, from, sizeof both);
  return both;
}

/* Where the points around a particle begin, in the order of jk_shares. */
enum { JK_ON_X, JK_ON_Y, JK_ON_NONE, JK_ON_BOTH };

/* Ex Ey Ez Bx By Bz of particle k, each of two rows. */
JK_FN void jk_read_around(JK_LOCAL_IN const real *copy, int (*at)[JK_BLOCK],
                          jk_index (*pair)[JK_BLOCK], int k)
{
  int of[6] = {at[JK_ON_X][k], at[JK_ON_Y][k], at[JK_ON_NONE][k],
               at[JK_ON_Y][k], at[JK_ON_X][k], at[JK_ON_BOTH][k]};
  for (int c = 0; c < 6; c++) {
    pair[2 * c][k] = jk_two(copy + c * JK_AREA + of[c]);
    pair[2 * c + 1][k] = jk_two(copy + c * JK_AREA + of[c] + JK_ROW);
  }
}

JK_FN real jk_between(jk_index low, jk_index high, jk_weights4 w)
{
  return w.w00 * jk_as_real((jk_int)low) + w.w10 * jk_as_real((jk_int)(low >> 32)) +
         w.w01 * jk_as_real((jk_int)high) + w.w11 * jk_as_real((jk_int)(high >> 32));
}

JK_FN void jk_push_tile(JK_LOCAL_IN const real *copy, jk_ints_in ix, jk_reals_in x, jk_reals_out ux,
                        int count, int capacity)
{
  int at[4][JK_BLOCK];
  jk_index pair[JK_PAIRS][JK_BLOCK];
  jk_ints_in iy = ix + capacity;
  jk_reals_in y = x + capacity;
  jk_reals_out uy = ux + capacity, uz = uy + capacity;
  for (int first = 0; first < count; first += JK_BLOCK) {
    int end = count - first < JK_BLOCK ? count : first + JK_BLOCK;
    JK_SIMD for (int p = first; p < end; p++)
    {
      int place = jk_place(ix[p], iy[p]), k = p - first;
      int left = x[p] < R(0) ? 1 : 0, down = y[p] < R(0) ? JK_ROW : 0;
      at[JK_ON_X][k] = place - left;
      at[JK_ON_Y][k] = place - down;
      at[JK_ON_NONE][k] = place;
      at[JK_ON_BOTH][k] = place - left - down;
    }
    JK_NO_SIMD for (int k = 0; k < end - first; k++) jk_read_around(copy, at, pair, k);
    JK_SIMD for (int p = first; p < end; p++)
    {
      int k = p - first;
      jk_shares on = jk_share(x[p], y[p]);
      jk_vector e = jk_make_vector(jk_between(pair[0][k], pair[1][k], on.x),
                                   jk_between(pair[2][k], pair[3][k], on.y),
                                   jk_between(pair[4][k], pair[5][k], on.none));
      jk_vector b = jk_make_vector(jk_between(pair[6][k], pair[7][k], on.y),
                                   jk_between(pair[8][k], pair[9][k], on.x),
                                   jk_between(pair[10][k], pair[11][k], on.both));
      jk_vector u = jk_push(jk_make_vector(ux[p], uy[p], uz[p]), e, b);
      ux[p] = u.x;
      uy[p] = u.y;
      uz[p] = u.z;
    }
  }
}

#else
JK_FN real jk_between(JK_LOCAL_IN const real *field, int at, jk_weights4 w)
{
  return w.w00 * field[at] + w.w10 * field[at + 1] + w.w01 * field[at + JK_ROW] +
         w.w11 * field[at + JK_ROW + 1];
}

JK_FN void jk_push_tile(JK_LOCAL_IN const real *copy, jk_ints_in ix, jk_reals_in x, jk_reals_out ux,
                        int count, int capacity)
{
  jk_ints_in iy = ix + capacity;
  jk_reals_in y = x + capacity;
  jk_reals_out uy = ux + capacity, uz = uy + capacity;
  JK_SIMD for (int p = JK_ITEM; p < count; p += JK_HERE_LOCAL)
  {
    int none = jk_place(ix[p], iy[p]), on_x = none - (x[p] < R(0) ? 1 : 0);
    int down = y[p] < R(0) ? JK_ROW : 0, on_y = none - down, both = on_x - down;
    jk_shares on = jk_share(x[p], y[p]);
    jk_vector e =
        jk_make_vector(jk_between(copy, on_x, on.x), jk_between(copy + JK_AREA, on_y, on.y),
                       jk_between(copy + 2 * JK_AREA, none, on.none));
    jk_vector b = jk_make_vector(jk_between(copy + 3 * JK_AREA, on_y, on.y),
                                 jk_between(copy + 4 * JK_AREA, on_x, on.x),
                                 jk_between(copy + 5 * JK_AREA, both, on.both));
    jk_vector u = jk_push(jk_make_vector(ux[p], uy[p], uz[p]), e, b);
    ux[p] = u.x;
    uy[p] = u.y;
    uz[p] = u.z;
  }
}
#endif

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
  jk_reals_out own = reals + (jk_index)tile * 5 * capacity;
  jk_push_tile(copy, cells + (jk_index)tile * 2 * capacity, own, own + 2 * capacity, count,
               capacity);
}
JK_ENTRY(jk_plasma_push,
         (JK_GROUP, JK_ARGUMENT(jk_ints_in, 0), JK_ARGUMENT(jk_reals_out, 1),
          JK_ARGUMENT(jk_ints_in, 2), JK_ARGUMENT(jk_reals_in, 3), JK_ARGUMENT(int, 4),
          JK_ARGUMENT(int, 5), JK_ARGUMENT(int, 6), JK_ARGUMENT(int, 7), JK_ARGUMENT(real, 8)))

#endif
