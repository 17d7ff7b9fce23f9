/* Files without a name, for what is only passed on. */
#ifndef CLI_FILES_TEMPORARY_H
#define CLI_FILES_TEMPORARY_H

#include <stdio.h>

/* As tmpfile, but where TMPDIR says. After a message, NULL. */
FILE *cli_temporary_file(void);

#endif
