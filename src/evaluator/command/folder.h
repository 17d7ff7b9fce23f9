/* The folder that an evaluation works in: made, supplied with files, removed. */
#pragma once

#include <sys/types.h>

#include "evaluator/command/template.h"

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

/* One evaluation's, which this function creates. */
typedef struct jx_folder {
  char path[JX_FOLDER_PATH]; /* absolute; "" without */
  dev_t device;              /* which folder it is, whatever stands under its name later */
  ino_t node;
  int again; /* 0, or the number behind its name, which others had already */
} jx_folder;

/* Makes <scratch>/<id>, 8 digits or more. What is there under that name, of another run, an earlier
 * try or the user, is left alone, and the folder is <id>.1, <id>.2, ... Fails with
 * JATO_E_OBJECTIVE; folder->path is "" then. */
jato_status jx_folder_make(const jx_scratch *scratch, uint64_t id, jx_folder *folder,
                           jato_error *error);

/* Removes a folder with all that is in it, however deep, unless another has taken its place. Links
 * are removed, not followed; other file systems that are mounted in it are left alone. Returns 0,
 * or errno's why something is left: ESTALE for another in its place, EXDEV for a file system in it,
 * ENOTEMPTY where it is still being written to. Folders of the innermost levels may have been moved
 * up into it then, under names such as jato-3. */
int jx_folder_remove(const jx_folder *folder);

#define JX_TEMPLATE_LIMIT ((size_t)16 << 20) /* bytes of a file */

typedef struct jx_template_file {
  char *name; /* in the evaluation's folder: without its own folder and without ".in" */
  unsigned mode;
  jx_template template;
} jx_template_file;

typedef struct jx_template_files {
  jx_template_file *list; /* [count] */
  size_t count;
} jx_template_files;

/* Reads and parses the files; `like` has the space, here and pool of their templates. Fails with
 * JATO_E_FILE for one that cannot be read or is too large, with JATO_E_ARGUMENT for two of the same
 * name and as jx_template_parse_file does, and with JATO_E_MEMORY. */
jato_status jx_template_files_read(jx_template_files *files, const jx_template *like,
                                   const char *const *paths, size_t count, jato_error *error);

/* Writes them, filled in, into the evaluation's folder, which is there, with the rights their
 * originals have. Fails with JATO_E_FILE and JATO_E_MEMORY. */
jato_status jx_template_files_write(const jx_template_files *files, const jx_evaluation *evaluation,
                                    jato_error *error);
