#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include "record/forked/confine.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
#define MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define MACHINE AUDIT_ARCH_AARCH64
#else
#define MACHINE 0 /* system calls have other numbers, which are untested */
#endif

/* Memory, clocks, reading from open files, exit; and what the C library and the sanitizers need of
 * their own process. */
static const uint32_t allowed[] = {
    SYS_pread64,        SYS_lseek,        SYS_fstat,       SYS_newfstatat,  SYS_brk,
    SYS_munmap,         SYS_mremap,       SYS_madvise,     SYS_mprotect,    SYS_futex,
    SYS_clock_gettime,  SYS_getpid,       SYS_gettid,      SYS_getrandom,   SYS_rt_sigaction,
    SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack, SYS_sched_yield, SYS_exit,
    SYS_exit_group,
};
enum { ALLOWED = sizeof allowed / sizeof allowed[0], FIXED = 16 };

typedef struct program {
  struct sock_filter line[FIXED + 2 * ALLOWED];
  unsigned short count;
} program;

static void add(program *p, uint32_t code, unsigned char if_so, unsigned char if_not, uint32_t k)
{
  p->line[p->count++] = (struct sock_filter){(unsigned short)code, if_so, if_not, k};
}

static void load(program *p, size_t offset)
{
  add(p, BPF_LD | BPF_W | BPF_ABS, 0, 0, (uint32_t)offset);
}

/* Skips so many lines unless what was loaded is this number. */
static void unless_equal(program *p, uint32_t number, unsigned char skip)
{
  add(p, BPF_JMP | BPF_JEQ | BPF_K, 0, skip, number);
}

static void answer(program *p, uint32_t what) { add(p, BPF_RET | BPF_K, 0, 0, what); }

#define REFUSED (SECCOMP_RET_ERRNO | EPERM)
#define NUMBER offsetof(struct seccomp_data, nr)
#define ARGUMENT(i) (offsetof(struct seccomp_data, args) + 8 * (i)) /* its lower half */

/* Other machines' calls have other numbers. Memory that is mapped must be of no file: a file that
 * is open for writing could be changed in it. */
static void write_program(program *p, uint32_t writable)
{
  load(p, offsetof(struct seccomp_data, arch));
  add(p, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, MACHINE);
  answer(p, REFUSED);
  load(p, NUMBER);
  for (size_t i = 0; i < ALLOWED; i++) {
    unless_equal(p, allowed[i], 1);
    answer(p, SECCOMP_RET_ALLOW);
  }
  unless_equal(p, SYS_write, 3);
  load(p, ARGUMENT(0));
  unless_equal(p, writable, 4);
  answer(p, SECCOMP_RET_ALLOW);
  unless_equal(p, SYS_mmap, 2);
  load(p, ARGUMENT(3));
  add(p, BPF_JMP | BPF_JSET | BPF_K, 1, 0, MAP_ANONYMOUS);
  answer(p, REFUSED);
  answer(p, SECCOMP_RET_ALLOW);
}

int jx_confine(int writable)
{
  program p = {.count = 0};
  write_program(&p, (uint32_t)writable);
  struct sock_fprog whole = {.len = p.count, .filter = p.line};
  return MACHINE != 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &whole) == 0;
}
