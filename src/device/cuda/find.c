#include "base/text.h"
#include "device/cuda/find.h"
#include "device/refusal.h"

#include <stdio.h>
#include <string.h>

/* Everything about device number `index` of the machine that can be asked without opening it. */
static jato_status read_device(const jx_cuda_driver *driver, int index, jx_cuda_found *out,
                               jato_error *error)
{
  int major = 0, minor = 0;
  *out = (jx_cuda_found){0};
  (void)snprintf(out->spec, sizeof out->spec, "cuda:%d", index);
  int result = driver->get(&out->device, index);
  JX_TRY(jx_cuda_check(driver, out->spec, "cuDeviceGet", result, error));
  result = driver->name(out->name, (int)sizeof out->name, out->device);
  JX_TRY(jx_cuda_check(driver, out->spec, "cuDeviceGetName", result, error));
  result = driver->attribute(&major, JX_CUDA_CAPABILITY_MAJOR, out->device);
  if (result == 0) result = driver->attribute(&minor, JX_CUDA_CAPABILITY_MINOR, out->device);
  if (result == 0) result = driver->attribute(&out->mode, JX_CUDA_COMPUTE_MODE, out->device);
  JX_TRY(jx_cuda_check(driver, out->spec, "cuDeviceGetAttribute", result, error));
  result = driver->total_memory(&out->bytes, out->device);
  JX_TRY(jx_cuda_check(driver, out->spec, "cuDeviceTotalMem", result, error));
  result = driver->version(&out->driver_version);
  JX_TRY(jx_cuda_check(driver, out->spec, "cuDriverGetVersion", result, error));
  out->capability = 10 * major + minor;
  return JATO_OK;
}

jato_status jx_cuda_find(const jx_cuda_driver *driver, size_t index, const char *part,
                         jx_cuda_found *out, jato_error *error)
{
  int count = 0;
  size_t matches = 0;
  JX_TRY(jx_cuda_check(driver, "cuda", "cuInit", driver->init(0), error));
  JX_TRY(jx_cuda_check(driver, "cuda", "cuDeviceGetCount", driver->count(&count), error));
  *out = (jx_cuda_found){0};
  /* Without a name no other device is asked anything: it may be broken. */
  if (part[0] == '\0' && index < (size_t)count) return read_device(driver, (int)index, out, error);
  for (int i = 0; i < count && part[0] != '\0'; i++) {
    JX_TRY(read_device(driver, i, out, error));
    if (jx_text_has_part(out->name, part) && matches++ == index) return JATO_OK;
  }
  *out = (jx_cuda_found){0};
  if (count == 0)
    return jx_fail(error, JATO_E_DEVICE,
                   "no CUDA device on this machine, though NVIDIA's driver is there; `nvidia-smi` "
                   "shows those there are, and CUDA_VISIBLE_DEVICES may hide some");
  jx_device_miss miss = {"cuda", "CUDA", index, part, (size_t)count, matches, ""};
  return jx_device_missing(&miss, error);
}

jato_status jx_cuda_check_mode(const jx_cuda_found *found, jato_error *error)
{
  if (found->mode != JX_CUDA_MODE_PROHIBITED) return JATO_OK;
  return jx_fail(error, JATO_E_DEVICE,
                 "%s: no process may use this device; `nvidia-smi -c DEFAULT` lets them, or take "
                 "another one",
                 found->spec);
}
