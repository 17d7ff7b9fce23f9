/* Well-sealed run files with wrong contents: what comes after the seal is our own reader, and it
 * must refuse whatever is not a run. The bytes say what is edited in a good file, with HDF5 itself;
 * the edited file gets a good seal. The first byte chooses the file; each ten behind it are an
 * edit:
 *
 *   target   which attribute, dataset or group, counted over the file
 *   deed     what is done to it: see edit.c
 *   number   8 bytes for the deed, least significant first */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "edit.h"
#include "exercise.h"
#include "originals.h"
#include "record/files/seal.h"

#define MOST_EDITS 12
#define EDIT_BYTES 10

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);
int LLVMFuzzerInitialize(int *argc, char ***argv);

/* Seals the file, does what one does with it, and gives it back. */
static int exercise_edited(edit_image *image)
{
  jato_error error;
  edit_end(image);
  if (jx_seal_write(image->descriptor, &error) != JATO_OK) abort();
  int reached = exercise_file(image->descriptor);
  (void)close(image->descriptor);
  return reached;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
  (void)argc;
  (void)argv;
  for (unsigned k = 0; k < originals_make(); k++) {
    edit_image whole = edit_begin(k);
    /* The rest is worth nothing unless the unedited file is taken. What was asked for cannot go on
     * here, where no value comes back. */
    if (exercise_edited(&whole) < (k < 6 ? 2 : 1)) {
      (void)fprintf(stderr, "file %u is refused although nothing was edited in it\n", k);
      abort();
    }
  }
  return 0;
}

static uint64_t number_at(const uint8_t *bytes)
{
  uint64_t number = 0;
  for (int i = 7; i >= 0; i--) number = number << 8 | bytes[i];
  return number;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
  if (count == 0) return 0;
  edit_image image = edit_begin(bytes[0]);
  size_t edits = (count - 1) / EDIT_BYTES;
  for (size_t i = 0; i < edits && i < MOST_EDITS; i++) {
    const uint8_t *edit = bytes + 1 + i * EDIT_BYTES;
    edit_one(&image, edit[0], edit[1], number_at(edit + 2));
  }
  (void)exercise_edited(&image);
  return 0;
}
