/* What reading and writing with libpng share: the caller's memory, and the way out of an error. */
#pragma once

#include <png.h>
#include <stdio.h>

#include "private/private.h"

/* libpng knows it by its pointer for errors and the one for memory. */
typedef struct jx_png_task {
  const jato_allocator *allocator;
  int refused;    /* an allocation failed */
  char words[96]; /* libpng's last */
} jx_png_task;

static inline png_voidp jx_png_give(png_structp png, png_alloc_size_t bytes)
{
  jx_png_task *task = png_get_mem_ptr(png);
  void *memory = jx_allocate(task->allocator, bytes, 1);
  if (memory == NULL) task->refused = 1;
  return memory;
}

static inline void jx_png_take_back(png_structp png, png_voidp memory)
{
  jx_png_task *task = png_get_mem_ptr(png);
  jx_release(task->allocator, memory);
}

/* Leaves libpng for where setjmp was called. */
static inline void jx_png_fail(png_structp png, png_const_charp words)
{
  jx_png_task *task = png_get_error_ptr(png);
  (void)snprintf(task->words, sizeof task->words, "%s", words);
  png_longjmp(png, 1);
}

static inline void jx_png_warn(png_structp png, png_const_charp words)
{
  (void)png;
  (void)words;
}
