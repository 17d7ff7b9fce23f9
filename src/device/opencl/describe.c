/* Facts about an OpenCL device. A fact that its driver does not support, such as one of another
 * vendor's extension, stays unknown. */
#include "device/common.h"
#include "device/opencl/opencl.h"

#include <stdio.h>
#include <string.h>

/* From vendors' extensions, whose headers may be missing: cl_nv_device_attribute_query,
 * cl_amd_device_attribute_query and cl_intel_required_subgroup_size. */
enum { NV_REGISTERS = 0x4002, NV_WARP = 0x4003, AMD_WAVEFRONT = 0x4043, INTEL_SUB_GROUPS = 0x4108 };

/* The extensions that kernels of ours, or of a user, may need, among dozens. */
static const char *const extensions[] = {"cl_khr_fp64",
                                         "cl_khr_fp16",
                                         "cl_khr_int64_base_atomics",
                                         "cl_khr_int64_extended_atomics",
                                         "cl_khr_subgroups",
                                         "cl_intel_subgroups",
                                         "cl_intel_required_subgroup_size"};

typedef struct asked {
  const jx_opencl_api *api;
  const jx_opencl_found *device;
  jato_device_fact *facts;
} asked;

/* Reads a number of 4 or 8 bytes; 0 if it is not available. */
static uint64_t number(const asked *a, cl_device_info what)
{
  union {
    cl_uint narrow;
    cl_ulong wide;
  } value = {.wide = 0};
  size_t bytes = 0;
  if (a->api->GetDeviceInfo(a->device->id, what, sizeof value, &value, &bytes) != CL_SUCCESS)
    return 0;
  return bytes == sizeof value.narrow ? value.narrow : bytes == sizeof value.wide ? value.wide : 0;
}

static void describe_text(const asked *a, jx_fact fact, cl_device_info what)
{
  char text[256] = "";
  if (a->api->GetDeviceInfo(a->device->id, what, sizeof text, text, NULL) == CL_SUCCESS)
    jx_fact_text(a->facts, fact, text);
}

static void describe_platform(const asked *a)
{
  char name[256] = "", version[256] = "", both[256];
  cl_platform_id id = a->device->platform;
  (void)a->api->GetPlatformInfo(id, CL_PLATFORM_NAME, sizeof name, name, NULL);
  (void)a->api->GetPlatformInfo(id, CL_PLATFORM_VERSION, sizeof version, version, NULL);
  (void)snprintf(both, sizeof both, "%.100s, %.150s", name, version);
  if (name[0] != '\0') jx_fact_text(a->facts, JX_FACT_platform, version[0] != '\0' ? both : name);
}

static void describe_type(const asked *a)
{
  uint64_t type = number(a, CL_DEVICE_TYPE);
  jx_fact_text(a->facts, JX_FACT_type,
               (type & CL_DEVICE_TYPE_CPU) != 0           ? "cpu"
               : (type & CL_DEVICE_TYPE_GPU) != 0         ? "gpu"
               : (type & CL_DEVICE_TYPE_ACCELERATOR) != 0 ? "accelerator"
                                                          : "");
}

/* Whether a list with blanks between its words contains the word. */
static int has_word(const char *list, const char *word)
{
  size_t length = strlen(word);
  for (const char *at = strstr(list, word); at != NULL; at = strstr(at + length, word))
    if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0')) return 1;
  return 0;
}

static void describe_extensions(const asked *a)
{
  char all[16384] = "", ours[256] = "";
  if (a->api->GetDeviceInfo(a->device->id, CL_DEVICE_EXTENSIONS, sizeof all - 1, all, NULL) !=
      CL_SUCCESS)
    return;
  for (size_t i = 0, used = 0; i < sizeof extensions / sizeof extensions[0]; i++) {
    if (!has_word(all, extensions[i])) continue;
    (void)snprintf(ours + used, sizeof ours - used, "%s%s", used > 0 ? " " : "", extensions[i]);
    used = strlen(ours);
  }
  jx_fact_text(a->facts, JX_FACT_extensions, ours);
}

/* A warp, a wavefront, or the largest sub-group that a kernel may ask for. */
static uint64_t sub_group(const asked *a)
{
  size_t sizes[16] = {0}, largest = 0, bytes = 0;
  uint64_t width = number(a, NV_WARP);
  if (width == 0) width = number(a, AMD_WAVEFRONT);
  if (width > 0) return width;
  if (a->api->GetDeviceInfo(a->device->id, INTEL_SUB_GROUPS, sizeof sizes, sizes, &bytes) !=
      CL_SUCCESS)
    return 0;
  for (size_t i = 0; i < bytes / sizeof sizes[0] && i < sizeof sizes / sizeof sizes[0]; i++)
    if (sizes[i] > largest) largest = sizes[i];
  return largest;
}

static void describe_numbers(const asked *a)
{
  static const struct {
    jx_fact fact;
    cl_device_info what;
  } rows[] = {{JX_FACT_compute_units, CL_DEVICE_MAX_COMPUTE_UNITS},
              {JX_FACT_global_memory_bytes, CL_DEVICE_GLOBAL_MEM_SIZE},
              {JX_FACT_largest_piece_bytes, CL_DEVICE_MAX_MEM_ALLOC_SIZE},
              {JX_FACT_local_memory_bytes, CL_DEVICE_LOCAL_MEM_SIZE},
              {JX_FACT_constant_memory_bytes, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE},
              {JX_FACT_cache_bytes, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE},
              {JX_FACT_cache_line_bytes, CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE},
              {JX_FACT_largest_work_group, CL_DEVICE_MAX_WORK_GROUP_SIZE},
              {JX_FACT_vector_floats, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT},
              {JX_FACT_registers, NV_REGISTERS},
              {JX_FACT_address_bits, CL_DEVICE_ADDRESS_BITS}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    jx_fact_count(a->facts, rows[i].fact, number(a, rows[i].what));
  jx_fact_count(a->facts, JX_FACT_clock_hz, 1000000 * number(a, CL_DEVICE_MAX_CLOCK_FREQUENCY));
  jx_fact_count(a->facts, JX_FACT_sub_group, sub_group(a));
}

static void describe(const asked *a)
{
  describe_text(a, JX_FACT_model, CL_DEVICE_NAME);
  describe_text(a, JX_FACT_vendor, CL_DEVICE_VENDOR);
  describe_type(a);
  describe_platform(a);
  describe_text(a, JX_FACT_driver, CL_DRIVER_VERSION);
  describe_text(a, JX_FACT_language, CL_DEVICE_OPENCL_C_VERSION);
  describe_numbers(a);
  describe_extensions(a);
}

void jx_opencl_describe(size_t index, jato_device_fact *facts)
{
  jx_opencl_api api;
  jx_opencl_found found = {0};
  jato_error error;
  if (jx_opencl_load(&api, &error) != JATO_OK) return;
  if (jx_opencl_find(&api, index, "", &found, &error) == JATO_OK)
    describe(&(asked){&api, &found, facts});
  jx_opencl_unload(&api);
}
