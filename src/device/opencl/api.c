#include "device/opencl/api.h"

#include <dlfcn.h>
#include <string.h>

#define LIBRARY "libOpenCL.so.1"

/* Where the address of a function is kept. */
typedef struct entry {
  const char *name;
  size_t offset;
} entry;

#define ENTRY(name) {"cl" #name, offsetof(jx_opencl_api, name)},
static const entry entries[] = {JX_OPENCL_CALLS(ENTRY)};
#undef ENTRY

jato_status jx_opencl_load(jx_opencl_api *api, jato_error *error)
{
  *api = (jx_opencl_api){0};
  /* Never unmapped: drivers keep threads and exit handlers of their own. */
  api->library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (api->library == NULL)
    return jx_fail(error, JATO_E_DEVICE,
                   "no OpenCL on this machine: " LIBRARY " was not found (%s); install "
                   "ocl-icd-libopencl1 and a driver such as pocl-opencl-icd",
                   dlerror());
  for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++) {
    void *address = dlsym(api->library, entries[i].name);
    if (address == NULL) {
      jx_opencl_unload(api);
      return jx_fail(error, JATO_E_DEVICE,
                     LIBRARY " has no function %s: it is older than OpenCL 1.2; install a newer "
                             "ocl-icd-libopencl1",
                     entries[i].name);
    }
    memcpy((char *)api + entries[i].offset, &address, sizeof address);
  }
  return JATO_OK;
}

void jx_opencl_unload(jx_opencl_api *api)
{
  if (api->library != NULL) (void)dlclose(api->library);
  *api = (jx_opencl_api){0};
}
