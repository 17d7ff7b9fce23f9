/* A tile's fields, [group][dim][lane], and the rows a run file holds, [particle][dim]. */
#ifndef JX_ROWS_H
#define JX_ROWS_H

#include "population/shape.h"

/* Rows of all particles of a tile, ghosts left out: out[tile->particles][per], where per is dim, or
 * 1 for JX_VALUE. */
void jx_rows_from_tile(const jx_shape *shape, const jx_tile *tile, jx_field field, void *out);

/* The other way; ghosts get the last particle's row. */
void jx_rows_to_tile(const jx_shape *shape, const void *rows, jx_field field, const jx_tile *tile);

/* A part of a field: `groups` groups from first_group on, and coordinates first..first + count - 1
 * of them. */
typedef struct jx_rows_part {
  size_t first_group, groups;
  size_t first, count;
} jx_rows_part;

/* The same for a part: out[particles][stride], of which the first `count` of a row are written. */
void jx_rows_from_part(const jx_shape *shape, const jx_tile *tile, jx_field field,
                       const jx_rows_part *part, void *out, size_t stride);

#endif
