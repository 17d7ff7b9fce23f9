/* What a command of the program is, how its arguments are read, and how it speaks to people. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jato/jato.h>

#include "settings.h"

/* What the program returns to the shell. */
enum {
  CLI_DONE = 0,
  CLI_FAILED = 1,    /* the run failed, or what was to be the same differs */
  CLI_USAGE = 2,     /* the command line, or the source it names, is wrong */
  CLI_NOT_BUILT = 3, /* this build does not contain what was named */
  CLI_FILE = 4       /* a file or standard output could not be read or written */
};

/* How the text after an option is read, and what it is stored as. */
typedef enum cli_type {
  CLI_FLAG,    /* no text; bool */
  CLI_TEXT,    /* const char *, pointing into argv */
  CLI_COUNT,   /* 1000, 1k, 1.5M, 1Ki; uint64_t */
  CLI_REAL,    /* any finite number; double */
  CLI_SECONDS, /* 90, 90s, 50ms, 2m, 1h; double, above 0 */
  CLI_CHOICE,  /* one of the words of `choices`; int, the place of the word counted from 0 */
  CLI_LIST     /* may be given several times, `most` times at most; cli_list_of */
} cli_type;

enum { CLI_MOST_LISTED = 512 };
typedef struct cli_list_of {
  const char *text[CLI_MOST_LISTED]; /* pointing into argv */
  size_t count;
} cli_list_of;

/* One option: a row of a command's table, which the parser and the help both read. */
typedef struct cli_option {
  const char *name; /* without the two dashes */
  char letter;      /* the short form without its dash; 0 for none */
  cli_type type;
  const char *word; /* what the help writes for its text; NULL for a flag */
  const char *help;
  size_t offset;        /* of the member of the command's request that it fills */
  uint64_t least, most; /* of a count, both allowed; most 0 means no limit, of a list
                           CLI_MOST_LISTED */
  const char *choices;  /* of a choice: words with one space between */
} cli_option;

/* The arguments that are no options, in order. */
enum { CLI_MOST_WORDS = 14 };
typedef struct cli_words {
  const char *word[CLI_MOST_WORDS];
  size_t count;
} cli_words;

typedef struct cli_command {
  const char *name;
  const char *summary;
  const char *usage;    /* what follows the command's name */
  const char *about;    /* a paragraph or two of the help; "" for none */
  const char *examples; /* whole lines */
  const cli_option *options;
  size_t option_count;
  cli_taken settings; /* of the run, besides its own options */
  size_t most_words;
  int (*run)(const struct cli_command *self, int argc,
             char **argv); /* argv[0] is the first argument */
} cli_command;

extern const cli_command cli_minimize;
extern const cli_command cli_run;
extern const cli_command cli_init;
extern const cli_command cli_resume;
extern const cli_command cli_show;
extern const cli_command cli_verify;
extern const cli_command cli_export;
extern const cli_command cli_serve;
extern const cli_command cli_check;
extern const cli_command cli_list;
extern const cli_command cli_plot;
extern const cli_command cli_movie;
extern const cli_command cli_page;
extern const cli_command cli_bench;
extern const cli_command cli_doctor;
extern const cli_command cli_worker;

/* Reads argv into the command's request and *words. Returns CLI_DONE, or CLI_USAGE after it has
 * told the user what is wrong. */
int cli_parse(const cli_command *command, int argc, char **argv, void *request, cli_words *words);

/* Writes "jato: " and the text to standard error, with a line end. */
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
void cli_complain(const char *format, ...);

/* Tells the user of a failed call of the library and returns what the program is to exit with. */
int cli_complain_of(jato_status status, const jato_error *error);

/* Says that there is no such thing, with the nearest of `names` (words with one space between) when
 * one is near: unknown option --particle; did you mean --particles? `before` is written in front of
 * both. Returns CLI_USAGE. */
int cli_complain_unknown(const char *what, const char *before, const char *name, const char *names);

#endif
