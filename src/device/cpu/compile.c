/* Programs in C: compiled by the system's compiler into a shared object, or taken from the cache,
 * and opened. */
#define _GNU_SOURCE /* memfd_create */
#include "device/cpu/cpu.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/system.h"
#include "device/cpu/build.h"
#include "program/store.h"

/* The description `built` is at the end of the cached file, after the shared object. */
#define BUILT_BYTES sizeof(((jx_device_program *)0)->built)
#define ENDING "so"
#define LARGEST_OBJECT ((size_t)1 << 28)
#define OPEN_FILE_PATH 192 /* /proc/self/fd/, two letters for each of 64 bits, a number */

void jx_cpu_drop_program(jx_device *device)
{
  if (device->library != NULL) (void)dlclose(device->library);
  device->library = NULL;
  device->kernels = 0;
}

/* C has no cast from data to function. */
static void *find_kernels(jx_device *device, const jx_device_program *program)
{
  char entry[256];
  void *symbol = NULL;
  for (size_t k = 0; k < program->kernel_count; k++) {
    symbol = dlsym(device->library, program->kernels[k]);
    if (symbol == NULL) return NULL;
    memcpy(&device->kernel[k], &symbol, sizeof symbol);
    (void)snprintf(entry, sizeof entry, "%s_entry", program->kernels[k]);
    void *launched = dlsym(device->library, entry);
    memcpy(&device->entry[k], &launched, sizeof launched);
  }
  device->kernels = program->kernel_count;
  return symbol;
}

/* Returns 0 when it cannot be opened; dlerror() says why. */
static int open_object(const char *path, jx_device *device, const jx_device_program *program)
{
  jx_cpu_drop_program(device);
  device->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (device->library == NULL) return 0;
  if (find_kernels(device, program) != NULL) return 1;
  jx_cpu_drop_program(device);
  return 0;
}

/* Writes a path of the open file that no other object was opened by. The C library identifies an
 * open object by its path, and numbers of descriptors are reused: so the file's own number is
 * encoded in the path, by slashes and dots that do not change where it leads. */
static void name_open_file(int file, char path[OPEN_FILE_PATH])
{
  struct stat status;
  uint64_t number = fstat(file, &status) == 0 ? (uint64_t)status.st_ino : 0;
  char *end = path + sprintf(path, "/proc/self/fd/");
  for (int bit = 0; bit < 64; bit++) {
    if ((number >> bit & 1) != 0) *end++ = '.';
    *end++ = '/';
  }
  (void)sprintf(end, "%d", file);
}

/* Opens the bytes that were read and checked, not the file of that name, which may have changed:
 * from a sealed file in memory. Returns 0 when it cannot be opened, with the reason in *why. */
static int open_bytes(const jx_string *bytes, jx_device *device, const jx_device_program *program,
                      jx_reason *why)
{
  char path[OPEN_FILE_PATH];
  int file = memfd_create("jato-program", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  int good =
      file >= 0 && jx_system_append(file, bytes->text, bytes->length) &&
      fcntl(file, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE) == 0;
  *why = jx_system_reason(good ? ENOEXEC : errno);
  if (good) {
    name_open_file(file, path);
    good = open_object(path, device, program);
    const char *reason = good ? NULL : dlerror();
    if (reason != NULL) (void)snprintf(why->text, sizeof why->text, "%s", reason);
  }
  if (file >= 0) (void)close(file); /* the mapping stays */
  return good;
}

static int open_cached(jx_device *device, const char *key, jx_device_program *program)
{
  jx_string bytes;
  jx_reason why = {"it is too short"};
  if (!jx_store_load(program->toolchain, key, ENDING, &device->allocator, &bytes)) return 0;
  int opened = bytes.length > BUILT_BYTES;
  if (opened) {
    memcpy(program->built, bytes.text + bytes.length - BUILT_BYTES, BUILT_BYTES);
    program->built[BUILT_BYTES - 1] = '\0';
    opened = open_bytes(&bytes, device, program, &why);
  }
  jx_string_release(&bytes);
  if (!opened)
    jx_notice(program->toolchain, "%s.%s in the cache cannot be opened and is made again: %s", key,
              ENDING, why.text);
  return opened;
}

/* "gcc 12.2.0, x86-64-v4, 16 lanes in parallel" */
static void describe(const jx_device *device, const jx_cpu_built *made, jx_device_program *program)
{
  const char *compiler = dlsym(device->library, "jato_compiler");
  if (compiler == NULL) compiler = "an unknown compiler";
  int length = (int)strlen(compiler);
  while (length > 0 && compiler[length - 1] == ' ') length--;
  int known = device->level[0] == 'v';
  int written = snprintf(program->built, BUILT_BYTES, "%.*s, %s%s", length < 60 ? length : 60,
                         compiler, known ? "x86-64-" : "", device->level);
  char *rest = program->built + written;
  size_t room = BUILT_BYTES - (size_t)written;
  if (program->vector_loop == NULL) return;
  if (made->lanes > 1)
    (void)snprintf(rest, room, ", %d lanes in parallel%s", made->lanes,
                   made->unrolled ? ", loops written out" : "");
  else
    (void)snprintf(
        rest, room,
        ", one lane at a time: %.*s could not vectorise it; docs/objectives.md tells why",
        (int)strcspn(compiler, " "), compiler);
}

static void warn_if_slow(const jx_cpu_built *made, const jx_device_program *program)
{
  if (program->vector_loop == NULL || program->user_name == NULL) return;
  if (made->lanes > 1 || strncmp(program->built, "gcc ", 4) == 0) return;
  jx_notice(program->toolchain,
            "%s was compiled by %.*s, which computes one lane at a time here: 3 to 10 times slower "
            "than by gcc, which often computes several; install gcc, or name it with --compiler",
            program->user_name, (int)strcspn(program->built, ","), program->built);
}

/* Saves the object and its description in the cache. */
static void cache_object(const jx_device *device, const char *key, const char *path,
                         const jx_device_program *program)
{
  size_t length = 0;
  jx_string bytes = {.allocator = device->allocator};
  if (jx_file_read_path(path, LARGEST_OBJECT, &device->allocator, &bytes.text, &length, NULL) !=
      JATO_OK)
    return;
  bytes.length = length;
  bytes.room = length + 1;
  if (jx_string_add(&bytes, program->built, BUILT_BYTES))
    jx_store_save(program->toolchain, key, ENDING, bytes.text, bytes.length);
  jx_string_release(&bytes);
}

static jato_status build_and_open(jx_device *device, jx_cpu_build *build, const char *key,
                                  jx_device_program *program, jato_error *error)
{
  jx_cpu_built made;
  JX_TRY(jx_cpu_build_make(build, &made, error));
  int opened = open_object(made.path, device, program);
  if (!opened && jx_cpu_build_is_noexec(build))
    return jx_fail(error, JATO_E_FILE,
                   "what %s made of %s cannot be run from %s: that file system is mounted noexec; "
                   "name a folder on another with --temporary, or by TMPDIR",
                   build->compiler, jx_cpu_build_name(build), build->folder);
  if (!opened)
    return jx_fail(error, JATO_E_FILE, "what %s made of %s cannot be opened: %s", build->compiler,
                   jx_cpu_build_name(build), dlerror());
  describe(device, &made, program);
  warn_if_slow(&made, program);
  if (program->toolchain->cache != NULL) cache_object(device, key, made.path, program);
  return JATO_OK;
}

jato_status jx_cpu_compile(jx_device *device, jx_device_program *program, jato_error *error)
{
  char compiler[4096], identity[8192], key[33];
  jx_string given = {.text = program->key, .length = sizeof program->key - 1};
  jx_cpu_build build = {.program = program,
                        .compiler = compiler,
                        .level = device->level,
                        .allocator = device->allocator};
  jx_cpu_drop_program(device);
  JX_TRY(jx_cpu_compiler_find(program->toolchain, compiler, sizeof compiler, error));
  jx_cpu_compiler_identify(compiler, device->level, identity, sizeof identity);
  jx_program_key(&given, identity, key);
  program->from_cache = open_cached(device, key, program);
  if (program->from_cache) return JATO_OK;
  jato_status status = build_and_open(device, &build, key, program, error);
  jx_cpu_build_remove(&build);
  return status;
}
