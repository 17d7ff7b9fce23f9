#define _POSIX_C_SOURCE 200809L /* gmtime_r */
#define _DEFAULT_SOURCE         /* _SC_NPROCESSORS_ONLN */
#include "record/provenance.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown"
#endif

/* "6.1.0-13-amd64" becomes "6.1". */
static int count_release(const char *release)
{
  size_t length = strcspn(release, ".");
  if (release[length] == '.') length += 1 + strspn(release + length + 1, "0123456789");
  return (int)length;
}

static void describe_host(char *out, size_t size)
{
  struct utsname name;
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  if (uname(&name) < 0)
    (void)snprintf(out, size, "unknown");
  else
    (void)snprintf(out, size, "%.32s %.*s %.32s, %ld %s", name.sysname, count_release(name.release),
                   name.release, name.machine, cores < 1 ? 1 : cores, cores > 1 ? "cores" : "core");
}

void jx_provenance_now(jx_provenance *out)
{
  time_t now = time(NULL);
  struct tm utc;
  *out = (jx_provenance){.compiler = COMPILER};
  describe_host(out->host, sizeof out->host);
  if (gmtime_r(&now, &utc) == NULL ||
      strftime(out->saved_at, sizeof out->saved_at, "%Y-%m-%dT%H:%M:%SZ", &utc) == 0)
    out->saved_at[0] = '\0';
}
