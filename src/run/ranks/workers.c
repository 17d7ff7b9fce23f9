#define _POSIX_C_SOURCE 200809L

#include "run/ranks/workers.h"

#include "base/clock.h"

#include <math.h>
#include <string.h>
#include <time.h>

/* Ranks exchange outcomes after so much of what an evaluation takes, or of the time since the last
 * one was over, and at the latest after LONGEST_PAUSE: long enough to cost little, short enough for
 * a free worker to get its next point soon. Meanwhile they sleep, since waiting for messages takes
 * a core. */
#define SHARE_OF_EVALUATION 0.02
#define LONGEST_PAUSE 0.02  /* seconds */
#define SHORTEST_SLEEP 5e-5 /* less is not worth a call of the system */

/* An outcome as it goes from rank to rank, with what it points to. Its own pointers say no more
 * there than whether there is something. */
typedef struct packed_outcome {
  jx_outcome outcome;
  char message[256]; /* as much of it as a run keeps */
  double numbers[];  /* [objectives + constraints] */
} packed_outcome;

/* What a rank says of itself when ranks exchange outcomes. */
typedef struct progress {
  double clock;
  uint64_t count; /* of its evaluations that are over */
  uint64_t has_failed;
} progress;

struct jx_evaluator {
  const jx_evaluator_ops *ops; /* of its own evaluator */
  jx_evaluator *own;
  jx_comm *comm;
  jx_pool pool; /* of all arrays */
  size_t objectives, constraints;
  size_t width;          /* bytes of a packed_outcome */
  size_t residuals;      /* of a point; 0: it has none */
  size_t capacity;       /* of all ranks */
  size_t *room, *busy;   /* [size]: points that a rank can have, and has */
  size_t *bytes;         /* [size]: of what is gathered */
  progress *progress_of; /* [size] */
  char *over;            /* [room of this rank][width]: since the last exchange */
  size_t over_count;
  char *gathered; /* [capacity][width]: of all ranks */
  size_t gathered_count, taken;
  double clock,
      gathered_at;    /* of rank 0: of the last exchange, and of the last one with an outcome */
  double mean;        /* seconds of an evaluation, of the last few */
  jato_status status; /* of its own evaluator, which all hear of at the next exchange */
  jato_error error;
};

/* ---- Life ---- */

static void workers_destroy(jx_evaluator **address)
{
  jx_evaluator *workers = *address;
  if (workers == NULL) return;
  jato_allocator allocator = workers->pool.allocator;
  if (workers->own != NULL) workers->ops->destroy(&workers->own);
  jx_pool_release(&workers->pool);
  jx_release(&allocator, workers);
  *address = NULL;
}

static jato_status fill(jx_evaluator *workers, const jx_evaluator_config *config, jato_error *error)
{
  size_t size = (size_t)workers->comm->size;
  jx_pool *pool = &workers->pool;
  JX_TRY(workers->ops->create(config, &workers->own, error));
  size_t room = workers->ops->capacity(workers->own);
  workers->room = jx_pool_take(pool, size, sizeof *workers->room);
  workers->busy = jx_pool_take(pool, size, sizeof *workers->busy);
  workers->bytes = jx_pool_take(pool, size, sizeof *workers->bytes);
  workers->progress_of = jx_pool_take(pool, size, sizeof *workers->progress_of);
  workers->over = jx_pool_take(pool, room, workers->width);
  if (!jx_pool_is_whole(pool))
    return jx_fail(error, JATO_E_MEMORY, "not enough memory for the evaluations of %zu ranks",
                   size);
  workers->room[workers->comm->rank] = room;
  return JATO_OK;
}

jato_status jx_workers_create(const jx_evaluator_ops *own, const jx_evaluator_config *config,
                              jx_comm *comm, jx_evaluator **out, jato_error *error)
{
  *out = NULL;
  jx_evaluator *workers = jx_allocate(&config->allocator, 1, sizeof *workers);
  if (workers == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory for evaluations");
  workers->ops = own;
  workers->comm = comm;
  workers->pool.allocator = config->allocator;
  workers->residuals = config->problem->objective.residual_count;
  workers->objectives = jx_problem_objectives(config->problem);
  workers->constraints = jx_problem_constraints(config->problem);
  workers->width =
      sizeof(packed_outcome) + (workers->objectives + workers->constraints) * sizeof(double);
  jato_status status = fill(workers, config, error);
  if (status != JATO_OK) workers_destroy(&workers);
  *out = workers;
  return status;
}

jato_status jx_workers_gather(jx_comm *comm, void *data, size_t count, size_t bytes, size_t *work,
                              jato_error *error)
{
  for (int rank = 0; rank < comm->size; rank++)
    work[rank] = bytes * ((size_t)jx_comm_first(comm, count, rank + 1) -
                          (size_t)jx_comm_first(comm, count, rank));
  return comm->ops->gather(comm, data, work, error);
}

/* One from each rank, in the order of ranks. */
static jato_status gather_ones(jx_evaluator *workers, void *ones, size_t bytes, jato_error *error)
{
  size_t size = (size_t)workers->comm->size;
  return jx_workers_gather(workers->comm, ones, size, bytes, workers->bytes, error);
}

jato_status jx_workers_meet(jx_evaluator *workers, jato_error *error)
{
  unsigned flags = 0;
  jato_status status = JATO_OK;
  JX_TRY(gather_ones(workers, workers->room, sizeof *workers->room, error));
  for (int rank = 0; rank < workers->comm->size; rank++) workers->capacity += workers->room[rank];
  workers->gathered = jx_pool_take(&workers->pool, workers->capacity, workers->width);
  if (workers->gathered == NULL)
    status = jx_fail(error, JATO_E_MEMORY, "not enough memory for %zu evaluations at a time",
                     workers->capacity);
  workers->clock = jx_clock_seconds();
  JX_TRY(workers->comm->ops->agree(workers->comm, status, &flags, error));
  JX_TRY(workers->comm->ops->broadcast(workers->comm, 0, &workers->clock, sizeof workers->clock,
                                       error));
  workers->gathered_at = workers->clock;
  return JATO_OK;
}

double jx_workers_clock(const jx_evaluator *workers) { return workers->clock; }

/* ---- Point by point ---- */

static size_t workers_capacity(const jx_evaluator *workers) { return workers->capacity; }

/* The rank that has the least to do for what it can, which all of them know. */
static int choose(const jx_evaluator *workers)
{
  int chosen = 0;
  for (int rank = 1; rank < workers->comm->size; rank++)
    if (workers->busy[rank] * workers->room[chosen] < workers->busy[chosen] * workers->room[rank])
      chosen = rank;
  return chosen;
}

/* What goes wrong here is said at the next exchange. */
static jato_status workers_submit(jx_evaluator *workers, uint64_t id, const double *values,
                                  jato_error *error)
{
  int rank = choose(workers);
  (void)error;
  workers->busy[rank]++;
  if (rank == workers->comm->rank && workers->status == JATO_OK)
    workers->status = workers->ops->submit(workers->own, id, values, &workers->error);
  return JATO_OK;
}

static void pack_outcome(jx_evaluator *workers, const jx_outcome *outcome)
{
  const jx_comm *comm = workers->comm;
  packed_outcome *over =
      (packed_outcome *)(void *)(workers->over + workers->over_count++ * workers->width);
  memset(over, 0, workers->width);
  over->outcome = *outcome;
  over->outcome.worker = outcome->worker * (size_t)comm->size + (size_t)comm->rank;
  if (outcome->message != NULL)
    memcpy(over->message, outcome->message, strnlen(outcome->message, sizeof over->message - 1));
  if (outcome->f != NULL) memcpy(over->numbers, outcome->f, workers->objectives * sizeof(double));
  if (outcome->c != NULL)
    memcpy(over->numbers + workers->objectives, outcome->c, workers->constraints * sizeof(double));
}

static jx_outcome *unpack_outcome(const jx_evaluator *workers, size_t index)
{
  packed_outcome *over = (packed_outcome *)(void *)(workers->gathered + index * workers->width);
  jx_outcome *outcome = &over->outcome;
  if (outcome->message != NULL) outcome->message = over->message;
  if (outcome->f != NULL) outcome->f = over->numbers;
  if (outcome->c != NULL) outcome->c = over->numbers + workers->objectives;
  return outcome;
}

static void sleep_for(double seconds)
{
  if (seconds >= SHORTEST_SLEEP)
    (void)nanosleep(&(struct timespec){.tv_nsec = (long)(seconds * 1e9)}, NULL);
}

/* Collects what is over on this rank when the time is. */
static void collect_own(jx_evaluator *workers, double seconds)
{
  double until = jx_clock_seconds() + seconds, left = seconds;
  int is_first = 1;
  jx_outcome *outcome = NULL;
  while (workers->status == JATO_OK && (is_first || outcome != NULL || left > 0)) {
    is_first = 0;
    workers->status = workers->ops->wait(workers->own, left, &outcome, &workers->error);
    if (workers->status != JATO_OK) return;
    if (outcome != NULL) pack_outcome(workers, outcome);
    left = fmax(until - jx_clock_seconds(), 0);
    if (outcome != NULL) continue;
    sleep_for(left); /* nothing was under way */
    left = 0;
  }
}

/* All of them fail where one has. */
static jato_status exchange_progress(jx_evaluator *workers, jato_error *error)
{
  jx_comm *comm = workers->comm;
  unsigned flags = 0;
  int has_failed = 0;
  workers->progress_of[comm->rank] =
      (progress){jx_clock_seconds(), workers->over_count, workers->status != JATO_OK};
  JX_TRY(gather_ones(workers, workers->progress_of, sizeof *workers->progress_of, error));
  workers->clock = workers->progress_of[0].clock;
  for (int rank = 0; rank < comm->size; rank++)
    has_failed |= workers->progress_of[rank].has_failed != 0;
  if (!has_failed) return JATO_OK;
  if (workers->status != JATO_OK && error != NULL) *error = workers->error;
  return comm->ops->agree(comm, workers->status, &flags, error);
}

/* They are no longer busy with what is over. */
static void count_gathered(jx_evaluator *workers)
{
  for (int rank = 0; rank < workers->comm->size; rank++)
    workers->busy[rank] -= (size_t)workers->progress_of[rank].count;
  for (size_t i = 0; i < workers->gathered_count; i++) {
    const packed_outcome *over =
        (const packed_outcome *)(const void *)(workers->gathered + i * workers->width);
    workers->mean += (over->outcome.seconds - workers->mean) / 8;
  }
  if (workers->gathered_count > 0) workers->gathered_at = workers->clock;
}

static jato_status exchange_outcomes(jx_evaluator *workers, jato_error *error)
{
  size_t before = 0;
  JX_TRY(exchange_progress(workers, error));
  workers->gathered_count = workers->taken = 0;
  for (int rank = 0; rank < workers->comm->size; rank++) {
    size_t count = (size_t)workers->progress_of[rank].count;
    workers->bytes[rank] = count * workers->width;
    workers->gathered_count += count;
    if (rank < workers->comm->rank) before += count;
  }
  if (workers->gathered_count == 0) return JATO_OK;
  memcpy(workers->gathered + before * workers->width, workers->over,
         workers->over_count * workers->width);
  workers->over_count = 0;
  JX_TRY(workers->comm->ops->gather(workers->comm, workers->gathered, workers->bytes, error));
  count_gathered(workers);
  return JATO_OK;
}

static double pause_between(const jx_evaluator *workers)
{
  double about = fmax(workers->mean, workers->clock - workers->gathered_at);
  return fmin(SHARE_OF_EVALUATION * about, LONGEST_PAUSE);
}

static jato_status workers_wait(jx_evaluator *workers, double seconds, jx_outcome **over,
                                jato_error *error)
{
  *over = NULL;
  if (workers->taken == workers->gathered_count) {
    collect_own(workers, fmin(seconds, pause_between(workers)));
    JX_TRY(exchange_outcomes(workers, error));
  }
  if (workers->taken < workers->gathered_count) *over = unpack_outcome(workers, workers->taken++);
  return JATO_OK;
}

static void workers_cancel(jx_evaluator *workers)
{
  workers->ops->cancel(workers->own);
  workers->over_count = workers->gathered_count = workers->taken = 0;
  memset(workers->busy, 0, (size_t)workers->comm->size * sizeof *workers->busy);
  workers->status = JATO_OK;
}

/* ---- Many at once: each rank has an unbroken part of them ---- */

static jato_points own_part(const jx_evaluator *workers, const jato_points *points, size_t *first)
{
  const jx_comm *comm = workers->comm;
  size_t begins = (size_t)jx_comm_first(comm, points->count, comm->rank);
  jato_points part = *points;
  *first = begins;
  part.count = (size_t)jx_comm_first(comm, points->count, comm->rank + 1) - begins;
  part.x = points->x + begins * points->variables;
  part.f = points->f + begins;
  part.c = points->c != NULL ? points->c + begins * points->constraints : NULL;
  part.status = points->status + begins;
  return part;
}

static jato_status share_parts(jx_evaluator *workers, jato_status status, const jato_points *points,
                               jato_error *error)
{
  jx_comm *comm = workers->comm;
  size_t count = points->count, *work = workers->bytes;
  unsigned flags = 0;
  JX_TRY(comm->ops->agree(comm, status, &flags, error));
  JX_TRY(jx_workers_gather(comm, points->f, count, sizeof *points->f, work, error));
  JX_TRY(jx_workers_gather(comm, points->status, count, sizeof *points->status, work, error));
  if (points->c == NULL) return JATO_OK;
  return jx_workers_gather(comm, points->c, count, points->constraints * sizeof *points->c, work,
                           error);
}

static jato_status workers_evaluate(jx_evaluator *workers, const jato_points *points,
                                    jato_error *error)
{
  size_t first = 0;
  jato_points part = own_part(workers, points, &first);
  jato_status status =
      part.count > 0 ? workers->ops->evaluate(workers->own, &part, error) : JATO_OK;
  return share_parts(workers, status, points, error);
}

static jato_status workers_residuals(jx_evaluator *workers, const jato_points *points, double *r,
                                     jato_error *error)
{
  size_t first = 0, count = workers->residuals;
  jato_points part = own_part(workers, points, &first);
  jato_status status = part.count > 0
                           ? workers->ops->residuals(workers->own, &part, r + first * count, error)
                           : JATO_OK;
  JX_TRY(share_parts(workers, status, points, error));
  return jx_workers_gather(workers->comm, r, points->count, count * sizeof *r, workers->bytes,
                           error);
}

static const jx_evaluator_ops one_by_one = {.name = "ranks",
                                            .state = "built",
                                            .destroy = workers_destroy,
                                            .capacity = workers_capacity,
                                            .submit = workers_submit,
                                            .wait = workers_wait,
                                            .cancel = workers_cancel};

static const jx_evaluator_ops many_at_once = {.name = "ranks",
                                              .state = "built",
                                              .destroy = workers_destroy,
                                              .evaluate = workers_evaluate,
                                              .residuals = workers_residuals,
                                              .capacity = workers_capacity,
                                              .submit = workers_submit,
                                              .wait = workers_wait,
                                              .cancel = workers_cancel};

const jx_evaluator_ops *jx_workers_ops(const jx_evaluator_ops *own)
{
  return own->evaluate != NULL ? &many_at_once : &one_by_one;
}
