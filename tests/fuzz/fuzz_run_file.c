/* Any bytes as a run file. Nearly all end at the seal; that none gets past it by accident, and that
 * the seal itself can be looked at whatever it says, is what is tried here. */
#include <unistd.h>

#include "exercise.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
  int file = exercise_memory_file(bytes, count);
  (void)exercise_file(file);
  (void)close(file);
  return 0;
}
