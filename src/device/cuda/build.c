/* Loads programs on the device, from the cache or compiled. */
#include "device/cuda/cuda.h"
#include "program/store.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* A module on the device, or which call refused it and with what result. */
typedef struct loaded {
  jx_cuda_module module;
  jx_cuda_function kernel[JX_DEVICE_KERNELS];
  const char *call;
  int result;
  char log[256]; /* the driver's log of translating PTX; "" for machine code */
} loaded;

/* Requires the context to be current. */
static void load(const jx_device *device, const jx_device_program *program, const char *image,
                 loaded *out)
{
  const jx_cuda_driver *driver = &device->driver;
  int options[] = {JX_CUDA_JIT_ERROR_LOG, JX_CUDA_JIT_ERROR_LOG_BYTES};
  void *values[] = {out->log, (void *)(uintptr_t)(sizeof out->log - 1)};
  *out = (loaded){.call = "cuModuleLoadDataEx"};
  out->result = driver->module_load(&out->module, image, 2, options, values);
  if (out->result != 0) return;
  for (size_t k = 0; k < program->kernel_count && out->result == 0; k++) {
    out->call = "cuModuleGetFunction";
    out->result = driver->module_function(&out->kernel[k], out->module, program->kernels[k]);
  }
  if (out->result != 0) (void)driver->module_unload(out->module);
}

/* Replaces the current module with a loaded one. */
static void replace_module(jx_device *device, const jx_device_program *program, const loaded *taken)
{
  if (device->module != NULL) (void)device->driver.module_unload(device->module);
  device->module = taken->module;
  device->kernels = program->kernel_count;
  memcpy(device->kernel, taken->kernel, sizeof device->kernel);
}

/* Loads the program from the cache. Returns JATO_OK without setting program->from_cache if the
 * cache has none that can be used. */
static jato_status load_cached(jx_device *device, jx_device_program *program, const char *ending,
                               jato_error *error)
{
  jx_string image = {0};
  loaded found;
  const char *spec = device->found.spec;
  if (!jx_store_load(program->toolchain, program->key, ending, &device->allocator, &image))
    return JATO_OK;
  load(device, program, image.text, &found);
  jx_string_release(&image);
  if (jx_cuda_is_image(found.result)) {
    jx_notice(program->toolchain,
              "%s: the driver does not accept the cached program %s.%s; it is recompiled", spec,
              program->key, ending);
    return JATO_OK;
  }
  JX_TRY(jx_cuda_check(&device->driver, spec, found.call, found.result, error));
  replace_module(device, program, &found);
  program->from_cache = 1;
  return JATO_OK;
}

static jato_status load_compiled(jx_device *device, const jx_device_program *program,
                                 const char *ending, jato_error *error)
{
  jx_string image = {0};
  loaded made;
  char call[sizeof made.log + 64];
  jato_status status = JATO_OK;
  JX_TRY_DONE(jx_cuda_compile(device, program, &image, error));
  load(device, program, image.text, &made);
  (void)snprintf(call, sizeof call, "%s%s%s", made.call, made.log[0] != '\0' ? ": " : "", made.log);
  JX_TRY_DONE(jx_cuda_check(&device->driver, device->found.spec, call, made.result, error));
  replace_module(device, program, &made);
  jx_store_save(program->toolchain, program->key, ending, image.text, image.length);
done:
  jx_string_release(&image);
  return status;
}

jato_status jx_cuda_build(jx_device *device, jx_device_program *program, jato_error *error)
{
  const char *ending = jx_cuda_makes_ptx(device) ? "ptx" : "cubin";
  program->from_cache = 0;
  JX_TRY(jx_cuda_enter(device, error));
  jato_status status = load_cached(device, program, ending, error);
  if (status == JATO_OK && !program->from_cache)
    status = load_compiled(device, program, ending, error);
  return jx_cuda_leave(device, status, error);
}
