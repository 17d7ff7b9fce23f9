/* The folder of an evaluation: creating it, writing its files, removing it. */
#pragma once

#include <sys/types.h>

#include "evaluator/command/template.h"

#define JX_FOLDER_PATH 4096

/* The folder that contains those of all evaluations. */
typedef struct jx_scratch {
  char path[JX_FOLDER_PATH]; /* absolute; "" without */
  int made;                  /* it did not exist before */
} jx_scratch;

/* Creates the folder `name` if it does not exist. Fails with JATO_E_FILE. */
jato_status jx_scratch_open(jx_scratch *scratch, const char *name, jato_error *error);

/* Removes it if it was created here and is empty. */
void jx_scratch_close(jx_scratch *scratch);

/* The folder of one evaluation. */
typedef struct jx_folder {
  char path[JX_FOLDER_PATH]; /* absolute; "" without */
  dev_t device;              /* with node: its identity, even if the name is reused later */
  ino_t node;
  int again; /* the number after its name if that existed already; otherwise 0 */
} jx_folder;

/* Creates <scratch>/<id>, 8 digits or more. An existing folder of that name, of another run, an
 * earlier attempt or the user, is left alone, and the new one is <id>.1, <id>.2, ... Fails with
 * JATO_E_OBJECTIVE; folder->path is "" then. */
jato_status jx_folder_make(const jx_scratch *scratch, uint64_t id, jx_folder *folder,
                           jato_error *error);

/* Removes a folder with its contents, of any depth, unless another folder has replaced it. Links
 * are removed, not followed; other file systems that are mounted in it are left alone. Returns 0,
 * or the errno for which something is left: ESTALE if it was replaced, EXDEV for a mounted file
 * system, ENOTEMPTY if a program still writes to it. Folders of the innermost levels may have been
 * moved up then, under names such as jato-3. */
int jx_folder_remove(const jx_folder *folder);

#define JX_TEMPLATE_LIMIT ((size_t)16 << 20) /* bytes of a file */

typedef struct jx_template_file {
  char *name; /* in the evaluation's folder: the file's name without ".in" */
  unsigned mode;
  jx_template template;
} jx_template_file;

typedef struct jx_template_files {
  jx_template_file *list; /* [count] */
  size_t count;
} jx_template_files;

/* Reads and parses the files; their templates get space, here and pool from `like`. Fails with
 * JATO_E_FILE for a file that cannot be read or is too large, with JATO_E_ARGUMENT for two files of
 * the same name, as jx_template_parse_file does, and with JATO_E_MEMORY. */
jato_status jx_template_files_read(jx_template_files *files, const jx_template *like,
                                   const char *const *paths, size_t count, jato_error *error);

/* Writes the files with their placeholders replaced into the evaluation's folder, with the
 * permissions of the originals. Fails with JATO_E_FILE and JATO_E_MEMORY. */
jato_status jx_template_files_write(const jx_template_files *files, const jx_evaluation *evaluation,
                                    jato_error *error);
