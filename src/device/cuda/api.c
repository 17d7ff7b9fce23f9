/* Loads NVIDIA's two libraries, and turns the driver's results into messages. */
#include "device/common.h"
#include "device/cuda/api.h"

#include <dlfcn.h>
#include <stddef.h>

#define DRIVER_SYMBOL(field, symbol, arguments) {#symbol, offsetof(jx_cuda_driver, field)},
#define NVRTC_SYMBOL(field, symbol, arguments) {#symbol, offsetof(jx_nvrtc, field)},
#define COUNT(array) (sizeof(array) / sizeof *(array))

static const jx_symbol driver_symbols[] = {JX_CUDA_CALLS(DRIVER_SYMBOL)};
static const jx_symbol nvrtc_symbols[] = {
    JX_NVRTC_CALLS(NVRTC_SYMBOL){"nvrtcGetErrorString", offsetof(jx_nvrtc, words)}};

jato_status jx_cuda_load(jx_cuda_driver *driver, jato_error *error)
{
  *driver = (jx_cuda_driver){.library = jx_library_open("libcuda.so.1")};
  if (driver->library == NULL)
    return jx_fail(error, JATO_E_DEVICE,
                   "no CUDA on this machine: libcuda.so.1 was not found; install NVIDIA's driver");
  const char *missing =
      jx_library_find(driver->library, driver_symbols, COUNT(driver_symbols), driver);
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

/* The library's file for a major version; the newest first. */
static const struct {
  int major;
  const char *file;
} releases[] = {{13, "libnvrtc.so.13"}, {12, "libnvrtc.so.12"}, {11, "libnvrtc.so.11.2"}};

static void *open_nvrtc(int major)
{
  void *library = NULL;
  for (size_t i = 0; i < COUNT(releases) && library == NULL; i++)
    if (releases[i].major <= major) library = jx_library_open(releases[i].file);
  for (size_t i = COUNT(releases); i > 0 && library == NULL; i--)
    if (releases[i - 1].major > major) library = jx_library_open(releases[i - 1].file);
  return library != NULL ? library : jx_library_open("libnvrtc.so");
}

jato_status jx_nvrtc_load(jx_nvrtc *nvrtc, int version, jato_error *error)
{
  const jx_symbol on_flow = {"nvrtcSetFlowCallback", offsetof(jx_nvrtc, on_flow)};
  *nvrtc = (jx_nvrtc){.library = open_nvrtc(version / 1000)};
  if (nvrtc->library == NULL)
    return jx_fail(error, JATO_E_DEVICE,
                   "NVIDIA's run-time compiler was not found (libnvrtc.so.%d): install NVRTC of "
                   "CUDA %d, or put the folder that holds it into LD_LIBRARY_PATH",
                   version / 1000, version / 1000);
  (void)jx_library_find(nvrtc->library, &on_flow, 1, nvrtc); /* older releases have none */
  const char *missing = jx_library_find(nvrtc->library, nvrtc_symbols, COUNT(nvrtc_symbols), nvrtc);
  if (missing == NULL) return JATO_OK;
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

/* ---- Errors ---- */

typedef enum meaning { OTHER, MEMORY, STUB, BUSY, NONE, IMAGE, ASTRAY, SLOW, GONE, MIXED } meaning;

typedef struct result_row {
  int result;
  meaning means;
} result_row;

/* CUDA_ERROR_... in the driver's own numbers. */
static const result_row rows[] = {
    {2, MEMORY},   /* OUT_OF_MEMORY */
    {4, GONE},     /* DEINITIALIZED */
    {34, STUB},    /* STUB_LIBRARY */
    {46, BUSY},    /* DEVICE_UNAVAILABLE */
    {100, NONE},   /* NO_DEVICE */
    {101, GONE},   /* INVALID_DEVICE */
    {200, IMAGE},  /* INVALID_IMAGE */
    {201, GONE},   /* INVALID_CONTEXT */
    {209, IMAGE},  /* NO_BINARY_FOR_GPU */
    {214, GONE},   /* ECC_UNCORRECTABLE */
    {218, IMAGE},  /* INVALID_PTX */
    {221, IMAGE},  /* JIT_COMPILER_NOT_FOUND */
    {222, IMAGE},  /* UNSUPPORTED_PTX_VERSION */
    {300, IMAGE},  /* INVALID_SOURCE */
    {500, IMAGE},  /* NOT_FOUND: of a kernel's name */
    {700, ASTRAY}, /* ILLEGAL_ADDRESS */
    {702, SLOW},   /* LAUNCH_TIMEOUT */
    {709, GONE},   /* CONTEXT_IS_DESTROYED */
    {714, ASTRAY}, /* HARDWARE_STACK_ERROR */
    {715, ASTRAY}, /* ILLEGAL_INSTRUCTION */
    {716, ASTRAY}, /* MISALIGNED_ADDRESS */
    {717, ASTRAY}, /* INVALID_ADDRESS_SPACE */
    {718, ASTRAY}, /* INVALID_PC */
    {719, ASTRAY}, /* LAUNCH_FAILED */
    {802, MIXED},  /* SYSTEM_NOT_READY */
    {803, MIXED},  /* SYSTEM_DRIVER_MISMATCH */
    {804, MIXED},  /* COMPAT_NOT_SUPPORTED_ON_DEVICE */
    {999, GONE},   /* UNKNOWN */
};

static meaning meaning_of(int result)
{
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    if (rows[i].result == result) return rows[i].means;
  return OTHER;
}

int jx_cuda_is_memory(int result) { return meaning_of(result) == MEMORY; }
int jx_cuda_is_image(int result) { return meaning_of(result) == IMAGE; }

/* The advice for each meaning, printed after "cuda:0: ". */
static const char *advice(meaning means)
{
  switch (means) {
  case MEMORY: return "it has too little memory; take fewer particles or another device";
  case STUB:
    return "the libcuda.so.1 that was found is the toolkit's stub, which can do nothing; take its "
           "folder out of LD_LIBRARY_PATH and install NVIDIA's driver";
  case BUSY:
    return "the device is busy: another process has it exclusively; try again later, use another "
           "device, or let processes share it with `nvidia-smi -c DEFAULT`";
  case NONE:
    return "NVIDIA's driver finds no device; `nvidia-smi` shows those there are, and "
           "CUDA_VISIBLE_DEVICES may hide some";
  case IMAGE:
    return "its driver does not accept what NVIDIA's compiler made; update the driver, or install "
           "NVRTC of the CUDA version the driver is for";
  case ASTRAY:
    return "a kernel accessed invalid memory: a source that reads beyond x(n - 1) or "
           "data[data_count - 1] does "
           "this, and so does a broken device; run again, without the source or elsewhere";
  case SLOW:
    return "the device also drives a display and may not compute for so long; take fewer particles "
           "or another device";
  case GONE:
    return "the device is gone: it was reset, removed, or its driver crashed; `nvidia-smi` shows "
           "whether it is back";
  case MIXED:
    return "NVIDIA's driver and its library are not of one version, or not yet started; restart "
           "the machine, or reinstall them";
  case OTHER: break;
  }
  return "its driver refused the call; try another device or a newer driver";
}

jato_status jx_cuda_check(const jx_cuda_driver *driver, const char *spec, const char *call,
                          int result, jato_error *error)
{
  const char *name = NULL;
  if (result == 0) return JATO_OK;
  meaning means = meaning_of(result);
  if (driver->error_name(result, &name) != 0 || name == NULL) name = "error";
  return jx_fail(error, means == MEMORY ? JATO_E_MEMORY : JATO_E_DEVICE, "%s: %s (%s: %s (%d))",
                 spec, advice(means), call, name, result);
}
