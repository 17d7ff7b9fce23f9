/* The threads of one block, as fibers on one thread of the host. */
#ifndef FAKE_CUDA_CREW_H
#define FAKE_CUDA_CREW_H

#include <vector>

#include "fibers.h"
#include "interface.h"

#define MOST_THREADS 1024

/* In which order the threads of a block come to run: a text that lacks a barrier gives other
 * results in another order. */
enum run_order { ORDER_FORWARD, ORDER_REVERSE, ORDER_MIXED };

class crew {
public:
  crew();
  bool usable() const { return stack.usable(); }

  /* Runs all threads of the block where.block. Returns what went wrong, until the next call; empty
   * when nothing did. */
  const char *run_block(const fake_cuda_kernel *to_run, void **with, const fake_cuda_grid &where,
                        run_order order);

  static const fake_cuda_runtime runtime;

private:
  enum state { READY, AT_BARRIER, IN_EXCHANGE, LEFT };

  struct member {
    fake_cuda_place place;
    fiber stopped;
    state now;
    fake_cuda_site site; /* of the barrier or exchange it waits in */
    unsigned mask;
    int source;
    unsigned long long value;
    fake_cuda_exchanged got;
  };

  /* Bits of lanes. */
  struct warp {
    unsigned present, waiting;
  };

  static void enter();
  static const fake_cuda_place *place();
  static void barrier(fake_cuda_site site);
  static fake_cuda_exchanged exchange(unsigned mask, unsigned long long value, int source,
                                      fake_cuda_site site);

  void arrange(run_order order);
  void leave();
  void wait(state how, fake_cuda_site site);
  void go_on();
  void wake(int number);
  void finish_exchange(int of_warp, unsigned mask);
  void check_same_barrier(fake_cuda_site site);
  void check_same_exchange(unsigned mask, fake_cuda_site site);
  [[noreturn]] void give_up(const char *format, ...) __attribute__((format(printf, 2, 3)));
  [[noreturn]] void hang();

  stacks stack;
  std::vector<member> members;
  std::vector<warp> warps;
  std::vector<int> order_of; /* order in which they are woken */
  std::vector<int> ready;    /* ring of members that may run */
  size_t ready_first = 0, ready_count = 0;
  int threads = 0, current = 0, at_barrier = 0, left = 0;
  fake_cuda_site barrier_site = {}; /* of the barrier at which threads wait */
  fake_cuda_grid grid = {};
  const fake_cuda_kernel *kernel = nullptr;
  void **parameters = nullptr;
  fiber host;
  char failure[512];
};

#endif
