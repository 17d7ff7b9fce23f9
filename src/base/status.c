#include "base/status.h"

#include "base/float_mode.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

jato_status(jx_fail)(jato_error *error, jato_status status, const char *format, ...)
{
  if (error != NULL) {
    va_list arguments;
    va_start(arguments, format);
    error->status = status;
    (void)vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
  }
  return status;
}

void jx_notice_send(jato_notice_fn notice, void *user, const char *text)
{
  jx_float_mode mode = jx_float_mode_read();
  if (notice == NULL) return;
  notice(text, user);
  jx_float_mode_restore(&mode);
}

/* ---- Structs that begin with their size ---- */

/* No struct of the interface is larger, so that most uninitialised sizes are detected. */
#define LARGEST 65536

/* The size stored in *given; 0 if it cannot be a size. */
static size_t size_of(const void *given)
{
  size_t size;
  memcpy(&size, given, sizeof size);
  return size > sizeof size && size <= LARGEST ? size : 0;
}

jato_status jx_sized_check(const char *type, const void *given, jato_error *error)
{
  if (size_of(given) != 0) return JATO_OK;
  return jx_fail(error, JATO_E_ARGUMENT, "size of a %s is not set: it is sizeof(%s)", type, type);
}

/* Copies what both know, with the rest of *own 0. Fails where the caller has set what this library
 * does not know. */
static jato_status copy_known(const char *type, const void *given, size_t size, void *own,
                              size_t own_size, jato_error *error)
{
  for (size_t i = own_size; i < size; i++)
    if (((const char *)given)[i] != 0)
      return jx_fail(error, JATO_E_ARGUMENT,
                     "a %s has a member that jato %s does not know: the program was compiled for a "
                     "later one",
                     type, jato_version());
  memset(own, 0, own_size);
  memcpy(own, given, size < own_size ? size : own_size);
  return JATO_OK;
}

jato_status jx_sized_read(const char *type, const void *given, void *own, size_t own_size,
                          jato_error *error)
{
  size_t size = size_of(given);
  if (size == 0)
    return jx_fail(error, JATO_E_ARGUMENT, "size of a %s is not set: begin with %s_default()", type,
                   type);
  JX_TRY(copy_known(type, given, size, own, own_size, error));
  memcpy(own, &own_size, sizeof own_size);
  return JATO_OK;
}

/* NOLINTNEXTLINE(readability-function-size): from where, to where, and the error */
jato_status jx_element_read(const char *type, const void *given, size_t given_size, size_t index,
                            void *own, size_t own_size, jato_error *error)
{
  const char *element = (const char *)given + index * given_size;
  return copy_known(type, element, given_size, own, own_size, error);
}

void jx_sized_write(const void *own, size_t own_size, void *given)
{
  size_t size = size_of(given), known = size < own_size ? size : own_size;
  if (size == 0) return;
  memset(given, 0, size);
  memcpy(given, own, known);
  memcpy(given, &size, sizeof size);
}

void jx_sized_write_all(const void *own, size_t own_size, void *given, size_t count)
{
  size_t size = count > 0 ? size_of(given) : 0;
  for (size_t i = 0; size != 0 && i < count; i++) {
    char *place = (char *)given + i * size;
    memcpy(place, &size, sizeof size);
    jx_sized_write((const char *)own + i * own_size, own_size, place);
  }
}

int jx_sized_has(const void *given, size_t offset) { return offset < size_of(given); }
