/* Particles move, and leave the current of their paths in the cells they cross: Villasenor and
 * Buneman 1992, Computer Physics Communications 69, 306. A path is cut where it leaves a cell; each
 * of its pieces, three at the most, is a virtual particle that stays in its cell. So charge is kept
 * but for rounding.
 *
 *   jk_plasma_deposit  cells reals counts lists flows capacity tiles step flow charge first
 *                      an item is a tile; step = dt/dx, flow = charge dx/dt; first: flows are
 *                      cleared before
 *
 * JK_VIRTUAL 1: the pieces of JK_BLOCK particles are made beside each other, then added one by one.
 * 0: each particle is followed along its path, and the next piece begins where the last one ends.
 * JK_LISTS 1: numbers of particles that left the tile are listed on the way.
 *
 * A cell's eight flows: Jx below and above, Jy left and right, Jz at its corners 00 10 01 11. */
#ifndef JK_PLASMA_DEPOSIT_H
#define JK_PLASMA_DEPOSIT_H

#include "plasma_tiles.h"

/* A piece of a path inside one cell, its share of the step, and what an electron carries. */
typedef struct jk_piece {
  real x0, y0, x1, y1, share;
} jk_piece;

JK_FN jk_piece jk_make_piece(real x0, real y0, real x1, real y1, real share)
{
  jk_piece piece = {x0, y0, x1, y1, share};
  return piece;
}

/* Along a straight piece the mean of a product of two weights is the product of their means and one
 * twelfth of the product of their changes. */
JK_FN void jk_flow_of(jk_piece piece, real flow, real charge_vz, real *to, int stride)
{
  real dx = piece.x1 - piece.x0, dy = piece.y1 - piece.y0;
  real x = R(0.5) * (piece.x0 + piece.x1), y = R(0.5) * (piece.y0 + piece.y1);
  real low_x = R(0.5) - x, high_x = R(0.5) + x, low_y = R(0.5) - y, high_y = R(0.5) + y;
  real fx = flow * dx, fy = flow * dy, fz = charge_vz * piece.share, bend = dx * dy * R(1.0 / 12);
  to[0] = fx * low_y;
  to[stride] = fx * high_y;
  to[2 * stride] = fy * low_x;
  to[3 * stride] = fy * high_x;
  to[4 * stride] = fz * (low_x * low_y + bend);
  to[5 * stride] = fz * (high_x * low_y - bend);
  to[6 * stride] = fz * (low_x * high_y - bend);
  to[7 * stride] = fz * (high_x * high_y + bend);
}

/* 1, 0 or -1: the cell a place belongs to, counted from the one it began in. */
JK_FN real jk_crossed(real x) { return x >= R(0.5) ? R(1) : x < R(-0.5) ? R(-1) : R(0); }

#if defined(__OPENCL_C_VERSION__) || defined(__CUDACC__)
JK_FN void jk_add_flow(jk_reals_out to, const real *flow, int stride)
{
  for (int c = 0; c < JK_FLOWS; c++) to[c] += flow[c * stride];
}
#else
typedef real jk_eight __attribute__((vector_size(32)));
typedef jk_eight jk_eight_anywhere __attribute__((aligned(4), may_alias));

JK_FN void jk_add_flow(jk_reals_out to, const real *flow, int stride)
{
  jk_eight more = {flow[0],          flow[stride],     flow[2 * stride], flow[3 * stride],
                   flow[4 * stride], flow[5 * stride], flow[6 * stride], flow[7 * stride]};
  *(jk_eight_anywhere *)to += more;
}
#endif

JK_FN int jk_is_outside(int ix, int iy)
{
  return ix < 0 || ix >= JK_TILE_X || iy < 0 || iy >= JK_TILE_Y;
}

/* What all particles of a launch share. */
typedef struct jk_depositing {
  real step, flow, charge;
} jk_depositing;

/* Where a path goes, in cells, and the current along z times the area of a cell. */
typedef struct jk_path {
  real x, y, dx, dy, charge_vz;
} jk_path;

JK_FN jk_path jk_path_of(real x, real y, real ux, real uy, real uz, jk_depositing all)
{
  real slow = R(1) / jk_sqrt(R(1) + (ux * ux + uy * uy + uz * uz));
  jk_path path = {x, y, all.step * (ux * slow), all.step * (uy * slow), all.charge * (uz * slow)};
  return path;
}

/* A tile's own particles, list and flows. */
typedef struct jk_own {
  jk_ints_out ix, iy, list;
  jk_reals_out x, y, ux, uy, uz, flows;
} jk_own;

#if JK_VIRTUAL
/* The pieces of a path: where it is cut, if it is, it is at a cell's face exactly. */
typedef struct jk_pieces {
  jk_piece one, two, three;
  int at_two, at_three; /* how far their cells are from the first one's */
  int di, dj;
  real x, y; /* at the end, in its own cell */
} jk_pieces;

/* when_...: at which part of the path it crosses; 1: it does not. All choices are by comparisons of
 * reals, which compilers turn into vectors. */
JK_FN jk_pieces jk_cut(jk_path path)
{
  jk_pieces cut;
  real x1 = path.x + path.dx, y1 = path.y + path.dy;
  real off_x = jk_crossed(x1), off_y = jk_crossed(y1);
  real face_x = R(0.5) * off_x, face_y = R(0.5) * off_y;
  real when_x = off_x != R(0) ? (face_x - path.x) / path.dx : R(1);
  real when_y = off_y != R(0) ? (face_y - path.y) / path.dy : R(1);
  real cut_x = off_x != R(0) ? face_x : x1, cut_y = off_y != R(0) ? face_y : y1;
  real early = when_x <= when_y ? when_x : when_y, late = when_x <= when_y ? when_y : when_x;
  real xa = when_x <= when_y ? cut_x : path.x + path.dx * when_y;
  real ya = when_x <= when_y ? path.y + path.dy * when_x : cut_y;
  real xb = when_x <= when_y ? path.x + path.dx * when_y : cut_x;
  real yb = when_x <= when_y ? cut_y : path.y + path.dy * when_x;
  real mid_x = when_x <= when_y ? off_x : R(0), mid_y = when_x <= when_y ? R(0) : off_y;
  cut.one = jk_make_piece(path.x, path.y, xa, ya, early);
  cut.two = jk_make_piece(xa - mid_x, ya - mid_y, xb - mid_x, yb - mid_y, late - early);
  cut.three = jk_make_piece(xb - off_x, yb - off_y, x1 - off_x, y1 - off_y, R(1) - late);
  cut.at_two = (int)(mid_y * R(JK_ROW) + mid_x);
  cut.at_three = (int)(off_y * R(JK_ROW) + off_x);
  cut.di = (int)off_x;
  cut.dj = (int)off_y;
  cut.x = x1 - off_x;
  cut.y = y1 - off_y;
  return cut;
}

/* Particles first..first + n - 1 of a tile, n <= JK_BLOCK; returns the length of the list. */
JK_FN int jk_deposit_block(jk_own own, int first, int n, jk_depositing all, int listed)
{
  real one[JK_FLOWS * JK_BLOCK], two[JK_FLOWS * JK_BLOCK], three[JK_FLOWS * JK_BLOCK];
  int at_one[JK_BLOCK], at_two[JK_BLOCK], at_three[JK_BLOCK], pieces[JK_BLOCK];
  jk_ints_out own_ix = own.ix + first, own_iy = own.iy + first;
  jk_reals_out x = own.x + first, y = own.y + first;
  jk_reals_in ux = own.ux + first, uy = own.uy + first, uz = own.uz + first;
  JK_SIMD for (int k = 0; k < n; k++)
  {
    int ix = own_ix[k], iy = own_iy[k];
    jk_path path = jk_path_of(x[k], y[k], ux[k], uy[k], uz[k], all);
    jk_pieces cut = jk_cut(path);
    jk_flow_of(cut.one, all.flow, path.charge_vz, one + k, JK_BLOCK);
    jk_flow_of(cut.two, all.flow, path.charge_vz, two + k, JK_BLOCK);
    jk_flow_of(cut.three, all.flow, path.charge_vz, three + k, JK_BLOCK);
    at_one[k] = jk_place(ix, iy);
    at_two[k] = jk_place(ix, iy) + cut.at_two;
    at_three[k] = jk_place(ix, iy) + cut.at_three;
    pieces[k] = cut.di * cut.di + cut.dj * cut.dj;
    x[k] = cut.x;
    y[k] = cut.y;
    own_ix[k] = ix + cut.di;
    own_iy[k] = iy + cut.dj;
  }
  for (int k = 0; k < n; k++) {
    jk_add_flow(own.flows + at_one[k] * JK_FLOWS, one + k, JK_BLOCK);
    if (pieces[k] == 0) continue;
    jk_add_flow(own.flows + at_two[k] * JK_FLOWS, two + k, JK_BLOCK);
    if (pieces[k] == 2) jk_add_flow(own.flows + at_three[k] * JK_FLOWS, three + k, JK_BLOCK);
    if (JK_LISTS && jk_is_outside(own_ix[k], own_iy[k])) own.list[listed++] = first + k;
  }
  return listed;
}

#else
/* Follows one particle from face to face. */
JK_FN void jk_deposit_path(jk_own own, int p, jk_depositing all)
{
  int ix = own.ix[p], iy = own.iy[p];
  real flow[JK_FLOWS];
  jk_path path = jk_path_of(own.x[p], own.y[p], own.ux[p], own.uy[p], own.uz[p], all);
  real x1 = path.x + path.dx, y1 = path.y + path.dy, rest = R(1);
  int di = (int)jk_crossed(x1), dj = (int)jk_crossed(y1), more = 1;
  while (more) {
    real face_x = R(0.5) * (real)di, face_y = R(0.5) * (real)dj;
    real when_x = di != 0 ? (face_x - path.x) / (x1 - path.x) : R(1);
    real when_y = dj != 0 ? (face_y - path.y) / (y1 - path.y) : R(1);
    int by_x = di != 0 && when_x <= when_y, by_y = dj != 0 && !by_x;
    real when = by_x ? when_x : when_y;
    jk_piece piece = {path.x, path.y, path.x + when * (x1 - path.x), path.y + when * (y1 - path.y),
                      rest * when};
    if (by_x) piece.x1 = face_x;
    if (by_y) piece.y1 = face_y;
    more = by_x || by_y;
    if (!more) {
      piece.x1 = x1;
      piece.y1 = y1;
    }
    jk_flow_of(piece, all.flow, path.charge_vz, flow, 1);
    jk_add_flow(own.flows + jk_place(ix, iy) * JK_FLOWS, flow, 1);
    path.x = by_x ? -face_x : piece.x1;
    path.y = by_y ? -face_y : piece.y1;
    if (by_x) x1 -= (real)di, ix += di, di = 0;
    if (by_y) y1 -= (real)dj, iy += dj, dj = 0;
    rest *= R(1) - when;
  }
  own.x[p] = x1;
  own.y[p] = y1;
  own.ix[p] = ix;
  own.iy[p] = iy;
}
#endif

JK_KERNEL jk_plasma_deposit(JK_OF_GROUP JK_GLOBAL int *JK_RESTRICT cells,
                            JK_GLOBAL real *JK_RESTRICT reals, JK_GLOBAL int *JK_RESTRICT counts,
                            JK_GLOBAL int *JK_RESTRICT lists, JK_GLOBAL real *JK_RESTRICT flows,
                            int capacity, int tiles, real step, real flow, real charge, int first)
{
  int tile = (int)JK_GROUP * JK_HERE_LOCAL + JK_ITEM, listed = 0;
  if (tile >= tiles) return;
  jk_reals_out of_tile = reals + (jk_index)tile * 5 * capacity;
  jk_ints_out of_cells = cells + (jk_index)tile * 2 * capacity;
  jk_own own = {of_cells,
                of_cells + capacity,
                lists + (jk_index)tile * capacity,
                of_tile,
                of_tile + capacity,
                of_tile + 2 * capacity,
                of_tile + 3 * capacity,
                of_tile + 4 * capacity,
                flows + (jk_index)tile * (JK_AREA * JK_FLOWS)};
  jk_depositing all = {step, flow, charge};
  int count = counts[tile * JK_COUNTS + JK_COUNT];
  if (first)
    for (int i = 0; i < JK_AREA * JK_FLOWS; i++) own.flows[i] = R(0);
#if JK_VIRTUAL
  for (int p = 0; p < count; p += JK_BLOCK)
    listed = jk_deposit_block(own, p, count - p < JK_BLOCK ? count - p : JK_BLOCK, all, listed);
#else
  for (int p = 0; p < count; p++) {
    jk_deposit_path(own, p, all);
    if (JK_LISTS && jk_is_outside(own.ix[p], own.iy[p])) own.list[listed++] = p;
  }
#endif
  counts[tile * JK_COUNTS + JK_LISTED] = listed;
}
JK_ENTRY(jk_plasma_deposit,
         (JK_GROUP, JK_ARGUMENT(jk_ints_out, 0), JK_ARGUMENT(jk_reals_out, 1),
          JK_ARGUMENT(jk_ints_out, 2), JK_ARGUMENT(jk_ints_out, 3), JK_ARGUMENT(jk_reals_out, 4),
          JK_ARGUMENT(int, 5), JK_ARGUMENT(int, 6), JK_ARGUMENT(real, 7), JK_ARGUMENT(real, 8),
          JK_ARGUMENT(real, 9), JK_ARGUMENT(int, 10)))

#endif
