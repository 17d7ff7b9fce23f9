/* Streams and events. Work is done at once, but the host must behave as if it were not: what a
 * stream copies to the host arrives when the host has waited for it, and not before. */
#include <ctime>

#include "driver.h"

#include <cstring>

stream *add_stream(context *of, unsigned flags)
{
  the_driver.streams.emplace_back(new stream);
  stream *made = the_driver.streams.back().get();
  made->of = of;
  made->flags = flags;
  return made;
}

CUresult take_stream(CUstream handle, stream **out)
{
  if (handle != nullptr) return take_handle(the_driver.streams, handle, "stream", out);
  *out = current_context()->null_stream;
  return CUDA_SUCCESS;
}

static bool is_free(const stream *one) { return (one->flags & CU_STREAM_NON_BLOCKING) != 0; }

/* A stream made with CU_STREAM_NON_BLOCKING and the null stream do not wait for each other. Neither
 * do two streams, but these are often meant to be independent. */
CUresult add_work(stream *on)
{
  const stream *null_stream = on->of->null_stream;
  for (const std::unique_ptr<stream> &other : the_driver.streams) {
    if (!other->alive || other->of != on->of || other->last == other->done) continue;
    bool apart =
        (on == null_stream && is_free(other.get())) || (is_free(on) && other.get() == null_stream);
    if (apart)
      return refuse(CUDA_ERROR_INVALID_VALUE,
                    "the null stream and one that does not wait for it both have work; synchronise "
                    "in between");
  }
  on->last = ++the_driver.clock;
  return CUDA_SUCCESS;
}

void finish_work(stream *on, uint64_t at)
{
  if (at > on->done) on->done = at;
  std::deque<download> &waiting = the_driver.downloads;
  for (size_t i = 0; i < waiting.size();) {
    download &d = waiting[i];
    if (d.on != on || d.at > at) {
      i++;
      continue;
    }
    std::memcpy(d.to, d.bytes.data(), d.bytes.size());
    waiting.erase(waiting.begin() + (long)i);
  }
}

void finish_null_stream(context *of)
{
  for (const std::unique_ptr<stream> &one : the_driver.streams)
    if (one->alive && one->of == of && !is_free(one.get())) finish_work(one.get(), one->last);
}

void end_stream(stream *one)
{
  std::deque<download> &waiting = the_driver.downloads;
  for (size_t i = waiting.size(); i-- > 0;)
    if (waiting[i].on == one) waiting.erase(waiting.begin() + (long)i);
  one->alive = false;
}

FAKE_CUDA_API CUresult cuCtxSynchronize(void)
{
  return driver_call("cuCtxSynchronize", NEEDS_CONTEXT, [&] {
    for (const std::unique_ptr<stream> &one : the_driver.streams)
      if (one->alive && one->of == current_context()) finish_work(one.get(), one->last);
    return CUDA_SUCCESS;
  });
}

FAKE_CUDA_API CUresult cuStreamCreate(CUstream *out, unsigned flags)
{
  return driver_call("cuStreamCreate", NEEDS_CONTEXT, [&] {
    if ((flags & ~CU_STREAM_NON_BLOCKING) != 0)
      return refuse(CUDA_ERROR_INVALID_VALUE, "flags %u are unknown", flags);
    *out = reinterpret_cast<CUstream>(add_stream(current_context(), flags));
    return CUDA_SUCCESS;
  });
}

FAKE_CUDA_API CUresult cuStreamSynchronize(CUstream handle)
{
  return driver_call("cuStreamSynchronize", NEEDS_CONTEXT, [&] {
    stream *one = nullptr;
    CUresult result = take_stream(handle, &one);
    if (result == CUDA_SUCCESS) finish_work(one, one->last);
    return result;
  });
}

FAKE_CUDA_API CUresult cuStreamDestroy_v2(CUstream handle)
{
  return driver_call("cuStreamDestroy_v2", NEEDS_CONTEXT | RELEASES, [&] {
    stream *one = nullptr;
    CUresult result = take_handle(the_driver.streams, handle, "stream", &one);
    if (result == CUDA_SUCCESS) end_stream(one);
    return result;
  });
}

FAKE_CUDA_API CUresult cuEventCreate(CUevent *out, unsigned flags)
{
  return driver_call("cuEventCreate", NEEDS_CONTEXT, [&] {
    the_driver.events.emplace_back(new event);
    event *made = the_driver.events.back().get();
    made->of = current_context();
    made->flags = flags;
    *out = reinterpret_cast<CUevent>(made);
    return CUDA_SUCCESS;
  });
}

FAKE_CUDA_API CUresult cuEventRecord(CUevent handle, CUstream on)
{
  return driver_call("cuEventRecord", NEEDS_CONTEXT, [&] {
    event *one = nullptr;
    stream *where = nullptr;
    CUresult result = take_handle(the_driver.events, handle, "event", &one);
    if (result == CUDA_SUCCESS) result = take_stream(on, &where);
    if (result == CUDA_SUCCESS) result = add_work(where);
    if (result != CUDA_SUCCESS) return result;
    timespec now = {};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    one->on = where;
    one->at = where->last;
    one->seconds = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
    return CUDA_SUCCESS;
  });
}

FAKE_CUDA_API CUresult cuEventSynchronize(CUevent handle)
{
  return driver_call("cuEventSynchronize", NEEDS_CONTEXT, [&] {
    event *one = nullptr;
    CUresult result = take_handle(the_driver.events, handle, "event", &one);
    if (result == CUDA_SUCCESS && one->on != nullptr) finish_work(one->on, one->at);
    return result;
  });
}

FAKE_CUDA_API CUresult cuEventElapsedTime(float *milliseconds, CUevent start, CUevent end)
{
  return driver_call("cuEventElapsedTime", NEEDS_CONTEXT, [&] {
    event *first = nullptr, *second = nullptr;
    CUresult result = take_handle(the_driver.events, start, "event", &first);
    if (result == CUDA_SUCCESS) result = take_handle(the_driver.events, end, "event", &second);
    if (result != CUDA_SUCCESS) return result;
    if (first->on == nullptr || second->on == nullptr)
      return refuse(CUDA_ERROR_INVALID_HANDLE, "an event was not recorded");
    if ((first->flags | second->flags) & CU_EVENT_DISABLE_TIMING)
      return refuse(CUDA_ERROR_INVALID_HANDLE, "an event was made without timing");
    if (first->at > first->on->done || second->at > second->on->done) return CUDA_ERROR_NOT_READY;
    *milliseconds = (float)(1e3 * (second->seconds - first->seconds));
    return CUDA_SUCCESS;
  });
}

FAKE_CUDA_API CUresult cuEventDestroy_v2(CUevent handle)
{
  return driver_call("cuEventDestroy_v2", NEEDS_CONTEXT | RELEASES, [&] {
    event *one = nullptr;
    CUresult result = take_handle(the_driver.events, handle, "event", &one);
    if (result == CUDA_SUCCESS) one->alive = false;
    return result;
  });
}
