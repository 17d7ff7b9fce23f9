/* Good run files, made by runs of the library, and what there is in them to be edited. */
#ifndef ORIGINALS_H
#define ORIGINALS_H

#include <hdf5.h>
#include <stddef.h>
#include <stdint.h>

#define MOST_TARGETS 160
#define LONGEST 128

typedef struct target {
  char object[LONGEST];    /* "/swarm/position" */
  char attribute[LONGEST]; /* "" for the object itself */
} target;

typedef struct original {
  uint8_t *bytes;
  size_t count;
  target targets[MOST_TARGETS];
  unsigned target_count;
} original;

/* Makes the files at the first call. How many there are. */
unsigned originals_make(void);

/* Counted modulo their number. */
const original *original_number(unsigned k);

/* HDF5's handle of a copy, open for writing; its descriptor is the caller's. */
hid_t original_open(const original *from, int *descriptor);

#endif
