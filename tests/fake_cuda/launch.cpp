#include "launch.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <link.h>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "crew.h"

/* Fewer CUDA threads than this are not worth a second thread of the host. */
#define WORTH_SHARING 2048

namespace {

/* Crews that are not at work: making one takes longer than most launches. */
class crew_pool {
public:
  std::unique_ptr<crew> take()
  {
    std::lock_guard<std::mutex> hold(lock);
    if (idle.empty()) return std::unique_ptr<crew>(new crew);
    std::unique_ptr<crew> one = std::move(idle.back());
    idle.pop_back();
    return one;
  }
  void release_resources(std::unique_ptr<crew> one)
  {
    std::lock_guard<std::mutex> hold(lock);
    idle.push_back(std::move(one));
  }

private:
  std::mutex lock;
  std::vector<std::unique_ptr<crew>> idle;
};

crew_pool pool;

struct tls_search {
  size_t module;
  size_t bytes;
  bool filled;
};

int look_at_object(dl_phdr_info *info, size_t, void *user)
{
  tls_search *search = static_cast<tls_search *>(user);
  if (info->dlpi_tls_modid != search->module) return 0;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    if (info->dlpi_phdr[i].p_type != PT_TLS) continue;
    search->bytes = info->dlpi_phdr[i].p_memsz;
    search->filled = info->dlpi_phdr[i].p_filesz != 0;
  }
  return 1;
}

/* Where the shared variables are in this thread of the host. */
char *find_shared(void *library)
{
  void *data = nullptr;
  (void)dlsym(library, "fake_cuda_shared_anchor"); /* makes the system take the memory */
  if (dlinfo(library, RTLD_DI_TLS_DATA, &data) != 0) return nullptr;
  return static_cast<char *>(data);
}

run_order read_run_order()
{
  const char *order = std::getenv("FAKE_CUDA_ORDER");
  if (order != nullptr && std::strcmp(order, "reverse") == 0) return ORDER_REVERSE;
  if (order != nullptr && std::strcmp(order, "mixed") == 0) return ORDER_MIXED;
  return ORDER_FORWARD;
}

size_t choose_threads(size_t blocks, size_t threads_each)
{
  const char *wanted = std::getenv("FAKE_CUDA_THREADS");
  size_t most = std::thread::hardware_concurrency();
  if (wanted != nullptr) most = (size_t)std::atoi(wanted);
  if (wanted == nullptr && blocks * threads_each < WORTH_SHARING) most = 1;
  most = most < 1 ? 1 : most;
  return most < blocks ? most : blocks;
}

/* What the threads of the host share during a launch. */
class launch_work {
public:
  explicit launch_work(const launch_order &what)
      : order(what), run(read_run_order()), blocks((size_t)what.grid.x * what.grid.y * what.grid.z)
  {
  }

  void take_part()
  {
    std::unique_ptr<crew> mine = pool.take();
    char *shared = order.shared_bytes > 0 ? find_shared(order.library) : nullptr;
    if (!mine->usable()) fail("there is no memory for the stacks of the threads", 0);
    for (size_t i = next++; i < blocks && !failed; i = next++)
      run_one(*mine, run == ORDER_FORWARD ? i : blocks - 1 - i, shared);
    pool.release_resources(std::move(mine));
  }

  const launch_order &order;
  const run_order run;
  const size_t blocks;
  std::string failure;

private:
  void run_one(crew &mine, size_t number, char *shared)
  {
    fake_cuda_grid place = {{(unsigned)(number % order.grid.x),
                             (unsigned)(number / order.grid.x % order.grid.y),
                             (unsigned)(number / order.grid.x / order.grid.y)},
                            order.block,
                            order.grid};
    /* Shared variables begin with anything; a NaN is what harms most. */
    if (shared != nullptr) std::memset(shared, 0xff, order.shared_bytes);
    const char *wrong = mine.run_block(order.kernel, order.parameters, place, run);
    if (wrong[0] != 0) fail(wrong, number);
  }

  void fail(const char *wrong, size_t number)
  {
    std::lock_guard<std::mutex> hold(lock);
    if (!failed) failure = "block " + std::to_string(number) + ": " + wrong;
    failed = true;
  }

  std::atomic<size_t> next{0};
  std::atomic<bool> failed{false};
  std::mutex lock;
};

} // namespace

size_t measure_shared(void *library, bool *filled)
{
  tls_search search = {0, 0, false};
  if (dlinfo(library, RTLD_DI_TLS_MODID, &search.module) != 0 || search.module == 0) return 0;
  (void)dl_iterate_phdr(look_at_object, &search);
  *filled = search.filled;
  return search.bytes;
}

std::string launch_blocks(const launch_order &order)
{
  launch_work work(order);
  size_t threads_each = (size_t)order.block.x * order.block.y * order.block.z;
  std::vector<std::thread> others;
  for (size_t i = 1; i < choose_threads(work.blocks, threads_each); i++)
    others.emplace_back([&work] { work.take_part(); });
  work.take_part();
  for (std::thread &other : others) other.join();
  return work.failure;
}
