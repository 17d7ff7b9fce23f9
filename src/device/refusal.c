#include "device/refusal.h"

#include "program/log.h"

#include <stdio.h>

/* "2 OpenCL devices, opencl:0 and opencl:1" */
static void count_words(const jx_device_miss *miss, char *out, size_t size)
{
  const char *kind = miss->kind;
  if (miss->devices == 1)
    (void)snprintf(out, size, "one %s device, %s:0", miss->kinds, kind);
  else
    (void)snprintf(out, size, "%zu %s devices, %s:0 %s %s:%zu", miss->devices, miss->kinds, kind,
                   miss->devices == 2 ? "and" : "to", kind, miss->devices - 1);
}

jato_status jx_device_missing(const jx_device_miss *miss, jato_error *error)
{
  char words[96];
  count_words(miss, words, sizeof words);
  if (miss->part[0] == '\0')
    return jx_fail(error, JATO_E_DEVICE,
                   "%s:%zu: this machine has %s; `jato list devices` shows them%s", miss->kind,
                   miss->index, words, miss->behind);
  if (miss->matches == 0)
    return jx_fail(error, JATO_E_DEVICE,
                   "%s:name=%s: no name has that in it; this machine has %s; `jato list devices` "
                   "shows their names%s",
                   miss->kind, miss->part, words, miss->behind);
  return jx_fail(error, JATO_E_DEVICE,
                 "%s:%zu,name=%s: only %zu of the names have that in them, and they count from 0; "
                 "`jato list devices` shows them%s",
                 miss->kind, miss->index, miss->part, miss->matches, miss->behind);
}

jato_status jx_device_refuse(const jx_device_program *program, const char *spec, const char *advice,
                             const char *log, jato_error *error)
{
  char quoted[1536];
  jx_program_quote(log, program->user_name, quoted, sizeof quoted);
  if (program->user_name != NULL)
    return jx_fail(error, JATO_E_SOURCE, "%s does not compile on %s:\n%s", program->user_name, spec,
                   quoted);
  return jx_fail(error, JATO_E_DEVICE, "%s: its compiler refused jato's own kernels; %s\n%s", spec,
                 advice, quoted);
}
