/* Folders and files of the user that the program uses by default, and notices of the library. */
#pragma once

/* The user's folder for caches, by the XDG base directories; "" if there is none. */
enum { CLI_FOLDER = 4096 };
void cli_usual_cache(char folder[CLI_FOLDER]);

/* The folder for temporary files: $TMPDIR if it is an absolute path, otherwise NULL. */
const char *cli_usual_temporary(void);

/* A jato_notice_fn: "jato: note: ..." on standard error. */
void cli_notice(const char *text, void *user);

/* The file of the user's key, which signs run files, by the same rules: ~/.config/jato/key. */
void cli_usual_key(char path[CLI_FOLDER]);
