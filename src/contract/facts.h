/* What a device may report about itself: one row for each fact, in the order in which people are
 * shown them. A device sets those it knows by their index (device/common.h); all others stay
 * unknown. A new fact is a new row and a line in the devices that report it. */
#pragma once

/* ROW(name, unit, label): unit is "text" for words, "" for a count. */
#define JX_FACT_ROWS(ROW)                                             \
  ROW(model, "text", "model")                                         \
  ROW(vendor, "text", "vendor")                                       \
  ROW(type, "text", "type")                                           \
  ROW(platform, "text", "platform")                                   \
  ROW(driver, "text", "driver")                                       \
  ROW(language, "text", "language")                                   \
  ROW(compiler, "text", "compiler")                                   \
  ROW(compute_capability, "text", "compute capability")               \
  ROW(instructions, "text", "instruction set")                        \
  ROW(compute_units, "", "compute units")                             \
  ROW(clock_hz, "Hz", "clock")                                        \
  ROW(global_memory_bytes, "bytes", "global memory")                  \
  ROW(largest_piece_bytes, "bytes", "largest piece of it")            \
  ROW(memory_clock_hz, "Hz", "memory clock")                          \
  ROW(memory_bus_bits, "bits", "memory bus")                          \
  ROW(local_memory_bytes, "bytes", "local memory of a work-group")    \
  ROW(constant_memory_bytes, "bytes", "constant memory")              \
  ROW(cache_bytes, "bytes", "last-level cache")                       \
  ROW(cache_line_bytes, "bytes", "cache line")                        \
  ROW(cache_l1_bytes, "bytes", "first-level data cache")              \
  ROW(cache_l2_bytes, "bytes", "second-level cache")                  \
  ROW(cache_l3_bytes, "bytes", "third-level cache")                   \
  ROW(largest_work_group, "", "largest work-group")                   \
  ROW(sub_group, "", "sub-group (warp)")                              \
  ROW(vector_floats, "", "floats in a vector")                        \
  ROW(registers, "", "registers of a work-group")                     \
  ROW(items_per_unit, "", "work-items in parallel on a compute unit") \
  ROW(address_bits, "bits", "addresses")                              \
  ROW(extensions, "text", "extensions")

#define JX_FACT_INDEX(name, unit, label) JX_FACT_##name,
typedef enum jx_fact { JX_FACT_ROWS(JX_FACT_INDEX) JX_FACT_COUNT } jx_fact;
#undef JX_FACT_INDEX
