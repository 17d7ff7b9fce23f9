#define _POSIX_C_SOURCE 200809L /* strerror_r, pread, pwrite */
#define _FILE_OFFSET_BITS 64
#include "base/system.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

jx_reason jx_system_reason(int code)
{
  jx_reason reason;
  if (strerror_r(code, reason.text, sizeof reason.text) != 0)
    (void)snprintf(reason.text, sizeof reason.text, "error %d", code);
  return reason;
}

int64_t jx_system_read(int file, void *to, size_t bytes, uint64_t offset)
{
  size_t done = 0;
  while (done < bytes) {
    ssize_t count = pread(file, (char *)to + done, bytes - done, (off_t)(offset + done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return -1;
    if (count == 0) break;
    done += (size_t)count;
  }
  return (int64_t)done;
}

int jx_system_write(int file, const void *from, size_t bytes, uint64_t offset)
{
  size_t done = 0;
  while (done < bytes) {
    ssize_t count = pwrite(file, (const char *)from + done, bytes - done, (off_t)(offset + done));
    if (count < 0 && errno == EINTR) continue;
    if (count == 0) errno = EIO;
    if (count <= 0) return 0;
    done += (size_t)count;
  }
  return 1;
}

int jx_system_append(int file, const void *from, size_t bytes)
{
  size_t done = 0;
  while (done < bytes) {
    ssize_t count = write(file, (const char *)from + done, bytes - done);
    if (count < 0 && errno == EINTR) continue;
    if (count == 0) errno = EIO;
    if (count <= 0) return 0;
    done += (size_t)count;
  }
  return 1;
}
