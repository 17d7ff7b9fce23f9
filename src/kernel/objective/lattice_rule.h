/* Which code of a totalistic automaton (simulator totalistic) made this picture? Coordinate i is bit
 * i of the code, 1 from one half on. f counts the cells of a torus of 64 x 64 that differ from those
 * of code 976 after `steps` (the parameter a) steps from the same random start, which is that of
 * totalistic:width=64 with seed 1. Word 2 y + h of 32 cells is half h of row y. */
enum { JK_RULE_WORDS = 128, JK_RULE_BITS = 10, JK_RULE_TARGET = 976, JK_RULE_MOST_STEPS = 4 };

/* All bits of a word where x is at least one half. */
JK_FN jk_word jk_rule_mask(real x) { return (jk_word)(0) - jk_int_to_word(x < R(0.5) ? JK_I(0) : JK_I(1)); }

JK_FN jk_word jk_rule_choose(jk_word which, jk_word one, jk_word zero)
{
  return zero ^ (which & (one ^ zero));
}

JK_FN jk_word jk_rule_majority(jk_word p, jk_word q, jk_word r) { return (p & q) | (r & (p ^ q)); }

/* Two bits of the sum of three cells, for the 32 columns of a word. */
typedef struct jk_rule_sum {
  jk_word ones, twos;
} jk_rule_sum;

JK_FN jk_rule_sum jk_rule_add_row(const jk_word *cells, int row, int side)
{
  jk_word here = cells[2 * (row & 63) + side], other = cells[2 * (row & 63) + 1 - side];
  jk_word left = here << 1 | other >> 31, right = here >> 1 | other << 31;
  jk_rule_sum sum = {left ^ here ^ right, jk_rule_majority(left, here, right)};
  return sum;
}

/* A word after one step: the sum of nine is x + 2 t + 4 u + 8 v, and the code is looked up by it. */
JK_FN jk_word jk_rule_word(const jk_word *cells, int word, const jk_word *code)
{
  jk_rule_sum p = jk_rule_add_row(cells, word / 2 - 1, word % 2);
  jk_rule_sum q = jk_rule_add_row(cells, word / 2, word % 2);
  jk_rule_sum r = jk_rule_add_row(cells, word / 2 + 1, word % 2);
  jk_word x = p.ones ^ q.ones ^ r.ones, carry = jk_rule_majority(p.ones, q.ones, r.ones);
  jk_word twos = p.twos ^ q.twos ^ r.twos, fours = jk_rule_majority(p.twos, q.twos, r.twos);
  jk_word t = twos ^ carry, u = fours ^ (twos & carry), v = fours & twos & carry;
  jk_word low = jk_rule_choose(t, jk_rule_choose(x, code[3], code[2]),
                               jk_rule_choose(x, code[1], code[0]));
  jk_word high = jk_rule_choose(t, jk_rule_choose(x, code[7], code[6]),
                                jk_rule_choose(x, code[5], code[4]));
  return jk_rule_choose(v, jk_rule_choose(x, code[9], code[8]), jk_rule_choose(u, high, low));
}

/* One step where `goes` has all bits; none where it has none. */
JK_FN void jk_rule_step(jk_word *cells, const jk_word *code, jk_word goes)
{
  jk_word next[JK_RULE_WORDS];
  for (int i = 0; i < JK_RULE_WORDS; i++) next[i] = jk_rule_word(cells, i, code);
  for (int i = 0; i < JK_RULE_WORDS; i++) cells[i] = jk_rule_choose(goes, next[i], cells[i]);
}

/* Steele, Lea and Flood 2014: splitmix64; number `row` with seed 1. */
JK_FN jk_index jk_rule_start(int row)
{
  jk_index z = 1 + (jk_index)(row + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

JK_FN jk_word jk_rule_count(jk_word bits)
{
  bits = bits - (bits >> 1 & (jk_word)(0x55555555u));
  bits = (bits & (jk_word)(0x33333333u)) + (bits >> 2 & (jk_word)(0x33333333u));
  bits = (bits + (bits >> 4)) & (jk_word)(0x0f0f0f0fu);
  return bits * (jk_word)(0x01010101u) >> 24;
}

JK_OBJECTIVE(lattice_rule)
{
  jk_word cells[JK_RULE_WORDS], wanted[JK_RULE_WORDS], code[JK_RULE_BITS], target[JK_RULE_BITS];
  jk_word count = (jk_word)(0);
  JK_UNUSED(n);
  for (int i = 0; i < JK_RULE_BITS; i++) {
    code[i] = jk_rule_mask(x(i));
    target[i] = (jk_word)(0) - (jk_word)((jk_word1)(JK_RULE_TARGET >> i & 1));
  }
  for (int i = 0; i < JK_RULE_WORDS; i++)
    cells[i] = wanted[i] = (jk_word)((jk_word1)(jk_rule_start(i / 2) >> 32 * (i % 2)));
  for (int step = 1; step <= JK_RULE_MOST_STEPS; step++) {
    jk_word goes = jk_rule_mask(a - jk_to_real(step) + R(1));
    jk_rule_step(cells, code, goes);
    jk_rule_step(wanted, target, goes);
  }
  for (int i = 0; i < JK_RULE_WORDS; i++) count += jk_rule_count(cells[i] ^ wanted[i]);
  return jk_word_to_real(count);
}
