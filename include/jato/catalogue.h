/* The catalogue: what this build contains, and which devices this machine has. */
#ifndef JATO_CATALOGUE_H
#define JATO_CATALOGUE_H

#include "base.h"

JATO_C_BEGIN

/* ---- The catalogue: what this build contains ---------------------------------------------------
 */

typedef enum jato_kind {
  JATO_KIND_ALGORITHM = 0,
  JATO_KIND_PROBLEM,
  JATO_KIND_DEVICE,
  JATO_KIND_WALLS
} jato_kind;

/* One parameter of an algorithm, problem, device, or of a simulator (simulate.h). Its entry has the
 * size of this struct. */
typedef struct jato_parameter {
  const char *name;
  const char *help;
  const char *choices; /* "global ring vonneumann" for a choice; NULL otherwise */
  double fallback;     /* the default: a number, or the index of a choice, from 0 */
  double smallest;
  double largest; /* smallest..largest, inclusive */
  bool whole;     /* true: whole numbers only */
  bool text;      /* true: text, such as a device's name; empty by default */
} jato_parameter;

/* One row. All pointers are always valid. */
typedef struct jato_entry {
  size_t size; /* of this struct, as that of jato_result */
  const char *name;
  const char *summary;
  const char *source; /* paper, or where a minimum comes from; "" if none */
  const char *traits; /* algorithms: what it can do, "moves on devices, same bits, one by one";
                         simulators: "needs a picture", "may begin with a picture"; otherwise "" */
  const char *state;  /* "built", "not in this build", ... */
  const jato_parameter *parameters; /* see jato_entry_parameter */
  size_t parameter_count, parameter_size;
  double lower, upper; /* problems: the interval of every coordinate, NaN where they differ and the
                          summary says how; otherwise 0 */
} jato_entry;

/* Fills *entry with row `index` of a kind and returns true; returns false past the last row. */
JATO_API bool jato_catalogue_sized(jato_kind kind, size_t index, jato_entry *entry);
static inline bool jato_catalogue(jato_kind kind, size_t index, jato_entry *entry)
{
  if (entry != NULL) entry->size = sizeof *entry;
  return jato_catalogue_sized(kind, index, entry);
}

/* Parameter `index` of an entry. */
static inline const jato_parameter *jato_entry_parameter(const jato_entry *entry, size_t index)
{
  return (const jato_parameter *)((const char *)entry->parameters + index * entry->parameter_size);
}

/* Called with a row, whose pointers are valid during the call. */
typedef void (*jato_entry_fn)(const jato_entry *entry, void *user);

/* Loads the method of "plugin:path=FILE" (method.h) and passes its row to `with`. Fails with
 * JATO_E_FILE, JATO_E_ARGUMENT and JATO_E_NAME, in words about the file, and with
 * JATO_E_NOT_BUILT. */
JATO_API jato_status jato_catalogue_plugin(const char *spec, jato_entry_fn with, void *user,
                                           jato_error *error);

/* Writes a spec with every parameter written out, in the order of the catalogue, but for a shift of
 * 0: two specs mean the same where this is the same. Fails with JATO_E_NAME and the nearest name,
 * JATO_E_ARGUMENT for a parameter that is wrong, JATO_E_NOT_BUILT for a device, JATO_E_MEMORY.
 * With "plugin:path=FILE" it loads the file, and writes its size and SHA-256, too. */
JATO_API jato_status jato_spec_complete(jato_kind kind, const char *spec, char *out, size_t size,
                                        jato_error *error);

/* A device of this machine. */
typedef struct jato_device {
  size_t size;        /* of this struct, as that of jato_result */
  char spec[32];      /* how to name it: "cpu", "opencl:0" */
  char name[192];     /* the vendor's name for it */
  char state[256];    /* "ready", or why it cannot be used and what to do */
  bool ready;         /* true: it can be used */
  bool doubles;       /* true: it supports double precision */
  bool deterministic; /* true: gives the same bits as every other deterministic device */
  uint64_t memory;    /* in bytes; 0 if it is the machine's memory */
} jato_device;

/* Fills *device with device number `index` of this machine, over all kinds, and returns true;
 * returns 0 past the last one. A kind without devices on this machine has one row, with the reason.
 * Queries the machine each time. */
JATO_API bool jato_device_find_sized(size_t index, jato_device *device);
static inline bool jato_device_find(size_t index, jato_device *device)
{
  if (device != NULL) device->size = sizeof *device;
  return jato_device_find_sized(index, device);
}

/* One fact about a device: compute units, clock, memory, caches, driver and the like. */
typedef struct jato_device_fact {
  size_t size;       /* of this struct; that of the first fact is that of all */
  const char *name;  /* "global_memory_bytes"; stays the same */
  const char *label; /* for people: "global memory" */
  const char *unit;  /* of `number`: "bytes", "Hz", "bits", "" for a count; "text": see `text` */
  bool known;        /* false: the device does not tell; number and text are then empty */
  uint64_t number;
  char text[256];
} jato_device_fact;

#define JATO_MOST_DEVICE_FACTS 64

/* Fills facts[0..room - 1] with what device number `index` of jato_device_find tells of itself, and
 * returns how many facts there are, which is more than were filled if room is too small: the same
 * ones in the same order for every device, at most JATO_MOST_DEVICE_FACTS. facts NULL: they are
 * only counted. Returns 0 past the last device. A device that is not ready may tell some, too.
 * Queries the machine each time. */
JATO_API size_t jato_device_get_info_sized(size_t index, jato_device_fact *facts, size_t room);
static inline size_t jato_device_get_info(size_t index, jato_device_fact *facts, size_t room)
{
  if (facts != NULL && room > 0) facts->size = sizeof *facts;
  return jato_device_get_info_sized(index, facts, room);
}

JATO_C_END
#endif
