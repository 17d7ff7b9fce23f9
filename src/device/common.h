/* Functions shared by devices of several kinds: fact sheets, errors, and libraries that are loaded
 * at run time. */
#pragma once

#include "contract/device.h"

/* ---- Facts: the sheet has one row for each jx_fact ---- */

/* Fills in all names and marks all facts as unknown. */
void jx_facts_begin(jato_device_fact facts[JX_FACT_COUNT]);

/* Sets a fact. It stays unknown for 0 and for "", which devices report for what they do not know. A
 * text is trimmed, and cut if it is too long. */
void jx_fact_count(jato_device_fact *facts, jx_fact fact, uint64_t number);
void jx_fact_text(jato_device_fact *facts, jx_fact fact, const char *text);

/* ---- Errors ---- */

/* A device that was requested and does not exist. */
typedef struct jx_missing_device {
  const char *kind, *kinds; /* "opencl", "OpenCL" */
  size_t index;             /* the index that was requested, */
  const char *part;         /* among the devices with this in their names; "": among all */
  size_t devices, matches;  /* how many devices there are, at least 1, and how many match */
  const char *suffix;       /* added to the message; "" for nothing */
} jx_missing_device;

/* Fails with JATO_E_DEVICE and says how many devices there are. */
jato_status jx_fail_missing_device(const jx_missing_device *missing, jato_error *error);

/* Fails with JATO_E_SOURCE and the errors in the user's file, from the compiler's log; for a
 * program without a user's file, with JATO_E_DEVICE and `advice`, since the program or the compiler
 * is then at fault. */
jato_status jx_fail_by_compiler_log(const jx_device_program *program, const char *spec,
                                    const char *advice, const char *log, jato_error *error);

/* ---- Libraries ---- */

/* A function, and the offset of its pointer in a table. */
typedef struct jx_symbol {
  const char *name;
  size_t offset;
} jx_symbol;

/* Opens a shared library, or returns NULL. It is never unmapped, since drivers have threads and
 * exit handlers of their own. */
void *jx_library_open(const char *file);

/* Writes the functions' addresses into the table. Returns the first name that is missing, or NULL
 * if there are all. */
const char *jx_library_find(void *library, const jx_symbol *symbols, size_t count, void *table);
