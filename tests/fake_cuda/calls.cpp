/* The log is a file that FAKE_CUDA_LOG names; without it only the counts are kept. */
#include "calls.h"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <string>
#include <unistd.h>

namespace {

class call_log {
public:
  call_log()
  {
    const char *fail = std::getenv("FAKE_CUDA_FAIL"), *with = std::getenv("FAKE_CUDA_ERROR");
    if (fail != nullptr) fails_at = std::atoi(fail);
    if (with != nullptr) error = std::atoi(with);
  }
  ~call_log()
  {
    if (file >= 0) (void)close(file);
  }

  void write_line(const char *line)
  {
    const char *wanted = std::getenv("FAKE_CUDA_LOG");
    std::string now = wanted != nullptr ? wanted : "";
    if (now != path) {
      if (file >= 0) (void)close(file);
      path = now;
      file =
          path.empty() ? -1 : open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    }
    /* One write for a line: processes may share the file. */
    std::string whole = std::string(line) + "\n";
    if (file >= 0 && write(file, whole.data(), whole.size()) < 0) std::perror(path.c_str());
  }

  std::recursive_mutex lock;
  int calls = 0, violations = 0, fails_at = 0, error = 2;
  char last[1024] = "";
  int (*leaks[4])() = {};

private:
  std::string path;
  int file = -1;
};

call_log state;

typedef std::lock_guard<std::recursive_mutex> holding;

} // namespace

FAKE_CUDA_API fake_call fake_call_begin(const char *name)
{
  holding hold(state.lock);
  int number = ++state.calls;
  return {name, number, number == state.fails_at ? state.error : 0};
}

FAKE_CUDA_API void fake_call_end(const fake_call *call, int result)
{
  holding hold(state.lock);
  char line[256];
  (void)std::snprintf(line, sizeof line, "call %d %s %d", call->number, call->name, result);
  state.write_line(line);
}

FAKE_CUDA_API void fake_violation(const char *format, ...)
{
  holding hold(state.lock);
  char line[sizeof state.last + 16];
  va_list words;
  va_start(words, format);
  (void)std::vsnprintf(state.last, sizeof state.last, format, words);
  va_end(words);
  (void)std::snprintf(line, sizeof line, "violation: %s", state.last);
  state.violations++;
  state.write_line(line);
}

FAKE_CUDA_API void fake_leak(const char *format, ...)
{
  holding hold(state.lock);
  char words_of[512], line[sizeof words_of + 32];
  va_list words;
  va_start(words, format);
  (void)std::vsnprintf(words_of, sizeof words_of, format, words);
  va_end(words);
  (void)std::snprintf(line, sizeof line, "violation: not released: %s", words_of);
  state.write_line(line);
}

FAKE_CUDA_API void fake_leaks_counted_by(int library, int (*count)(void))
{
  holding hold(state.lock);
  state.leaks[library] = count;
}

FAKE_CUDA_API void fake_cuda_begin(int fails_at, int error)
{
  holding hold(state.lock);
  state.calls = state.violations = 0;
  state.fails_at = fails_at;
  state.error = error;
  state.last[0] = 0;
}

FAKE_CUDA_API int fake_cuda_calls(void)
{
  holding hold(state.lock);
  return state.calls;
}

FAKE_CUDA_API int fake_cuda_violations(void)
{
  holding hold(state.lock);
  return state.violations;
}

FAKE_CUDA_API const char *fake_cuda_last_violation(void) { return state.last; }

FAKE_CUDA_API int fake_cuda_leaks(void)
{
  int found = 0;
  for (int library = 0; library < 4; library++) {
    int (*count)() = nullptr;
    {
      holding hold(state.lock);
      count = state.leaks[library];
    }
    if (count != nullptr) found += count();
  }
  return found;
}
