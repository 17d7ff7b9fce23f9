/* The keys of a study file that are no settings of the run (options/settings.h has those), in one
 * table: the reader's schema is made of both, messages that name the nearest key, and
 * docs/study.schema.json, which editors read. */
#pragma once

#include <stddef.h>

typedef enum jx_key_type {
  JX_KEY_TEXT,
  JX_KEY_NUMBER,  /* 1e-3 */
  JX_KEY_COUNT,   /* 1000, 10k, 1M, 1Ki */
  JX_KEY_TIME,    /* 90, 90s, 50ms, 2m, 1h */
  JX_KEY_VALUE,   /* of a variable: a number or one of its choices */
  JX_KEY_CHOICE,  /* one of `choices` */
  JX_KEY_CHOICES, /* a list of some of `choices` */
  JX_KEY_TEXTS,   /* a list */
  JX_KEY_PAIR,    /* a list of two numbers */
  JX_KEY_SECTION, /* keys of `section` */
  JX_KEY_NAMED    /* names of the user's, each with the keys of `section` */
} jx_key_type;

typedef struct jx_key {
  const char *name;
  jx_key_type type;
  int needed;
  size_t offset; /* in the section's structure, parsed_study.h */
  const char *about;
  const char *choices; /* words with one space between */
  const struct jx_section *section;
} jx_key;

typedef struct jx_section {
  const char *what; /* as in "the keys of a variable" */
  const jx_key *keys;
  size_t count;
  const char *settings; /* the section of the table of settings that belongs here, too; or NULL */
} jx_section;

/* The whole file, and parts of it. */
extern const jx_section jx_study_keys, jx_variable_keys, jx_constraint_keys, jx_objective_keys,
    jx_result_keys;

enum {
  JX_STUDY_BYTES = 1 << 20, /* a longer text is none */
  JX_STUDY_NAMED = 10000,   /* variables, and constraints, at most */
  JX_STUDY_LISTED = 1000    /* entries of a list, at most */
};
