/* The floating-point mode of this thread: rounding, flushing of subnormal numbers to zero, trapping
 * of exceptions. A caller's function may change it, and every bit of a run depends on it: so it is
 * read before such a function is called, and restored afterwards. */
#pragma once

#if defined(__x86_64__)

#include <stdint.h>

/* The control words of SSE and of the x87. Reading them takes a few cycles; the functions of fenv.h
 * take a hundred. */
typedef struct jx_float_mode {
  uint32_t sse;
  uint16_t x87;
} jx_float_mode;

static inline jx_float_mode jx_float_mode_read(void)
{
  jx_float_mode mode;
  __asm__ volatile("stmxcsr %0\n\tfnstcw %1" : "=m"(mode.sse), "=m"(mode.x87) : : "memory");
  return mode;
}

static inline void jx_float_mode_restore(const jx_float_mode *mode)
{
  const uint32_t flags = 0x3F; /* flags of exceptions that occurred, which change nothing */
  jx_float_mode now = jx_float_mode_read();
  if (((now.sse ^ mode->sse) & ~flags) != 0)
    __asm__ volatile("ldmxcsr %0" : : "m"(mode->sse) : "memory");
  if (now.x87 != mode->x87) __asm__ volatile("fldcw %0" : : "m"(mode->x87) : "memory");
}

#else

#include <fenv.h>

typedef struct jx_float_mode {
  fenv_t environment;
} jx_float_mode;

static inline jx_float_mode jx_float_mode_read(void)
{
  jx_float_mode mode;
  (void)fegetenv(&mode.environment);
  return mode;
}

static inline void jx_float_mode_restore(const jx_float_mode *mode)
{
  (void)fesetenv(&mode->environment);
}

#endif
