/* Inside of words: a command or a template, cut into text that stays and places for values. */
#ifndef JX_EVALUATOR_PIECES_H
#define JX_EVALUATOR_PIECES_H

#include "base/text.h"
#include "evaluator/command/words.h"

typedef enum jx_piece_kind {
  JX_PIECE_TEXT,
  JX_PIECE_VARIABLE,
  JX_PIECE_ID,
  JX_PIECE_FOLDER,
  JX_PIECE_HERE, /* `folder`, or the working directory of whoever made the words */
  JX_PIECE_END   /* of a word of the command */
} jx_piece_kind;

typedef struct jx_piece {
  jx_piece_kind kind;
  size_t variable;      /* which one */
  size_t start, length; /* of a text: where in jx_pieces.text */
} jx_piece;

typedef struct jx_pieces {
  char *text; /* may hold zeros */
  size_t length;
  jx_piece *list;
  size_t count, room;
} jx_pieces;

typedef struct jx_template {
  char *name; /* in the evaluation's folder: without its own folder and without ".in" */
  unsigned mode;
  jx_pieces pieces;
} jx_template;

struct jx_words {
  const jx_space *space;
  jato_allocator allocator;
  jx_pieces command; /* for a shell: its line, which is one word */
  size_t argc;
  int shell;
  int from_here; /* the program is a path relative to `here` */
  int by, stays;
  jato_keep_folders keep_folders;
  char *here, *folder, *scratch, *result_field, *result_file;
  jx_template *templates; /* [template_count] */
  size_t template_count;
};

/* ---- braces.c ----------------------------------------------------------------------------------
 */

/* What a { at the beginning of a text is. */
typedef struct jx_brace {
  jx_text name;  /* of {name}; its length is 0 where it is none */
  int known;     /* the name stands for something: `piece` says what */
  int doubled;   /* it is {{name}} */
  size_t length; /* of {name} or {{name}} */
  jx_piece piece;
} jx_brace;

jx_brace jx_brace_at(const jx_words *words, jx_text text);

/* The error for {name} that is not known; `where` is "the command", or the name of a template. */
jato_status jx_brace_fail(const jx_words *words, const jx_brace *brace, const char *where,
                          jato_error *error);

/* Memory for pieces: texts of `length` bytes in all, and `count` pieces. Returns 0 without. */
int jx_pieces_create(const jx_words *words, size_t length, size_t count, jx_pieces *pieces);
void jx_pieces_destroy(const jx_words *words, jx_pieces *pieces);
void jx_pieces_add(jx_pieces *pieces, jx_piece piece);
void jx_pieces_add_text(jx_pieces *pieces, const char *text, size_t length);

/* ---- split.c, shell.c, template.c: what fills words. Each fails as jx_words_create does. -------
 */

jato_status jx_split_command(jx_words *words, const char *command, jato_error *error);
jato_status jx_split_shell(jx_words *words, const char *line, jato_error *error);
jato_status jx_templates_read(jx_words *words, const jato_command *command, jato_error *error);
void jx_templates_destroy(jx_words *words);

/* ---- compose.c ---------------------------------------------------------------------------------
 */

/* What pieces stand for in one evaluation. */
typedef struct jx_filling {
  uint64_t id;
  const double *values; /* [variables] */
  const char *folder;   /* NULL: none of its own */
} jx_filling;

/* Adds what a piece stands for. */
void jx_piece_add(const jx_words *words, const jx_pieces *pieces, const jx_piece *piece,
                  const jx_filling *filling, jx_line *line);

#endif
