/* Settings of the run that a command line gives: names and texts, put into jato_options over what
 * holds otherwise. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <jato/jato.h>

enum { CLI_MOST_SETTINGS = 128 };

typedef struct cli_settings {
  struct {
    const jato_setting *setting;
    const char *text; /* pointing into argv */
  } given[CLI_MOST_SETTINGS];
  size_t count;
  jato_options values; /* the defaults with what was given; from the first setting on */
} cli_settings;

/* Which settings a command takes. */
typedef struct cli_taken {
  unsigned used;    /* JATO_USED_...; 0: none */
  const char *only; /* names and sections, one space between; NULL: all that are used so */
  size_t offset;    /* of the cli_settings in its request */
} cli_taken;

/* Words with one space between: the next one from *at on, which moves past it; false at the end. */
enum { CLI_WORD = 64 };
bool cli_next_word(const char **at, char word[CLI_WORD]);

/* The index of a word among `words`, counted from 0, or -1; and the word at an index, "" past the
 * last one. */
int cli_word_index(const char *word, const char *words);
const char *cli_word_at(const char *words, int index, char word[CLI_WORD]);

/* Setting number `index` of those that are taken; NULL past the last one. */
const jato_setting *cli_setting_taken(const cli_taken *taken, size_t index);

/* The setting behind --name or -letter ("" or 0 for the other); NULL where none is taken. */
const jato_setting *cli_setting_find(const cli_taken *taken, const char *name, size_t length,
                                     char letter);

/* Its name with dashes, as the program writes it. */
enum { CLI_SETTING_NAME = 32 };
const char *cli_setting_name(const jato_setting *setting, char name[CLI_SETTING_NAME]);

/* What it does, and in brackets what holds without it. */
enum { CLI_SETTING_ABOUT = 256 };
const char *cli_setting_about(const jato_setting *setting, char about[CLI_SETTING_ABOUT]);

/* Its value in the options as people type it, times in seconds, which may be written to `text`;
 * NULL where it has none. */
const char *cli_setting_value(const jato_setting *setting, const jato_options *options,
                              char text[CLI_WORD]);

/* Writes the settings of these names, each as an option with a blank before it, unless the options
 * have their defaults. */
void cli_settings_print(FILE *out, const char *names, const jato_options *options);

/* Reads and keeps a setting that was given. Returns CLI_DONE, or CLI_USAGE after a message. */
int cli_settings_add(cli_settings *settings, const jato_setting *setting, const char *text);

/* The text given for the setting of this name; NULL without. */
const char *cli_setting_given(const cli_settings *settings, const char *name);

/* Those that make sense with evaluations outside of devices only. */
#define CLI_SETTINGS_OUTSIDE                                                     \
  "workers timeout memory cpu_time file_size sandbox setuid retries on_failure " \
  "warm_start repeat_points failures_in_row"

/* The first that is given of those named in `names` (one space between); NULL without. */
const jato_setting *cli_settings_any(const cli_settings *settings, const char *names);

/* The defaults with the settings that were given. */
jato_options cli_settings_options(const cli_settings *settings);

/* Overwrites options of a study or a run file with the settings that were given, which are read
 * again for that. */
void cli_settings_apply(const cli_settings *settings, jato_options *options);
