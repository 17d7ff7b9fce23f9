/* The calls that make_calls.py writes. */
#ifndef TESTS_NULLS_CALLS_H
#define TESTS_NULLS_CALLS_H

#include "things.h"

enum { MOST_POINTERS = 8 };

/* What a call answers to a NULL that it cannot do with. */
typedef enum refusal {
  REFUSES_BY_NOTHING, /* it has no answer, or a structure */
  REFUSES_BY_STATUS,  /* JATO_E_ARGUMENT, and words */
  REFUSES_BY_ZERO,
  REFUSES_BY_NAN_,
  REFUSES_BY_NULL_,
  REFUSES_BY_WORDS, /* any text */
  REFUSES_BY_EMPTY  /* "" */
} refusal;

typedef struct call {
  const char *name;
  void (*make)(things *t);
  refusal refuses;
  struct {
    const char *name;
    int may_be_null;
  } pointers[MOST_POINTERS];
  int pointer_count;
  const char *problem; /* why it cannot be made; "" otherwise */
} call;

extern const call calls[];
extern const size_t call_count;

/* Ends the present call, with words. */
_Noreturn void give_up(const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(__printf__, 1, 2)))
#endif
    ;

#endif
