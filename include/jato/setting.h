/* Settings: every option of a run by its name, with what it takes and what it means. The program's
 * options, the keys of study files and of requests, and Python's keywords are all made from it. */
#ifndef JATO_SETTING_H
#define JATO_SETTING_H

#include "run.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum jato_setting_kind {
  JATO_SETTING_TEXT = 0,
  JATO_SETTING_FILE,   /* a path; in a study file it belongs to the file's folder */
  JATO_SETTING_COUNT,  /* 1000, 10k, 1.5M, 1Mi */
  JATO_SETTING_NUMBER, /* any finite number */
  JATO_SETTING_TIME,   /* seconds above 0: 90, 90s, 50ms, 2m, 1.5h */
  JATO_SETTING_CHOICE, /* one of `choices` */
  JATO_SETTING_FLAG    /* true or false */
} jato_setting_kind;

/* Where a setting may be used. */
enum {
  JATO_USED_TO_BEGIN = 1,    /* a new run: jato minimize and run, study files, Python */
  JATO_USED_TO_RESUME = 2,   /* a run that goes on: it does not decide the result */
  JATO_USED_TO_ASK = 4,      /* a run that is asked and told: jato serve */
  JATO_USED_IN_RUN_FILES = 8 /* kept in run files, and back in jato_record_info.options */
};

/* How its value lies in jato_options. */
typedef enum jato_setting_stored {
  JATO_STORED_AS_TEXT = 0, /* const char *; NULL where it is not given */
  JATO_STORED_AS_UINT64,   /* uint64_t */
  JATO_STORED_AS_UNSIGNED, /* unsigned */
  JATO_STORED_AS_DOUBLE,   /* double */
  JATO_STORED_AS_INT       /* int; a choice is its place among its words, a flag 0 or 1 */
} jato_setting_stored;

/* One row. All pointers are valid for ever. */
typedef struct jato_setting {
  const char *name;    /* "on_failure"; the program writes --on-failure */
  char letter;         /* the program's short form; 0 for none */
  const char *section; /* where study files and requests have it: "failures"; "" at the top */
  const char *key;     /* its key there: "then" */
  jato_setting_kind kind;
  const char *word;     /* how help shows what it takes: "N", "TIME"; NULL for a flag */
  const char *choices;  /* words with one space between; NULL for other kinds */
  uint64_t least, most; /* of a count, both allowed; most 0 means no limit */
  const char *help;     /* a phrase without a full stop */
  const char *fallback; /* what holds where it is not given; "" where that needs no word */
  unsigned used;        /* JATO_USED_... */
  jato_setting_stored stored;
  size_t offset; /* of its value in jato_options */
} jato_setting;

/* Row number `index`; NULL past the last one. */
JATO_API const jato_setting *jato_setting_at(size_t index);

/* Sets one member of *options by the name of its setting; a '-' in the name counts as '_'. Texts
 * are not copied: `text` has to live as long as the options. Fails with JATO_E_NAME for a name that
 * is none, with the nearest one, and with JATO_E_ARGUMENT for a text that it cannot take; *options
 * is then as before. */
JATO_API jato_status jato_options_set(jato_options *options, const char *name, const char *text,
                                      jato_error *error);

/* Quantities as people type them, for programs that have options of their own. Each returns NULL,
 * or in words what it needs: "a whole number such as 1000, 10k, 1.5M or 1Mi". */
JATO_API const char *jato_read_count(const char *text, uint64_t *value);
JATO_API const char *jato_read_seconds(const char *text, double *value);
JATO_API const char *jato_read_number(const char *text, double *value);

/* Writes the nearest of `words`, which have one space between them, to what was typed. Returns 0
 * where none is near enough to be meant. */
JATO_API int jato_nearest_word(const char *typed, const char *words, char nearest[64]);

/* How many bytes the letter of UTF-8 has that `text`, ended by a zero, begins with; 0 where it
 * begins with none. */
JATO_API size_t jato_letter_bytes(const char *text);

#ifdef __cplusplus
}
#endif
#endif
