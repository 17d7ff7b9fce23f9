/* Finds NVIDIA's two libraries on this machine, and in them every call this device makes. */
#include "device/cuda/api.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

/* Never unmapped: the driver keeps threads and exit handlers of its own. */
#define OPENING (RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)

/* A call, and where in its table the address goes. */
typedef struct symbol {
  const char *name;
  size_t offset;
} symbol;

#define DRIVER_SYMBOL(field, symbol, arguments) {#symbol, offsetof(jx_cuda_driver, field)},
#define NVRTC_SYMBOL(field, symbol, arguments) {#symbol, offsetof(jx_nvrtc, field)},

static const symbol driver_symbols[] = {JX_CUDA_CALLS(DRIVER_SYMBOL)};
static const symbol nvrtc_symbols[] = {
    JX_NVRTC_CALLS(NVRTC_SYMBOL){"nvrtcGetErrorString", offsetof(jx_nvrtc, words)}};

/* C has no way from an object's address to a function's but through their bytes. */
static int find_function(void *library, const symbol *wanted, void *table)
{
  void *address = dlsym(library, wanted->name);
  memcpy((char *)table + wanted->offset, &address, sizeof address);
  return address != NULL;
}

/* The first name that is missing, or NULL when all were found. */
static const char *find_all(void *library, const symbol *symbols, size_t count, void *table)
{
  for (size_t i = 0; i < count; i++)
    if (!find_function(library, &symbols[i], table)) return symbols[i].name;
  return NULL;
}

jato_status jx_cuda_load(jx_cuda_driver *driver, jato_error *error)
{
  *driver = (jx_cuda_driver){.library = dlopen("libcuda.so.1", OPENING)};
  if (driver->library == NULL)
    return jx_fail(error, JATO_E_DEVICE,
                   "no CUDA on this machine: libcuda.so.1 was not found; install NVIDIA's driver");
  const char *missing = find_all(driver->library, driver_symbols,
                                 sizeof driver_symbols / sizeof *driver_symbols, driver);
  if (missing == NULL) return JATO_OK;
  jx_cuda_unload(driver);
  return jx_fail(error, JATO_E_DEVICE,
                 "NVIDIA's driver on this machine is too old: libcuda.so.1 has no %s; install one "
                 "for CUDA 11.2 or later",
                 missing);
}

void jx_cuda_unload(jx_cuda_driver *driver)
{
  if (driver->library != NULL) (void)dlclose(driver->library);
  *driver = (jx_cuda_driver){0};
}

/* What the file of a major version is called; the newest first. */
typedef struct release {
  int major;
  const char *file;
} release;

static const release releases[] = {
    {13, "libnvrtc.so.13"}, {12, "libnvrtc.so.12"}, {11, "libnvrtc.so.11.2"}};

#define RELEASES (sizeof releases / sizeof *releases)

static void *open_nvrtc(int major)
{
  void *library = NULL;
  for (size_t i = 0; i < RELEASES && library == NULL; i++)
    if (releases[i].major <= major) library = dlopen(releases[i].file, OPENING);
  for (size_t i = RELEASES; i > 0 && library == NULL; i--)
    if (releases[i - 1].major > major) library = dlopen(releases[i - 1].file, OPENING);
  return library != NULL ? library : dlopen("libnvrtc.so", OPENING);
}

jato_status jx_nvrtc_load(jx_nvrtc *nvrtc, int version, jato_error *error)
{
  const symbol on_flow = {"nvrtcSetFlowCallback", offsetof(jx_nvrtc, on_flow)};
  *nvrtc = (jx_nvrtc){.library = open_nvrtc(version / 1000)};
  if (nvrtc->library == NULL)
    return jx_fail(error, JATO_E_DEVICE,
                   "NVIDIA's run-time compiler was not found (libnvrtc.so.%d): install NVRTC of "
                   "CUDA %d, or put the folder that holds it into LD_LIBRARY_PATH",
                   version / 1000, version / 1000);
  const char *missing =
      find_all(nvrtc->library, nvrtc_symbols, sizeof nvrtc_symbols / sizeof *nvrtc_symbols, nvrtc);
  if (missing == NULL) {
    (void)find_function(nvrtc->library, &on_flow, nvrtc);
    return JATO_OK;
  }
  jx_nvrtc_unload(nvrtc);
  return jx_fail(error, JATO_E_DEVICE,
                 "NVIDIA's run-time compiler on this machine is too old: libnvrtc has no %s; "
                 "install the one of CUDA 11.2 or later",
                 missing);
}

void jx_nvrtc_unload(jx_nvrtc *nvrtc)
{
  if (nvrtc->library != NULL) (void)dlclose(nvrtc->library);
  *nvrtc = (jx_nvrtc){0};
}
