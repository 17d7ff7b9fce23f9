/* Edits of good run files, made with HDF5 in memory. */
#ifndef EDIT_H
#define EDIT_H

#include <stddef.h>
#include <stdint.h>

typedef struct edit_image {
  int64_t file;   /* HDF5's handle, until the end */
  int descriptor; /* of the file in memory */
  unsigned original;
} edit_image;

/* A copy of a good file, see originals.h, to be edited. */
edit_image edit_begin(unsigned original);

/* Does one thing to one of the file's attributes, datasets and groups; nothing where HDF5 refuses.
 */
void edit_one(edit_image *image, unsigned target, unsigned deed, uint64_t number);

/* The bytes are those of the descriptor from now on, which is the caller's. */
void edit_end(edit_image *image);

#endif
