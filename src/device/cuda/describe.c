/* Facts about a CUDA device, from its attributes; the device is not opened. */
#include "device/cuda/cuda.h"
#include "device/common.h"

#include <stdio.h>

/* The driver's attributes, and the factors that convert their units to ours. */
static const struct {
  jx_fact fact;
  int attribute, times;
} rows[] = {{JX_FACT_compute_units, JX_CUDA_MULTIPROCESSORS, 1},
            {JX_FACT_clock_hz, JX_CUDA_CLOCK_KHZ, 1000},
            {JX_FACT_memory_clock_hz, JX_CUDA_MEMORY_CLOCK_KHZ, 1000},
            {JX_FACT_memory_bus_bits, JX_CUDA_MEMORY_BUS_BITS, 1},
            {JX_FACT_local_memory_bytes, JX_CUDA_SHARED_OF_BLOCK, 1},
            {JX_FACT_constant_memory_bytes, JX_CUDA_CONSTANT_MEMORY, 1},
            {JX_FACT_cache_bytes, JX_CUDA_L2_CACHE, 1},
            {JX_FACT_cache_l2_bytes, JX_CUDA_L2_CACHE, 1},
            {JX_FACT_largest_work_group, JX_CUDA_THREADS_OF_BLOCK, 1},
            {JX_FACT_sub_group, JX_CUDA_WARP, 1},
            {JX_FACT_registers, JX_CUDA_REGISTERS_OF_BLOCK, 1},
            {JX_FACT_items_per_unit, JX_CUDA_THREADS_OF_MULTIPROCESSOR, 1}};

static void describe_compiler(const jx_device *device, jato_device_fact *facts)
{
  char text[64];
  (void)snprintf(text, sizeof text, "NVRTC %d.%d, %s", device->nvrtc_major, device->nvrtc_minor,
                 device->target);
  jx_fact_text(facts, JX_FACT_compiler, text);
}

static void describe(const jx_device *device, jato_device_fact *facts)
{
  const jx_cuda_found *found = &device->found;
  char text[64];
  jx_fact_text(facts, JX_FACT_model, found->name);
  jx_fact_text(facts, JX_FACT_vendor, "NVIDIA");
  jx_fact_text(facts, JX_FACT_type, "gpu");
  jx_fact_text(facts, JX_FACT_platform, "CUDA");
  (void)snprintf(text, sizeof text, "for CUDA %d.%d", found->driver_version / 1000,
                 found->driver_version % 1000 / 10);
  jx_fact_text(facts, JX_FACT_driver, text);
  jx_fact_text(facts, JX_FACT_language, "CUDA C++");
  (void)snprintf(text, sizeof text, "%d.%d", found->capability / 10, found->capability % 10);
  jx_fact_text(facts, JX_FACT_compute_capability, text);
  jx_fact_count(facts, JX_FACT_global_memory_bytes, found->bytes);
  jx_fact_count(facts, JX_FACT_address_bits, 64); /* of a CUdeviceptr */
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    int value = 0;
    int result = device->driver.attribute(&value, rows[i].attribute, found->device);
    if (result == 0 && value > 0)
      jx_fact_count(facts, rows[i].fact, (uint64_t)value * (uint64_t)rows[i].times);
  }
}

void jx_cuda_describe(size_t index, jato_device_fact *facts)
{
  jx_device probed = {0};
  jato_error error;
  if (jx_cuda_load(&probed.driver, &error) != JATO_OK) return;
  if (jx_cuda_find(&probed.driver, index, "", &probed.found, &error) == JATO_OK) {
    describe(&probed, facts);
    if (jx_nvrtc_load(&probed.nvrtc, probed.found.driver_version, &error) == JATO_OK &&
        jx_cuda_choose_target(&probed, &error) == JATO_OK)
      describe_compiler(&probed, facts);
    jx_nvrtc_unload(&probed.nvrtc);
  }
  jx_cuda_unload(&probed.driver);
}
