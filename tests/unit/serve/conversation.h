/* A conversation with a server, for its tests: lines are said, answers looked into. */
#ifndef TESTS_CONVERSATION_H
#define TESTS_CONVERSATION_H

#include "check.h"

#include "jato/jato.h"
#include "text/tree.h"

typedef struct conversation {
  jato_server *server;
  jx_tree tree;          /* of the last line */
  const jx_node *answer; /* its root */
  const char *text;      /* the same as it came */
  int ended;
} conversation;

conversation converse(const jato_server_settings *settings);
void hang_up(conversation *with);

/* Says a line, whose answer has to be one line of JSON: an object with "ok". Returns whether that
 * is true; the answer is in with->answer until the next line. */
int say_bytes(conversation *with, const char *line, size_t length);
int say(conversation *with, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(__printf__, 2, 3)))
#endif
    ;

/* Members of the last answer, which has to have them. */
double number_of(const conversation *with, const char *name);
const char *text_of(const conversation *with, const char *name);

/* The line has to be refused, with these words. */
void assert_refused(conversation *with, const char *line, const char *words);

/* A variable of a trial. */
double value_of(const jx_node *trial, const char *variable);

/* Asks for `count` trials at a time and tells their values f(x, y), the last first where
 * `backwards` is not 0, until the run stops, or nothing is handed out. Returns how many it told.
 */
uint64_t evaluate_all(conversation *with, unsigned count, int backwards,
                      double (*f)(double x, double y));

#endif
