/* The program of a swarm: everything that is constant in a run is a macro of its text. */
#include "swarm/offload/swarm.h"

#include "base/clock.h"
#include "swarm/offload/suits_lanes.h"
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

static const char *kernel_name(const jx_offload *swarm, jx_kernel kernel)
{
  int neighbours = swarm->plan->neighbours > 0;
  if (swarm->batch != NULL) return kernel == JX_KERNEL_PASS ? "jk_swarm_batch" : "";
  switch (kernel) {
  case JX_KERNEL_PLACE: return "jk_swarm_place";
  case JX_KERNEL_PASS: return swarm->plan->exchange > 1 ? "jk_swarm_steps" : "jk_swarm_pass";
  case JX_KERNEL_BEST: return "jk_swarm_best";
  case JX_KERNEL_EVALUATE: return "jk_swarm_evaluate";
  case JX_KERNEL_BARE: return swarm->has_velocity ? "jk_swarm_bare" : "";
  case JX_KERNEL_FLUSH_BESTS:
    return neighbours || swarm->has_partners ? "jk_swarm_flush_bests" : "";
  case JX_KERNEL_HALO: return neighbours && !swarm->whole ? "jk_swarm_halo" : "";
  case JX_KERNEL_ROWS: return swarm->fetched > 0 ? "jk_swarm_rows" : "";
  case JX_KERNEL_KINDS: break;
  }
  return "";
}

/* A power of two: as many items as a tile, or a swarm of a batch, has lanes, if a work-group can be
 * that large. */
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

/* Fills names with those of the kernels this swarm needs, and kernel_index with where they are. */
static size_t list_kernels(jx_offload *swarm, const char *names[JX_DEVICE_KERNELS])
{
  size_t count = 0;
  for (int kind = 0; kind < JX_KERNEL_KINDS; kind++) {
    const char *name = kernel_name(swarm, (jx_kernel)kind);
    if (name[0] == '\0') continue;
    swarm->kernel_index[kind] = count;
    names[count++] = name;
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

/* An `if` on a lane's value, for one, cannot be compiled for several lanes. The cache remembers a
 * source that is so, by a file of this ending. */
#define NARROW "narrow"

static int is_known_narrow(const jx_offload *swarm, const jx_device_program *program)
{
  jx_string word = {.allocator = swarm->allocator};
  int known = jx_store_load(program->workshop, program->key, NARROW, &swarm->allocator, &word);
  jx_string_release(&word);
  return known;
}

typedef struct built {
  char key[33];
  int from_cache;
  int known_narrow;
} built;

/* Builds at the swarm's width; JATO_E_SOURCE for a source that cannot be built at it. */
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
                               .workshop = config->workshop};
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
  int suits = !is_source || jx_offload_suits_lanes(objective->source);
  swarm->width = swarm->facts.lanes && suits ? JK_LANES : 1;
  jato_error of_wide = {0};
  jato_status status = build(swarm, config, &wide, &of_wide);
  if (status == JATO_E_SOURCE && swarm->width > 1) {
    swarm->width = 1;
    status = build(swarm, config, &narrow, error);
    if (status == JATO_OK && !wide.known_narrow)
      jx_store_save(config->workshop, wide.key, NARROW, NARROW, sizeof NARROW - 1);
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
