/* Device memory is memory of the host, filled with NaNs and with guards around it. What was freed
 * is kept for a while, so that its address does not come back and use after free is seen. */
#include "driver.h"

#include <cstdlib>
#include <cstring>

#define ALIGNMENT 256
#define GUARD_BYTES 4096
#define MOST_FREED_BYTES (64 << 20)

size_t total_memory()
{
  const char *bytes = std::getenv("FAKE_CUDA_MEMORY");
  return bytes != nullptr ? (size_t)std::strtoull(bytes, nullptr, 0) : (size_t)1 << 30;
}

/* Guards are NaNs in both precisions, and differ from the -1 that kernels like to write. */
static char guard_at(size_t i) { return (i & 1) != 0 ? (char)0xff : (char)0xfe; }

static void set_guards(const allocation &a)
{
  char *below = a.taken, *above = a.taken + GUARD_BYTES + a.bytes;
  for (size_t i = 0; i < GUARD_BYTES; i++) below[i] = above[i] = guard_at(i);
}

/* Puts the guards right again, so that a violation is reported once. */
static CUresult check_guards(CUdeviceptr address, const allocation &a)
{
  const char *below = a.taken, *above = a.taken + GUARD_BYTES + a.bytes;
  for (size_t i = 0; i < GUARD_BYTES; i++) {
    bool before = below[i] != guard_at(i), behind = above[i] != guard_at(i);
    if (!before && !behind) continue;
    set_guards(a);
    return refuse(CUDA_ERROR_ILLEGAL_ADDRESS, "a kernel wrote %zu bytes %s %zu bytes at %#llx",
                  before ? GUARD_BYTES - i : i, before ? "before the" : "behind the last of",
                  a.bytes, address);
  }
  return CUDA_SUCCESS;
}

CUresult check_all_guards(const context *of)
{
  CUresult result = CUDA_SUCCESS;
  for (const auto &[address, a] : the_driver.memory) {
    if (!a.alive || a.of != of) continue;
    CUresult here = check_guards(address, a);
    if (result == CUDA_SUCCESS) result = here;
  }
  return result;
}

CUresult check_range(CUdeviceptr address, size_t bytes, const char *what)
{
  auto next = the_driver.memory.upper_bound(address);
  if (next == the_driver.memory.begin())
    return refuse(CUDA_ERROR_INVALID_VALUE, "%s %#llx is not device memory", what, address);
  const auto &[start, a] = *--next;
  size_t offset = address - start;
  if (offset > a.bytes)
    return refuse(CUDA_ERROR_INVALID_VALUE, "%s %#llx is not device memory", what, address);
  if (!a.alive)
    return refuse(CUDA_ERROR_INVALID_VALUE, "%s %#llx is in memory that was freed", what, address);
  if (a.of != current_context())
    return refuse(CUDA_ERROR_INVALID_CONTEXT, "%s %#llx is memory of another context", what,
                  address);
  if (bytes > a.bytes - offset)
    return refuse(CUDA_ERROR_INVALID_VALUE, "%s %#llx: %zu bytes from byte %zu of %zu", what,
                  address, bytes, offset, a.bytes);
  return CUDA_SUCCESS;
}

static size_t used_memory(int device)
{
  size_t used = 0;
  for (const auto &[address, a] : the_driver.memory)
    if (a.alive && a.of->device == device) used += a.bytes;
  return used;
}

/* Ends an allocation, and truly frees the oldest ones when many were ended. */
static void retire(CUdeviceptr address, allocation &a)
{
  driver &d = the_driver;
  a.alive = false;
  std::memset(a.taken + GUARD_BYTES, 0xff, a.bytes);
  d.freed.push_back(address);
  d.freed_bytes += a.bytes;
  while (d.freed_bytes > MOST_FREED_BYTES && !d.freed.empty()) {
    auto oldest = d.memory.find(d.freed.front());
    d.freed.pop_front();
    d.freed_bytes -= oldest->second.bytes;
    std::free(oldest->second.taken);
    d.memory.erase(oldest);
  }
}

void free_memory(context *of)
{
  std::vector<CUdeviceptr> living;
  for (const auto &[address, a] : the_driver.memory)
    if (a.alive && a.of == of) living.push_back(address);
  for (CUdeviceptr address : living) retire(address, the_driver.memory.at(address));
  if (of != nullptr) return;
  for (const auto &[address, a] : the_driver.memory) std::free(a.taken);
  the_driver.memory.clear();
  the_driver.freed.clear();
}

FAKE_CUDA_API CUresult cuMemGetInfo_v2(size_t *free_bytes, size_t *total)
{
  return driver_call("cuMemGetInfo_v2", NEEDS_CONTEXT, [&] {
    *total = total_memory();
    *free_bytes = *total - used_memory(current_context()->device);
    return CUDA_SUCCESS;
  });
}

FAKE_CUDA_API CUresult cuMemAlloc_v2(CUdeviceptr *address, size_t bytes)
{
  return driver_call("cuMemAlloc_v2", NEEDS_CONTEXT, [&] {
    if (bytes == 0) return refuse(CUDA_ERROR_INVALID_VALUE, "0 bytes were asked for");
    context *of = current_context();
    size_t left = total_memory() - used_memory(of->device);
    void *taken = nullptr;
    if (bytes > left || posix_memalign(&taken, ALIGNMENT, bytes + 2 * GUARD_BYTES) != 0)
      return CUDA_ERROR_OUT_OF_MEMORY;
    allocation a = {true, of, static_cast<char *>(taken), bytes};
    char *start = a.taken + GUARD_BYTES;
    std::memset(start, 0xff, bytes);
    set_guards(a);
    *address = reinterpret_cast<uintptr_t>(start);
    the_driver.memory[*address] = a;
    return CUDA_SUCCESS;
  });
}

FAKE_CUDA_API CUresult cuMemFree_v2(CUdeviceptr address)
{
  return driver_call("cuMemFree_v2", NEEDS_CONTEXT | RELEASES, [&] {
    auto found = the_driver.memory.find(address);
    if (found == the_driver.memory.end())
      return refuse(CUDA_ERROR_INVALID_VALUE, "%#llx was not given by cuMemAlloc", address);
    allocation &a = found->second;
    if (!a.alive) return refuse(CUDA_ERROR_INVALID_VALUE, "%#llx was freed before", address);
    if (a.of != current_context())
      return refuse(CUDA_ERROR_INVALID_CONTEXT, "%#llx is memory of another context", address);
    CUresult result = check_guards(address, a);
    retire(address, a);
    return result;
  });
}

static char *host_view(CUdeviceptr address) { return reinterpret_cast<char *>(address); }

static CUresult upload(CUdeviceptr to, const void *from, size_t bytes, CUstream handle)
{
  stream *on = nullptr;
  CUresult result = take_stream(handle, &on);
  if (result == CUDA_SUCCESS && from == nullptr)
    result = refuse(CUDA_ERROR_INVALID_VALUE, "the host's address is NULL");
  if (result == CUDA_SUCCESS) result = check_range(to, bytes, "the device's address");
  if (result == CUDA_SUCCESS) result = add_work(on);
  if (result == CUDA_SUCCESS) std::memcpy(host_view(to), from, bytes);
  return result;
}

static CUresult start_download(void *to, CUdeviceptr from, size_t bytes, stream *on)
{
  CUresult result = CUDA_SUCCESS;
  if (to == nullptr) result = refuse(CUDA_ERROR_INVALID_VALUE, "the host's address is NULL");
  if (result == CUDA_SUCCESS) result = check_range(from, bytes, "the device's address");
  if (result == CUDA_SUCCESS) result = add_work(on);
  if (result != CUDA_SUCCESS) return result;
  std::memset(to, 0xff, bytes);
  const char *first = host_view(from);
  the_driver.downloads.push_back({on, on->last, to, std::vector<char>(first, first + bytes)});
  return CUDA_SUCCESS;
}

/* May return before the bytes are in place: the null stream is not done with it. */
FAKE_CUDA_API CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t bytes)
{
  return driver_call("cuMemcpyHtoD_v2", NEEDS_CONTEXT,
                     [&] { return upload(to, from, bytes, nullptr); });
}

FAKE_CUDA_API CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t bytes,
                                            CUstream on)
{
  return driver_call("cuMemcpyHtoDAsync_v2", NEEDS_CONTEXT,
                     [&] { return upload(to, from, bytes, on); });
}

FAKE_CUDA_API CUresult cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t bytes)
{
  return driver_call("cuMemcpyDtoH_v2", NEEDS_CONTEXT, [&] {
    CUresult result = start_download(to, from, bytes, current_context()->null_stream);
    if (result == CUDA_SUCCESS) finish_null_stream(current_context());
    return result;
  });
}

FAKE_CUDA_API CUresult cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t bytes,
                                            CUstream handle)
{
  return driver_call("cuMemcpyDtoHAsync_v2", NEEDS_CONTEXT, [&] {
    stream *on = nullptr;
    CUresult result = take_stream(handle, &on);
    return result == CUDA_SUCCESS ? start_download(to, from, bytes, on) : result;
  });
}

FAKE_CUDA_API CUresult cuMemsetD8_v2(CUdeviceptr to, unsigned char value, size_t bytes)
{
  return driver_call("cuMemsetD8_v2", NEEDS_CONTEXT, [&] {
    CUresult result = check_range(to, bytes, "the device's address");
    if (result == CUDA_SUCCESS) result = add_work(current_context()->null_stream);
    if (result == CUDA_SUCCESS) std::memset(host_view(to), value, bytes);
    return result;
  });
}
