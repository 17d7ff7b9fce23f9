/* Rows of cells between the host and a device, what a lattice begins with, and its picture. */
#include "simulator/lattice/lattice_cells.h"

#include "simulator/draw.h"

#include <inttypes.h>
#include <string.h>

static uint64_t offset_of(const jx_lattice *lattice, uint64_t y)
{
  return ((y + lattice->first_row) * lattice->stride + lattice->front) * lattice->element;
}

static int cell_of(const uint64_t *words, uint64_t x) { return (int)(words[x / 64] >> x % 64 & 1); }

jato_status jx_lattice_put_row(jx_lattice *lattice, uint64_t y, jato_error *error)
{
  const jx_launcher *to = &lattice->head.launcher;
  const void *row = lattice->words;
  uint64_t bytes = jx_lattice_words(lattice) * sizeof *lattice->words;
  if (lattice->bytes != NULL) {
    for (uint64_t x = 0; x < lattice->width; x++)
      lattice->bytes[x] = (unsigned char)cell_of(lattice->words, x);
    row = lattice->bytes;
    bytes = lattice->width;
  }
  return jx_launcher_write(to, lattice->cells[lattice->now], offset_of(lattice, y), bytes, row,
                           error);
}

jato_status jx_lattice_get_row(jx_lattice *lattice, uint64_t y, jato_error *error)
{
  const jx_launcher *from = &lattice->head.launcher;
  jx_device_memory cells = lattice->cells[lattice->now];
  size_t offset = (size_t)offset_of(lattice, y);
  uint64_t words = jx_lattice_words(lattice), unused = words * 64 - lattice->width;
  if (lattice->bytes == NULL) {
    JX_TRY(jx_launcher_read(from, cells, offset, words * sizeof *lattice->words, lattice->words,
                            error));
    lattice->words[words - 1] &= UINT64_MAX >> unused;
    return JATO_OK;
  }
  JX_TRY(jx_launcher_read(from, cells, offset, lattice->width, lattice->bytes, error));
  memset(lattice->words, 0, (size_t)words * sizeof *lattice->words);
  for (uint64_t x = 0; x < lattice->width; x++)
    lattice->words[x / 64] |= (uint64_t)lattice->bytes[x] << x % 64;
  return JATO_OK;
}

/* Which row of the torus is row y of what is here. */
static uint64_t row_of_all(const jx_lattice *lattice, uint64_t y)
{
  return (lattice->first + lattice->all_rows - lattice->ghosts + y) % lattice->all_rows;
}

/* A word of which each bit is 1 with probability `density`. */
static uint64_t draw_cells(uint64_t *state, double density)
{
  uint64_t cells = 0;
  if (density == 0.5) return jx_draw_word(state);
  for (int i = 0; i < 64; i++) cells |= (uint64_t)(jx_draw_number(state) < density) << i;
  return cells;
}

jato_status jx_lattice_fill_at_random(jx_lattice *lattice, uint64_t seed, double density,
                                      jato_error *error)
{
  uint64_t words = jx_lattice_words(lattice), draws = density == 0.5 ? words : 64 * words;
  for (uint64_t y = 0; y < lattice->height; y++) {
    uint64_t state = seed + row_of_all(lattice, y) * draws * JX_DRAW_STEP;
    for (uint64_t i = 0; i < words; i++) lattice->words[i] = draw_cells(&state, density);
    JX_TRY(jx_lattice_put_row(lattice, y, error));
  }
  return JATO_OK;
}

jato_status jx_lattice_fill_with_one(jx_lattice *lattice, jato_error *error)
{
  uint64_t middle = lattice->width / 2;
  memset(lattice->words, 0, (size_t)jx_lattice_words(lattice) * sizeof *lattice->words);
  lattice->words[middle / 64] = UINT64_C(1) << middle % 64;
  return jx_lattice_put_row(lattice, lattice->height / 2, error);
}

/* Black is 1: a bitmap as it is, grey below one half. */
static int is_black(const jato_image *picture, uint64_t at)
{
  const unsigned char *value = picture->data + at * (uint64_t)picture->channels;
  int sum = 0;
  if (picture->bits == 1) return value[0] != 0;
  for (int i = 0; i < picture->channels; i++) sum += value[i];
  return sum < 128 * picture->channels;
}

jato_status jx_lattice_fill_from_picture(jx_lattice *lattice, const jato_image *picture,
                                         jato_error *error)
{
  if (picture->width != lattice->width || picture->height != lattice->all_rows)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "the picture has %" PRIu64 " x %" PRIu64 " cells, the lattice %" PRIu64
                   " x %" PRIu64 "; give width and height as the picture has them, or 0 for both",
                   picture->width, picture->height, lattice->width, lattice->all_rows);
  for (uint64_t y = 0; y < lattice->height; y++) {
    uint64_t before = row_of_all(lattice, y) * lattice->width;
    memset(lattice->words, 0, (size_t)jx_lattice_words(lattice) * sizeof *lattice->words);
    for (uint64_t x = 0; x < lattice->width; x++)
      lattice->words[x / 64] |= (uint64_t)is_black(picture, before + x) << x % 64;
    JX_TRY(jx_lattice_put_row(lattice, y, error));
  }
  return JATO_OK;
}

jato_status jx_lattice_draw(jx_simulation *simulation, unsigned char *data, jato_error *error)
{
  jx_lattice *lattice = (jx_lattice *)simulation;
  for (uint64_t y = 0; y < lattice->own_rows; y++) {
    JX_TRY(jx_lattice_get_row(lattice, lattice->ghosts + y, error));
    for (uint64_t x = 0; x < lattice->width; x++)
      data[y * lattice->width + x] = (unsigned char)cell_of(lattice->words, x);
  }
  return JATO_OK;
}
