/* Files without a name, for what is only passed on. */
#pragma once

#include <stdio.h>

/* As tmpfile, but where TMPDIR says. After a message, NULL. */
FILE *cli_temporary_file(void);
