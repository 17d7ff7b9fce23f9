/* Cells of two states on a ring or a torus, in the layouts of the three kernels. */
#pragma once

#include "simulator/simulator.h"

/* The layout of cells and the kernel that reads them; JX_LATTICE_KERNELS has the names in this
 * order. */
typedef enum jx_lattice_kernel {
  JX_LATTICE_PACKED,
  JX_LATTICE_BYTES,
  JX_LATTICE_LOCAL
} jx_lattice_kernel;
#define JX_LATTICE_KERNELS "packed bytes local"

typedef struct jx_lattice {
  jx_simulation head;
  jx_lattice_kernel kernel;
  int plane; /* 0: a ring of one row */
  int code;  /* 8 bits for a ring: Wolfram's rule; 10 for a torus: bit s for a sum of s */
  uint64_t width, height; /* of the cells here, with ghosts if there are several ranks */

  /* For a torus over ranks: lattice_ranks.c. */
  jx_comm *comm;
  uint64_t all_rows, first, own_rows; /* rows of all ranks; this one's */
  uint64_t ghosts;                    /* rows of them above, and below; 0: there is one rank */
  uint64_t wrong_rows;                /* of the ghosts on a side */
  uint64_t *halos;

  /* The layout of a row, in elements, which are words or bytes. */
  uint64_t stride, front; /* the first cell's is `front` behind the row's beginning */
  uint64_t first_row;     /* where there are ghosts above: 1 */
  size_t element;         /* bytes of one: 8 or 1 */

  jx_device_memory cells[2];
  int now;              /* which of them has the present */
  uint64_t *words;      /* [words of a row]: one row of packed cells, for copies */
  unsigned char *bytes; /* [width]: the same, a byte each; NULL where cells are packed */
} jx_lattice;

/* Words of a row of packed cells. */
static inline uint64_t jx_lattice_words(const jx_lattice *lattice)
{
  return (lattice->width + 63) / 64;
}

/* ---- lattice_kernels.c ---- */

/* Fills stride, front, first_row and element; returns how many elements all cells take. */
uint64_t jx_lattice_lay_out(jx_lattice *lattice);
jato_status jx_lattice_build(jx_lattice *lattice, jato_error *error);
jato_status jx_lattice_run(jx_lattice *lattice, uint64_t steps, jato_error *error);

/* ---- lattice_ranks.c ---- */

/* Sets first, own_rows, ghosts and height from all_rows. Fails with JATO_E_ARGUMENT if a rank would
 * have no rows. */
jato_status jx_lattice_share_rows(jx_lattice *lattice, jato_error *error);
jato_status jx_lattice_make_halos(jx_lattice *lattice, jato_error *error);
jato_status jx_lattice_step(jx_simulation *simulation, uint64_t steps, jato_error *error);

/* ---- lattice_cells.c: between a row of packed cells, lattice->words, and the device ---- */

jato_status jx_lattice_put_row(jx_lattice *lattice, uint64_t y, jato_error *error);
jato_status jx_lattice_get_row(jx_lattice *lattice, uint64_t y, jato_error *error);

/* Each cell is 1 with probability `density`; for one half a random word is 64 cells. */
jato_status jx_lattice_fill_at_random(jx_lattice *lattice, uint64_t seed, double density,
                                      jato_error *error);
jato_status jx_lattice_fill_with_one(jx_lattice *lattice, jato_error *error); /* in the middle */
jato_status jx_lattice_fill_from_picture(jx_lattice *lattice, const jato_image *picture,
                                         jato_error *error);
jato_status jx_lattice_draw(jx_simulation *simulation, unsigned char *data, jato_error *error);
