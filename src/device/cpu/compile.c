#define _DEFAULT_SOURCE
#include "device/cpu/compile.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "device/cpu/build.h"
#include "population/reals.h"
#include "program/program.h"
#include "program/source.h"
#include "program/store.h"

/* The words for people stand at the end of the cached file, behind the shared object. */
#define BUILT_BYTES sizeof(((jx_cpu_source *)0)->built)
#define ENDING "so"

static jato_status write_program(const jx_order *order, jx_string *program, jato_error *error)
{
  char defines[128];
  const jx_objective *objective = &order->problem->objective;
  (void)snprintf(defines, sizeof defines, "#define JK_DIM %zu\n#define JK_DATA_COUNT %zu\n",
                 order->problem->dim, objective->data_count);
  jx_program_wish wish = {.language = JX_LANGUAGE_C,
                          .precision = order->precision,
                          .width = 1,
                          .defines = defines,
                          .objective = objective};
  return jx_program_write(&wish, &order->allocator, program, error);
}

/* Returns 0 when it cannot be opened; dlerror() tells why. */
static int open_object(const char *path, jx_cpu_source *out)
{
  out->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (out->library == NULL) return 0;
  void *symbol = dlsym(out->library, "jato_evaluate");
  memcpy(&out->evaluate, &symbol, sizeof symbol); /* C has no cast from data to function */
  if (symbol != NULL) return 1;
  (void)dlclose(out->library);
  out->library = NULL;
  return 0;
}

static int open_cached(const jx_order *order, const char *key, jx_cpu_source *out)
{
  char path[4096];
  jx_string bytes;
  if (!jx_store_load(order->workshop, key, ENDING, &order->allocator, &bytes)) return 0;
  int whole = bytes.length > BUILT_BYTES;
  if (whole) memcpy(out->built, bytes.text + bytes.length - BUILT_BYTES, BUILT_BYTES);
  out->built[BUILT_BYTES - 1] = '\0';
  jx_string_release(&bytes);
  return whole && jx_store_path(order->workshop, key, ENDING, path, sizeof path) &&
         open_object(path, out);
}

/* "gcc 12.2.0, x86-64-v4, 16 lanes at once" */
static void describe(const char *level, const jx_cpu_built *made, jx_cpu_source *out)
{
  const char *compiler = dlsym(out->library, "jato_compiler");
  if (compiler == NULL) compiler = "an unknown compiler";
  int length = (int)strlen(compiler);
  while (length > 0 && compiler[length - 1] == ' ') length--;
  int known = level[0] == 'v';
  int written = snprintf(out->built, BUILT_BYTES, "%.*s, %s%s, ", length < 60 ? length : 60,
                         compiler, known ? "x86-64-" : "", level);
  char *rest = out->built + written;
  size_t room = BUILT_BYTES - (size_t)written;
  if (made->lanes > 1)
    (void)snprintf(rest, room, "%d lanes at once%s", made->lanes,
                   made->unrolled ? ", loops written out" : "");
  else
    (void)snprintf(rest, room,
                   "one lane at a time: %.*s could not vectorise it; docs/objectives.md tells why",
                   (int)strcspn(compiler, " "), compiler);
}

static void tell_if_slow(const jx_order *order, const jx_cpu_built *made, const jx_cpu_source *out)
{
  if (made->lanes > 1 || strncmp(out->built, "gcc ", 4) == 0) return;
  jx_notice(order->workshop,
            "%s was compiled by %.*s, which computes one lane at a time here: 3 to 10 times slower "
            "than by gcc, which often computes several; install gcc, or name it with --compiler",
            order->problem->objective.name, (int)strcspn(out->built, ","), out->built);
}

/* Puts the object and the words into the cache. */
static void keep(const jx_order *order, const char *key, const char *path, const char *built)
{
  char piece[16384];
  size_t count;
  jx_string bytes = {.allocator = order->allocator};
  FILE *stream = fopen(path, "rb");
  if (stream == NULL) return;
  int good = 1;
  while (good && (count = fread(piece, 1, sizeof piece, stream)) > 0)
    good = jx_string_add(&bytes, piece, count);
  good = good && !ferror(stream) && jx_string_add(&bytes, built, BUILT_BYTES);
  (void)fclose(stream);
  if (good) jx_store_save(order->workshop, key, ENDING, bytes.text, bytes.length);
  jx_string_release(&bytes);
}

static jato_status build_and_open(const jx_order *order, jx_cpu_build *build, const char *key,
                                  jx_cpu_source *out, jato_error *error)
{
  jx_cpu_built made;
  JX_TRY(jx_cpu_build_make(build, &made, error));
  if (!open_object(made.path, out))
    return jx_fail(error, JATO_E_FILE, "what %s made of %s cannot be opened: %s", build->compiler,
                   build->name, dlerror());
  describe(build->level, &made, out);
  tell_if_slow(order, &made, out);
  if (order->workshop->cache != NULL) keep(order, key, made.path, out->built);
  return JATO_OK;
}

static jato_status convert_data(const jx_order *order, jx_cpu_source *out, jato_error *error)
{
  const jx_objective *objective = &order->problem->objective;
  size_t real_bytes = order->precision == JATO_FLOAT ? sizeof(float) : sizeof(double);
  out->data_count = (int)objective->data_count;
  out->data = jx_allocate(&order->allocator, objective->data_count, real_bytes);
  if (out->data == NULL)
    return jx_fail(error, JATO_E_MEMORY, "no memory for %zu numbers of %s", objective->data_count,
                   objective->name);
  jx_reals_from(objective->data, objective->data_count, real_bytes, out->data);
  return JATO_OK;
}

jato_status jx_cpu_source_create(const jx_order *order, const char *level, jx_cpu_source *out,
                                 jato_error *error)
{
  char compiler[4096], identity[8192], key[33];
  jx_string program = {0};
  jx_cpu_build build = {.program = &program,
                        .name = order->problem->objective.name,
                        .compiler = compiler,
                        .level = level,
                        .dim = order->problem->dim,
                        .real_bytes = order->precision == JATO_FLOAT ? 4 : 8,
                        .workshop = order->workshop,
                        .allocator = order->allocator};
  jato_status status;
  *out = (jx_cpu_source){0};
  jx_source_coordinates(order->problem->objective.source, build.coordinates,
                        sizeof build.coordinates);
  JX_TRY_DONE(convert_data(order, out, error));
  JX_TRY_DONE(write_program(order, &program, error));
  JX_TRY_DONE(jx_cpu_compiler_find(order->workshop, compiler, sizeof compiler, error));
  jx_cpu_compiler_identify(compiler, level, identity, sizeof identity);
  jx_program_key(&program, identity, key);
  if (!open_cached(order, key, out)) JX_TRY_DONE(build_and_open(order, &build, key, out, error));
done:
  jx_cpu_build_remove(&build);
  jx_string_release(&program);
  if (status != JATO_OK) jx_cpu_source_destroy(&order->allocator, out);
  return status;
}

void jx_cpu_source_destroy(const jato_allocator *allocator, jx_cpu_source *source)
{
  if (source->library != NULL) (void)dlclose(source->library);
  jx_release(allocator, source->data);
  *source = (jx_cpu_source){0};
}
