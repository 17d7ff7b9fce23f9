/* What a command of the program is, how its arguments are read, and how it speaks to people. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jato/jato.h>

#include "base/complain.h"
#include "base/settings.h"

/* How the text after an option is read, and what it is stored as. */
typedef enum cli_type {
  CLI_FLAG,    /* no text; bool */
  CLI_TEXT,    /* const char *, pointing into argv */
  CLI_COUNT,   /* 1000, 1k, 1.5M, 1Ki; uint64_t */
  CLI_REAL,    /* any finite number; double */
  CLI_SECONDS, /* 90, 90s, 50ms, 2m, 1h; double, above 0 */
  CLI_CHOICE,  /* one of the words of `choices`; int, the index of the word counted from 0 */
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
  const char *word;     /* what the help writes for its text; NULL for a flag */
  const char *help;     /* NULL: the option is gone; the command says what is in its place */
  size_t offset;        /* of the member of the command's request that it fills */
  uint64_t least, most; /* of a count, both allowed; most 0 means no limit, of a list
                           CLI_MOST_LISTED */
  const char *choices;  /* of a choice: words with one space between */
} cli_option;

/* Rows of a command that shows progress and then a result; AT(member) is the offset of a member of
 * its request. */
/* clang-format off: rows of a table are no block */
#define CLI_OUTPUT_OPTIONS(AT)                                      \
  {"json", 'j', CLI_FLAG, NULL, "print one JSON object", AT(json)}, \
  {                                                                 \
    "quiet", 'q', CLI_FLAG, NULL, "show no progress", AT(quiet)     \
  }
/* clang-format on */

/* The arguments that are no options, in order. */
enum { CLI_MOST_WORDS = 14 };
typedef struct cli_words {
  const char *word[CLI_MOST_WORDS];
  size_t count;
} cli_words;

typedef struct cli_command {
  const char *name;
  const char *summary;
  const char *usage; /* what follows the command's name; the rest of the help is in cli/texts */
  const cli_option *options;
  size_t option_count;
  cli_taken settings; /* of the run, besides its own options */
  size_t most_words;
  bool on_ranks;           /* several make its run together */
  struct cli_ranks *ranks; /* of which this process is one; filled in when it is run */
  int (*run)(const struct cli_command *self, int argc,
             char **argv); /* argv[0] is the first argument */
} cli_command;

/* Whether the option was given: what it fills is not 0, nor NULL. */
bool cli_option_is_given(const cli_option *option, const void *request);

/* Writes an option that was given as the user types it, with a blank before it. */
void cli_option_print(FILE *out, const cli_option *option, const void *request);

/* Both members that a command's table fills. */
#define CLI_OPTIONS(rows) .options = rows, .option_count = sizeof rows / sizeof rows[0]

/* Reads argv into the command's request and *words. Returns CLI_DONE, or CLI_USAGE after it has
 * told the user what is wrong. */
int cli_parse(const cli_command *command, int argc, char **argv, void *request, cli_words *words);
