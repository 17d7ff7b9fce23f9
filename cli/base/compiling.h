/* Where code that was compiled is kept, and what is said while it is. */
#pragma once

/* Where programs keep what they can make again, by the rules of the XDG base directories; "" where
 * there is no such place. */
enum { CLI_FOLDER = 4096 };
void cli_usual_cache(char folder[CLI_FOLDER]);

/* Where temporary files belong: $TMPDIR where it is an absolute path, otherwise NULL. */
const char *cli_usual_temporary(void);

/* A jato_notice_fn: "jato: note: ..." on standard error. */
void cli_notice(const char *text, void *user);

/* The file of the user's key, which signs run files, by the same rules: ~/.config/jato/key. */
void cli_usual_key(char path[CLI_FOLDER]);
