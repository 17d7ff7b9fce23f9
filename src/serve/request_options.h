/* The options of a request. */
#pragma once

#include "text/tree.h"

/* Reads an object of options over those in *options; NULL changes nothing. Texts point into the
 * tree. *resume is set where the object says so. Fails with JATO_E_ARGUMENT. */
jato_status jx_read_options(const jx_node *object, jato_options *options, int *resume,
                            jato_error *error);
