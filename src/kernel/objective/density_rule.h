/* Which rule of an automaton finds out whether there are more ones or zeros? 149 cells on a ring,
 * of which each sees three neighbours on either side: a rule has 128 bits, and coordinate i is bit
 * i (1 above one half), the new cell where the seven, from left to right, are the number i in
 * binary. After 298 steps all cells are to be what most of them were at the start. f is the share
 * of starts of which this is not so, among 64 a of them, each cell of which is 0 or 1 with equal
 * chance (Packard 1988; Mitchell, Crutchfield and Hraber 1994). No rule has f = 0 (Land and Belew
 * 1995). A word is a cell, and bit s of it that of start s; of one lane (JK_LANE). */
#ifndef JK_DENSITY_RULE_H
#define JK_DENSITY_RULE_H

#include "../bits.h"

#define JK_DENSITY_CELLS 149
#define JK_DENSITY_REACH 3
#define JK_DENSITY_STEPS 298
#define JK_DENSITY_HALF 64 /* of the rule's bits */

/* Entries i and i + 64 of the rule differ by the leftmost cell alone: all bits or none. */
typedef struct jk_density {
  jk_index without[JK_DENSITY_HALF], change[JK_DENSITY_HALF];
} jk_density;

/* The cells, and beyond both ends those of the other one. */
typedef struct jk_cells {
  jk_index at[JK_DENSITY_CELLS + 2 * JK_DENSITY_REACH];
} jk_cells;

/* Ones where most cells are ones. Eight words count from 181 on, so that 75 of 149 make 256. */
JK_FN jk_index jk_density_most(const jk_cells *cells)
{
  jk_index count[8], most = 0;
  for (int k = 0; k < 8; k++) count[k] = (jk_index)0 - (jk_index)(181 >> k & 1);
  for (int c = 0; c < JK_DENSITY_CELLS; c++) {
    jk_index carry = cells->at[JK_DENSITY_REACH + c];
    for (int k = 0; k < 8; k++) {
      jk_index both = count[k] & carry;
      count[k] ^= carry;
      carry = both;
    }
    most |= carry;
  }
  return most;
}

/* What becomes of the cell in the middle of seven: half of the rule's entries are left by each. */
JK_FN jk_index jk_density_look_up(const jk_density *rule, const jk_index *seven)
{
  jk_index left[JK_DENSITY_HALF];
  for (int i = 0; i < 64; i++) left[i] = rule->without[i] ^ (rule->change[i] & seven[0]);
  for (int i = 0; i < 32; i++) left[i] ^= (left[i] ^ left[i + 32]) & seven[1];
  for (int i = 0; i < 16; i++) left[i] ^= (left[i] ^ left[i + 16]) & seven[2];
  for (int i = 0; i < 8; i++) left[i] ^= (left[i] ^ left[i + 8]) & seven[3];
  for (int i = 0; i < 4; i++) left[i] ^= (left[i] ^ left[i + 4]) & seven[4];
  for (int i = 0; i < 2; i++) left[i] ^= (left[i] ^ left[i + 2]) & seven[5];
  return left[0] ^ ((left[0] ^ left[1]) & seven[6]);
}

/* Returns whether anything changed; a state that does not change once never changes again. */
JK_FN int jk_density_step(const jk_density *rule, jk_cells *cells)
{
  jk_index next[JK_DENSITY_CELLS], changed = 0;
  for (int c = 0; c < JK_DENSITY_REACH; c++) {
    cells->at[c] = cells->at[c + JK_DENSITY_CELLS];
    cells->at[c + JK_DENSITY_CELLS + JK_DENSITY_REACH] = cells->at[c + JK_DENSITY_REACH];
  }
  for (int c = 0; c < JK_DENSITY_CELLS; c++) next[c] = jk_density_look_up(rule, cells->at + c);
  for (int c = 0; c < JK_DENSITY_CELLS; c++) {
    changed |= next[c] ^ cells->at[c + JK_DENSITY_REACH];
    cells->at[c + JK_DENSITY_REACH] = next[c];
  }
  return changed != 0;
}

/* How many of 64 starts end otherwise than all cells as most. */
JK_FN int jk_density_wrong(const jk_density *rule, int batch)
{
  jk_cells cells;
  jk_index wrong = 0;
  for (int c = 0; c < JK_DENSITY_CELLS; c++)
    cells.at[c + JK_DENSITY_REACH] = jk_split_mix(batch * JK_DENSITY_CELLS + c);
  jk_index most = jk_density_most(&cells);
  for (int k = 0; k < JK_DENSITY_STEPS; k++)
    if (!jk_density_step(rule, &cells)) break;
  for (int c = 0; c < JK_DENSITY_CELLS; c++) wrong |= cells.at[c + JK_DENSITY_REACH] ^ most;
  return jk_count_bits(wrong);
}

JK_OBJECTIVE_BY_LANE(density_rule)
{
  real f = R(0);
  int batches = (int)JK_LANE(a, 0);
  JK_UNUSED(n);
  for (int lane = 0; lane < JK_WIDTH; lane++) {
    jk_density rule;
    int wrong = 0;
    for (int i = 0; i < JK_DENSITY_HALF; i++) {
      real without = x(i), with = x(i + JK_DENSITY_HALF);
      rule.without[i] = (jk_index)0 - (jk_index)(JK_LANE(without, lane) > JK_N(0.5) ? 1 : 0);
      rule.change[i] = (jk_index)0 - (jk_index)(JK_LANE(with, lane) > JK_N(0.5) ? 1 : 0);
      rule.change[i] ^= rule.without[i];
    }
    for (int batch = 0; batch < batches; batch++) wrong += jk_density_wrong(&rule, batch);
    JK_LANE(f, lane) = JK_N(wrong) / JK_N(64 * batches);
  }
  return f;
}

#endif
