/* Automata of two states: on a ring by Wolfram's rules, on a torus by the sum of nine cells. */
#include "simulator/lattice/lattice_cells.h"
#include "simulator/simulators.h"

#include <inttypes.h>

/* 2^36 cells at most: 8 GiB packed, and twice that for two states. */
#define MOST_CELLS (UINT64_C(1) << 36)
#define KERNEL_ROW                     \
  JX_CHOICE_ROW(                       \
      "kernel", JX_LATTICE_KERNELS, 0, \
      "packed: 64 cells in a word; bytes: a byte each; local: bytes through local memory")
#define DENSITY_ROW \
  JX_REAL_ROW("density", 0.5, 0, 1, "share of ones at the start, where it is random")

/* Does not release halos that an unfinished exchange may still use. */
static void lattice_end(jx_simulation *simulation)
{
  jx_lattice *lattice = (jx_lattice *)simulation;
  jx_comm_release(lattice->comm, &simulation->launcher.allocator, lattice->halos);
}

/* Uses the picture's size by default. */
static void set_size(const jato_image *start, uint64_t *width, uint64_t *height)
{
  if (*width == 0 && start != NULL) *width = start->width;
  if (*height == 0 && start != NULL) *height = start->height;
  if (*width == 0) *width = *height > 0 ? *height : 256;
  if (*height == 0) *height = *width;
}

static jato_status check_size(const jx_lattice *lattice, jato_error *error)
{
  if (lattice->width <= MOST_CELLS / lattice->all_rows) return JATO_OK;
  return jx_fail(error, JATO_E_ARGUMENT,
                 "%" PRIu64 " x %" PRIu64 " cells are too many; 2^36 are the most", lattice->width,
                 lattice->all_rows);
}

static jato_status allocate(jx_lattice *lattice, jato_error *error)
{
  jx_pool *pool = &lattice->head.launcher.pool;
  uint64_t bytes = jx_lattice_lay_out(lattice) * lattice->element;
  int has_bytes = lattice->kernel != JX_LATTICE_PACKED;
  lattice->words = jx_pool_take(pool, (size_t)jx_lattice_words(lattice), sizeof(uint64_t));
  if (has_bytes) lattice->bytes = jx_pool_take(pool, (size_t)lattice->width, 1);
  if (lattice->words == NULL || (has_bytes && lattice->bytes == NULL))
    return jx_fail(error, JATO_E_MEMORY, "not enough memory for a row of %" PRIu64 " cells",
                   lattice->width);
  for (int i = 0; i < 2; i++)
    JX_TRY(jx_launcher_allocate(&lattice->head.launcher, bytes, &lattice->cells[i], error));
  return JATO_OK;
}

/* Everything but the first state; kernel, code, width and all_rows are filled. */
static jato_status begin_empty(jx_lattice *lattice, const jx_simulator_setup *setup,
                               jato_error *error)
{
  JX_TRY(check_size(lattice, error));
  lattice->comm = setup->comm;
  JX_TRY(jx_lattice_share_rows(lattice, error));
  lattice->head.picture =
      (jato_image){.width = lattice->width, .height = lattice->all_rows, .channels = 1, .bits = 1};
  lattice->head.work = (double)lattice->width * (double)lattice->all_rows;
  lattice->head.unit = "cells";
  JX_TRY(jx_lattice_build(lattice, error));
  JX_TRY(jx_lattice_make_halos(lattice, error));
  return allocate(lattice, error);
}

/* ---- On a ring ---- */

enum { RULE, RING_WIDTH, RING_START, RING_DENSITY, RING_KERNEL };
enum { START_ONE, START_RANDOM };
static const jato_parameter ring_parameters[] = {
    JX_WHOLE_ROW("rule", 30, 0, 255, "Wolfram's number"),
    JX_WHOLE_ROW("width", 1024, 1, (double)MOST_CELLS, "number of cells"),
    JX_CHOICE_ROW("start", "one random", 0, "a one in the middle, or cells at random"),
    DENSITY_ROW,
    KERNEL_ROW,
};

static jato_status elementary_begin(jx_simulation *simulation, const jx_simulator_setup *setup,
                                    jato_error *error)
{
  const double *value = setup->values->value;
  jx_lattice *lattice = (jx_lattice *)simulation;
  lattice->kernel = (jx_lattice_kernel)value[RING_KERNEL];
  lattice->code = (int)value[RULE];
  lattice->width = (uint64_t)value[RING_WIDTH];
  lattice->all_rows = 1;
  JX_TRY(begin_empty(lattice, setup, error));
  if (setup->start != NULL) return jx_lattice_fill_from_picture(lattice, setup->start, error);
  if (value[RING_START] == START_RANDOM)
    return jx_lattice_fill_at_random(lattice, setup->seed, value[RING_DENSITY], error);
  return jx_lattice_fill_with_one(lattice, error);
}

const jx_simulator_ops jx_elementary_ops = {
    .name = "elementary",
    .summary = "automaton on a ring, in which a cell follows from itself and its two neighbours",
    .source = "Wolfram 1983, Reviews of Modern Physics 55, 601",
    .parameters = {ring_parameters, sizeof ring_parameters / sizeof ring_parameters[0]},
    .start = JX_MAY_TAKE_PICTURE,
    .size = sizeof(jx_lattice),
    .noun = "a lattice",
    .begin = elementary_begin,
    .end = lattice_end,
    .step = jx_lattice_step,
    .draw = jx_lattice_draw,
};

/* ---- On a torus ---- */

enum { CODE, WIDTH, HEIGHT, DENSITY, KERNEL };
static const jato_parameter torus_parameters[] = {
    JX_WHOLE_ROW(
        "code", 976, 0, 1023,
        "bit s says what becomes of a cell whose block of nine has s ones; 976: annealing"),
    JX_WHOLE_ROW("width", 0, 0, (double)MOST_CELLS, "columns; 0: as the picture, or 256"),
    JX_WHOLE_ROW("height", 0, 0, (double)MOST_CELLS, "rows; 0: as the picture, or the width"),
    DENSITY_ROW,
    KERNEL_ROW,
};

static jato_status totalistic_begin(jx_simulation *simulation, const jx_simulator_setup *setup,
                                    jato_error *error)
{
  const double *value = setup->values->value;
  jx_lattice *lattice = (jx_lattice *)simulation;
  lattice->kernel = (jx_lattice_kernel)value[KERNEL];
  lattice->plane = 1;
  lattice->code = (int)value[CODE];
  lattice->width = (uint64_t)value[WIDTH];
  lattice->all_rows = (uint64_t)value[HEIGHT];
  set_size(setup->start, &lattice->width, &lattice->all_rows);
  JX_TRY(begin_empty(lattice, setup, error));
  if (setup->start != NULL) return jx_lattice_fill_from_picture(lattice, setup->start, error);
  return jx_lattice_fill_at_random(lattice, setup->seed, value[DENSITY], error);
}

const jx_simulator_ops jx_totalistic_ops = {
    .name = "totalistic",
    .summary = "automaton on a torus, in which a cell follows from the sum of its block of nine",
    .source = "Wolfram 2002, A New Kind of Science, p. 336",
    .parameters = {torus_parameters, sizeof torus_parameters / sizeof torus_parameters[0]},
    .on_ranks = 1,
    .start = JX_MAY_TAKE_PICTURE,
    .size = sizeof(jx_lattice),
    .noun = "a lattice",
    .begin = totalistic_begin,
    .end = lattice_end,
    .step = jx_lattice_step,
    .draw = jx_lattice_draw,
};
