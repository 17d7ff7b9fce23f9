#include "run/core/slots.h"

#include "base/clock.h"

#include <math.h>
#include <string.h>

/* Numbers that are evaluated in one call, at most: enough to keep any function busy, and little
 * beside the swarm. */
#define MOST_NUMBERS (1u << 20)

/* ---- Memory ---- */

jato_status jx_slots_reserve(jx_slots *slots, size_t count, int pieces, jato_error *error)
{
  const jato_problem *problem = slots->problem;
  size_t at_once = MOST_NUMBERS / problem->dim + 1;
  int is_plain = problem->space == NULL || problem->space->plain;
  jx_pool *pool = &slots->pool;
  if (count <= slots->most) return JATO_OK;
  if (count > UINT32_MAX / 2)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%zu particles are too many to be evaluated outside of devices; take fewer",
                   count);
  jx_pool_release(pool);
  slots->most = 0;
  slots->room = pieces && at_once < count ? at_once : count;
  size_t variables = slots->room * jx_problem_variables(problem);
  slots->x = jx_pool_take(pool, slots->room * problem->dim, sizeof *slots->x);
  slots->values = is_plain ? slots->x : jx_pool_take(pool, variables, sizeof *slots->values);
  slots->slot = jx_pool_take(pool, count, sizeof *slots->slot);
  slots->rank = jx_pool_take(pool, count, sizeof *slots->rank);
  slots->f = jx_pool_take(pool, count, sizeof *slots->f);
  slots->violation = jx_pool_take(pool, count, sizeof *slots->violation);
  slots->c = jx_pool_take(pool, count * jx_problem_constraints(problem) + 1, sizeof *slots->c);
  slots->marks = jx_pool_take(pool, count, sizeof *slots->marks);
  slots->ready = jx_pool_take(pool, count, sizeof *slots->ready);
  if (!jx_pool_is_whole(pool))
    return jx_fail(error, JATO_E_MEMORY, "not enough memory for the values of %zu points", count);
  slots->most = count;
  return JATO_OK;
}

void jx_slots_release(jx_slots *slots)
{
  jx_release(&slots->pool.allocator, slots->arrival);
  jx_pool_release(&slots->pool);
}

/* ---- The ring of those to be handed out ---- */

void jx_slots_push(jx_slots *slots, size_t slot)
{
  slots->slot[slot].state = JX_SLOT_READY;
  slots->ready[(slots->ready_first + slots->ready_count++) % slots->count] = (uint32_t)slot;
}

void jx_slots_push_front(jx_slots *slots, size_t slot)
{
  slots->slot[slot].state = JX_SLOT_READY;
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

static void restore_reported(jx_slots *slots, const jx_outcomes *saved, size_t i)
{
  slots->slot[i].state = JX_SLOT_REPORTED;
  slots->slot[i].status = (unsigned char)(saved->marks[i] - 1);
  slots->rank[i] = saved->ranks[i];
  slots->f[i] = saved->values[i];
  slots->violation[i] = saved->violations[i];
  put_constraints(slots, i, NULL);
  slots->reported++;
}

void jx_slots_open(jx_slots *slots, size_t count, size_t first, const jx_outcomes *saved)
{
  slots->count = count;
  slots->ready_first = slots->ready_count = slots->out = slots->reported = 0;
  slots->open = 1;
  for (size_t i = 0; i < count; i++) slots->slot[i].attempt = 0;
  for (size_t k = 0; k < count; k++) {
    size_t i = (first + k) % count;
    if (saved != NULL && saved->marks != NULL && i < saved->count && saved->marks[i] != 0)
      restore_reported(slots, saved, i);
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
                                         : slots->slot[slot].turn * slots->count + slot;
}

size_t jx_slots_next_many(jx_slots *slots, size_t most, size_t *first)
{
  size_t at = slots->ready_first, count = 0;
  if (most > slots->ready_count) most = slots->ready_count;
  *first = slots->ready[at];
  while (count < most && slots->ready[at] == *first + count) {
    slots->slot[*first + count++].state = JX_SLOT_OUT;
    if (++at == slots->count) at = 0;
  }
  slots->ready_first = at;
  slots->ready_count -= count;
  slots->out += count;
  return count;
}

void jx_slots_next(jx_slots *slots, uint64_t most, jato_trial *trial, int *given)
{
  size_t slot = 0;
  *given = 0;
  if (slots->applied + slots->reported + slots->out >= most) return;
  if (jx_slots_next_many(slots, 1, &slot) == 0) return;
  slots->slot[slot].since = jx_clock_seconds();
  *trial = (jato_trial){.id = jx_slots_id(slots, slot),
                        .particle = slot,
                        .attempt = slots->slot[slot].attempt,
                        .x = slots->x + slot * slots->problem->dim,
                        .values = slots->values + slot * jx_problem_variables(slots->problem)};
  *given = 1;
}

jato_status jx_slots_find(const jx_slots *slots, uint64_t id, size_t *slot, jato_error *error)
{
  int by_iteration = slots->order == JX_BY_ITERATION;
  uint64_t number = by_iteration ? id - slots->applied : slots->count > 0 ? id % slots->count : 0;
  *slot = (size_t)number;
  if (number < slots->count && slots->slot[number].state == JX_SLOT_OUT &&
      jx_slots_id(slots, *slot) == id)
    return JATO_OK;
  return jx_fail(error, JATO_E_ARGUMENT,
                 "trial %llu is not out: it was never asked for, told already, or recalled",
                 (unsigned long long)id);
}

int jx_slots_settle(jx_slots *slots, jx_tally *tally, size_t slot, const jx_outcome *outcome)
{
  tally->attempts++;
  if (outcome->status != JATO_EVAL_OK && slots->slot[slot].attempt < slots->retries) {
    slots->slot[slot].attempt++;
    return 0;
  }
  jx_tally_end(tally, jx_slots_id(slots, slot), outcome->status, outcome->message);
  slots->slot[slot].attempt = 0;
  slots->rank[slot] = outcome->rank;
  slots->f[slot] = outcome->value;
  slots->violation[slot] = outcome->violation;
  put_constraints(slots, slot, outcome->status == JATO_EVAL_OK ? outcome->c : NULL);
  slots->slot[slot].status = (unsigned char)outcome->status;
  slots->slot[slot].state = JX_SLOT_REPORTED;
  slots->reported++;
  return 1;
}

jx_outcome jx_slots_outcome(const jx_slots *slots, size_t slot)
{
  return (jx_outcome){.status = (jato_eval_status)slots->slot[slot].status,
                      .c = slots->c + slot * jx_problem_constraints(slots->problem),
                      .rank = slots->rank[slot],
                      .value = slots->f[slot],
                      .violation = slots->violation[slot]};
}

void jx_slots_recall(jx_slots *slots)
{
  for (size_t i = slots->count; i-- > 0 && slots->out > 0;)
    if (slots->slot[i].state == JX_SLOT_OUT) {
      jx_slots_push_front(slots, i);
      slots->out--;
    }
}

/* ---- Slots that wait for another's outcome ---- */

void jx_slots_follow(jx_slots *slots, size_t slot, size_t follower)
{
  jx_slot *leader = &slots->slot[slot];
  uint32_t number = (uint32_t)follower + 1, *link = &leader->first_follower;
  if (*link != 0 && leader->last_follower < number)
    link = &slots->slot[leader->last_follower - 1].next_follower;
  while (*link != 0 && *link < number) link = &slots->slot[*link - 1].next_follower;
  slots->slot[follower].next_follower = *link;
  if (*link == 0) leader->last_follower = number;
  *link = number;
}

size_t jx_slots_next_follower(jx_slots *slots, size_t slot)
{
  uint32_t number = slots->slot[slot].first_follower;
  if (number == 0) return slots->count;
  slots->slot[slot].first_follower = slots->slot[number - 1].next_follower;
  return number - 1;
}

void jx_slots_forget_followers(jx_slots *slots)
{
  for (size_t i = 0; i < slots->count; i++) slots->slot[i].first_follower = 0;
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
    uint32_t *longer = jx_allocate(&slots->pool.allocator, room, sizeof *longer);
    if (longer == NULL)
      return jx_fail(error, JATO_E_MEMORY, "not enough memory for the order of %zu outcomes", room);
    if (slots->applied > 0) memcpy(longer, slots->arrival, (size_t)slots->applied * sizeof *longer);
    jx_release(&slots->pool.allocator, slots->arrival);
    slots->arrival = longer;
    slots->arrival_room = room;
  }
  slots->arrival[slots->applied] = (uint32_t)slot;
  return JATO_OK;
}

jato_status jx_slots_apply_one(jx_slots *slots, size_t slot, jato_error *error)
{
  JX_TRY(note_arrival(slots, slot, error));
  slots->reported--;
  slots->applied++;
  slots->slot[slot].turn++;
  return JATO_OK;
}

void jx_slots_apply_all(jx_slots *slots)
{
  slots->applied += slots->count;
  slots->reported = 0;
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
  for (size_t i = 0; i < slots->count && slots->reported > 0; i++)
    waiting +=
        slots->slot[i].state == JX_SLOT_REPORTED && slots->slot[i].status == JATO_EVAL_NONFINITE;
  return waiting;
}

/* ---- Run files ---- */

void jx_slots_inform(const jx_slots *slots, jx_outcomes *outcomes)
{
  if (slots->count == 0) return;
  int waits = slots->reported > 0;
  for (size_t i = 0; waits && i < slots->count; i++)
    slots->marks[i] =
        slots->slot[i].state == JX_SLOT_REPORTED ? (unsigned char)(1 + slots->slot[i].status) : 0;
  outcomes->moved = slots->open;
  outcomes->marks = waits ? slots->marks : NULL;
  outcomes->ranks = waits ? slots->rank : NULL;
  outcomes->values = waits ? slots->f : NULL;
  outcomes->violations = waits ? slots->violation : NULL;
  outcomes->count = waits ? slots->count : 0;
  outcomes->arrival = slots->arrival;
  outcomes->arrival_count = slots->arrival != NULL ? (size_t)slots->applied : 0;
}

static jato_status restore_arrival(jx_slots *slots, const jx_outcomes *saved, jato_error *error)
{
  slots->arrival =
      jx_allocate(&slots->pool.allocator, saved->arrival_count + 1024, sizeof(uint32_t));
  if (slots->arrival == NULL)
    return jx_fail(error, JATO_E_MEMORY, "not enough memory for the order of outcomes");
  slots->arrival_room = saved->arrival_count + 1024;
  for (size_t i = 0; i < saved->arrival_count; i++) {
    slots->arrival[i] = saved->arrival[i] % (uint32_t)slots->most;
    slots->slot[slots->arrival[i]].turn++;
  }
  return JATO_OK;
}

/* How often each slot was evaluated, from what was applied in all; unused by iteration. */
jato_status jx_slots_restore(jx_slots *slots, uint64_t applied, const jx_outcomes *saved,
                             jato_error *error)
{
  slots->applied = applied;
  if (slots->order == JX_BY_ARRIVAL) return restore_arrival(slots, saved, error);
  if (slots->order != JX_BY_PARTICLE) return JATO_OK;
  uint64_t rounds = applied / slots->most, more = applied % slots->most;
  for (size_t i = 0; i < slots->most; i++) slots->slot[i].turn = rounds + (i < more ? 1 : 0);
  return JATO_OK;
}
