/* Names of the files of a run. */
#pragma once

/* Earlier checkpoints that can stay beside a file, as path.1 to path.9. */
#define JX_KEEP_MOST 9

/* The longest path, with ".lock" behind it. */
#define JX_PATH_LONGEST 4096

typedef struct jx_name {
  char text[JX_PATH_LONGEST];
} jx_name;

/* path.new for earlier 0, path.1, ... otherwise. */
void jx_rotate_name(const char *path, unsigned earlier, jx_name *out);
