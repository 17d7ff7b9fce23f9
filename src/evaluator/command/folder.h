/* The folder that an evaluation works in, and its end. */
#ifndef JX_COMMAND_FOLDER_H
#define JX_COMMAND_FOLDER_H

#include "base/memory.h"
#include "base/status.h"

#define JX_FOLDER_PATH 4096

/* The folder that holds those of all evaluations. */
typedef struct jx_scratch {
  char path[JX_FOLDER_PATH]; /* absolute; "" without */
  int made;                  /* it was not there before */
} jx_scratch;

/* Makes the folder `name`, unless it is there. Fails with JATO_E_FILE. */
jato_status jx_scratch_open(jx_scratch *scratch, const char *name, jato_error *error);

/* Removes it if it was made here and is empty. */
void jx_scratch_close(jx_scratch *scratch);

/* Makes <scratch>/<id>, 8 digits or more, empty: one that is there, from another run or an earlier
 * try, is removed before. Writes its path to path[JX_FOLDER_PATH]. Fails with JATO_E_OBJECTIVE. */
jato_status jx_folder_make(const jx_scratch *scratch, uint64_t id, char *path, jato_error *error);

/* Removes a folder with all that is in it. Links are removed, not followed; other file systems that
 * are mounted in it are left alone. Returns 0, or errno's why something is left. */
int jx_folder_remove(const char *path);

#endif
