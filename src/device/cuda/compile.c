/* Compiles a program's text into machine code, or PTX, with NVIDIA's run-time compiler. */
#include "base/clock.h"
#include "device/cuda/cuda.h"
#include "device/common.h"

#include <stdio.h>

#define TEXT_NAME "jato.cu" /* what the compiler calls lines that are not the user's */
#define MOST_TARGETS 128    /* a compiler has about a dozen */

/* "NVRTC 13.0"; "NVRTC" while its version is unknown. */
static const char *compiler_name(const jx_device *device, char *out, size_t size)
{
  (void)snprintf(out, size, "NVRTC");
  if (device->nvrtc_major > 0)
    (void)snprintf(out, size, "NVRTC %d.%d", device->nvrtc_major, device->nvrtc_minor);
  return out;
}

/* Returns JATO_OK for a result of 0; otherwise fails with the compiler's error. */
static jato_status check(const jx_device *device, const char *call, int result, jato_error *error)
{
  char compiler[32];
  const char *spec = device->found.spec, *words = device->nvrtc.words(result);
  switch (result) {
  case 0: return JATO_OK;
  case JX_NVRTC_OUT_OF_MEMORY:
    return jx_fail(error, JATO_E_MEMORY,
                   "%s: not enough memory for NVIDIA's compiler to work in (%s)", spec, call);
  case JX_NVRTC_BUILTINS:
    return jx_fail(error, JATO_E_DEVICE,
                   "%s: NVIDIA's compiler lacks a part of its own, libnvrtc-builtins; install it "
                   "beside libnvrtc, in the same version (%s)",
                   spec, call);
  default: break;
  }
  return jx_fail(error, JATO_E_DEVICE,
                 "%s: NVIDIA's compiler, %s, refused the call; install another version of it "
                 "(%s: %s (%d))",
                 spec, compiler_name(device, compiler, sizeof compiler), call,
                 words != NULL ? words : "error", result);
}

/* The newest of the targets that is not newer than the device; 0 without one. */
static int newest_target(const int *targets, int count, int capability)
{
  int newest = 0;
  for (int i = 0; i < count; i++)
    if (targets[i] <= capability && targets[i] > newest) newest = targets[i];
  return newest;
}

jato_status jx_cuda_choose_target(jx_device *device, jato_error *error)
{
  char compiler[32];
  int targets[MOST_TARGETS], count = 0, capability = device->found.capability;
  int result = device->nvrtc.version(&device->nvrtc_major, &device->nvrtc_minor);
  JX_TRY(check(device, "nvrtcVersion", result, error));
  JX_TRY(check(device, "nvrtcGetNumSupportedArchs", device->nvrtc.count_targets(&count), error));
  compiler_name(device, compiler, sizeof compiler);
  if (count > MOST_TARGETS)
    return jx_fail(error, JATO_E_DEVICE,
                   "%s: %s compiles for %d kinds of device, and this build of jato knows %d at "
                   "most; install an older one",
                   device->found.spec, compiler, count, MOST_TARGETS);
  JX_TRY(check(device, "nvrtcGetSupportedArchs", device->nvrtc.targets(targets), error));
  int target = newest_target(targets, count, capability);
  if (target == 0)
    return jx_fail(error, JATO_E_DEVICE,
                   "%s (%s, compute capability %d.%d) is older than %s can compile for; install an "
                   "older NVRTC beside it, and put its folder first into LD_LIBRARY_PATH",
                   device->found.spec, device->found.name, capability / 10, capability % 10,
                   compiler);
  (void)snprintf(device->target, sizeof device->target, "%s_%d",
                 target == capability ? "sm" : "compute", target);
  return JATO_OK;
}

/* Fails with the compiler's log. */
static jato_status fail_by_log(const jx_device *device, const jx_device_program *program,
                               jx_nvrtc_program compiled, jato_error *error)
{
  size_t bytes = 0;
  char compiler[32], advice[96];
  int result = device->nvrtc.log_size(compiled, &bytes);
  JX_TRY(check(device, "nvrtcGetProgramLogSize", result, error));
  char *log = jx_allocate(&device->allocator, bytes + 1, 1);
  if (log == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory for the compiler's log");
  result = device->nvrtc.log(compiled, log);
  (void)snprintf(advice, sizeof advice, "install another version of it than %s",
                 compiler_name(device, compiler, sizeof compiler));
  jato_status status =
      result == 0 ? jx_fail_by_compiler_log(program, device->found.spec, advice, log, error)
                  : check(device, "nvrtcGetProgramLog", result, error);
  jx_release(&device->allocator, log);
  return status;
}

/* Called by the compiler now and then; a result other than 0 ends the compilation. */
static int is_late(void *deadline, void *reserved)
{
  (void)reserved;
  return jx_clock_seconds() > *(const double *)deadline;
}

static jato_status run_compiler(const jx_device *device, const jx_device_program *program,
                                jx_nvrtc_program compiled, jato_error *error)
{
  char target[64];
  const char *const options[] = {JX_CUDA_OPTIONS, target};
  int count = (int)(sizeof options / sizeof options[0]), result = 0;
  double seconds = program->toolchain->seconds, deadline = jx_clock_seconds() + seconds;
  (void)snprintf(target, sizeof target, "--gpu-architecture=%s", device->target);
  if (device->nvrtc.on_flow != NULL && seconds > 0) {
    result = device->nvrtc.on_flow(compiled, is_late, &deadline);
    JX_TRY(check(device, "nvrtcSetFlowCallback", result, error));
  }
  result = device->nvrtc.compile(compiled, count, options);
  if (result == JX_NVRTC_COMPILATION) return fail_by_log(device, program, compiled, error);
  if (result == JX_NVRTC_CANCELLED)
    return jx_fail(error, JATO_E_DEVICE,
                   "%s: NVIDIA's compiler was ended after %g s; give it more time, or make the "
                   "objective shorter",
                   device->found.spec, seconds);
  return check(device, "nvrtcCompileProgram", result, error);
}

int jx_cuda_makes_ptx(const jx_device *device) { return device->target[0] == 'c'; }

/* Copies the compiled program to the empty *image. */
static jato_status copy_image(const jx_device *device, jx_nvrtc_program compiled, jx_string *image,
                              jato_error *error)
{
  const jx_nvrtc *nvrtc = &device->nvrtc;
  int is_ptx = jx_cuda_makes_ptx(device);
  size_t bytes = 0;
  int result = (is_ptx ? nvrtc->ptx_size : nvrtc->cubin_size)(compiled, &bytes);
  JX_TRY(check(device, is_ptx ? "nvrtcGetPTXSize" : "nvrtcGetCUBINSize", result, error));
  *image = (jx_string){.text = jx_allocate(&device->allocator, bytes + 1, 1),
                       .length = bytes,
                       .room = bytes + 1,
                       .allocator = device->allocator};
  if (image->text == NULL)
    return jx_fail(error, JATO_E_MEMORY, "not enough memory for a compiled program of %zu bytes",
                   bytes);
  result = (is_ptx ? nvrtc->ptx : nvrtc->cubin)(compiled, image->text);
  return check(device, is_ptx ? "nvrtcGetPTX" : "nvrtcGetCUBIN", result, error);
}

jato_status jx_cuda_compile(const jx_device *device, const jx_device_program *program,
                            jx_string *image, jato_error *error)
{
  jx_nvrtc_program compiled = NULL;
  int result = device->nvrtc.create(&compiled, program->text, TEXT_NAME, 0, NULL, NULL);
  JX_TRY(check(device, "nvrtcCreateProgram", result, error));
  jato_status status = run_compiler(device, program, compiled, error);
  if (status == JATO_OK) status = copy_image(device, compiled, image, error);
  (void)device->nvrtc.destroy(&compiled);
  return status;
}
