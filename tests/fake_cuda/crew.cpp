/* Threads take turns: one that waits for others hands over to the next that can run. When no thread
 * can run and not all are done, the block would hang on a real device.
 *
 * Nothing on a fiber may own memory: fibers are dropped as they are when a block fails. */
#include "crew.h"

#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <utility>

/* The crew that runs on this thread of the host. */
static thread_local crew *here = nullptr;

const fake_cuda_runtime crew::runtime = {crew::place, crew::barrier, crew::exchange};

crew::crew()
    : stack(MOST_THREADS), members(MOST_THREADS), warps(MOST_THREADS / FAKE_CUDA_WARP),
      order_of(MOST_THREADS), ready(MOST_THREADS)
{
}

static bool same_site(fake_cuda_site a, fake_cuda_site b)
{
  return a.line == b.line && (a.file == b.file || std::strcmp(a.file, b.file) == 0);
}

const fake_cuda_place *crew::place() { return &here->members[(size_t)here->current].place; }

void crew::wake(int number)
{
  members[(size_t)number].now = READY;
  ready[(ready_first + ready_count++) % MOST_THREADS] = number;
}

/* Hands over to the next member that can run, from one that cannot. */
void crew::go_on()
{
  if (ready_count == 0) hang();
  int from = current;
  current = ready[ready_first];
  ready_first = (ready_first + 1) % MOST_THREADS;
  ready_count--;
  fiber_switch(&members[(size_t)from].stopped, &members[(size_t)current].stopped);
}

void crew::wait(state how, fake_cuda_site site)
{
  member &me = members[(size_t)current];
  me.now = how;
  me.site = site;
  go_on();
}

/* Leaves the fibers as they are, and goes back to run_block. */
void crew::give_up(const char *format, ...)
{
  va_list words;
  va_start(words, format);
  (void)std::vsnprintf(failure, sizeof failure, format, words);
  va_end(words);
  fiber_switch(&members[(size_t)current].stopped, &host);
  __builtin_unreachable();
}

void crew::hang()
{
  int i = 0;
  while (i < threads && members[(size_t)i].now != IN_EXCHANGE) i++;
  if (i == threads) give_up("no thread can go on");
  const member &m = members[(size_t)i];
  give_up(
      "no thread can go on: of %d threads %d left, %d wait at a barrier, and thread %d waits for "
      "lanes of its warp in %s(%d)",
      threads, left, at_barrier, i, m.site.file, m.site.line);
}

/* All threads of a block must come to one and the same barrier. */
void crew::check_same_barrier(fake_cuda_site site)
{
  if (left > 0)
    give_up("%d of %d threads left the kernel without the barrier of %s(%d)", left, threads,
            site.file, site.line);
  if (at_barrier == 0) barrier_site = site;
  if (!same_site(barrier_site, site))
    give_up("threads of one block wait at different barriers, %s(%d) and %s(%d)", barrier_site.file,
            barrier_site.line, site.file, site.line);
}

void crew::barrier(fake_cuda_site site)
{
  crew &c = *here;
  c.check_same_barrier(site);
  if (++c.at_barrier < c.threads) {
    c.wait(AT_BARRIER, site);
    return;
  }
  c.at_barrier = 0;
  for (int i = 0; i < c.threads; i++)
    if (c.order_of[(size_t)i] != c.current) c.wake(c.order_of[(size_t)i]);
}

/* Gives every lane of the mask the value it asked for, and wakes those that wait. */
void crew::finish_exchange(int of_warp, unsigned mask)
{
  int start = of_warp * FAKE_CUDA_WARP;
  unsigned vote = 0;
  for (unsigned rest = mask; rest != 0; rest &= rest - 1) {
    int lane = __builtin_ctz(rest);
    if (members[(size_t)(start + lane)].value != 0) vote |= 1u << lane;
  }
  for (unsigned rest = mask; rest != 0; rest &= rest - 1) {
    int lane = __builtin_ctz(rest);
    member &m = members[(size_t)(start + lane)];
    bool took_part = m.source >= 0 && m.source < FAKE_CUDA_WARP && (mask >> m.source & 1);
    m.got.value = took_part ? members[(size_t)(start + m.source)].value : ~0ull;
    m.got.vote = vote;
    if (start + lane != current) wake(start + lane);
  }
  warps[(size_t)of_warp].waiting &= ~mask;
}

void crew::check_same_exchange(unsigned mask, fake_cuda_site site)
{
  const member &me = members[(size_t)current];
  int of_warp = current / FAKE_CUDA_WARP;
  if (!(mask >> me.place.lane & 1))
    give_up("thread %d is not in its own mask in %s(%d)", current, site.file, site.line);
  unsigned others = mask & warps[(size_t)of_warp].waiting;
  if (others == 0) return;
  const member &m = members[(size_t)(of_warp * FAKE_CUDA_WARP + __builtin_ctz(others))];
  if (m.mask != mask || !same_site(m.site, site))
    give_up("lanes of one warp meet in different places or with different masks, %s(%d) with "
            "%08x and %s(%d) with %08x",
            m.site.file, m.site.line, m.mask, site.file, site.line, mask);
}

fake_cuda_exchanged crew::exchange(unsigned mask, unsigned long long value, int source,
                                   fake_cuda_site site)
{
  crew &c = *here;
  c.check_same_exchange(mask, site);
  int of_warp = c.current / FAKE_CUDA_WARP;
  warp &w = c.warps[(size_t)of_warp];
  member &me = c.members[(size_t)c.current];
  me.mask = mask;
  me.value = value;
  me.source = source;
  w.waiting |= 1u << me.place.lane;
  unsigned expected = mask & w.present;
  if ((w.waiting & expected) == expected)
    c.finish_exchange(of_warp, expected);
  else
    c.wait(IN_EXCHANGE, site);
  return me.got;
}

/* The member has returned from the kernel. Lanes that wait for it do so no longer. */
void crew::leave()
{
  member &me = members[(size_t)current];
  int of_warp = current / FAKE_CUDA_WARP;
  warp &w = warps[(size_t)of_warp];
  me.now = LEFT;
  w.present &= ~(1u << me.place.lane);
  left++;
  if (at_barrier > 0)
    give_up("thread %d left the kernel while %d of %d threads wait at the barrier of %s(%d)",
            current, at_barrier, threads, barrier_site.file, barrier_site.line);
  for (unsigned rest = w.waiting; rest != 0; rest &= rest - 1) {
    const member &m = members[(size_t)(of_warp * FAKE_CUDA_WARP + __builtin_ctz(rest))];
    if (!(m.mask >> me.place.lane & 1)) continue;
    unsigned expected = m.mask & w.present;
    if ((w.waiting & expected) == expected) finish_exchange(of_warp, expected);
    break;
  }
  if (left == threads) fiber_switch(&me.stopped, &host);
  go_on();
  __builtin_unreachable();
}

void crew::enter()
{
  here->kernel->run(here->parameters);
  here->leave();
}

void crew::arrange(run_order order)
{
  unsigned draw = 12345;
  for (int i = 0; i < threads; i++)
    order_of[(size_t)i] = order == ORDER_REVERSE ? threads - 1 - i : i;
  for (int i = threads - 1; order == ORDER_MIXED && i > 0; i--) {
    draw = draw * 1664525u + 1013904223u;
    std::swap(order_of[(size_t)i], order_of[(draw >> 8) % (unsigned)(i + 1)]);
  }
}

const char *crew::run_block(const fake_cuda_kernel *to_run, void **with,
                            const fake_cuda_grid &where, run_order order)
{
  const fake_cuda_triple &dim = where.block_dim;
  kernel = to_run;
  parameters = with;
  grid = where;
  failure[0] = 0;
  ready_first = ready_count = 0;
  at_barrier = left = 0;
  threads = (int)(dim.x * dim.y * dim.z);
  arrange(order);
  for (warp &w : warps) w = {0, 0};
  for (int i = 0; i < threads; i++) {
    member &m = members[(size_t)i];
    unsigned n = (unsigned)i;
    m.place = {{n % dim.x, n / dim.x % dim.y, n / dim.x / dim.y}, i % FAKE_CUDA_WARP, &grid};
    fiber_prepare(&m.stopped, stack.begin((size_t)i), stack.bytes((size_t)i), enter);
    warps[(size_t)(i / FAKE_CUDA_WARP)].present |= 1u << m.place.lane;
    wake(order_of[(size_t)i]);
  }
  here = this;
  current = ready[0];
  ready_first = 1;
  ready_count--;
  fiber_switch(&host, &members[(size_t)current].stopped);
  here = nullptr;
  return failure;
}
