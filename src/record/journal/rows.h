/* Rows of journals, as each version has them. */
#pragma once

#include "record/journal/journal.h"
#include "record/journal/layout.h"

size_t jx_journal_row_bytes(uint32_t version, const jx_journal_shape *shape);

/* Lays an outcome down at `to`, and reads it back into numbers[objectives + variables +
 * constraints], to which *out then points. Returns whether the row is as it was written. */
void jx_journal_row_write(uint32_t version, const jx_journal_shape *shape,
                          const jx_outcome *outcome, char *to);
int jx_journal_row_read(uint32_t version, const jx_journal_shape *shape, const char *from,
                        double *numbers, jx_outcome *out);
