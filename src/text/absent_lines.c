/* A build without jansson: lines can be written, and the readers say that they are not here. */
#include "text/lines.h"

#include <math.h>
#include <stdio.h>

int jx_lines_built(void) { return 0; }

static int refuse(jx_answer *answer)
{
  *answer = (jx_answer){.value = NAN};
  (void)snprintf(answer->message, sizeof answer->message,
                 "this build of jato reads no JSON; install libjansson-dev and build again");
  return 0;
}

int jx_lines_read_answer(const jx_space *space, const char *text, size_t length, jx_answer *answer,
                         double *c)
{
  (void)space;
  (void)text;
  (void)length;
  (void)c;
  return refuse(answer);
}

int jx_lines_read_fields(const jx_space *space, const char *field, const char *text, size_t length,
                         jx_answer *answer, double *c)
{
  (void)space;
  (void)field;
  (void)text;
  (void)length;
  (void)c;
  return refuse(answer);
}
