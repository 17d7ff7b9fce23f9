/* What the caller is told although nothing failed: see jato_notice_fn. */
#ifndef JX_NOTICE_H
#define JX_NOTICE_H

#include "jato/jato.h"

/* Passes the text on to the caller's function; NULL: there is none. */
void jx_notice_send(jato_notice_fn notice, void *user, const char *text);

#endif
