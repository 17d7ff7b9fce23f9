/* The driver's results in words. */
#include "device/cuda/api.h"

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

/* What to tell people of each meaning, behind "cuda:0: ". */
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
    return "its driver does not take what NVIDIA's compiler made; update the driver, or install "
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
