#include "algorithm/lqcmaes/panels.h"

#include <math.h>

/* Eight adjacent numbers at any address. */
typedef double eight __attribute__((vector_size(64), aligned(8), may_alias));

#define AT(pointer) (*(const eight *)(pointer))
#define PUT(pointer) (*(eight *)(pointer))

/* sums[j][i] = sum over k of a[k][i] b[k][j], for `ROWS` j at a time, as registers allow. */
#define DEFINE_TILE(name, attribute, ROWS)                                                 \
  attribute static void name(size_t count, const double *a, const double *b, double *sums) \
  {                                                                                        \
    for (size_t first = 0; first < JX_PANEL; first += (ROWS)) {                            \
      eight sum[ROWS] = {{0}};                                                             \
      for (size_t k = 0; k < count; k++) {                                                 \
        eight column = AT(a + k * JX_PANEL);                                               \
        _Pragma("GCC unroll 8") for (size_t j = 0; j < (ROWS); j++) sum[j] +=              \
            column * b[k * JX_PANEL + first + j];                                          \
      }                                                                                    \
      for (size_t j = 0; j < (ROWS); j++) PUT(sums + (first + j) * JX_PANEL) = sum[j];     \
    }                                                                                      \
  }

typedef void tile_function(size_t count, const double *a, const double *b, double *sums);

DEFINE_TILE(tile_plain, , 2)

#if defined(__x86_64__) && defined(__GNUC__)
DEFINE_TILE(tile_256, __attribute__((target("avx2"))), 4)
DEFINE_TILE(tile_512, __attribute__((target("avx512f"))), 8)

static tile_function *pick_tile(void)
{
  if (__builtin_cpu_supports("avx512f")) return tile_512;
  return __builtin_cpu_supports("avx2") ? tile_256 : tile_plain;
}
#else
static tile_function *pick_tile(void) { return tile_plain; }
#endif

static size_t panel_at(size_t panel) { return JX_LOWER(panel); }

void jx_panels_gram(const jx_panels *z, double *lower)
{
  tile_function *tile = pick_tile();
  for (size_t i = 0; i < z->panels; i++) {
    const double *rows = z->z + i * z->room * JX_PANEL;
    double *panel = lower + panel_at(i);
    for (size_t j = 0; j <= i; j++)
      tile(z->rows, rows, z->z + j * z->room * JX_PANEL, panel + j * JX_PANEL * JX_PANEL);
  }
}

/* Adds in pairs, then pairs of pairs. */
static double sum_of(const double *v)
{
  return ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7]));
}

void jx_panels_times(const jx_panels *z, const double *c, double *product)
{
  for (size_t row = 0; row < z->rows; row++) {
    const double *at = z->z + row * JX_PANEL;
    double sums[JX_PANEL];
    eight sum = {0};
    for (size_t p = 0; p < z->panels; p++)
      sum += AT(at + p * z->room * JX_PANEL) * AT(c + p * JX_PANEL);
    PUT(sums) = sum;
    product[row] = sum_of(sums);
  }
}

void jx_panels_gather(const jx_panels *z, const double *r, double *product)
{
  for (size_t p = 0; p < z->panels; p++) {
    const double *panel = z->z + p * z->room * JX_PANEL;
    eight sum = {0};
    for (size_t row = 0; row < z->rows; row++) sum += AT(panel + row * JX_PANEL) * r[row];
    PUT(product + p * JX_PANEL) = sum;
  }
}

/* Divides an off-diagonal block by the factor of the diagonal block: solves block L_d' = before. */
static void divide_block(double *block, const double *diagonal)
{
  for (size_t j = 0; j < JX_PANEL; j++) {
    eight column = AT(block + j * JX_PANEL);
    for (size_t q = 0; q < j; q++) column -= AT(block + q * JX_PANEL) * diagonal[q * JX_PANEL + j];
    PUT(block + j * JX_PANEL) = column / diagonal[j * JX_PANEL + j];
  }
}

/* Factors a diagonal block; returns 0 if it is not positive definite. */
static int factor_block(double *block)
{
  for (size_t j = 0; j < JX_PANEL; j++) {
    double *column = block + j * JX_PANEL;
    for (size_t q = 0; q < j; q++) {
      double factor = block[q * JX_PANEL + j];
      for (size_t i = j; i < JX_PANEL; i++) column[i] -= block[q * JX_PANEL + i] * factor;
    }
    if (!(column[j] > 0 && column[j] < INFINITY)) return 0;
    column[j] = sqrt(column[j]);
    for (size_t i = j + 1; i < JX_PANEL; i++) column[i] /= column[j];
  }
  return 1;
}

int jx_panels_factor(size_t panels, double *lower)
{
  tile_function *tile = pick_tile();
  double sums[JX_PANEL * JX_PANEL];
  for (size_t i = 0; i < panels; i++) {
    double *rows = lower + panel_at(i);
    for (size_t j = 0; j <= i; j++) {
      double *before = lower + panel_at(j), *block = rows + j * JX_PANEL * JX_PANEL;
      tile(j * JX_PANEL, rows, before, sums);
      for (size_t k = 0; k < JX_PANEL * JX_PANEL; k += JX_PANEL)
        PUT(block + k) = AT(block + k) - AT(sums + k);
      if (j < i)
        divide_block(block, before + j * JX_PANEL * JX_PANEL);
      else if (!factor_block(block))
        return 0;
    }
  }
  return 1;
}

void jx_panels_forward(size_t panels, const double *lower, double *b)
{
  for (size_t i = 0; i < panels; i++) {
    const double *rows = lower + panel_at(i), *block = rows + i * JX_PANEL * JX_PANEL;
    double *part = b + i * JX_PANEL;
    eight even = AT(part), odd = {0};
    for (size_t k = 0; k < i * JX_PANEL; k += 2) {
      even -= AT(rows + k * JX_PANEL) * b[k];
      odd -= AT(rows + (k + 1) * JX_PANEL) * b[k + 1];
    }
    PUT(part) = even + odd;
    for (size_t j = 0; j < JX_PANEL; j++) {
      part[j] /= block[j * JX_PANEL + j];
      for (size_t k = j + 1; k < JX_PANEL; k++) part[k] -= block[j * JX_PANEL + k] * part[j];
    }
  }
}

void jx_panels_backward(size_t panels, const double *lower, double *b)
{
  for (size_t i = panels; i-- > 0;) {
    const double *rows = lower + panel_at(i), *block = rows + i * JX_PANEL * JX_PANEL;
    double *part = b + i * JX_PANEL, products[JX_PANEL];
    for (size_t j = JX_PANEL; j-- > 0;) {
      for (size_t k = j + 1; k < JX_PANEL; k++) part[j] -= block[j * JX_PANEL + k] * part[k];
      part[j] /= block[j * JX_PANEL + j];
    }
    eight solved = AT(part);
    for (size_t k = 0; k < i * JX_PANEL; k++) {
      PUT(products) = AT(rows + k * JX_PANEL) * solved;
      b[k] -= sum_of(products);
    }
  }
}

void jx_panels_solve(size_t panels, const double *lower, double *b)
{
  jx_panels_forward(panels, lower, b);
  jx_panels_backward(panels, lower, b);
}

void jx_panels_forward_eight(size_t panels, const double *lower, size_t first, double *b)
{
  tile_function *tile = pick_tile();
  double sums[JX_PANEL * JX_PANEL];
  for (size_t i = first; i < panels; i++) {
    const double *rows = lower + panel_at(i), *block = rows + i * JX_PANEL * JX_PANEL;
    double *part = b + i * JX_PANEL * JX_PANEL;
    size_t before = (i - first) * JX_PANEL, skipped = first * JX_PANEL * JX_PANEL;
    tile(before, b + skipped, rows + skipped, sums);
    for (size_t j = 0; j < JX_PANEL; j++) {
      eight row = AT(part + j * JX_PANEL) - AT(sums + j * JX_PANEL);
      for (size_t k = 0; k < j; k++) row -= AT(part + k * JX_PANEL) * block[k * JX_PANEL + j];
      PUT(part + j * JX_PANEL) = row / block[j * JX_PANEL + j];
    }
  }
}

/* Computes the columns of L^-1, eight at a time; they are 0 above the diagonal. */
void jx_panels_invert(size_t panels, const double *lower, double *work, double *inverse)
{
  tile_function *tile = pick_tile();
  size_t size = panels * JX_PANEL * JX_PANEL;
  for (size_t j = 0; j < panels; j++) {
    double *columns = work + j * size;
    for (size_t k = j * JX_PANEL * JX_PANEL; k < size; k++) columns[k] = 0;
    for (size_t k = 0; k < JX_PANEL; k++) columns[(j * JX_PANEL + k) * JX_PANEL + k] = 1;
    jx_panels_forward_eight(panels, lower, j, columns);
  }
  for (size_t i = 0; i < panels; i++)
    for (size_t j = 0; j <= i; j++) {
      size_t from = i * JX_PANEL * JX_PANEL;
      tile((panels - i) * JX_PANEL, work + i * size + from, work + j * size + from,
           inverse + panel_at(i) + j * JX_PANEL * JX_PANEL);
    }
}
