/* How many interactions of pairs a second: a plain loop in C over structures, as the exercise has
 * it, and both kernels on one thread and on OpenCL, by turns in one run; the best of each counts.
 * By the clock, and by the processors' time, which what else the machine does changes less.
 *
 * usage: gravity_speed [--quick] [BODIES [ROUNDS]] */
#define _GNU_SOURCE
#include "jato/simulate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct body {
  float x, y, z, vx, vy, vz;
} body;

enum { CLOCK, CORE, TIMES };

static double now(int time)
{
  struct timespec t;
  (void)clock_gettime(time == CLOCK ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void step_plainly(body *p, int bodies)
{
  for (int i = 0; i < bodies; i++) {
    float ax = 0, ay = 0, az = 0;
    for (int j = 0; j < bodies; j++) {
      float dx = p[j].x - p[i].x, dy = p[j].y - p[i].y, dz = p[j].z - p[i].z;
      float inverse = 1.0f / sqrtf(dx * dx + dy * dy + dz * dz + 1e-9f);
      float cube = inverse * inverse * inverse;
      ax += dx * cube;
      ay += dy * cube;
      az += dz * cube;
    }
    p[i].vx += 0.01f * ax;
    p[i].vy += 0.01f * ay;
    p[i].vz += 0.01f * az;
  }
  for (int i = 0; i < bodies; i++) {
    p[i].x += 0.01f * p[i].vx;
    p[i].y += 0.01f * p[i].vy;
    p[i].z += 0.01f * p[i].vz;
  }
}

static const struct {
  const char *device, *more;
} rows[] = {
    {"cpu:threads=1", "kernel=naive"},
    {"cpu:threads=1", "kernel=tiled"},
    {"cpu:threads=1", "kernel=tiled,precision=double"},
    {"opencl:0", "kernel=naive"},
    {"opencl:0", "kernel=tiled"},
    {"opencl:0", "kernel=tiled,precision=double"},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static void measure(jato_simulation *made, body *plain, int bodies, double best[TIMES])
{
  double began[TIMES];
  jato_error error;
  for (int t = 0; t < TIMES; t++) began[t] = now(t);
  if (plain != NULL) step_plainly(plain, bodies);
  if (made != NULL && jato_simulation_step(made, 1, &error) != JATO_OK) return;
  for (int t = 0; t < TIMES; t++) best[t] = fmin(best[t], now(t) - began[t]);
}

static jato_simulation *make(int row, int bodies)
{
  char spec[96];
  jato_error error;
  jato_simulation *made = NULL;
  jato_simulation_options options = {JATO_SIMULATION_OPTIONS_INIT, .device = rows[row].device};
  (void)snprintf(spec, sizeof spec, "gravity:%d,%s", bodies, rows[row].more);
  if (jato_simulation_create(spec, &options, &made, &error) != JATO_OK)
    printf("%s: %s\n", rows[row].device, error.text);
  return made;
}

static void print_row(const char *name, const char *more, const double best[TIMES], double pairs)
{
  printf("%-14s %-30s %8.3f %8.3f\n", name, more, 1e-9 * pairs / best[CLOCK],
         1e-9 * pairs / best[CORE]);
}

int main(int count, char **words)
{
  int quick = count > 1 && strcmp(words[1], "--quick") == 0;
  int bodies = quick ? 500 : count > 1 ? atoi(words[1]) : 8192;
  int rounds = quick ? 1 : count > 2 ? atoi(words[2]) : 5;
  double best[ROWS + 1][TIMES];
  jato_simulation *made[ROWS] = {NULL};
  body *plain = calloc((size_t)(bodies > 0 ? bodies : 1), sizeof *plain);
  if (plain == NULL || bodies < 1 || rounds < 1) return 2;
  for (int i = 0; i < bodies; i++)
    plain[i] = (body){sinf((float)i), sinf(3 * (float)i), sinf(7 * (float)i), 0, 0, 0};
  for (int r = 0; r < ROWS; r++) made[r] = make(r, bodies);
  for (int i = 0; i <= rounds; i++) {
    if (i <= 1) /* what the first round took is forgotten */
      for (int r = 0; r <= ROWS; r++) best[r][CLOCK] = best[r][CORE] = (double)INFINITY;
    for (int r = 0; r < ROWS; r++)
      if (made[r] != NULL) measure(made[r], NULL, bodies, best[r]);
    measure(NULL, plain, bodies, best[ROWS]);
  }
  printf("%d bodies, best of %d; billions of interactions a second, and a second of a core\n",
         bodies, rounds);
  print_row("plain C", "", best[ROWS], (double)bodies * bodies);
  for (int r = 0; r < ROWS; r++) {
    if (made[r] != NULL) print_row(rows[r].device, rows[r].more, best[r], (double)bodies * bodies);
    jato_simulation_destroy(&made[r]);
  }
  free(plain);
  return 0;
}
