/* The layout of cells for each kernel, and its steps. */
#include "simulator/lattice/lattice_cells.h"

#include <stdio.h>

/* Words before a row, so that rows begin at a cache line; the last of them is the ghost. */
#define FRONT 8
/* On a CPU: strips and rows of a work-group, so that its rows fit into the first-level cache. */
enum { CPU_STRIP = 8, CPU_BAND = 16, CPU_BLOCK = 64, RING_BLOCK = 512 };
/* On a GPU: one strip for each item. */
enum { GPU_BAND = 16 };
/* Rows of ghosts, or columns of them, of a work-group. */
enum { GHOSTS = 1024 };

enum { PACKED_GHOSTS, PACKED_STEP };
static const char *const packed_kernels[] = {"jk_packed_ghosts", "jk_packed_step"};
enum { BYTES_TOP_BOTTOM, BYTES_LEFT_RIGHT, BYTES_STEP, BYTES_LOCAL };
static const char *const bytes_kernels[] = {"jk_bytes_top_bottom", "jk_bytes_left_right",
                                            "jk_bytes_step", "jk_bytes_local"};

static uint64_t pieces(uint64_t count, uint64_t of) { return (count + of - 1) / of; }

uint64_t jx_lattice_lay_out(jx_lattice *lattice)
{
  if (lattice->kernel == JX_LATTICE_PACKED) {
    lattice->element = sizeof(uint64_t);
    lattice->front = FRONT;
    lattice->first_row = 0;
    lattice->stride = FRONT + pieces(jx_lattice_words(lattice), FRONT) * FRONT;
    return lattice->height * lattice->stride + FRONT; /* the last row's ghost behind it */
  }
  lattice->element = 1;
  lattice->front = 1;
  lattice->first_row = (uint64_t)lattice->plane;
  lattice->stride = lattice->width + 2;
  return (lattice->height + 2 * lattice->first_row) * lattice->stride;
}

/* ---- Packed ---- */

static uint64_t strip_of(const jx_lattice *lattice)
{
  return lattice->head.launcher.on_cpu ? CPU_STRIP : 1;
}

static uint64_t block_of(const jx_lattice *lattice)
{
  if (!lattice->head.launcher.on_cpu) return lattice->head.launcher.local;
  return lattice->plane ? CPU_BLOCK : RING_BLOCK;
}

static uint64_t band_of(const jx_lattice *lattice)
{
  return lattice->head.launcher.on_cpu ? CPU_BAND : GPU_BAND;
}

static jato_status build_packed(jx_lattice *lattice, jato_error *error)
{
  char defines[256];
  (void)snprintf(defines, sizeof defines,
                 "#define JK_CODE %d\n#define JK_PLANE %d\n#define JK_STRIP %d\n"
                 "#define JK_FRONT %d\n#define JK_BAND %d\n#define JK_BLOCK %d\n"
                 "#define JK_GHOST_ROWS %d\n",
                 lattice->code, lattice->plane, (int)strip_of(lattice), FRONT,
                 (int)band_of(lattice), (int)block_of(lattice), GHOSTS);
  jx_launcher_program program = {.texts = "lattice_packed",
                                 .defines = defines,
                                 .precision = JATO_FLOAT,
                                 .kernels = packed_kernels,
                                 .count = sizeof packed_kernels / sizeof packed_kernels[0]};
  return jx_launcher_build(&lattice->head.launcher, &program, error);
}

static jato_status step_packed(jx_lattice *lattice, jato_error *error)
{
  jx_device_memory from = lattice->cells[lattice->now], to = lattice->cells[1 - lattice->now];
  uint64_t height = lattice->height, stride = lattice->stride, columns = lattice->width;
  uint64_t strips = pieces(jx_lattice_words(lattice), strip_of(lattice));
  uint64_t blocks = pieces(strips, block_of(lattice));
  JX_TRY(JX_LAUNCH(&lattice->head.launcher, PACKED_GHOSTS, pieces(height, GHOSTS), error,
                   JX_MEMORY(from), JX_SCALAR(height), JX_SCALAR(stride), JX_SCALAR(columns)));
  return JX_LAUNCH(&lattice->head.launcher, PACKED_STEP, blocks * pieces(height, band_of(lattice)),
                   error, JX_MEMORY(from), JX_MEMORY(to), JX_SCALAR(height), JX_SCALAR(stride),
                   JX_SCALAR(strips), JX_SCALAR(blocks));
}

/* ---- Bytes ---- */

/* A work-group's rectangle: 32 x 32 on a GPU, longer rows if compilers vectorise them. */
static uint64_t tile_x(const jx_lattice *lattice)
{
  return lattice->head.launcher.on_cpu || !lattice->plane ? 1024 : 32;
}

static uint64_t tile_y(const jx_lattice *lattice) { return lattice->plane ? 32 : 1; }

static jato_status build_bytes(jx_lattice *lattice, jato_error *error)
{
  char defines[256];
  (void)snprintf(defines, sizeof defines,
                 "#define JK_CODE %d\n#define JK_PLANE %d\n#define JK_GHOSTS %d\n"
                 "#define JK_TILE_X %d\n#define JK_TILE_Y %d\n",
                 lattice->code, lattice->plane, GHOSTS, (int)tile_x(lattice), (int)tile_y(lattice));
  jx_launcher_program program = {.texts = "lattice_bytes",
                                 .defines = defines,
                                 .precision = JATO_FLOAT,
                                 .kernels = bytes_kernels,
                                 .count = sizeof bytes_kernels / sizeof bytes_kernels[0]};
  return jx_launcher_build(&lattice->head.launcher, &program, error);
}

static jato_status step_bytes(jx_lattice *lattice, jato_error *error)
{
  jx_device_memory from = lattice->cells[lattice->now], to = lattice->cells[1 - lattice->now];
  jx_launcher *launcher = &lattice->head.launcher;
  uint64_t height = lattice->height, stride = lattice->stride, columns = lattice->width;
  uint64_t rows = height + 2 * lattice->first_row, blocks = pieces(columns, tile_x(lattice));
  size_t kernel = lattice->kernel == JX_LATTICE_LOCAL ? BYTES_LOCAL : BYTES_STEP;
  if (lattice->plane)
    JX_TRY(JX_LAUNCH(launcher, BYTES_TOP_BOTTOM, pieces(columns, GHOSTS), error, JX_MEMORY(from),
                     JX_SCALAR(height), JX_SCALAR(stride), JX_SCALAR(columns)));
  JX_TRY(JX_LAUNCH(launcher, BYTES_LEFT_RIGHT, pieces(rows, GHOSTS), error, JX_MEMORY(from),
                   JX_SCALAR(rows), JX_SCALAR(stride), JX_SCALAR(columns)));
  return JX_LAUNCH(launcher, kernel, blocks * pieces(height, tile_y(lattice)), error,
                   JX_MEMORY(from), JX_MEMORY(to), JX_SCALAR(height), JX_SCALAR(stride),
                   JX_SCALAR(columns), JX_SCALAR(blocks));
}

jato_status jx_lattice_build(jx_lattice *lattice, jato_error *error)
{
  int is_packed = lattice->kernel == JX_LATTICE_PACKED;
  return is_packed ? build_packed(lattice, error) : build_bytes(lattice, error);
}

jato_status jx_lattice_run(jx_lattice *lattice, uint64_t steps, jato_error *error)
{
  int is_packed = lattice->kernel == JX_LATTICE_PACKED;
  for (uint64_t i = 0; i < steps; i++) {
    JX_TRY(is_packed ? step_packed(lattice, error) : step_bytes(lattice, error));
    lattice->now = 1 - lattice->now;
  }
  return jx_launcher_wait(&lattice->head.launcher, error);
}
