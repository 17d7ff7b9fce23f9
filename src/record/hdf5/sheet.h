/* What a run file holds, written down once for who writes it and who reads it: the attributes and
 * datasets of docs/run-file.md. */
#ifndef JX_SHEET_H
#define JX_SHEET_H

#include "record/format.h"
#include "record/hdf5/library.h"

/* All attributes of a file in the shape they have there. */
typedef struct jx_sheet {
  jato_record_info info;
  uint64_t dim, particles;
  uint64_t tile;                       /* particles of a chunk of the swarm */
  const char *precision, *kind, *stop; /* as words */
  const char *digest;                  /* 16 hexadecimal digits */
  const char *device_resolved, *built; /* of the result */
  const char *state_arrays;            /* names of the algorithm's arrays, in order: "mean,sigma" */
} jx_sheet;

typedef enum jx_item_kind {
  JX_ITEM_TEXT,  /* const char * */
  JX_ITEM_INT,   /* int */
  JX_ITEM_COUNT, /* uint64_t */
  JX_ITEM_REAL   /* double */
} jx_item_kind;

/* One attribute. */
typedef struct jx_item {
  const char *group, *name; /* the root's group is "" */
  jx_item_kind kind;
  size_t at; /* of its value in a jx_sheet */
} jx_item;

/* Those that every file has. The first is the format's version, the second who wrote it. */
extern const jx_item jx_items[];
extern const size_t jx_item_count;

/* Of a file with frames. */
extern const jx_item jx_frames_item;

/* Of a run whose objective was evaluated outside of devices: the group "host". */
extern const jx_item jx_host_items[];
extern const size_t jx_host_item_count;

/* Of a run whose algorithm keeps arrays: the group "state". */
extern const jx_item jx_state_item;

/* Arrays of an algorithm and of the run, at most. */
#define JX_STATE_MOST 65

/* The longest text of an attribute; HDF5 has room for 64 KiB with all that goes along. */
#define JX_TEXT_MOST 60000

/* The datasets. */
typedef enum jx_set_name {
  JX_SET_LOWER = 0,
  JX_SET_UPPER,
  JX_SET_SOURCE,
  JX_SET_DATA,
  JX_SET_X,
  JX_SET_ROW_ITERATION, /* the columns of a jato_trace_row, in its order */
  JX_SET_ROW_EVALUATIONS,
  JX_SET_ROW_NONFINITE,
  JX_SET_ROW_BEST,
  JX_SET_ROW_SECONDS,
  JX_SET_ROW_DIVERSITY,
  JX_SET_ROW_X,
  JX_SET_FRAME_ITERATION,
  JX_SET_FRAME_POSITION,
  JX_SET_POSITION, /* the swarm's fields, in the order of jato_record_field */
  JX_SET_VELOCITY,
  JX_SET_OWN,
  JX_SET_VALUE,
  JX_SET_FATES, /* of the group "host", as are those below */
  JX_SET_TOLD,
  JX_SET_TOLD_VALUE,
  JX_SET_TOLD_F,
  JX_SET_TOLD_VIOLATION,
  JX_SET_ARRIVAL,
  JX_SETS
} jx_set_name;

#define JX_ROW_COLUMNS (JX_SET_ROW_DIVERSITY - JX_SET_ROW_ITERATION + 1)
#define JX_SWARM_SETS (JX_SET_VALUE - JX_SET_POSITION + 1)
#define JX_MOST_RANK 3

typedef struct jx_set {
  const char *group, *name;
  jx_number number; /* in the file; the swarm's are JX_F32 in a run of floats */
  int rank;
  const char *description;
  const char *unit; /* "" without */
} jx_set;

extern const jx_set jx_sets[JX_SETS];

/* The dataset of an array that an algorithm keeps. */
jx_set jx_state_set(const char *name, jato_array_kind kind);

#endif
