/* What a program does with a run file of unknown origin: all of it. */
#ifndef EXERCISE_H
#define EXERCISE_H

#include <stddef.h>
#include <stdint.h>

/* A file in memory with these bytes. Ends the process where there is none. */
int exercise_memory_file(const uint8_t *bytes, size_t count);

/* Opens the file by its descriptor, reads everything in it and continues its run for a few
 * iterations. Ends the process where memory is not given back. Returns 1 where it could be opened,
 * 2 where the run could also go on. */
int exercise_file(int file);

/* The same without going on; forked: the file is read by forks of this process, and a crash of one
 * of them ends it. */
void exercise_reading(int file, int forked);

#endif
