/* Loads OpenCL's functions, and turns its error codes into messages. */
#include "device/common.h"
#include "device/opencl/opencl.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>

#define LIBRARY "libOpenCL.so.1"

#define SYMBOL(name) {"cl" #name, offsetof(jx_opencl_api, name)},
static const jx_symbol symbols[] = {JX_OPENCL_CALLS(SYMBOL)};
#undef SYMBOL

jato_status jx_opencl_load(jx_opencl_api *api, jato_error *error)
{
  *api = (jx_opencl_api){.library = jx_library_open(LIBRARY)};
  if (api->library == NULL)
    return jx_fail(error, JATO_E_DEVICE,
                   "no OpenCL on this machine: " LIBRARY " was not found (%s); install "
                   "ocl-icd-libopencl1 and a driver such as pocl-opencl-icd",
                   dlerror());
  const char *missing =
      jx_library_find(api->library, symbols, sizeof symbols / sizeof symbols[0], api);
  if (missing == NULL) return JATO_OK;
  jx_opencl_unload(api);
  return jx_fail(error, JATO_E_DEVICE,
                 LIBRARY " has no function %s: it is older than OpenCL 1.2; install a newer "
                         "ocl-icd-libopencl1",
                 missing);
}

void jx_opencl_unload(jx_opencl_api *api)
{
  if (api->library != NULL) (void)dlclose(api->library);
  *api = (jx_opencl_api){0};
}

/* ---- Errors ---- */

/* Not in the headers of OpenCL 1.2: codes of the loader, and of NVIDIA's driver after an invalid
 * access. */
#define PLATFORM_NOT_FOUND (-1001)
#define WILD_ACCESS (-9999)

typedef enum meaning { OTHER, BUSY, NO_COMPILER, MEMORY, GONE, NO_DRIVER } meaning;

typedef struct code_row {
  const char *name;
  cl_int code;
  meaning means;
} code_row;

#define ROW(row, meant)                           \
  {                                               \
    .name = #row, .code = (row), .means = (meant) \
  }
static const code_row rows[] = {
    ROW(CL_DEVICE_NOT_FOUND, NO_DRIVER),
    ROW(CL_DEVICE_NOT_AVAILABLE, BUSY),
    ROW(CL_COMPILER_NOT_AVAILABLE, NO_COMPILER),
    ROW(CL_MEM_OBJECT_ALLOCATION_FAILURE, MEMORY),
    ROW(CL_OUT_OF_RESOURCES, MEMORY),
    ROW(CL_OUT_OF_HOST_MEMORY, MEMORY),
    ROW(CL_PROFILING_INFO_NOT_AVAILABLE, OTHER),
    ROW(CL_BUILD_PROGRAM_FAILURE, OTHER),
    ROW(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, GONE),
    ROW(CL_INVALID_VALUE, OTHER),
    ROW(CL_INVALID_PLATFORM, OTHER),
    ROW(CL_INVALID_DEVICE, GONE),
    ROW(CL_INVALID_CONTEXT, GONE),
    ROW(CL_INVALID_QUEUE_PROPERTIES, OTHER),
    ROW(CL_INVALID_COMMAND_QUEUE, GONE),
    ROW(CL_INVALID_MEM_OBJECT, OTHER),
    ROW(CL_INVALID_BINARY, OTHER),
    ROW(CL_INVALID_BUILD_OPTIONS, OTHER),
    ROW(CL_INVALID_PROGRAM, OTHER),
    ROW(CL_INVALID_PROGRAM_EXECUTABLE, OTHER),
    ROW(CL_INVALID_KERNEL_NAME, OTHER),
    ROW(CL_INVALID_KERNEL_DEFINITION, OTHER),
    ROW(CL_INVALID_KERNEL, OTHER),
    ROW(CL_INVALID_ARG_INDEX, OTHER),
    ROW(CL_INVALID_ARG_VALUE, OTHER),
    ROW(CL_INVALID_ARG_SIZE, OTHER),
    ROW(CL_INVALID_KERNEL_ARGS, OTHER),
    ROW(CL_INVALID_WORK_DIMENSION, OTHER),
    ROW(CL_INVALID_WORK_GROUP_SIZE, OTHER),
    ROW(CL_INVALID_WORK_ITEM_SIZE, OTHER),
    ROW(CL_INVALID_EVENT, OTHER),
    ROW(CL_INVALID_OPERATION, OTHER),
    ROW(CL_INVALID_BUFFER_SIZE, MEMORY),
    ROW(CL_INVALID_GLOBAL_WORK_SIZE, OTHER),
    {"CL_PLATFORM_NOT_FOUND_KHR", PLATFORM_NOT_FOUND, NO_DRIVER},
    {"illegal access", WILD_ACCESS, GONE},
};
#undef ROW

static const code_row *find_code(cl_int code)
{
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    if (rows[i].code == code) return &rows[i];
  return NULL;
}

void jx_opencl_code_name(cl_int code, char *out, size_t size)
{
  const code_row *row = find_code(code);
  (void)snprintf(out, size, "%s (%d)", row != NULL ? row->name : "error", (int)code);
}

static meaning meaning_of(cl_int code)
{
  const code_row *row = find_code(code);
  return row != NULL ? row->means : OTHER;
}

int jx_opencl_is_memory(cl_int code) { return meaning_of(code) == MEMORY; }

/* The advice for each meaning, printed after "opencl:0: ". */
static const char *advice(meaning means)
{
  switch (means) {
  case BUSY: return "the device is busy or switched off; try again later, or use another device";
  case NO_COMPILER: return "its driver has no compiler; install the driver's compiler package";
  case MEMORY:
    return "it has too little memory or resources; take fewer particles or another device";
  case GONE: return "the device is gone: it was reset, removed, or its driver crashed; run again";
  case NO_DRIVER: return "it has no driver; install one, such as pocl-opencl-icd";
  case OTHER: break;
  }
  return "its driver refused the call; try another device or a newer driver";
}

jato_status jx_opencl_check(const char *spec, const char *call, cl_int code, jato_error *error)
{
  char name[64];
  if (code == CL_SUCCESS) return JATO_OK;
  meaning means = meaning_of(code);
  jx_opencl_code_name(code, name, sizeof name);
  return jx_fail(error, means == MEMORY ? JATO_E_MEMORY : JATO_E_DEVICE, "%s: %s (%s: %s)", spec,
                 advice(means), call, name);
}
