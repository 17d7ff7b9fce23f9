/* Two beams of electrons through each other before resting ions, in one dimension: an
 * electrostatic particle-in-cell code, which a point of the search runs by itself. Times are in
 * 1/wp, the ring is 2 pi long and has 64 cells. Everything here is of one lane (JK_LANE), and
 * lengths are in cells.
 *
 * A particle has linear weights, and the field E, on the faces between cells, is the charge that
 * went through them (Villasenor and Buneman 1992), so that div E is the density at every moment. A
 * particle feels E linearly between faces. The beams are cold: four particles of each in a cell,
 * which would keep their distances for ever if nothing moved them, are four lattices, and a
 * particle is a place in its lattice and a displacement from it. What the whole lattice goes
 * through is the same on every face and, as the two beams carry no current together, nothing: E is
 * the sum of the displacements, cut where they pass a face. Nothing is lost by rounding beside a
 * large number, in float either, and no index depends on a particle. Displacements stay below a
 * tenth of a cell (tests/unit/kernel/test_streams.c), and the cut is right up to half a cell. */
#ifndef JK_TWO_STREAM_H
#define JK_TWO_STREAM_H

#define JK_STREAM_CELLS 64
#define JK_STREAM_CELL (2 * 3.14159265358979323846 / JK_STREAM_CELLS) /* its length in c/wp */
#define JK_STREAM_LATTICES 4                    /* of a beam: particles in a cell */
#define JK_STREAM_COSINE 0.99518472667219688624 /* of a 64th of a turn, and of a 256th */
#define JK_STREAM_SINE 0.098017140329560601994
#define JK_STREAM_FINE_COSINE 0.99969881869620422012
#define JK_STREAM_FINE_SINE 0.024541228522912288032
#define JK_STREAM_STEP 0.05
#define JK_STREAM_FIRST 360 /* steps at which fields are measured: times 18 to 22 */
#define JK_STREAM_LAST 440
#define JK_STREAM_SHIFT (1e-5 / JK_STREAM_CELL) /* of a wave at the start */

/* Rings: [1..64] and a copy of the other end on both sides. */
typedef struct jk_ring {
  jk_number at[JK_STREAM_CELLS + 2];
} jk_ring;

/* A particle in each cell. */
typedef struct jk_lattice {
  jk_number place; /* in the cell, [0, 1) */
  jk_ring off, by; /* the displacement of each particle, and its change in a step */
} jk_lattice;

JK_FN void jk_ring_close(jk_ring *ring)
{
  ring->at[0] = ring->at[JK_STREAM_CELLS];
  ring->at[JK_STREAM_CELLS + 1] = ring->at[1];
}

/* To the next cell, or to the one before. */
JK_FN void jk_ring_turn(jk_ring *ring, int up)
{
  jk_number last = ring->at[up ? JK_STREAM_CELLS : 1];
  if (up) {
    for (int i = JK_STREAM_CELLS; i > 1; i--) ring->at[i] = ring->at[i - 1];
    ring->at[1] = last;
  } else {
    for (int i = 1; i < JK_STREAM_CELLS; i++) ring->at[i] = ring->at[i + 1];
    ring->at[JK_STREAM_CELLS] = last;
  }
}

/* field[i] is at the face above cell i. A displacement stays in its cell, or a part of it is beyond
 * one of its two faces. */
JK_FN void jk_lattice_deposit(jk_lattice *lattice, jk_number charge, jk_ring *field)
{
  jk_number below = -lattice->place, above = JK_N(1) - lattice->place;
  jk_ring_close(&lattice->off);
  for (int i = 1; i <= JK_STREAM_CELLS; i++) {
    jk_number off = lattice->off.at[i], from = lattice->off.at[i - 1] - above;
    jk_number back = lattice->off.at[i + 1] - below;
    jk_number inside = off > above ? above : (off < below ? below : off);
    inside += (from > JK_N(0) ? from : JK_N(0)) + (back < JK_N(0) ? back : JK_N(0));
    field->at[i] += charge * inside;
  }
}

/* A kick by `square`, that of the step, and a drift. */
JK_FN void jk_lattice_push(jk_lattice *lattice, jk_number speed, jk_number square,
                           const jk_ring *field)
{
  for (int i = 1; i <= JK_STREAM_CELLS; i++) {
    jk_number beside =
        lattice->place - JK_N(0.5) + lattice->off.at[i]; /* from the middle of the cell */
    jk_number rise =
        beside < JK_N(0) ? field->at[i] - field->at[i - 1] : field->at[i + 1] - field->at[i];
    lattice->by.at[i] -= square * (field->at[i] + rise * beside);
    lattice->off.at[i] += lattice->by.at[i];
  }
  lattice->place += speed;
  while (lattice->place >= JK_N(1)) {
    lattice->place -= JK_N(1);
    jk_ring_turn(&lattice->off, 1);
    jk_ring_turn(&lattice->by, 1);
  }
  while (lattice->place < JK_N(0)) {
    lattice->place += JK_N(1);
    jk_ring_turn(&lattice->off, 0);
    jk_ring_turn(&lattice->by, 0);
  }
}

/* One turn in 64 parts, or in as many as there are particles of a beam. */
typedef struct jk_turn {
  jk_number cosine, sine;
} jk_turn;

JK_FN jk_turn jk_turn_add(jk_turn one, jk_number cosine, jk_number sine)
{
  jk_turn sum = {one.cosine * cosine - one.sine * sine, one.sine * cosine + one.cosine * sine};
  return sum;
}

/* sin(angle) + ... + sin(modes angle) */
JK_FN jk_number jk_sum_of_sines(jk_turn angle, int modes)
{
  jk_number sum = JK_N(0), before = JK_N(0), sine = angle.sine;
  for (int m = 0; m < modes; m++) {
    jk_number next = JK_N(2) * angle.cosine * sine - before;
    sum += sine;
    before = sine;
    sine = next;
  }
  return sum;
}

/* The square of the amplitude of a wave of the field, in that of a displacement at the start. */
JK_FN jk_number jk_wave_power(const jk_number *sines, const jk_ring *field, int mode)
{
  jk_number c = JK_N(0), s = JK_N(0);
  JK_IN_ORDER
  for (int j = 0; j < JK_STREAM_CELLS; j++) {
    c += field->at[j + 1] * sines[(mode * j + JK_STREAM_CELLS / 4) % JK_STREAM_CELLS];
    s += field->at[j + 1] * sines[mode * j % JK_STREAM_CELLS];
  }
  return (c * c + s * s) *
         JK_N(4 / (JK_STREAM_SHIFT * JK_STREAM_SHIFT * JK_STREAM_CELLS * JK_STREAM_CELLS));
}

/* Particles at even distances, displaced by 1e-5 (sin x + ... + sin (modes x)): lattice q of a beam
 * begins q / JK_STREAM_LATTICES behind the cells. */
JK_FN void jk_lattices_place(jk_lattice *lattices, int modes)
{
  jk_turn first = {JK_N(1), JK_N(0)};
  for (int q = 0; q < JK_STREAM_LATTICES; q++) {
    jk_turn angle = first;
    lattices[q].place = JK_N(q) / JK_N(JK_STREAM_LATTICES);
    for (int i = 1; i <= JK_STREAM_CELLS; i++) {
      lattices[q].off.at[i] = jk_sum_of_sines(angle, modes) * JK_N(JK_STREAM_SHIFT);
      lattices[q].by.at[i] = JK_N(0);
      angle = jk_turn_add(angle, JK_N(JK_STREAM_COSINE), JK_N(JK_STREAM_SINE));
    }
    first = jk_turn_add(first, JK_N(JK_STREAM_FINE_COSINE), JK_N(JK_STREAM_FINE_SINE));
  }
}

/* Displaces both beams, lets them go, and gives the mean of |E_m|^2 / |E_m(0)|^2 over times 18 to
 * 22 for each of `modes` modes. The beams have velocities 2 v0 (1 - share) and -2 v0 share. Where
 * a search without walls went far out of the box, it is -1, which has no logarithm. */
JK_FN void jk_two_streams(jk_number v0, jk_number share, int modes, jk_number *power)
{
  int is_known = v0 >= JK_N(0) && v0 <= JK_N(2) && share >= JK_N(0) && share <= JK_N(1);
  jk_number cells = (is_known ? v0 : JK_N(0)) * JK_N(2 * JK_STREAM_STEP / JK_STREAM_CELL);
  jk_number square = JK_N(JK_STREAM_STEP * JK_STREAM_STEP);
  jk_number speed[2] = {cells * (JK_N(1) - share), -cells * share};
  jk_number charge[2] = {share * JK_N(1.0 / JK_STREAM_LATTICES),
                         (JK_N(1) - share) * JK_N(1.0 / JK_STREAM_LATTICES)};
  jk_number sines[JK_STREAM_CELLS];
  jk_lattice beams[2 * JK_STREAM_LATTICES];
  jk_ring field;
  jk_turn angle = {JK_N(1), JK_N(0)};
  for (int j = 0; j < JK_STREAM_CELLS; j++) {
    sines[j] = angle.sine;
    angle = jk_turn_add(angle, JK_N(JK_STREAM_COSINE), JK_N(JK_STREAM_SINE));
  }
  for (int m = 0; m < modes; m++) power[m] = JK_N(0);
  jk_lattices_place(beams, modes);
  jk_lattices_place(beams + JK_STREAM_LATTICES, modes);
  for (int step = 0; step <= JK_STREAM_LAST; step++) {
    jk_number kick = step == 0 ? JK_N(0.5) * square : square;
    for (int i = 1; i <= JK_STREAM_CELLS; i++) field.at[i] = JK_N(0);
    for (int q = 0; q < 2 * JK_STREAM_LATTICES; q++)
      jk_lattice_deposit(&beams[q], charge[q / JK_STREAM_LATTICES], &field);
    jk_ring_close(&field);
    if (step >= JK_STREAM_FIRST)
      for (int m = 0; m < modes; m++) power[m] += jk_wave_power(sines, &field, m + 1);
    for (int q = 0; q < 2 * JK_STREAM_LATTICES; q++)
      jk_lattice_push(&beams[q], speed[q / JK_STREAM_LATTICES], kick, &field);
  }
  for (int m = 0; m < modes; m++)
    power[m] = is_known ? power[m] / JK_N(JK_STREAM_LAST - JK_STREAM_FIRST + 1) : JK_N(-1);
}

/* The two beams whose wave grows fastest: f = -F, F = ln(rms |E_1| over times 18 to 22 /
 * |E_1(0)|) / 20, with x = (v0, share). A ratio of two measured fields, or a rate between
 * thresholds, would be better still in plasmas in which nothing grows: F divides by a known number
 * alone. */
JK_OBJECTIVE_BY_LANE(two_stream)
{
  real v0 = x(0), share = x(1), power = R(0);
  JK_UNUSED(n);
  JK_UNUSED(a);
  for (int lane = 0; lane < JK_WIDTH; lane++) {
    jk_number one[1];
    jk_two_streams(JK_LANE(v0, lane), JK_LANE(share, lane), 1, one);
    JK_LANE(power, lane) = one[0];
  }
  return jk_log(power) * R(-1.0 / 40);
}

#endif
