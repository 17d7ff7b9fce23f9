#include "record/hdf5/validate.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define DIM_MOST 10000000u
#define NUMBERS_MOST ((uint64_t)1 << 56) /* of a field of the swarm */
#define PER_SECOND_MOST 1e8 /* iterations: tens of times what the smallest swarm makes */

/* ---- Attributes ---- */

jato_status jx_unknown_word(const char *what, const char *word, jato_error *error)
{
  return jx_fail(error, JATO_E_FILE, "the run file's %s is \"%.40s\", which jato does not know",
                 what, word);
}

static jato_status read_kind(jx_attributes *attributes, jato_error *error)
{
  static const char *const words[] = {[JATO_RECORD_GALLERY] = "gallery",
                                      [JATO_RECORD_SOURCE] = "source",
                                      [JATO_RECORD_FUNCTION] = "function",
                                      [JATO_RECORD_STUDY] = "study"};
  for (int k = JATO_RECORD_GALLERY; k <= JATO_RECORD_STUDY; k++)
    if (strcmp(attributes->kind, words[k]) == 0) {
      attributes->info.kind = (jato_record_kind)k;
      return JATO_OK;
    }
  return jx_unknown_word("kind of problem", attributes->kind, error);
}

static jato_status read_stop(jx_attributes *attributes, jato_error *error)
{
  for (int s = JATO_STOP_NONE; s <= JATO_STOP_CONVERGED; s++)
    if (strcmp(attributes->stop, jato_stop_name((jato_stop)s)) == 0) {
      attributes->info.result.stop = (jato_stop)s;
      return JATO_OK;
    }
  return jx_unknown_word("reason to stop", attributes->stop, error);
}

static jato_status read_digest(jx_attributes *attributes, jato_error *error)
{
  static const char digits[] = "0123456789abcdef";
  uint64_t digest = 0;
  size_t length = strlen(attributes->digest);
  for (size_t i = 0; i < length; i++) {
    const char *digit = strchr(digits, attributes->digest[i]);
    if (digit == NULL) length = 0;
    digest = digest << 4 | (uint64_t)(digit == NULL ? 0 : digit - digits);
  }
  if (length != 16) return jx_unknown_word("digest", attributes->digest, error);
  attributes->info.result.digest = digest;
  return JATO_OK;
}

/* What is in the file once, and in jx_record_info twice or elsewhere. */
static void spread(jx_attributes *attributes)
{
  jx_record_info *info = &attributes->info;
  info->dim = (size_t)attributes->dim;
  info->result.particles = info->options.particles;
  info->result.seed = info->options.seed;
  (void)snprintf(info->result.algorithm, sizeof info->result.algorithm, "%s",
                 info->options.algorithm);
  (void)snprintf(info->result.walls, sizeof info->result.walls, "%s", info->options.walls);
  (void)snprintf(info->result.device, sizeof info->result.device, "%s",
                 attributes->device_resolved);
  (void)snprintf(info->result.built, sizeof info->result.built, "%s", attributes->built);
}

static int is_time(double seconds) { return isfinite(seconds) && seconds >= 0; }

static const char *attribute_fault(const jx_attributes *attributes)
{
  const jx_record_info *info = &attributes->info;
  if (attributes->dim < 1 || attributes->dim > DIM_MOST)
    return "dimension is not between 1 and 10,000,000";
  if (info->options.particles < 1 || info->options.particles > NUMBERS_MOST / attributes->dim)
    return "number of particles is 0, or more than a machine can hold";
  if (info->row_stride < 1 || info->row_stride > UINT64_MAX / 4)
    return "stride of rows is 0, or more than a run can have";
  if (isnan(info->result.best)) return "best value is not a number";
  if (!is_time(info->result.seconds) || !is_time(info->result.build_seconds))
    return "time is negative or not finite";
  if (!(info->options.seconds >= 0)) return "limit of seconds is negative or not a number";
  if ((double)info->result.iterations > PER_SECOND_MOST * (info->result.seconds + 1))
    return "iterations are more than can be made in its seconds";
  if (info->improved_at > info->result.iterations) return "best is of an iteration to come";
  return NULL;
}

jato_status jx_validate_attributes(jx_attributes *attributes, jato_error *error)
{
  const char *wrong = attribute_fault(attributes);
  if (wrong != NULL) return jx_fail(error, JATO_E_FILE, "the run file's %s", wrong);
  JX_TRY(read_kind(attributes, error));
  JX_TRY(read_stop(attributes, error));
  JX_TRY(read_digest(attributes, error));
  spread(attributes);
  return JATO_OK;
}

/* ---- Datasets ---- */

static const char *box_fault(const jx_record_info *info)
{
  for (size_t d = 0; d < info->dim; d++)
    if (!isfinite(info->lower[d]) || !isfinite(info->upper[d]) ||
        !(info->lower[d] < info->upper[d]))
      return "box has bounds that are not finite or not in order";
  return NULL;
}

/* 0 where there are none. */
static uint64_t count_submethods(const char *names)
{
  uint64_t count = names[0] != '\0';
  for (; *names != '\0'; names++) count += *names == ',';
  return count;
}

static const char *rows_fault(const jx_record_info *info)
{
  uint64_t submethods = count_submethods(info->submethods);
  for (size_t r = 0; r < info->row_count; r++) {
    const jato_trace_row *row = &info->rows[r];
    if (r > 0 && row->iteration <= row[-1].iteration) return "rows are not in order";
    if (isnan(row->best) || !is_time(row->seconds))
      return "rows have a best that is not a number, or a time that is not finite";
    if (row->submethod > submethods) return "rows were found by methods that it does not name";
  }
  if (info->row_count == 0) return NULL;
  uint64_t last = info->rows[info->row_count - 1].iteration, end = info->result.iterations;
  if (last > end) return "rows continue after its last iteration";
  /* There is one at each multiple of the stride; the iteration that is being made may have none. */
  return end - last > 2 * info->row_stride ? "rows end long before its last iteration" : NULL;
}

static const char *frames_fault(const jx_record_info *info)
{
  if (info->frame_count == 0) return NULL;
  if (info->frame_stride < 1) return "stride of frames is 0";
  if (info->frame_particles < 1 || info->frame_particles > info->options.particles)
    return "frames have more particles than its swarm, or none";
  for (size_t f = 1; f < info->frame_count; f++)
    if (info->frame_iteration[f] <= info->frame_iteration[f - 1]) return "frames are not in order";
  return NULL;
}

/* Counts that are taken from each other when a run goes on. */
static const char *host_fault(const jx_record_info *info, const jx_outcomes *outcomes)
{
  uint64_t all = 0;
  for (int status = 0; status < JX_EVAL_STATUSES; status++) {
    if (info->by_status[status] > info->result.evaluations)
      return "statuses are more than evaluations";
    all += info->by_status[status];
  }
  if (all != 0 && all != info->result.evaluations)
    return "statuses are not those of its evaluations";
  for (size_t i = 0; i < outcomes->count; i++)
    if (outcomes->marks[i] > JX_EVAL_STATUSES)
      return "outcomes have a status that jato does not know";
  if (info->result.reused > info->result.evaluations)
    return "evaluations are fewer than those that were answered by earlier ones";
  if (info->result.waiting > info->result.evaluations)
    return "outcomes are more than its evaluations";
  for (size_t i = 0; i < outcomes->arrival_count; i++)
    if (outcomes->arrival[i] >= info->options.particles)
      return "order has a particle it does not have";
  if (info->by_status[JATO_EVAL_NONFINITE] > info->result.nonfinite)
    return "statuses have more values that are not finite than the run";
  if (!(info->result.violation >= 0)) return "violation is negative or not a number";
  return NULL;
}

jato_status jx_validate_datasets(const jx_attributes *attributes, jato_error *error)
{
  const jx_record_info *info = &attributes->info;
  const char *wrong = box_fault(info);
  if (wrong == NULL) wrong = rows_fault(info);
  if (wrong == NULL) wrong = frames_fault(info);
  if (wrong == NULL) wrong = host_fault(info, &attributes->outcomes);
  if (wrong == NULL && info->data_count > INT_MAX) wrong = "data is more than an int can count";
  if (wrong != NULL) return jx_fail(error, JATO_E_FILE, "the run file's %s", wrong);
  return JATO_OK;
}
