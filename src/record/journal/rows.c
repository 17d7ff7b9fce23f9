#include "record/journal/rows.h"

#include <math.h>
#include <string.h>

/* The beginning in versions 1 and 2, whose outcomes have one value and no step. */
typedef struct early_row {
  uint64_t number;
  double start, seconds, f, violation;
  uint32_t worker;
  uint16_t attempt;
  uint8_t status, flags;
} early_row;

/* Numbers behind the beginning. */
static size_t count_numbers(uint32_t version, const jx_journal_shape *shape)
{
  return (version < 3 ? 0 : shape->objectives) + shape->variables + shape->constraints;
}

size_t jx_journal_row_bytes(uint32_t version, const jx_journal_shape *shape)
{
  size_t beginning = version < 3 ? sizeof(early_row) : sizeof(jx_journal_row);
  return beginning + count_numbers(version, shape) * sizeof(double) + sizeof(uint64_t);
}

/* ---- Writing ---- */

static uint8_t flags_of(const jx_outcome *outcome)
{
  return (uint8_t)((outcome->is_last ? JX_JOURNAL_LAST : 0) |
                   (outcome->is_given ? JX_JOURNAL_GIVEN : 0));
}

static char *put_early(const jx_outcome *outcome, char *to)
{
  early_row row = {.number = outcome->id,
                   .start = outcome->start,
                   .seconds = outcome->seconds,
                   .f = outcome->f != NULL ? outcome->f[0] : NAN,
                   .violation = outcome->violation,
                   .worker = (uint32_t)outcome->worker,
                   .attempt =
                       outcome->attempt < UINT16_MAX ? (uint16_t)outcome->attempt : UINT16_MAX,
                   .status = (uint8_t)outcome->status,
                   .flags = flags_of(outcome)};
  memcpy(to, &row, sizeof row);
  return to + sizeof row;
}

static char *put_row(const jx_outcome *outcome, char *to)
{
  jx_journal_row row = {.number = outcome->id,
                        .start = outcome->start,
                        .seconds = outcome->seconds,
                        .violation = outcome->violation,
                        .worker = (uint32_t)outcome->worker,
                        .attempt = outcome->attempt,
                        .step = outcome->step,
                        .status = (uint8_t)outcome->status,
                        .flags = flags_of(outcome)};
  memcpy(to, &row, sizeof row);
  return to + sizeof row;
}

static char *put_numbers(char *to, const double *from, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    double number = from != NULL ? from[i] : NAN;
    memcpy(to + i * sizeof number, &number, sizeof number);
  }
  return to + count * sizeof *from;
}

void jx_journal_row_write(uint32_t version, const jx_journal_shape *shape,
                          const jx_outcome *outcome, char *to)
{
  char *at = version < 3 ? put_early(outcome, to) : put_row(outcome, to);
  if (version >= 3) at = put_numbers(at, outcome->f, shape->objectives);
  at = put_numbers(at, outcome->values, shape->variables);
  at = put_numbers(at, outcome->c, shape->constraints);
  uint64_t hash = jx_journal_hash(to, (size_t)(at - to));
  memcpy(at, &hash, sizeof hash);
}

/* ---- Reading ---- */

static void take_early(const char *from, double *f, jx_outcome *out)
{
  early_row row;
  memcpy(&row, from, sizeof row);
  *f = row.f;
  *out = (jx_outcome){.id = row.number,
                      .status = (jato_eval_status)row.status,
                      .worker = row.worker,
                      .seconds = row.seconds,
                      .attempt = row.attempt,
                      .is_last = (row.flags & JX_JOURNAL_LAST) != 0,
                      .is_given = (row.flags & JX_JOURNAL_GIVEN) != 0,
                      .start = row.start,
                      .violation = row.violation};
}

static void take_row(const char *from, jx_outcome *out)
{
  jx_journal_row row;
  memcpy(&row, from, sizeof row);
  *out = (jx_outcome){.id = row.number,
                      .status = (jato_eval_status)row.status,
                      .worker = row.worker,
                      .seconds = row.seconds,
                      .attempt = row.attempt,
                      .step = row.step,
                      .is_last = (row.flags & JX_JOURNAL_LAST) != 0,
                      .is_given = (row.flags & JX_JOURNAL_GIVEN) != 0,
                      .start = row.start,
                      .violation = row.violation};
}

int jx_journal_row_read(uint32_t version, const jx_journal_shape *shape, const char *from,
                        double *numbers, jx_outcome *out)
{
  uint64_t hash;
  size_t own = jx_journal_row_bytes(version, shape) - sizeof hash;
  size_t behind = count_numbers(version, shape);
  memcpy(&hash, from + own, sizeof hash);
  if (hash != jx_journal_hash(from, own)) return 0;
  if (version < 3)
    take_early(from, numbers, out);
  else
    take_row(from, out);
  memcpy(numbers + (version < 3 ? 1 : 0), from + own - behind * sizeof *numbers,
         behind * sizeof *numbers);
  out->f = numbers;
  out->values = numbers + shape->objectives;
  out->c = out->values + shape->variables;
  return out->status < JX_EVAL_STATUSES;
}
