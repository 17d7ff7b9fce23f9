/* A tile's fields, [group][dim][lane], and the rows a run file holds, [particle][dim]. */
#pragma once

#include "population/shape.h"

/* A part of a field: `groups` groups from first_group on, and coordinates first..first + count - 1
 * of them. */
typedef struct jx_rows_part {
  size_t first_group, groups;
  size_t first, count;
} jx_rows_part;

/* Rows of the part, ghosts left out: out[particles][stride], of which the first `count` of a row
 * are written. */
void jx_rows_from_part(const jx_shape *shape, const jx_tile *tile, jx_field field,
                       const jx_rows_part *part, void *out, size_t stride);

/* The other way, for a whole tile: rows[tile->particles][per], where per is dim, or 1 for JX_VALUE.
 * Ghosts get the last particle's row. */
void jx_rows_to_tile(const jx_shape *shape, const void *rows, jx_field field, const jx_tile *tile);
