/* The fake NVRTC: its calls, and the options it takes. */
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "calls.h"
#include "compiler.h"
#include "cuda_types.h"
#include "interface.h"

namespace {

struct program {
  bool alive = true;
  bool is_compiled = false;
  std::string text, name, log, image;
  bool is_virtual = false;
  int (*ask_to_stop)(void *, void *) = nullptr;
  void *asked_with = nullptr;
};

int count_leaks();

/* Programs are kept after their end, so that a stale one is known. */
struct library {
  library() { fake_leaks_counted_by(1, count_leaks); }
  ~library()
  {
    fake_leaks_counted_by(1, nullptr);
    (void)report();
  }
  int report() const
  {
    int found = 0;
    for (const std::unique_ptr<program> &one : programs) found += one->alive;
    if (found > 0) fake_leak("programs of NVRTC: %d", found);
    return found;
  }
  std::mutex lock;
  std::vector<std::unique_ptr<program>> programs;
};

library the_library;

int count_leaks()
{
  std::lock_guard<std::mutex> hold(the_library.lock);
  return the_library.report();
}

nvrtcResult refuse(nvrtcResult error, const char *call, const std::string &words)
{
  fake_violation("%s: %s", call, words.c_str());
  return error;
}

template <class Body> nvrtcResult library_call(const char *name, bool releases, Body body)
{
  std::lock_guard<std::mutex> hold(the_library.lock);
  fake_call call = fake_call_begin(name);
  nvrtcResult result = NVRTC_SUCCESS;
  if (call.injected == 0 || releases) result = body();
  /* Out of memory has another number here. */
  if (call.injected != 0)
    result = call.injected == CUDA_ERROR_OUT_OF_MEMORY ? NVRTC_ERROR_OUT_OF_MEMORY
                                                       : NVRTC_ERROR_INTERNAL_ERROR;
  fake_call_end(&call, result);
  return result;
}

/* The body gets a program that is alive. */
template <class Body> nvrtcResult program_call(const char *name, nvrtcProgram handle, Body body)
{
  return library_call(name, false, [&] {
    for (const std::unique_ptr<program> &one : the_library.programs)
      if (one.get() == reinterpret_cast<program *>(handle) && one->alive) return body(*one);
    return refuse(NVRTC_ERROR_INVALID_PROGRAM, name, "this is not a program, or no longer one");
  });
}

nvrtcResult compile(program &p, int count, const char *const *options)
{
  compile_order order = {};
  order.text = p.text;
  order.name = p.name;
  order.ask_to_stop = p.ask_to_stop;
  order.asked_with = p.asked_with;
  p.is_compiled = false;
  p.log.clear();
  p.image.clear();
  if (!read_options(count, options, &order, &p.log)) return NVRTC_ERROR_INVALID_OPTION;
  p.is_virtual = order.is_virtual;
  compile_end end = compile_text(order, &p.image, &p.log);
  p.is_compiled = end == COMPILE_DONE;
  if (end == COMPILE_STOPPED) return NVRTC_ERROR_CANCELLED;
  return p.is_compiled ? NVRTC_SUCCESS : NVRTC_ERROR_COMPILATION;
}

/* The image as text that ends with NUL, as PTX does. */
std::string write_ptx(const program &p)
{
  std::string ptx = FAKE_CUDA_PTX;
  for (char c : p.image) {
    ptx += "0123456789abcdef"[(unsigned char)c >> 4];
    ptx += "0123456789abcdef"[(unsigned char)c & 15];
  }
  return p.is_compiled ? ptx : "";
}

std::string machine_code(const program &p) { return p.is_virtual ? "" : p.image; }

} // namespace

FAKE_CUDA_API const char *nvrtcGetErrorString(nvrtcResult result)
{
  switch (result) {
  case NVRTC_SUCCESS: return "NVRTC_SUCCESS";
  case NVRTC_ERROR_OUT_OF_MEMORY: return "NVRTC_ERROR_OUT_OF_MEMORY";
  case NVRTC_ERROR_PROGRAM_CREATION_FAILURE: return "NVRTC_ERROR_PROGRAM_CREATION_FAILURE";
  case NVRTC_ERROR_INVALID_INPUT: return "NVRTC_ERROR_INVALID_INPUT";
  case NVRTC_ERROR_INVALID_PROGRAM: return "NVRTC_ERROR_INVALID_PROGRAM";
  case NVRTC_ERROR_INVALID_OPTION: return "NVRTC_ERROR_INVALID_OPTION";
  case NVRTC_ERROR_COMPILATION: return "NVRTC_ERROR_COMPILATION";
  case NVRTC_ERROR_BUILTIN_OPERATION_FAILURE: return "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE";
  case NVRTC_ERROR_INTERNAL_ERROR: return "NVRTC_ERROR_INTERNAL_ERROR";
  case NVRTC_ERROR_CANCELLED: return "NVRTC_ERROR_CANCELLED";
  }
  return "NVRTC_ERROR unknown";
}

FAKE_CUDA_API nvrtcResult nvrtcVersion(int *major, int *minor)
{
  return library_call("nvrtcVersion", false, [&] {
    *major = 13;
    *minor = 0;
    return NVRTC_SUCCESS;
  });
}

FAKE_CUDA_API nvrtcResult nvrtcGetNumSupportedArchs(int *count)
{
  return library_call("nvrtcGetNumSupportedArchs", false, [&] {
    *count = (int)known_architectures().size();
    return NVRTC_SUCCESS;
  });
}

FAKE_CUDA_API nvrtcResult nvrtcGetSupportedArchs(int *architectures)
{
  return library_call("nvrtcGetSupportedArchs", false, [&] {
    const std::vector<int> &known = known_architectures();
    std::memcpy(architectures, known.data(), known.size() * sizeof known[0]);
    return NVRTC_SUCCESS;
  });
}

FAKE_CUDA_API nvrtcResult nvrtcCreateProgram(nvrtcProgram *out, const char *text, const char *name,
                                             int headers, const char *const *, const char *const *)
{
  return library_call("nvrtcCreateProgram", false, [&] {
    if (text == nullptr || out == nullptr)
      return refuse(NVRTC_ERROR_INVALID_INPUT, "nvrtcCreateProgram", "an address is NULL");
    if (headers != 0)
      return refuse(NVRTC_ERROR_INVALID_INPUT, "nvrtcCreateProgram", "headers are not emulated");
    std::unique_ptr<program> made(new program);
    made->text = text;
    made->name = name != nullptr ? name : "default_program";
    *out = reinterpret_cast<nvrtcProgram>(made.get());
    the_library.programs.push_back(std::move(made));
    return NVRTC_SUCCESS;
  });
}

FAKE_CUDA_API nvrtcResult nvrtcDestroyProgram(nvrtcProgram *handle)
{
  return library_call("nvrtcDestroyProgram", true, [&] {
    for (const std::unique_ptr<program> &one : the_library.programs) {
      if (one.get() != reinterpret_cast<program *>(*handle) || !one->alive) continue;
      *one = program();
      one->alive = false;
      *handle = nullptr;
      return NVRTC_SUCCESS;
    }
    return refuse(NVRTC_ERROR_INVALID_PROGRAM, "nvrtcDestroyProgram",
                  "this is not a program, or no longer one");
  });
}

FAKE_CUDA_API nvrtcResult nvrtcSetFlowCallback(nvrtcProgram handle, int (*ask)(void *, void *),
                                               void *with)
{
  return program_call("nvrtcSetFlowCallback", handle, [&](program &p) {
    p.ask_to_stop = ask;
    p.asked_with = with;
    return NVRTC_SUCCESS;
  });
}

FAKE_CUDA_API nvrtcResult nvrtcCompileProgram(nvrtcProgram handle, int count,
                                              const char *const *options)
{
  return program_call("nvrtcCompileProgram", handle,
                      [&](program &p) { return compile(p, count, options); });
}

/* Sizes of texts count the NUL at the end. */
#define RESULT_CALLS(what, bytes_of, extra)                                          \
  FAKE_CUDA_API nvrtcResult nvrtcGet##what##Size(nvrtcProgram handle, size_t *bytes) \
  {                                                                                  \
    return program_call("nvrtcGet" #what "Size", handle, [&](program &p) {           \
      *bytes = bytes_of(p).size() + extra;                                           \
      return NVRTC_SUCCESS;                                                          \
    });                                                                              \
  }                                                                                  \
  FAKE_CUDA_API nvrtcResult nvrtcGet##what(nvrtcProgram handle, char *out)           \
  {                                                                                  \
    return program_call("nvrtcGet" #what, handle, [&](program &p) {                  \
      std::string bytes = bytes_of(p);                                               \
      std::memcpy(out, bytes.data(), bytes.size() + extra);                          \
      return NVRTC_SUCCESS;                                                          \
    });                                                                              \
  }

static std::string log_of(const program &p) { return p.log; }

RESULT_CALLS(PTX, write_ptx, 1)
RESULT_CALLS(CUBIN, machine_code, 0)
RESULT_CALLS(ProgramLog, log_of, 1)
