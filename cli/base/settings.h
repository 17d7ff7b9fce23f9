/* Settings of the run that a command line gives: names and texts, put into jato_options over what
 * holds otherwise. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include <jato/jato.h>

enum { CLI_MOST_SETTINGS = 128 };

typedef struct cli_settings {
  struct {
    const jato_setting *setting;
    const char *text; /* pointing into argv */
  } given[CLI_MOST_SETTINGS];
  size_t count;
} cli_settings;

/* Which settings a command takes. */
typedef struct cli_taken {
  unsigned used;    /* JATO_USED_...; 0: none */
  const char *only; /* names and sections, one space between; NULL: all that are used so */
  size_t offset;    /* of the cli_settings in its request */
} cli_taken;

/* The index of a word among `words`, which have one space between, counted from 0; or -1. */
int cli_word_index(const char *word, const char *words);

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

/* Keeps a setting that was given. Returns CLI_DONE, or CLI_USAGE after a message. */
int cli_settings_add(cli_settings *settings, const jato_setting *setting, const char *text);

/* The text given for the setting of this name; NULL without. */
const char *cli_setting_given(const cli_settings *settings, const char *name);

/* Those that make sense with evaluations outside of devices only. */
#define CLI_SETTINGS_OUTSIDE                                                     \
  "workers timeout memory cpu_time file_size sandbox setuid retries on_failure " \
  "failures_in_row repeat_points warm_start"

/* The first that is given of those named in `names` (one space between); NULL without. */
const jato_setting *cli_settings_any(const cli_settings *settings, const char *names);

/* Overwrites the options with the settings that were given. */
void cli_settings_apply(const cli_settings *settings, jato_options *options);
