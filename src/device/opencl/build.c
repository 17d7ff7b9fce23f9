/* Builds programs: the driver compiles them, or loads its own binary from the cache. */
#include "device/opencl/opencl.h"

#include "device/common.h"
#include "program/store.h"

#include <stdio.h>
#include <string.h>

#define ENDING "clbin" /* of a file of the cache */

void jx_opencl_drop_program(jx_device *device)
{
  for (size_t i = 0; i < JX_DEVICE_KERNELS; i++) {
    if (device->kernels[i] != NULL) (void)device->api.ReleaseKernel(device->kernels[i]);
    device->kernels[i] = NULL;
  }
  if (device->program != NULL) (void)device->api.ReleaseProgram(device->program);
  device->program = NULL;
}

static const char *options_for(const jx_device *device, const jx_device_program *program)
{
  /* No warnings (-w): they would hide errors, and some drivers print their number. A device without
   * correct rounding refuses the option for it. */
  return program->precision == JATO_FLOAT && device->traits.rounds
             ? "-cl-std=CL1.2 -w -cl-fp32-correctly-rounded-divide-sqrt"
             : "-cl-std=CL1.2 -w";
}

/* Fails with the compiler's log. */
static jato_status report_log(jx_device *device, const jx_device_program *program, cl_int why,
                              jato_error *error)
{
  const char *spec = device->found.spec;
  const char *call = "clGetProgramBuildInfo";
  char name[64], advice[160];
  size_t size = 0;
  cl_int code = device->api.GetProgramBuildInfo(device->program, device->found.id,
                                                CL_PROGRAM_BUILD_LOG, 0, NULL, &size);
  JX_TRY(jx_opencl_check(spec, call, code, error));
  char *log = jx_allocate(&device->allocator, size + 1, 1);
  if (log == NULL)
    return jx_fail(error, JATO_E_MEMORY, "%s: not enough memory for a compiler's messages", spec);
  code = device->api.GetProgramBuildInfo(device->program, device->found.id, CL_PROGRAM_BUILD_LOG,
                                         size, log, NULL);
  jx_opencl_code_name(why, name, sizeof name);
  (void)snprintf(advice, sizeof advice, "try a newer driver or another device (clBuildProgram: %s)",
                 name);
  jato_status status = code == CL_SUCCESS
                           ? jx_fail_by_compiler_log(program, spec, advice, log, error)
                           : jx_opencl_check(spec, call, code, error);
  jx_release(&device->allocator, log);
  return status;
}

static jato_status compile(jx_device *device, const jx_device_program *program, jato_error *error)
{
  const char *spec = device->found.spec;
  cl_int code = CL_SUCCESS;
  device->program = device->api.CreateProgramWithSource(
      device->context, 1, (const char **)&program->text, &program->length, &code);
  JX_TRY(jx_opencl_check(spec, "clCreateProgramWithSource", code, error));
  code = device->api.BuildProgram(device->program, 1, &device->found.id,
                                  options_for(device, program), NULL, NULL);
  if (code == CL_BUILD_PROGRAM_FAILURE) return report_log(device, program, code, error);
  return jx_opencl_check(spec, "clBuildProgram", code, error);
}

static jato_status make_kernels(jx_device *device, const jx_device_program *program,
                                jato_error *error)
{
  for (size_t i = 0; i < program->kernel_count; i++) {
    cl_int code = CL_SUCCESS;
    device->kernels[i] = device->api.CreateKernel(device->program, program->kernels[i], &code);
    JX_TRY(jx_opencl_check(device->found.spec, "clCreateKernel", code, error));
  }
  return JATO_OK;
}

static jato_status load_binary(jx_device *device, const jx_device_program *program,
                               const jx_string *binary, jato_error *error)
{
  const char *spec = device->found.spec;
  const unsigned char *bytes = (const unsigned char *)binary->text;
  cl_int code = CL_SUCCESS, one = CL_SUCCESS;
  device->program = device->api.CreateProgramWithBinary(device->context, 1, &device->found.id,
                                                        &binary->length, &bytes, &one, &code);
  if (code == CL_SUCCESS) code = one;
  JX_TRY(jx_opencl_check(spec, "clCreateProgramWithBinary", code, error));
  code = device->api.BuildProgram(device->program, 1, &device->found.id,
                                  options_for(device, program), NULL, NULL);
  JX_TRY(jx_opencl_check(spec, "clBuildProgram", code, error));
  return make_kernels(device, program, error);
}

/* Returns 1 when the program came from the cache. A program that does not load is reported, and
 * then compiled again. */
static int load_cached(jx_device *device, const jx_device_program *program)
{
  jx_string binary = {.allocator = device->allocator};
  jato_error why = {0};
  int loaded = 0;
  if (jx_store_load(program->toolchain, program->key, ENDING, &device->allocator, &binary)) {
    loaded = load_binary(device, program, &binary, &why) == JATO_OK;
    if (!loaded) {
      jx_opencl_drop_program(device);
      jx_notice(program->toolchain, "%s.%s in the cache does not load and is rebuilt: %s",
                program->key, ENDING, why.text);
    }
  }
  jx_string_release(&binary);
  return loaded;
}

/* A program that cannot be saved is built again by the next run; that is a notice, not an error. */
static void save_binary(jx_device *device, const jx_device_program *program)
{
  size_t size = 0;
  cl_int code = CL_SUCCESS;
  if (program->toolchain == NULL || program->toolchain->cache == NULL) return;
  code = device->api.GetProgramInfo(device->program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size,
                                    NULL);
  unsigned char *bytes =
      code == CL_SUCCESS && size > 0 ? jx_allocate(&device->allocator, size, 1) : NULL;
  if (bytes != NULL)
    code = device->api.GetProgramInfo(device->program, CL_PROGRAM_BINARIES, sizeof bytes, &bytes,
                                      NULL);
  if (bytes != NULL && code == CL_SUCCESS)
    jx_store_save(program->toolchain, program->key, ENDING, (const char *)bytes, size);
  else
    jx_notice(program->toolchain, "%s did not return its program, so it is not in the cache",
              device->found.spec);
  jx_release(&device->allocator, bytes);
}

jato_status jx_opencl_build(jx_device *device, jx_device_program *program, jato_error *error)
{
  jx_opencl_drop_program(device);
  program->from_cache = load_cached(device, program);
  if (program->from_cache) return JATO_OK;
  JX_TRY(compile(device, program, error));
  JX_TRY(make_kernels(device, program, error));
  save_binary(device, program);
  return JATO_OK;
}
