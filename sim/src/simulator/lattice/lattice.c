/* Automata of two states: on a ring by Wolfram's rules, on a torus by the sum of nine cells. */
#include "simulator/lattice/lattice_cells.h"
#include "simulator/simulators.h"

#include <inttypes.h>

/* 2^36 cells at most: 8 GiB packed, and twice that for two states. */
#define MOST_CELLS (UINT64_C(1) << 36)
/* clang-format off: rows of a table are no block */
#define KERNEL_ROW                                                                               \
  {                                                                                              \
    .name = "kernel",                                                                            \
    .help = "packed: 64 cells in a word; bytes: a byte each; local: bytes through local memory", \
    .choices = JX_LATTICE_KERNELS                                                                \
  }
#define DENSITY_ROW                                                                               \
  {                                                                                               \
    .name = "density", .help = "share of ones at the start, where it is random", .fallback = 0.5, \
    .largest = 1                                                                                  \
  }
/* clang-format on */

static void lattice_destroy(jx_simulation **address)
{
  jx_lattice *lattice = (jx_lattice *)*address;
  if (lattice == NULL) return;
  jato_allocator allocator = lattice->launcher.allocator;
  for (int i = 0; i < 2; i++) jx_launcher_release(&lattice->launcher, &lattice->cells[i]);
  jx_release(&allocator, lattice->words);
  jx_release(&allocator, lattice->bytes);
  jx_comm_release(lattice->comm, &allocator, lattice->seams);
  jx_release(&allocator, lattice);
  *address = NULL;
}

/* A picture's size is taken where none is given. */
static void take_size(const jato_image *start, uint64_t *width, uint64_t *height)
{
  if (*width == 0 && start != NULL) *width = start->width;
  if (*height == 0 && start != NULL) *height = start->height;
  if (*width == 0) *width = *height > 0 ? *height : 256;
  if (*height == 0) *height = *width;
}

static jato_status check_size(const jx_lattice *wanted, jato_error *error)
{
  if (wanted->width <= MOST_CELLS / wanted->all_rows) return JATO_OK;
  return jx_fail(error, JATO_E_ARGUMENT,
                 "%" PRIu64 " x %" PRIu64 " cells are too many; 2^36 are the most", wanted->width,
                 wanted->all_rows);
}

static jato_status allocate(jx_lattice *lattice, jato_error *error)
{
  const jato_allocator *allocator = &lattice->launcher.allocator;
  uint64_t bytes = jx_lattice_lay_out(lattice) * lattice->element;
  int has_bytes = lattice->kernel != JX_LATTICE_PACKED;
  lattice->words = jx_allocate(allocator, (size_t)jx_lattice_words(lattice), sizeof(uint64_t));
  if (has_bytes) lattice->bytes = jx_allocate(allocator, (size_t)lattice->width, 1);
  if (lattice->words == NULL || (has_bytes && lattice->bytes == NULL))
    return jx_fail(error, JATO_E_MEMORY, "not enough memory for a row of %" PRIu64 " cells",
                   lattice->width);
  for (int i = 0; i < 2; i++)
    JX_TRY(jx_launcher_allocate(&lattice->launcher, bytes, &lattice->cells[i], error));
  return JATO_OK;
}

/* Everything but the first state. */
static jato_status create_empty(const jx_simulator_setup *setup, const jx_simulator_ops *ops,
                                const jx_lattice *wanted, jx_lattice **out, jato_error *error)
{
  JX_TRY(check_size(wanted, error));
  jx_lattice *lattice = jx_allocate(&setup->allocator, 1, sizeof *lattice);
  if (lattice == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory for a lattice");
  *out = lattice;
  *lattice = *wanted;
  lattice->launcher = jx_launcher_begin(setup);
  lattice->comm = setup->comm;
  JX_TRY(jx_lattice_share_rows(lattice, error));
  lattice->head = (jx_simulation){
      .ops = ops,
      .picture = {.width = wanted->width, .height = wanted->all_rows, .channels = 1, .bits = 1},
      .work = (double)wanted->width * (double)wanted->all_rows,
      .unit = "cells",
      .kernels = lattice->launcher.kernel};
  JX_TRY(jx_lattice_build(lattice, error));
  lattice->head.kernel_count = lattice->launcher.kernel_count;
  JX_TRY(jx_lattice_make_seams(lattice, error));
  return allocate(lattice, error);
}

/* ---- On a ring ---- */

enum { RULE, RING_WIDTH, RING_START, RING_DENSITY, RING_KERNEL };
enum { START_ONE, START_RANDOM };
static const jato_parameter ring_parameters[] = {
    {.name = "rule", .help = "Wolfram's number", .fallback = 30, .largest = 255, .whole = 1},
    {.name = "width",
     .help = "number of cells",
     .fallback = 1024,
     .smallest = 1,
     .largest = (double)MOST_CELLS,
     .whole = 1},
    {.name = "start", .help = "a one in the middle, or cells at random", .choices = "one random"},
    DENSITY_ROW,
    KERNEL_ROW,
};

static jato_status elementary_create(const jx_simulator_setup *setup, jx_simulation **out,
                                     jato_error *error)
{
  const double *value = setup->values->value;
  jx_lattice *lattice = NULL;
  jx_lattice wanted = {.kernel = (jx_lattice_kernel)value[RING_KERNEL],
                       .code = (int)value[RULE],
                       .width = (uint64_t)value[RING_WIDTH],
                       .all_rows = 1};
  jato_status status = create_empty(setup, &jx_elementary_ops, &wanted, &lattice, error);
  *out = (jx_simulation *)lattice;
  if (status == JATO_OK)
    status = setup->start != NULL ? jx_lattice_fill_from_picture(lattice, setup->start, error)
             : value[RING_START] == START_RANDOM
                 ? jx_lattice_fill_at_random(lattice, setup->seed, value[RING_DENSITY], error)
                 : jx_lattice_fill_with_one(lattice, error);
  if (status != JATO_OK) lattice_destroy(out);
  return status;
}

const jx_simulator_ops jx_elementary_ops = {
    .name = "elementary",
    .summary = "automaton on a ring, in which a cell follows from itself and its two neighbours",
    .source = "Wolfram 1983, Reviews of Modern Physics 55, 601",
    .parameters = {ring_parameters, sizeof ring_parameters / sizeof ring_parameters[0]},
    .start = JX_MAY_TAKE_PICTURE,
    .create = elementary_create,
    .destroy = lattice_destroy,
    .step = jx_lattice_step,
    .draw = jx_lattice_draw,
};

/* ---- On a torus ---- */

enum { CODE, WIDTH, HEIGHT, DENSITY, KERNEL };
static const jato_parameter torus_parameters[] = {
    {.name = "code",
     .help = "bit s says what becomes of a cell whose block of nine has s ones; 976: annealing",
     .fallback = 976,
     .largest = 1023,
     .whole = 1},
    {.name = "width",
     .help = "columns; 0: as the picture, or 256",
     .largest = (double)MOST_CELLS,
     .whole = 1},
    {.name = "height",
     .help = "rows; 0: as the picture, or the width",
     .largest = (double)MOST_CELLS,
     .whole = 1},
    DENSITY_ROW,
    KERNEL_ROW,
};

static jato_status totalistic_create(const jx_simulator_setup *setup, jx_simulation **out,
                                     jato_error *error)
{
  const double *value = setup->values->value;
  jx_lattice *lattice = NULL;
  jx_lattice wanted = {.kernel = (jx_lattice_kernel)value[KERNEL],
                       .plane = 1,
                       .code = (int)value[CODE],
                       .width = (uint64_t)value[WIDTH],
                       .all_rows = (uint64_t)value[HEIGHT]};
  take_size(setup->start, &wanted.width, &wanted.all_rows);
  jato_status status = create_empty(setup, &jx_totalistic_ops, &wanted, &lattice, error);
  *out = (jx_simulation *)lattice;
  if (status == JATO_OK)
    status = setup->start != NULL
                 ? jx_lattice_fill_from_picture(lattice, setup->start, error)
                 : jx_lattice_fill_at_random(lattice, setup->seed, value[DENSITY], error);
  if (status != JATO_OK) lattice_destroy(out);
  return status;
}

const jx_simulator_ops jx_totalistic_ops = {
    .name = "totalistic",
    .summary = "automaton on a torus, in which a cell follows from the sum of its block of nine",
    .source = "Wolfram 2002, A New Kind of Science, p. 336",
    .parameters = {torus_parameters, sizeof torus_parameters / sizeof torus_parameters[0]},
    .on_ranks = 1,
    .start = JX_MAY_TAKE_PICTURE,
    .create = totalistic_create,
    .destroy = lattice_destroy,
    .step = jx_lattice_step,
    .draw = jx_lattice_draw,
};
