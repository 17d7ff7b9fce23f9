#include "run/generation.h"

#include "base/clock.h"

#include <math.h>
#include <string.h>

/* Numbers that are evaluated in one call, at most: enough to keep any function busy, and little
 * beside the swarm. */
#define MOST_NUMBERS (1u << 20)

/* ---- Memory ---- */

static void release_arrays(jx_slots *slots)
{
  if (slots->values != slots->x) jx_release(&slots->allocator, slots->values);
  void *const pieces[] = {slots->x,         slots->state, slots->fate,   slots->marks,
                          slots->attempt,   slots->turn,  slots->rank,   slots->f,
                          slots->violation, slots->ready, slots->leader, slots->since,
                          slots->c};
  for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++)
    jx_release(&slots->allocator, pieces[i]);
}

jato_status jx_slots_reserve(jx_slots *slots, size_t count, int pieces, jato_error *error)
{
  const jato_allocator *memory = &slots->allocator;
  const jx_space *space = slots->problem->space;
  size_t dim = slots->problem->dim, at_once = MOST_NUMBERS / dim + 1;
  if (count <= slots->most) return JATO_OK;
  if (count > UINT32_MAX / 2)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%zu particles are too many to be evaluated outside of devices; take fewer",
                   count);
  release_arrays(slots);
  slots->most = 0;
  slots->room = pieces && at_once < count ? at_once : count;
  slots->x = jx_allocate(memory, slots->room * dim, sizeof *slots->x);
  slots->values = space == NULL || space->plain
                      ? slots->x
                      : jx_allocate(memory, slots->room * jx_problem_variables(slots->problem),
                                    sizeof *slots->values);
  slots->state = jx_allocate(memory, count, sizeof *slots->state);
  slots->fate = jx_allocate(memory, count, sizeof *slots->fate);
  slots->marks = jx_allocate(memory, count, sizeof *slots->marks);
  slots->attempt = jx_allocate(memory, count, sizeof *slots->attempt);
  slots->turn = jx_allocate(memory, count, sizeof *slots->turn);
  slots->rank = jx_allocate(memory, count, sizeof *slots->rank);
  slots->f = jx_allocate(memory, count, sizeof *slots->f);
  slots->violation = jx_allocate(memory, count, sizeof *slots->violation);
  slots->ready = jx_allocate(memory, count, sizeof *slots->ready);
  slots->leader = jx_allocate(memory, count, sizeof *slots->leader);
  slots->since = jx_allocate(memory, count, sizeof *slots->since);
  size_t constraints = jx_problem_constraints(slots->problem);
  slots->c = jx_allocate(memory, count * constraints + 1, sizeof *slots->c);
  int whole = slots->x != NULL && slots->values != NULL && slots->state != NULL &&
              slots->fate != NULL && slots->marks != NULL && slots->attempt != NULL &&
              slots->turn != NULL && slots->rank != NULL && slots->f != NULL &&
              slots->violation != NULL && slots->ready != NULL && slots->leader != NULL &&
              slots->since != NULL && slots->c != NULL;
  if (!whole)
    return jx_fail(error, JATO_E_MEMORY, "not enough memory for the values of %zu points", count);
  slots->most = count;
  return JATO_OK;
}

void jx_slots_release(jx_slots *slots)
{
  release_arrays(slots);
  jx_release(&slots->allocator, slots->arrival);
}

/* ---- The ring of those to be handed out ---- */

void jx_slots_push(jx_slots *slots, size_t slot)
{
  slots->state[slot] = JX_SLOT_READY;
  slots->ready[(slots->ready_first + slots->ready_count++) % slots->count] = (uint32_t)slot;
}

void jx_slots_push_front(jx_slots *slots, size_t slot)
{
  slots->state[slot] = JX_SLOT_READY;
  slots->ready_first = (slots->ready_first + slots->count - 1) % slots->count;
  slots->ready[slots->ready_first] = (uint32_t)slot;
  slots->ready_count++;
}

/* ---- A generation's beginning ---- */

static void put_constraints(jx_slots *slots, size_t slot, const double *c)
{
  size_t count = jx_problem_constraints(slots->problem);
  for (size_t i = 0; i < count; i++) slots->c[slot * count + i] = c != NULL ? c[i] : NAN;
}

static void restore_told(jx_slots *slots, const jx_outcomes *saved, size_t i)
{
  slots->state[i] = JX_SLOT_TOLD;
  slots->fate[i] = (unsigned char)(saved->told[i] - 1);
  slots->rank[i] = saved->told_value[i];
  slots->f[i] = saved->told_f[i];
  slots->violation[i] = saved->told_violation[i];
  put_constraints(slots, i, NULL);
  slots->told++;
}

void jx_slots_open(jx_slots *slots, size_t count, size_t first, const jx_outcomes *saved)
{
  slots->count = count;
  slots->ready_first = slots->ready_count = slots->out = slots->told = 0;
  slots->open = 1;
  memset(slots->attempt, 0, count * sizeof *slots->attempt);
  for (size_t k = 0; k < count; k++) {
    size_t i = (first + k) % count;
    if (saved != NULL && saved->told != NULL && i < saved->told_count && saved->told[i] != 0)
      restore_told(slots, saved, i);
    else
      jx_slots_push(slots, i);
  }
}

void jx_slots_translate(jx_slots *slots, size_t first, size_t count)
{
  size_t dim = slots->problem->dim, variables = jx_problem_variables(slots->problem);
  if (slots->values == slots->x) return;
  for (size_t i = first; i < first + count; i++)
    jx_space_values(slots->problem->space, slots->x + i * dim, slots->values + i * variables);
}

/* ---- Out and in ---- */

uint64_t jx_slots_id(const jx_slots *slots, size_t slot)
{
  return slots->order == JX_BY_ITERATION ? slots->applied + slot
                                         : slots->turn[slot] * slots->count + slot;
}

void jx_slots_next(jx_slots *slots, uint64_t most, jato_trial *trial, int *given)
{
  *given = 0;
  if (slots->ready_count == 0 || slots->applied + slots->told + slots->out >= most) return;
  size_t slot = slots->ready[slots->ready_first];
  slots->ready_first = (slots->ready_first + 1) % slots->count;
  slots->ready_count--;
  slots->state[slot] = JX_SLOT_OUT;
  slots->since[slot] = jx_clock_seconds();
  slots->out++;
  *trial = (jato_trial){.id = jx_slots_id(slots, slot),
                        .particle = slot,
                        .attempt = slots->attempt[slot],
                        .x = slots->x + slot * slots->problem->dim,
                        .values = slots->values + slot * jx_problem_variables(slots->problem)};
  *given = 1;
}

jato_status jx_slots_find(const jx_slots *slots, uint64_t id, size_t *slot, jato_error *error)
{
  int by_iteration = slots->order == JX_BY_ITERATION;
  uint64_t number = by_iteration ? id - slots->applied : slots->count > 0 ? id % slots->count : 0;
  *slot = (size_t)number;
  if (number < slots->count && slots->state[number] == JX_SLOT_OUT &&
      jx_slots_id(slots, *slot) == id)
    return JATO_OK;
  return jx_fail(error, JATO_E_ARGUMENT,
                 "trial %llu is not out: it was never asked for, told already, or recalled",
                 (unsigned long long)id);
}

int jx_slots_settle(jx_slots *slots, jx_tally *tally, size_t slot, const jx_outcome *outcome)
{
  tally->attempts++;
  if (outcome->fate != JATO_FATE_OK && slots->attempt[slot] < slots->retries) {
    slots->attempt[slot]++;
    return 0;
  }
  jx_tally_end(tally, jx_slots_id(slots, slot), outcome->fate, outcome->message);
  slots->attempt[slot] = 0;
  slots->rank[slot] = outcome->rank;
  slots->f[slot] = outcome->value;
  slots->violation[slot] = outcome->violation;
  put_constraints(slots, slot, outcome->fate == JATO_FATE_OK ? outcome->c : NULL);
  slots->fate[slot] = (unsigned char)outcome->fate;
  slots->state[slot] = JX_SLOT_TOLD;
  slots->told++;
  return 1;
}

jx_outcome jx_slots_outcome(const jx_slots *slots, size_t slot)
{
  return (jx_outcome){.fate = (jato_fate)slots->fate[slot],
                      .c = slots->c + slot * jx_problem_constraints(slots->problem),
                      .rank = slots->rank[slot],
                      .value = slots->f[slot],
                      .violation = slots->violation[slot]};
}

void jx_slots_recall(jx_slots *slots)
{
  for (size_t i = slots->count; i-- > 0 && slots->out > 0;)
    if (slots->state[i] == JX_SLOT_OUT) {
      jx_slots_push_front(slots, i);
      slots->out--;
    }
}

/* ---- The order ---- */

size_t jx_slots_due(const jx_slots *slots)
{
  if (slots->order == JX_BY_PARTICLE) return (size_t)(slots->applied % slots->count);
  if (slots->script != NULL && slots->applied < slots->script_count)
    return slots->script[slots->applied] % slots->count;
  return slots->count;
}

static jato_status note_arrival(jx_slots *slots, size_t slot, jato_error *error)
{
  if (slots->order != JX_BY_ARRIVAL) return JATO_OK;
  if (slots->applied == slots->arrival_room) {
    size_t room = 2 * slots->arrival_room + 1024;
    uint32_t *longer = jx_allocate(&slots->allocator, room, sizeof *longer);
    if (longer == NULL)
      return jx_fail(error, JATO_E_MEMORY, "not enough memory for the order of %zu outcomes", room);
    if (slots->applied > 0) memcpy(longer, slots->arrival, (size_t)slots->applied * sizeof *longer);
    jx_release(&slots->allocator, slots->arrival);
    slots->arrival = longer;
    slots->arrival_room = room;
  }
  slots->arrival[slots->applied] = (uint32_t)slot;
  return JATO_OK;
}

jato_status jx_slots_apply_one(jx_slots *slots, size_t slot, jato_error *error)
{
  JX_TRY(note_arrival(slots, slot, error));
  slots->told--;
  slots->applied++;
  slots->turn[slot]++;
  return JATO_OK;
}

void jx_slots_apply_all(jx_slots *slots)
{
  slots->applied += slots->count;
  slots->told = 0;
  slots->open = 0;
}

int jx_slots_between(const jx_slots *slots)
{
  if (slots->order == JX_BY_ITERATION) return !slots->open;
  return slots->count > 0 && slots->applied > 0 && slots->applied % slots->count == 0;
}

uint64_t jx_slots_waiting_nonfinite(const jx_slots *slots)
{
  uint64_t waiting = 0;
  for (size_t i = 0; i < slots->count && slots->told > 0; i++)
    waiting += slots->state[i] == JX_SLOT_TOLD && slots->fate[i] == JATO_FATE_NONFINITE;
  return waiting;
}

/* ---- Run files ---- */

void jx_slots_inform(const jx_slots *slots, jx_outcomes *outcomes)
{
  if (slots->count == 0) return;
  int waits = slots->told > 0;
  for (size_t i = 0; waits && i < slots->count; i++)
    slots->marks[i] = slots->state[i] == JX_SLOT_TOLD ? (unsigned char)(1 + slots->fate[i]) : 0;
  outcomes->moved = slots->open;
  outcomes->told = waits ? slots->marks : NULL;
  outcomes->told_value = waits ? slots->rank : NULL;
  outcomes->told_f = waits ? slots->f : NULL;
  outcomes->told_violation = waits ? slots->violation : NULL;
  outcomes->told_count = waits ? slots->count : 0;
  outcomes->arrival = slots->arrival;
  outcomes->arrival_count = slots->arrival != NULL ? (size_t)slots->applied : 0;
}

static jato_status restore_arrival(jx_slots *slots, const jx_outcomes *saved, jato_error *error)
{
  slots->arrival = jx_allocate(&slots->allocator, saved->arrival_count + 1024, sizeof(uint32_t));
  if (slots->arrival == NULL)
    return jx_fail(error, JATO_E_MEMORY, "not enough memory for the order of outcomes");
  slots->arrival_room = saved->arrival_count + 1024;
  for (size_t i = 0; i < saved->arrival_count; i++) {
    slots->arrival[i] = saved->arrival[i] % (uint32_t)slots->most;
    slots->turn[slots->arrival[i]]++;
  }
  return JATO_OK;
}

/* How often each slot was evaluated, from what was applied in all; by iteration nobody asks. */
jato_status jx_slots_restore(jx_slots *slots, uint64_t applied, const jx_outcomes *saved,
                             jato_error *error)
{
  slots->applied = applied;
  if (slots->order == JX_BY_ARRIVAL) return restore_arrival(slots, saved, error);
  if (slots->order != JX_BY_PARTICLE) return JATO_OK;
  uint64_t rounds = applied / slots->most, more = applied % slots->most;
  for (size_t i = 0; i < slots->most; i++) slots->turn[i] = rounds + (i < more ? 1 : 0);
  return JATO_OK;
}
