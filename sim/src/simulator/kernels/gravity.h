/* Bodies that attract each other, each pair by itself: body i is pulled with
 *   sum over j of strength (x_j - x_i) / (|x_j - x_i|^2 + softening)^(3/2),
 * added from j = 0 on, so that the bits do not depend on the device. Its own term is 0.
 *
 * Arrays are [3][stride], coordinate by coordinate; stride is `bodies` rounded up to whole groups,
 * and bodies beyond the last one are moved with the others but attract none.
 *
 *   jk_gravity_accelerate  positions accelerations bodies stride softening strength
 *   jk_gravity_move        positions velocities accelerations kick drift     groups over 3 stride
 *   jk_gravity_potential   positions potentials bodies stride softening      -sum of 1 / distance
 * A work-group has JK_BLOCK bodies. Counts are 64 bits. With JK_TILED its items copy JK_HERE_LOCAL
 * bodies at a time to local memory, and JK_BLOCK is JK_HERE_LOCAL; otherwise each reads all others
 * from the device's memory, many bodies against one with JK_VECTORS. */
#ifndef JK_GRAVITY_H
#define JK_GRAVITY_H

#include "gravity_lanes.h"

typedef JK_GLOBAL const jk_number *jk_numbers_in;
typedef JK_GLOBAL jk_number *jk_numbers_out;

typedef struct jk_place {
  jk_bodies x, y, z;
} jk_place;

/* Bodies of an item at a time. */
enum { JK_AT_ONCE = JK_ABREAST * JK_BODIES };

JK_FN jk_place jk_place_load(jk_numbers_in from, jk_index stride)
{
  jk_place place = {jk_bodies_load(from), jk_bodies_load(from + stride),
                    jk_bodies_load(from + 2 * stride)};
  return place;
}

JK_FN jk_place jk_pull(jk_place sum, jk_place here, jk_number x, jk_number y, jk_number z,
                       jk_number softening)
{
  jk_bodies dx = x - here.x, dy = y - here.y, dz = z - here.z;
  jk_bodies factor = jk_inverse_cube((dx * dx + dy * dy) + (dz * dz + softening));
  sum.x += dx * factor;
  sum.y += dy * factor;
  sum.z += dz * factor;
  return sum;
}

JK_KERNEL jk_gravity_accelerate(JK_OF_GROUP JK_GLOBAL const jk_number *JK_RESTRICT positions,
                                JK_GLOBAL jk_number *JK_RESTRICT accelerations, jk_index bodies,
                                jk_index stride, jk_number softening, jk_number strength)
{
#if JK_TILED
  JK_LOCAL jk_number tile[3 * JK_HERE_LOCAL];
#endif
  jk_index first = (jk_index)JK_GROUP * JK_BLOCK, end = first + JK_BLOCK;
  for (jk_index i = first + JK_ITEM * JK_AT_ONCE; i < end; i += JK_HERE_LOCAL * JK_AT_ONCE) {
    jk_place here[JK_ABREAST], sum[JK_ABREAST];
    for (int k = 0; k < JK_ABREAST; k++) {
      here[k] = jk_place_load(positions + i + k * JK_BODIES, stride);
      sum[k].x = sum[k].y = sum[k].z = here[k].x - here[k].x;
    }
#if JK_TILED
    for (jk_index begin = 0; begin < bodies; begin += JK_HERE_LOCAL) {
      int count = bodies - begin < JK_HERE_LOCAL ? (int)(bodies - begin) : JK_HERE_LOCAL;
      JK_BARRIER(); /* all have added the last tile */
      for (int c = 0; c < 3 && JK_ITEM < count; c++)
        tile[c * JK_HERE_LOCAL + JK_ITEM] = positions[c * stride + begin + JK_ITEM];
      JK_BARRIER();
      for (int j = 0; j < count; j++)
        sum[0] = jk_pull(sum[0], here[0], tile[j], tile[JK_HERE_LOCAL + j],
                         tile[2 * JK_HERE_LOCAL + j], softening);
    }
#else
    JK_IN_ORDER
    for (jk_index j = 0; j < bodies; j++)
      for (int k = 0; k < JK_ABREAST; k++)
        sum[k] = jk_pull(sum[k], here[k], positions[j], positions[stride + j],
                         positions[2 * stride + j], softening);
#endif
    for (int k = 0; k < JK_ABREAST; k++) {
      jk_numbers_out to = accelerations + i + k * JK_BODIES;
      jk_bodies_store(sum[k].x * strength, to);
      jk_bodies_store(sum[k].y * strength, to + stride);
      jk_bodies_store(sum[k].z * strength, to + 2 * stride);
    }
  }
}
JK_ENTRY(jk_gravity_accelerate,
         (JK_GROUP, JK_ARGUMENT(jk_numbers_in, 0), JK_ARGUMENT(jk_numbers_out, 1),
          JK_ARGUMENT(jk_index, 2), JK_ARGUMENT(jk_index, 3), JK_ARGUMENT(jk_number, 4),
          JK_ARGUMENT(jk_number, 5)))

JK_KERNEL jk_gravity_move(JK_OF_GROUP JK_GLOBAL jk_number *JK_RESTRICT positions,
                          JK_GLOBAL jk_number *JK_RESTRICT velocities,
                          JK_GLOBAL const jk_number *JK_RESTRICT accelerations, jk_number kick,
                          jk_number drift)
{
  jk_index first = (jk_index)JK_GROUP * JK_BLOCK, end = first + JK_BLOCK;
  for (jk_index i = first + JK_ITEM; i < end; i += JK_HERE_LOCAL) {
    velocities[i] += kick * accelerations[i];
    positions[i] += drift * velocities[i];
  }
}
JK_ENTRY(jk_gravity_move,
         (JK_GROUP, JK_ARGUMENT(jk_numbers_out, 0), JK_ARGUMENT(jk_numbers_out, 1),
          JK_ARGUMENT(jk_numbers_in, 2), JK_ARGUMENT(jk_number, 3), JK_ARGUMENT(jk_number, 4)))

/* Bodies at the same place have none together: so a body has none with itself. */
JK_KERNEL jk_gravity_potential(JK_OF_GROUP JK_GLOBAL const jk_number *JK_RESTRICT positions,
                               JK_GLOBAL jk_number *JK_RESTRICT potentials, jk_index bodies,
                               jk_index stride, jk_number softening)
{
  jk_index first = (jk_index)JK_GROUP * JK_BLOCK, end = first + JK_BLOCK;
  for (jk_index i = first + JK_ITEM * JK_BODIES; i < end; i += JK_HERE_LOCAL * JK_BODIES) {
    jk_place here = jk_place_load(positions + i, stride);
    jk_bodies sum = here.x - here.x;
    JK_IN_ORDER
    for (jk_index j = 0; j < bodies; j++) {
      jk_bodies dx = positions[j] - here.x, dy = positions[stride + j] - here.y,
                dz = positions[2 * stride + j] - here.z;
      jk_bodies distance = dx * dx + dy * dy + dz * dz, softened = distance + softening;
      sum -= jk_where_positive(distance, softened * jk_inverse_cube(softened));
    }
    jk_bodies_store(sum, potentials + i);
  }
}
JK_ENTRY(jk_gravity_potential,
         (JK_GROUP, JK_ARGUMENT(jk_numbers_in, 0), JK_ARGUMENT(jk_numbers_out, 1),
          JK_ARGUMENT(jk_index, 2), JK_ARGUMENT(jk_index, 3), JK_ARGUMENT(jk_number, 4)))

#endif
