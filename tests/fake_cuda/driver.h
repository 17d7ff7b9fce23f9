/* What the fake driver remembers, and what every one of its calls goes through. */
#ifndef FAKE_CUDA_DRIVER_H
#define FAKE_CUDA_DRIVER_H

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "calls.h"
#include "cuda_types.h"
#include "interface.h"

#define MOST_SHARED_BYTES 49152

struct stream;

/* Handles are addresses of these. They are kept after their end, so that a stale one is known. */
struct context {
  bool alive = true;
  int device = 0;
  int retained = 0;       /* of a primary context */
  bool is_broken = false; /* a kernel failed: nothing but releasing works any more */
  stream *null_stream = nullptr;
};

struct stream {
  bool alive = true;
  context *of = nullptr;
  unsigned flags = 0;
  uint64_t last = 0, done = 0; /* number of its last work, and of the last one waited for */
};

struct event {
  bool alive = true;
  context *of = nullptr;
  unsigned flags = 0;
  stream *on = nullptr; /* NULL before it is recorded */
  uint64_t at = 0;
  double seconds = 0;
};

struct module {
  bool alive = true;
  context *of = nullptr;
  void *library = nullptr;
  int file = -1;
  size_t shared_bytes = 0;
};

struct function {
  bool alive = true;
  context *of = nullptr;
  module *in = nullptr;
  std::string name;
  const fake_cuda_kernel *kernel = nullptr;
};

struct allocation {
  bool alive;
  context *of;
  char *taken; /* with guards at both ends */
  size_t bytes;
};

/* Bytes on their way to the host, which sees them when it has waited for the stream. */
struct download {
  stream *on;
  uint64_t at;
  void *to;
  std::vector<char> bytes;
};

template <class T> using owned = std::vector<std::unique_ptr<T>>;

struct driver {
  driver();
  ~driver();

  std::mutex lock;
  bool is_initialised = false;
  uint64_t clock = 0; /* numbers the work given to streams */
  owned<context> contexts;
  owned<stream> streams;
  owned<event> events;
  owned<module> modules;
  owned<function> functions;
  std::map<CUdeviceptr, allocation> memory; /* by first byte; the freed ones, too */
  std::deque<CUdeviceptr> freed;            /* oldest first */
  size_t freed_bytes = 0;
  std::deque<download> downloads;
};

extern driver the_driver;

enum { NEEDS_NOTHING = 0, NEEDS_INIT = 1, NEEDS_CONTEXT = 3, RELEASES = 4 };

/* What is wrong with the state in which a call comes. */
CUresult check_needs(const char *name, unsigned needs);
/* Marks the current context when `result` is an error from which a context does not recover. */
CUresult remember_failure(CUresult result, unsigned needs);
context *current_context();
int count_current_contexts();

/* Writes down a violation by the call under way, and gives its error. */
CUresult refuse(CUresult error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A call that releases something does so even when it is set to fail: a caller that gets the error
 * cannot do more than go on. */
template <class Body> CUresult driver_call(const char *name, unsigned needs, Body body)
{
  std::lock_guard<std::mutex> hold(the_driver.lock);
  fake_call call = fake_call_begin(name);
  CUresult result = check_needs(name, needs);
  bool is_broken = result == CUDA_ERROR_LAUNCH_FAILED;
  if ((result == CUDA_SUCCESS && call.injected == 0) ||
      ((needs & RELEASES) && (result == CUDA_SUCCESS || is_broken))) {
    CUresult done = body();
    result = is_broken ? result : done;
  }
  if (call.injected != 0) result = static_cast<CUresult>(call.injected);
  fake_call_end(&call, result);
  return remember_failure(result, needs);
}

/* Finds what a handle stands for; it must be alive and of the current context. */
template <class T, class Handle>
CUresult take_handle(const owned<T> &all, Handle handle, const char *what, T **out)
{
  T *wanted = reinterpret_cast<T *>(handle);
  for (const std::unique_ptr<T> &one : all) {
    if (one.get() != wanted) continue;
    if (!one->alive) return refuse(CUDA_ERROR_INVALID_HANDLE, "the %s is no longer there", what);
    if (one->of != current_context())
      return refuse(CUDA_ERROR_INVALID_CONTEXT, "the %s is of another context", what);
    *out = wanted;
    return CUDA_SUCCESS;
  }
  return refuse(CUDA_ERROR_INVALID_HANDLE, "this is not a %s", what);
}

/* driver_stream.cpp */
CUresult take_stream(CUstream handle, stream **out);
stream *add_stream(context *of, unsigned flags);
/* Gives a stream one more piece of work. Refuses it when streams that do not wait for each other
 * would have to. */
CUresult add_work(stream *on);
/* The host has waited for all work of the stream up to number `at`. */
void finish_work(stream *on, uint64_t at);
/* The stream is no more, and the host never sees what was on its way. */
void end_stream(stream *one);
/* The host has waited for the null stream, and so for all that it waits for. */
void finish_null_stream(context *of);

/* driver_memory.cpp */
size_t total_memory();
/* `bytes` at `address` must lie in one living allocation of the current context. */
CUresult check_range(CUdeviceptr address, size_t bytes, const char *what);
/* Says which allocations of the context have been written past their ends. */
CUresult check_all_guards(const context *of);
void free_memory(context *of); /* of all contexts when NULL */

/* driver_module.cpp */
void unload(module *one);

/* driver_info.cpp */
CUresult check_device(CUdevice device);
/* Returns 0 for an attribute that the fake device does not have. */
int device_attribute(CUdevice_attribute attribute, int *value);
/* Writes down what is not released in the context, or in all contexts when it is NULL. */
int report_leaks(const context *of);

#endif
