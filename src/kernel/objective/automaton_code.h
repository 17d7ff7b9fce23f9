/* Which code of a totalistic automaton made this picture? Coordinate i is bit i of the code (1
 * above one half), which says what becomes of a cell with i ones in its block of nine. f counts the
 * cells of a torus of 64 x 64 that differ from those of code 976 after a steps, from the same
 * start: that of the simulator totalistic:width=64 with seed 1. A row is a word, bit x its cell x;
 * of one lane (JK_LANE). */
#ifndef JK_AUTOMATON_CODE_H
#define JK_AUTOMATON_CODE_H

#include "../bits.h"

#define JK_CODE_ROWS 64
#define JK_CODE_BITS 10
#define JK_CODE_TARGET 976

typedef struct jk_torus {
  jk_index row[JK_CODE_ROWS];
} jk_torus;

JK_FN jk_index jk_choose_bits(jk_index which, jk_index one, jk_index zero)
{
  return zero ^ (which & (one ^ zero));
}

JK_FN jk_index jk_most_bits(jk_index p, jk_index q, jk_index r) { return (p & q) | (r & (p ^ q)); }

/* Two bits of the sum of a cell and its neighbours in the row. */
typedef struct jk_row_sum {
  jk_index ones, twos;
} jk_row_sum;

JK_FN jk_row_sum jk_row_add(jk_index row)
{
  jk_index left = row << 1 | row >> 63, right = row >> 1 | row << 63;
  jk_row_sum sum = {left ^ row ^ right, jk_most_bits(left, row, right)};
  return sum;
}

/* The sum of nine is x + 2 t + 4 u + 8 v, and the code is looked up by it. code[i] has all bits or
 * none. */
JK_FN jk_index jk_code_row(jk_row_sum p, jk_row_sum q, jk_row_sum r, const jk_index *code)
{
  jk_index x = p.ones ^ q.ones ^ r.ones, carry = jk_most_bits(p.ones, q.ones, r.ones);
  jk_index twos = p.twos ^ q.twos ^ r.twos, fours = jk_most_bits(p.twos, q.twos, r.twos);
  jk_index t = twos ^ carry, u = fours ^ (twos & carry), v = fours & twos & carry;
  jk_index low =
      jk_choose_bits(t, jk_choose_bits(x, code[3], code[2]), jk_choose_bits(x, code[1], code[0]));
  jk_index high =
      jk_choose_bits(t, jk_choose_bits(x, code[7], code[6]), jk_choose_bits(x, code[5], code[4]));
  return jk_choose_bits(v, jk_choose_bits(x, code[9], code[8]), jk_choose_bits(u, high, low));
}

JK_FN void jk_code_step(jk_torus *torus, const jk_index *code)
{
  jk_row_sum first = jk_row_add(torus->row[0]);
  jk_row_sum before = jk_row_add(torus->row[JK_CODE_ROWS - 1]), here = first;
  for (int y = 0; y < JK_CODE_ROWS; y++) {
    jk_row_sum next = y + 1 < JK_CODE_ROWS ? jk_row_add(torus->row[y + 1]) : first;
    torus->row[y] = jk_code_row(before, here, next, code);
    before = here;
    here = next;
  }
}

JK_FN jk_torus jk_code_run(int code, int steps)
{
  jk_index bits[JK_CODE_BITS];
  jk_torus torus;
  for (int i = 0; i < JK_CODE_BITS; i++) bits[i] = (jk_index)0 - (jk_index)(code >> i & 1);
  for (int y = 0; y < JK_CODE_ROWS; y++) torus.row[y] = jk_split_mix(y);
  for (int k = 0; k < steps; k++) jk_code_step(&torus, bits);
  return torus;
}

JK_OBJECTIVE_BY_LANE(automaton_code)
{
  real f = R(0);
  int steps = (int)JK_LANE(a, 0);
  jk_torus wanted = jk_code_run(JK_CODE_TARGET, steps);
  JK_UNUSED(n);
  for (int lane = 0; lane < JK_WIDTH; lane++) {
    int code = 0, differ = 0;
    for (int i = 0; i < JK_CODE_BITS; i++) {
      real bit = x(i);
      code |= (JK_LANE(bit, lane) > JK_N(0.5) ? 1 : 0) << i;
    }
    jk_torus found = jk_code_run(code, steps);
    for (int y = 0; y < JK_CODE_ROWS; y++) differ += jk_count_bits(found.row[y] ^ wanted.row[y]);
    JK_LANE(f, lane) = JK_N(differ);
  }
  return f;
}

#endif
