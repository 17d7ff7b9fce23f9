/* Settings: every option of a run by name, with its type and meaning. The program's options, the
 * keys of study files and requests, and Python's keywords are all made from this table. */
#ifndef JATO_SETTING_H
#define JATO_SETTING_H

#include "run.h"

JATO_C_BEGIN

typedef enum jato_setting_kind {
  JATO_SETTING_TEXT = 0,
  JATO_SETTING_FILE,   /* a path; in a study file, relative to the file's folder */
  JATO_SETTING_COUNT,  /* 1000, 10k, 1.5M, 1Mi */
  JATO_SETTING_NUMBER, /* any finite number */
  JATO_SETTING_TIME,   /* seconds above 0: 90, 90s, 50ms, 2m, 1.5h */
  JATO_SETTING_CHOICE, /* one of `choices` */
  JATO_SETTING_FLAG    /* true or false; or, in study files and requests, one of `choices` */
} jato_setting_kind;

/* Where a setting may be used, and what for. */
enum {
  JATO_USED_TO_BEGIN = 1,     /* a new run: jato minimize and run, study files, Python */
  JATO_USED_TO_RESUME = 2,    /* a resumed run: does not affect the result */
  JATO_USED_TO_ASK = 4,       /* ask and tell: jato serve */
  JATO_USED_IN_RUN_FILES = 8, /* kept in run files, and back in jato_record_info.options */
  JATO_USED_TO_GUARD = 16,    /* confines the programs of a run; signed in run files */
  JATO_USED_TO_PERMIT = 32    /* a guard that lets programs do more once it is set: not taken from a
                                 run file that its user did not make here */
};

/* One row. All pointers are always valid. */
typedef struct jato_setting {
  size_t size;         /* of this struct in the library */
  const char *name;    /* "on_failure"; the program's option is --on-failure */
  char letter;         /* short option of the program; 0 if none */
  const char *section; /* of study files and requests: "failures"; "" at the top level */
  const char *key;     /* the key in that section: "then" */
  jato_setting_kind kind;
  const char *word;     /* its value in the help: "N", "TIME"; NULL for a flag */
  const char *choices;  /* words separated by one space; NULL for other kinds, and most flags */
  uint64_t least, most; /* range of a count, inclusive; most 0 means no limit */
  const char *help;     /* a phrase without a full stop */
  const char *fallback; /* the default, in words; "" if there is nothing to say */
  unsigned used;        /* JATO_USED_... */
} jato_setting;

/* Row number `index`; NULL past the last one. */
JATO_API const jato_setting *jato_setting_at(size_t index);

/* What the value of a setting is. */
typedef enum jato_setting_value {
  JATO_VALUE_NONE = 0,
  JATO_VALUE_TEXT,  /* NULL where none is given */
  JATO_VALUE_COUNT, /* a choice is its index among its words, a flag 0 or 1 */
  JATO_VALUE_NUMBER
} jato_setting_value;

/* Writes the value of a setting in *options to *text, *count or *number, and returns which of them;
 * JATO_VALUE_NONE if an argument is NULL. A text is that of the options. */
JATO_API jato_setting_value jato_setting_get(const jato_setting *setting,
                                             const jato_options *options, const char **text,
                                             uint64_t *count, double *number);

/* Sets one member of *options by the name of its setting; '-' in the name counts as '_'. Strings
 * are not copied: `text` must live as long as the options. Fails with JATO_E_NAME for an unknown
 * name, suggesting the nearest one, and with JATO_E_ARGUMENT for an invalid value; *options is then
 * unchanged. */
JATO_API jato_status jato_options_set(jato_options *options, const char *name, const char *text,
                                      jato_error *error);

/* The kinds of names that were renamed; docs/moving-to-0.2.md lists them. */
typedef enum jato_name_kind {
  JATO_NAME_OPTION = 0, /* of the program, without its --: "keep" */
  JATO_NAME_SETTING,    /* of jato_options_set */
  JATO_NAME_STUDY,      /* a key of a study, with its section: "objective.stays" */
  JATO_NAME_REQUEST,    /* a member of a request to a jato_server: "tell.fate" */
  JATO_NAME_PYTHON,     /* a keyword of a function: "tell.fate" */
  JATO_NAME_C,          /* of the headers */
  JATO_NAME_MEMBER,     /* of a struct, with its name before it */
  JATO_NAME_OUTPUT      /* a column, or a member of JSON, of what the program writes */
} jato_name_kind;

/* The name that an old one was given: "keep_checkpoints". NULL where it was never a name, or is
 * one still. */
JATO_API const char *jato_renamed(jato_name_kind kind, const char *old);

/* Read quantities as people type them, for programs with their own options. Each returns NULL on
 * success, or what it expects: "a whole number such as 1000, 10k, 1.5M or 1Mi"; so, too, if text or
 * value is NULL. */
JATO_API const char *jato_read_count(const char *text, uint64_t *value);
JATO_API const char *jato_read_seconds(const char *text, double *value);
JATO_API const char *jato_read_number(const char *text, double *value);

/* Writes the one of `words`, which are separated by one space, that is nearest to what was typed.
 * Returns false if none is near enough. */
JATO_API bool jato_nearest_word(const char *typed, const char *words, char nearest[64]);

/* How many bytes the letter of UTF-8 has that `text`, ended by a zero, begins with; 0 where it
 * begins with none. */
JATO_API size_t jato_letter_bytes(const char *text);

/* Whether people see that letter as it is: not one that a terminal obeys, that changes the order of
 * those around it, or that takes no room. Returns 0 where there is no letter, too. */
JATO_API bool jato_letter_is_plain(const char *text);

JATO_C_END
#endif
