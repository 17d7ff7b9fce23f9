/* Climbing, as a method of its own that jato loads: points around the best one, with steps that
 * grow while they lead downwards and shrink while they do not. Rechenberg, "Evolutionsstrategie",
 * 1973. Built by the makefile beside it, and used as
 *
 *   jato minimize sphere -a plugin:path=./climber.so,step=0.3 */
#include <jato/method.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEP, GROWTH, SHRINKING };

static const jato_method_parameter parameters[] = {
    [STEP] = JATO_REAL_PARAMETER("step", 0.3, 1e-6, 1, "first step, as a share of the box"),
    [GROWTH] = JATO_REAL_PARAMETER("growth", 1.25, 1, 10, "of the step while points get better"),
    [SHRINKING] = JATO_REAL_PARAMETER("shrinking", 0.8, 0.01, 1, "of the step otherwise"),
};

typedef struct climber {
  const jato_method_setup *setup;
  double *x;               /* [points][dim]: the generation */
  double *best;            /* [dim + 2]: its point, its rank, the step as a share of the box */
  jato_method_array state; /* that array */
} climber;

static void climber_destroy(void *search)
{
  climber *c = search;
  free(c->x);
  free(c->best);
  free(c);
}

static jato_status climber_create(const jato_method_setup *setup, void **search, jato_error *error)
{
  size_t dim = setup->dim;
  climber *c = calloc(1, sizeof *c);
  if (c == NULL) return JATO_E_MEMORY;
  c->setup = setup;
  c->x = calloc((size_t)setup->points, dim * sizeof *c->x);
  c->best = calloc(dim + 2, sizeof *c->best);
  if (c->x == NULL || c->best == NULL) {
    climber_destroy(c);
    return JATO_E_MEMORY;
  }
  for (size_t d = 0; d < dim; d++) c->best[d] = 0.5 * (setup->lower[d] + setup->upper[d]);
  if (setup->initial != NULL) memcpy(c->best, setup->initial, dim * sizeof *c->best);
  c->best[dim] = INFINITY;
  c->best[dim + 1] = setup->parameters[STEP];
  jato_method_array state = JATO_RANGE_ARRAY("best", c->best, 1, dim + 2, -INFINITY, INFINITY);
  c->state = state;
  *search = c;
  (void)error;
  return JATO_OK;
}

/* The number of the generation, the point and the coordinate decide what is drawn, so that asking
 * twice gives the same points. */
static jato_status climber_ask(void *search, jato_method_generation *generation, jato_error *error)
{
  climber *c = search;
  const jato_method_setup *s = c->setup;
  double step = c->best[s->dim + 1];
  for (size_t i = 0; i < s->points; i++)
    for (size_t d = 0; d < s->dim; d++) {
      double z = s->draws->normal(s->seed, generation->number, i, (uint32_t)d);
      double away = step * (s->upper[d] - s->lower[d]) * z;
      c->x[i * s->dim + d] = jato_into_box(c->best[d] + away, s->lower[d], s->upper[d]);
    }
  generation->count = (size_t)s->points;
  generation->x = c->x;
  (void)error;
  return JATO_OK;
}

static jato_status climber_tell(void *search, const jato_method_generation *generation,
                                jato_error *error)
{
  climber *c = search;
  size_t dim = c->setup->dim;
  double *rank = &c->best[dim], *step = &c->best[dim + 1], before = *rank;
  for (size_t i = 0; i < generation->count; i++)
    if (generation->rank[i] < *rank) {
      *rank = generation->rank[i];
      memcpy(c->best, c->x + i * dim, dim * sizeof *c->x);
    }
  *step *= c->setup->parameters[*rank < before ? GROWTH : SHRINKING];
  (void)error;
  return JATO_OK;
}

static const jato_method_array *climber_state(void *search, size_t *count)
{
  climber *c = search;
  *count = 1;
  return &c->state;
}

const jato_method jato_plugin = {
    .size = sizeof(jato_method),
    .abi = JATO_METHOD_ABI,
    .name = "climber",
    .summary = "points around the best one, with steps that grow and shrink",
    .source = "Rechenberg 1973",
    .parameters = parameters,
    .parameter_count = sizeof parameters / sizeof parameters[0],
    .create = climber_create,
    .ask = climber_ask,
    .tell = climber_tell,
    .state = climber_state,
    .destroy = climber_destroy,
};
