/* What a run file holds, written down once for writer and reader: the attributes and
 * datasets of docs/run-file.md. */
#pragma once

#include "contract/algorithm.h"
#include "contract/format.h"
#include "record/hdf5/library.h"

/* All attributes of a file but its settings, in the shape they have there. */
typedef struct jx_attributes {
  jx_record_info info;
  jx_outcomes outcomes;
  jx_shards shards;
  uint64_t dim;
  uint64_t tile;                       /* particles of a chunk of the swarm */
  const char *kind, *stop;             /* as words */
  const char *digest;                  /* 16 hexadecimal digits */
  const char *device_resolved, *built; /* of the result */
  const char *state_arrays;            /* names of the algorithm's arrays, in order: "mean,sigma" */
} jx_attributes;

typedef enum jx_attribute_kind {
  JX_ATTRIBUTE_TEXT,  /* const char * */
  JX_ATTRIBUTE_INT,   /* int */
  JX_ATTRIBUTE_FLAG,  /* bool; an int, 0 or 1, in the file */
  JX_ATTRIBUTE_COUNT, /* uint64_t */
  JX_ATTRIBUTE_REAL,  /* double */
  JX_ATTRIBUTE_LINES  /* const char *, of any characters: it is never shown as it is */
} jx_attribute_kind;

static inline int jx_attribute_is_text(jx_attribute_kind kind)
{
  return kind == JX_ATTRIBUTE_TEXT || kind == JX_ATTRIBUTE_LINES;
}

/* One attribute. */
typedef struct jx_attribute {
  const char *group, *name; /* the root's group is "" */
  jx_attribute_kind kind;
  size_t at; /* of its value in a jx_attributes, or in jato_options for a setting */
} jx_attribute;

/* Those that every file has, but for settings. The first is the format's version, the second the
 * program that wrote it. */
extern const jx_attribute jx_attribute_rows[];
extern const size_t jx_attribute_row_count;

/* It may miss in a file of an earlier version. */
extern const jx_attribute jx_planned_attribute;

/* The signature of what would be run, where there is one. */
extern const jx_attribute jx_signature_attribute;

/* For a run whose algorithm has others inside. */
extern const jx_attribute jx_submethods_attribute;

/* For a best that is a mean. */
extern const jx_attribute jx_error_attribute, jx_samples_attribute, jx_reused_attribute,
    jx_given_attribute;

/* For a file with frames. */
extern const jx_attribute jx_frames_attribute;

/* For a file whose swarm lies in shards, and for a shard. */
extern const jx_attribute jx_shards_attribute;

/* For a run whose objective was evaluated outside of devices: the group "host". */
extern const jx_attribute jx_host_attributes[];
extern const size_t jx_host_attribute_count;

/* In /host, where evaluations were failing one after the other when the run was saved. */
extern const jx_attribute jx_failing_attribute;

/* For a run whose algorithm keeps arrays: the group "state". */
extern const jx_attribute jx_state_attribute;

/* Arrays of an algorithm and of the run, at most. */
#define JX_STATE_MOST (JX_ARRAYS_MOST + 1)

/* The datasets. */
typedef enum jx_dataset_name {
  JX_DATASET_LOWER = 0,
  JX_DATASET_UPPER,
  JX_DATASET_SOURCE,
  JX_DATASET_DATA,
  JX_DATASET_X,
  JX_DATASET_ROW_ITERATION, /* the columns of a jato_trace_row, in its order */
  JX_DATASET_ROW_EVALUATIONS,
  JX_DATASET_ROW_NONFINITE,
  JX_DATASET_ROW_BEST,
  JX_DATASET_ROW_SECONDS,
  JX_DATASET_ROW_DIVERSITY,
  JX_DATASET_ROW_SUBMETHOD, /* only of an algorithm that has others inside */
  JX_DATASET_ROW_X,
  JX_DATASET_FRAME_ITERATION,
  JX_DATASET_FRAME_POSITION,
  JX_DATASET_POSITION, /* the swarm's fields, in the order of jato_record_field */
  JX_DATASET_VELOCITY,
  JX_DATASET_OWN,
  JX_DATASET_VALUE,
  JX_DATASET_SHARDS,
  JX_DATASET_STATUSES, /* of the group "host", as are those below */
  JX_DATASET_REPORTED,
  JX_DATASET_REPORTED_VALUE,
  JX_DATASET_REPORTED_F,
  JX_DATASET_REPORTED_VIOLATION,
  JX_DATASET_ARRIVAL,
  JX_DATASETS
} jx_dataset_name;

#define JX_ROW_COLUMNS (JX_DATASET_ROW_SUBMETHOD - JX_DATASET_ROW_ITERATION + 1)
#define JX_SWARM_DATASETS (JX_DATASET_VALUE - JX_DATASET_POSITION + 1)
#define JX_MOST_RANK 3

typedef struct jx_dataset {
  const char *group, *name;
  jx_number number; /* in the file; the swarm's are JX_F32 in a run of floats */
  int rank;
  const char *description;
  const char *unit; /* "" without */
} jx_dataset;

extern const jx_dataset jx_datasets[JX_DATASETS];

/* The dataset of an array that an algorithm keeps. */
jx_dataset jx_state_dataset(const char *name, jato_array_kind kind);
