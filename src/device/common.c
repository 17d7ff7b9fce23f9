#include "device/common.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "program/log.h"

_Static_assert(JX_FACT_COUNT <= JATO_MOST_DEVICE_FACTS, "raise JATO_MOST_DEVICE_FACTS");

void jx_facts_begin(jato_device_fact facts[JX_FACT_COUNT])
{
  static const struct {
    const char *name, *unit, *label;
  } rows[JX_FACT_COUNT] = {
#define ROW(row, measure, words) {#row, measure, words},
      JX_FACT_ROWS(ROW)
#undef ROW
  };
  for (size_t i = 0; i < JX_FACT_COUNT; i++)
    facts[i] = (jato_device_fact){.size = sizeof(jato_device_fact),
                                  .name = rows[i].name,
                                  .unit = rows[i].unit,
                                  .label = rows[i].label};
}

void jx_fact_count(jato_device_fact *facts, jx_fact fact, uint64_t number)
{
  facts[fact].number = number;
  facts[fact].known = number != 0;
}

void jx_fact_text(jato_device_fact *facts, jx_fact fact, const char *text)
{
  jato_device_fact *row = &facts[fact];
  jx_text words = jx_text_trim(jx_text_of(text));
  if (words.length > sizeof row->text - 1) words.length = sizeof row->text - 1;
  words = jx_text_trim(words);
  memcpy(row->text, words.start, words.length);
  row->text[words.length] = '\0';
  row->known = words.length > 0;
}

/* ---- Errors ---- */

/* "2 OpenCL devices, opencl:0 and opencl:1" */
static void count_devices(const jx_missing_device *missing, char *out, size_t size)
{
  const char *kind = missing->kind;
  if (missing->devices == 1)
    (void)snprintf(out, size, "one %s device, %s:0", missing->kinds, kind);
  else
    (void)snprintf(out, size, "%zu %s devices, %s:0 %s %s:%zu", missing->devices, missing->kinds,
                   kind, missing->devices == 2 ? "and" : "to", kind, missing->devices - 1);
}

jato_status jx_fail_missing_device(const jx_missing_device *missing, jato_error *error)
{
  char words[96];
  count_devices(missing, words, sizeof words);
  if (missing->part[0] == '\0')
    return jx_fail(error, JATO_E_DEVICE,
                   "%s:%zu: this machine has %s; `jato list devices` shows them%s", missing->kind,
                   missing->index, words, missing->suffix);
  if (missing->matches == 0)
    return jx_fail(error, JATO_E_DEVICE,
                   "%s:name=%s: no name has that in it; this machine has %s; `jato list devices` "
                   "shows their names%s",
                   missing->kind, missing->part, words, missing->suffix);
  return jx_fail(error, JATO_E_DEVICE,
                 "%s:%zu,name=%s: only %zu of the names have that in them, and they count from 0; "
                 "`jato list devices` shows them%s",
                 missing->kind, missing->index, missing->part, missing->matches, missing->suffix);
}

jato_status jx_fail_by_compiler_log(const jx_device_program *program, const char *spec,
                                    const char *advice, const char *log, jato_error *error)
{
  char quoted[1536];
  jx_compiler_log_excerpt(log, program->user_name, quoted, sizeof quoted);
  if (program->user_name != NULL)
    return jx_fail(error, JATO_E_SOURCE, "%s does not compile on %s:\n%s", program->user_name, spec,
                   quoted);
  return jx_fail(error, JATO_E_DEVICE, "%s: its compiler refused jato's own kernels; %s\n%s", spec,
                 advice, quoted);
}

/* ---- Libraries ---- */

void *jx_library_open(const char *file)
{
  return dlopen(file, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
}

/* C converts no pointer to an object into one to a function, so the bytes are copied. */
const char *jx_library_find(void *library, const jx_symbol *symbols, size_t count, void *table)
{
  for (size_t i = 0; i < count; i++) {
    void *address = dlsym(library, symbols[i].name);
    if (address == NULL) return symbols[i].name;
    memcpy((char *)table + symbols[i].offset, &address, sizeof address);
  }
  return NULL;
}
