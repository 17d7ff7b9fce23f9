#include "device/opencl/opencl.h"
#include "device/common.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

#define MOST_PLATFORMS 32
#define MOST_DEVICES 64 /* of one platform */
#define PLATFORM_NOT_FOUND (-1001)

/* What the search for a device has found so far. */
typedef struct census {
  size_t devices;
  size_t matches;
  char broken[224]; /* a platform that could not list its devices; "" without one */
} census;

/* Removes blanks at both ends. */
static void trim(char *text)
{
  jx_text words = jx_text_trim(jx_text_of(text));
  memmove(text, words.start, words.length);
  text[words.length] = '\0';
}

static void platform_name(const jx_opencl_api *api, cl_platform_id id, char *out, size_t size)
{
  out[0] = '\0';
  if (api->GetPlatformInfo(id, CL_PLATFORM_NAME, size, out, NULL) != CL_SUCCESS)
    (void)snprintf(out, size, "a platform without a name");
  trim(out);
}

static void device_name(const jx_opencl_api *api, cl_device_id id, char *out, size_t size)
{
  out[0] = '\0';
  if (api->GetDeviceInfo(id, CL_DEVICE_NAME, size, out, NULL) != CL_SUCCESS)
    (void)snprintf(out, size, "a device without a name");
  trim(out);
}

/* Counts the devices of one platform; returns 1 when the wanted one is among them. */
static int search_platform(const jx_opencl_api *api, cl_platform_id platform, size_t index,
                           const char *part, census *seen, jx_opencl_found *out)
{
  cl_device_id ids[MOST_DEVICES];
  cl_uint count = 0;
  char owner[256], own[256];
  platform_name(api, platform, owner, sizeof owner);
  cl_int code = api->GetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, MOST_DEVICES, ids, &count);
  if (code == CL_DEVICE_NOT_FOUND) return 0;
  if (code != CL_SUCCESS) {
    char name[64];
    jx_opencl_code_name(code, name, sizeof name);
    (void)snprintf(seen->broken, sizeof seen->broken, "; \"%.100s\" could not list its devices: %s",
                   owner, name);
    return 0;
  }
  for (cl_uint i = 0; i < count && i < MOST_DEVICES; i++, seen->devices++) {
    device_name(api, ids[i], own, sizeof own);
    *out = (jx_opencl_found){.platform = platform, .id = ids[i]};
    (void)snprintf(out->name, sizeof out->name, "%.80s / %.104s", owner, own);
    (void)snprintf(out->spec, sizeof out->spec, "opencl:%zu", seen->devices);
    if (jx_text_contains(out->name, part) && seen->matches++ == index) return 1;
  }
  return 0;
}

jato_status jx_opencl_find(const jx_opencl_api *api, size_t index, const char *part,
                           jx_opencl_found *out, jato_error *error)
{
  cl_platform_id platforms[MOST_PLATFORMS];
  cl_uint count = 0;
  census seen = {0};
  cl_int code = api->GetPlatformIDs(MOST_PLATFORMS, platforms, &count);
  if (code == PLATFORM_NOT_FOUND || (code == CL_SUCCESS && count == 0))
    return jx_fail(error, JATO_E_DEVICE,
                   "no OpenCL driver on this machine: libOpenCL.so.1 is there but knows no "
                   "platform; install a driver such as pocl-opencl-icd");
  JX_TRY(jx_opencl_check("opencl", "clGetPlatformIDs", code, error));
  for (cl_uint i = 0; i < count && i < MOST_PLATFORMS; i++)
    if (search_platform(api, platforms[i], index, part, &seen, out)) return JATO_OK;
  if (seen.devices == 0)
    return jx_fail(error, JATO_E_DEVICE,
                   "no OpenCL device on this machine%s; install a driver such as pocl-opencl-icd",
                   seen.broken);
  jx_missing_device missing = {"opencl",     "OpenCL",     index,      part,
                               seen.devices, seen.matches, seen.broken};
  return jx_fail_missing_device(&missing, error);
}

/* Reads one property of a device; *code keeps the first error. */
static void read_info(const jx_opencl_api *api, const jx_opencl_found *device, cl_device_info what,
                      void *out, size_t bytes, cl_int *code)
{
  cl_int now = api->GetDeviceInfo(device->id, what, bytes, out, NULL);
  if (*code == CL_SUCCESS) *code = now;
}

static jato_status check_version(const jx_opencl_found *device, const char *version,
                                 jato_error *error)
{
  static const char begin[] = "OpenCL C ";
  if (strncmp(version, begin, sizeof begin - 1) == 0) {
    char *end = NULL;
    long major = strtol(version + sizeof begin - 1, &end, 10);
    long minor = *end == '.' ? strtol(end + 1, NULL, 10) : 0;
    if (major > 1 || (major == 1 && minor >= 2)) return JATO_OK;
  }
  return jx_fail(error, JATO_E_DEVICE,
                 "%s (%s) has \"%s\" and OpenCL C 1.2 is needed; take a newer driver or another "
                 "device",
                 device->spec, device->name, version);
}

jato_status jx_opencl_read_traits(const jx_opencl_api *api, const jx_opencl_found *device,
                                  jx_opencl_traits *out, jato_error *error)
{
  cl_int code = CL_SUCCESS;
  cl_device_type type = 0;
  cl_device_fp_config single = 0, doubles = 0;
  cl_bool available = CL_FALSE, compiler = CL_FALSE;
  cl_ulong most_bytes = 0, bytes = 0;
  char language[256] = "";
  *out = (jx_opencl_traits){0};
  read_info(api, device, CL_DEVICE_TYPE, &type, sizeof type, &code);
  read_info(api, device, CL_DEVICE_AVAILABLE, &available, sizeof available, &code);
  read_info(api, device, CL_DEVICE_COMPILER_AVAILABLE, &compiler, sizeof compiler, &code);
  read_info(api, device, CL_DEVICE_SINGLE_FP_CONFIG, &single, sizeof single, &code);
  read_info(api, device, CL_DEVICE_DOUBLE_FP_CONFIG, &doubles, sizeof doubles, &code);
  read_info(api, device, CL_DEVICE_MAX_WORK_GROUP_SIZE, &out->most_local, sizeof out->most_local,
            &code);
  read_info(api, device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, &most_bytes, sizeof most_bytes, &code);
  read_info(api, device, CL_DEVICE_GLOBAL_MEM_SIZE, &bytes, sizeof bytes, &code);
  read_info(api, device, CL_DRIVER_VERSION, out->driver, sizeof out->driver, &code);
  read_info(api, device, CL_DEVICE_VERSION, out->version, sizeof out->version, &code);
  read_info(api, device, CL_DEVICE_OPENCL_C_VERSION, language, sizeof language, &code);
  JX_TRY(jx_opencl_check(device->spec, "clGetDeviceInfo", code, error));
  if (!available)
    JX_TRY(jx_opencl_check(device->spec, "clGetDeviceInfo", CL_DEVICE_NOT_AVAILABLE, error));
  if (!compiler)
    JX_TRY(jx_opencl_check(device->spec, "clGetDeviceInfo", CL_COMPILER_NOT_AVAILABLE, error));
  JX_TRY(check_version(device, language, error));
  out->is_cpu = (type & CL_DEVICE_TYPE_CPU) != 0;
  out->doubles = doubles != 0;
  out->rounds = (single & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0;
  /* Doubles are IEEE 754 on every device that has them; CPUs divide so in float, too, with or
   * without the option. */
  out->same_bits = (out->rounds || out->is_cpu) && (single & CL_FP_DENORM) != 0;
  out->most_bytes = most_bytes;
  out->bytes = bytes;
  return JATO_OK;
}

int jx_opencl_probe(size_t index, jato_device *device)
{
  jx_opencl_api api;
  jx_opencl_found found = {0};
  jx_opencl_traits traits = {0};
  jato_error error = {0};
  int is_there = 0;
  *device = (jato_device){.spec = "opencl"};
  jato_status status = jx_opencl_load(&api, &error);
  if (status == JATO_OK) status = jx_opencl_find(&api, index, "", &found, &error);
  is_there = status == JATO_OK;
  if (is_there) {
    memcpy(device->spec, found.spec, sizeof device->spec);
    memcpy(device->name, found.name, sizeof device->name);
    status = jx_opencl_read_traits(&api, &found, &traits, &error);
  }
  jx_opencl_unload(&api);
  device->ready = status == JATO_OK;
  (void)snprintf(device->state, sizeof device->state, "%.255s",
                 device->ready ? "ready" : error.text);
  device->doubles = traits.doubles;
  device->deterministic = traits.same_bits;
  device->memory = traits.is_cpu ? 0 : traits.bytes;
  return is_there || index == 0;
}
