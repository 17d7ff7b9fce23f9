/* A fiber: a stack and where its function stopped. On x86-64 a switch is a few instructions; other
 * machines take the system's ucontext, which is slower by a system call. */
#ifndef FAKE_CUDA_FIBERS_H
#define FAKE_CUDA_FIBERS_H

#include <cstddef>
#include <cstdint>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__x86_64__)

typedef struct fiber {
  void *stack_top = nullptr; /* of a fiber that is stopped */
} fiber;

/* Stops `from` and continues `to`: keeps the registers that a function must keep. */
extern "C" __attribute__((visibility("hidden"))) void fake_cuda_switch(void **from, void *to);
__asm__(".pushsection .text\n"
        ".hidden fake_cuda_switch\n"
        ".weak fake_cuda_switch\n"
        ".type fake_cuda_switch, @function\n"
        "fake_cuda_switch:\n"
        "  push %rbp\n"
        "  push %rbx\n"
        "  push %r12\n"
        "  push %r13\n"
        "  push %r14\n"
        "  push %r15\n"
        "  mov %rsp, (%rdi)\n"
        "  mov %rsi, %rsp\n"
        "  pop %r15\n"
        "  pop %r14\n"
        "  pop %r13\n"
        "  pop %r12\n"
        "  pop %rbx\n"
        "  pop %rbp\n"
        "  ret\n"
        ".size fake_cuda_switch, . - fake_cuda_switch\n"
        ".popsection\n");

inline void fiber_switch(fiber *from, fiber *to)
{
  fake_cuda_switch(&from->stack_top, to->stack_top);
}

/* Makes `f` begin at `enter`, which never returns. */
inline void fiber_prepare(fiber *f, char *stack, size_t bytes, void (*enter)())
{
  uintptr_t top = reinterpret_cast<uintptr_t>(stack + bytes) & ~static_cast<uintptr_t>(63);
  void **slot = reinterpret_cast<void **>(top);
  *--slot = nullptr; /* the return address of `enter`, and its alignment */
  *--slot = reinterpret_cast<void *>(enter);
  for (int i = 0; i < 6; i++) *--slot = nullptr;
  f->stack_top = slot;
}

#else
#include <ucontext.h>

typedef struct fiber {
  ucontext_t context;
} fiber;

inline void fiber_switch(fiber *from, fiber *to)
{
  (void)swapcontext(&from->context, &to->context);
}

inline void fiber_prepare(fiber *f, char *stack, size_t bytes, void (*enter)())
{
  (void)getcontext(&f->context);
  f->context.uc_stack.ss_sp = stack;
  f->context.uc_stack.ss_size = bytes;
  f->context.uc_link = nullptr;
  makecontext(&f->context, enter, 0);
}
#endif

/* Many stacks in one piece, each with a page below it that must not be touched. */
class stacks {
public:
  static const size_t bytes_each = 256 * 1024;

  explicit stacks(size_t how_many) : count(how_many), page(static_cast<size_t>(getpagesize()))
  {
    void *got = mmap(nullptr, count * bytes_each, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    memory = got == MAP_FAILED ? nullptr : static_cast<char *>(got);
    for (size_t i = 0; memory != nullptr && i < count; i++)
      (void)mprotect(memory + i * bytes_each, page, PROT_NONE);
  }
  ~stacks()
  {
    if (memory != nullptr) (void)munmap(memory, count * bytes_each);
  }
  stacks(const stacks &) = delete;
  stacks &operator=(const stacks &) = delete;

  bool usable() const { return memory != nullptr; }
  char *begin(size_t i) const { return memory + i * bytes_each + page; }
  /* Neighbours end at different cache lines: at the same ones they would drive each other out. */
  size_t bytes(size_t i) const { return bytes_each - page - i % 61 * 64; }

private:
  size_t count, page;
  char *memory;
};

#endif
