/* Builds the program of a swarm: all constants of the run are macros in its text. */
#include "swarm/offload/swarm.h"

#include "base/clock.h"
#include "swarm/offload/can_vectorise.h"
#include "program/store.h"

#include <stdio.h>
#include <string.h>

/* Items of a work-group where an item carries one lane. */
#define MOST_LOCAL 256
#define LEAST_LOCAL 32

static const char *motion_name(int motion)
{
#define JK_MOTION(name, ...) #name,
  static const char *const names[] = {
#include "kernel/motion/motions.def"
  };
#undef JK_MOTION
  return names[motion];
}

static int needs_kernel(const jx_offload *swarm, jx_kernel kernel)
{
  int neighbours = swarm->plan->neighbours > 0, independent = swarm->plan->exchange > 1;
  if (swarm->batch != NULL) return kernel == JX_KERNEL_BATCH;
  switch (kernel) {
  case JX_KERNEL_PASS: return !independent;
  case JX_KERNEL_STEPS: return independent;
  case JX_KERNEL_BARE: return swarm->has_velocity;
  case JX_KERNEL_FLUSH_BESTS: return neighbours || swarm->has_partners;
  case JX_KERNEL_HALO: return neighbours && !swarm->whole;
  case JX_KERNEL_ROWS: return swarm->fetched > 0;
  case JX_KERNEL_BATCH: return 0;
  default: return 1;
  }
}

/* A power of two: one item for each lane of a tile, or of a swarm in a batch, if a work-group can
 * be that large. */
static size_t choose_local(const jx_offload *swarm)
{
  const jx_shape *shape = &swarm->head.shape;
  uint64_t largest = (shape->groups + shape->tiles - 1) / shape->tiles;
  uint64_t lanes = (swarm->batch != NULL ? shape->groups : largest) * JK_LANES;
  size_t local = 1;
  if (swarm->width > 1) return 1;
  while (local < MOST_LOCAL && (local < LEAST_LOCAL || local < lanes) &&
         2 * local <= swarm->facts.most_local)
    local *= 2;
  return local;
}

static int write_defines(const jx_offload *swarm, const jx_swarm_config *config, jx_string *out)
{
  const jx_shape *shape = &swarm->head.shape;
  const jx_plan *plan = swarm->plan;
  size_t real = shape->real_bytes;
  int ok = jx_string_print(out,
                           "#define JK_DIM %zu\n"
                           "#define JK_HERE_LOCAL %zu\n"
                           "#define JK_HERE_MOTION %s\n"
                           "#define JK_HERE_WALL %d\n"
                           "#define JK_HERE_HAS_VELOCITY %d\n"
                           "#define JK_HERE_HAS_OWN %d\n"
                           "#define JK_HERE_HAS_PARTNERS %d\n"
                           "#define JK_HERE_BY_PARTICLE %d\n"
                           "#define JK_HERE_TURNED %d\n",
                           shape->dim, swarm->local, motion_name(plan->motion), config->wall,
                           swarm->has_velocity, swarm->has_own, swarm->has_partners,
                           plan->draws_by_particle != 0, config->turned);
  ok = ok && jx_string_print(out,
                             "#define JK_HERE_NEIGHBOURS %zu\n"
                             "#define JK_HERE_EXCHANGE %lluu\n"
                             "#define JK_HERE_WHOLE %d\n"
                             "#define JK_HERE_BATCH %d\n"
                             "#define JK_HERE_TILE %zu\n"
                             "#define JK_HERE_VALUE %zu\n"
                             "#define JK_HERE_BEST_IS_HERE %zu\n",
                             plan->neighbours, (unsigned long long)plan->exchange, swarm->whole,
                             swarm->batch != NULL, shape->tile_bytes / real,
                             shape->field_start[JX_VALUE] / real,
                             shape->field_start[JX_BEST_IS_HERE] / real);
  if (ok && swarm->has_velocity)
    ok = jx_string_print(out, "#define JK_HERE_VELOCITY %zu\n",
                         shape->field_start[JX_VELOCITY] / real);
  if (ok && swarm->has_own)
    ok = jx_string_print(out, "#define JK_HERE_OWN %zu\n", shape->field_start[JX_OWN] / real);
  if (ok && swarm->has_partners)
    ok = jx_string_print(out, "#define JK_HERE_TILES %lluu\n#define JK_HERE_OTHERS %lluu\n",
                         (unsigned long long)shape->tiles,
                         (unsigned long long)(shape->particles - 1));
  return ok;
}

/* Fills `names` with the kernels that this swarm needs, and kernel_index with their indices. */
static size_t list_kernels(jx_offload *swarm, const char *names[JX_DEVICE_KERNELS])
{
  size_t count = 0;
  for (int kind = 0; kind < JX_KERNEL_KINDS; kind++) {
    if (!needs_kernel(swarm, (jx_kernel)kind)) continue;
    swarm->kernel_index[kind] = count;
    names[count++] = jx_offload_kernel_name((jx_kernel)kind);
  }
  return count;
}

/* A program's text and its key. */
static jato_status write_program(const jx_offload *swarm, const jx_swarm_config *config,
                                 jx_string *text, char key[33], jato_error *error)
{
  jx_string defines = {.allocator = swarm->allocator};
  jx_program_config program = {.language = swarm->facts.language,
                               .precision = config->precision,
                               .width = swarm->width,
                               .objective = &config->problem->objective};
  jato_status status = JATO_OK;
  if (!write_defines(swarm, config, &defines)) {
    status = jx_fail(error, JATO_E_MEMORY, "not enough memory for the text of a program");
    goto done;
  }
  program.defines = defines.text;
  JX_TRY_DONE(jx_program_write(&program, &swarm->allocator, text, error));
  jx_program_key(text, swarm->facts.compiler, key);
done:
  jx_string_release(&defines);
  return status;
}

/* A source that cannot be compiled for several lanes, for example with an `if` on a lane's value,
 * is recorded in the cache by a file with this ending. */
#define NARROW "narrow"

static int is_known_narrow(const jx_offload *swarm, const jx_device_program *program)
{
  jx_string word = {.allocator = swarm->allocator};
  int known = jx_store_load(program->toolchain, program->key, NARROW, &swarm->allocator, &word);
  jx_string_release(&word);
  return known;
}

typedef struct built {
  char key[33];
  int from_cache;
  int known_narrow;
} built;

/* Builds at the swarm's width; fails with JATO_E_SOURCE for a source that does not compile so. */
static jato_status build(jx_offload *swarm, const jx_swarm_config *config, built *out,
                         jato_error *error)
{
  jato_status status = JATO_OK;
  const jx_objective *objective = &config->problem->objective;
  const char *names[JX_DEVICE_KERNELS];
  jx_string text = {.allocator = swarm->allocator};
  jx_device_program program = {.user_name =
                                   objective->kind == JX_OBJECTIVE_SOURCE ? objective->name : NULL,
                               .kernels = names,
                               .kernel_count = list_kernels(swarm, names),
                               .precision = config->precision,
                               .toolchain = config->toolchain};
  swarm->local = choose_local(swarm);
  JX_TRY_DONE(write_program(swarm, config, &text, program.key, error));
  program.text = text.text;
  program.length = text.length;
  int may_be_narrow = swarm->width > 1 && program.user_name != NULL;
  out->known_narrow = may_be_narrow && is_known_narrow(swarm, &program);
  status = out->known_narrow ? JATO_E_SOURCE : swarm->ops->build(swarm->device, &program, error);
  out->from_cache = program.from_cache;
done:
  memcpy(out->key, program.key, sizeof out->key);
  jx_string_release(&text);
  return status;
}

jato_status jx_offload_build(jx_offload *swarm, const jx_swarm_config *config, jato_error *error)
{
  const jx_objective *objective = &config->problem->objective;
  double began = jx_clock_seconds();
  built wide = {0}, narrow = {0};
  int is_source = objective->kind == JX_OBJECTIVE_SOURCE;
  int suits = !is_source || jx_offload_can_vectorise(objective->source);
  swarm->width = swarm->facts.lanes && suits ? JK_LANES : 1;
  jato_error of_wide = {0};
  jato_status status = build(swarm, config, &wide, &of_wide);
  if (status == JATO_E_SOURCE && swarm->width > 1) {
    swarm->width = 1;
    status = build(swarm, config, &narrow, error);
    if (status == JATO_OK && !wide.known_narrow)
      jx_store_save(config->toolchain, wide.key, NARROW, NARROW, sizeof NARROW - 1);
  } else if (status != JATO_OK && error != NULL) {
    *error = of_wide;
  }
  JX_TRY(status);
  swarm->head.build_seconds = jx_clock_seconds() - began;
  if (is_source)
    (void)snprintf(swarm->head.built, sizeof swarm->head.built, "%s C, %d %s a work-item%s",
                   swarm->ops->name, swarm->width, swarm->width == 1 ? "lane" : "lanes",
                   wide.from_cache || narrow.from_cache ? ", from the cache" : "");
  return JATO_OK;
}
