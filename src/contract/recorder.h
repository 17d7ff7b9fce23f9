/* What keeps a run, and what reads a kept one. The run tells a recorder how it stands; the recorder
 * decides what of it is worth keeping, and writes it without holding the run up.
 *
 * What a file holds is a jato_record_info, for who writes as for who reads, and a swarm. */
#ifndef JX_RECORDER_H
#define JX_RECORDER_H

#include "base/digest.h"
#include "base/memory.h"
#include "base/status.h"
#include "population/shape.h"

/* Earlier checkpoints that can stay beside a file, as path.1 to path.9. */
#define JX_KEEP_MOST 9

/* One run that is being kept. Its own thread writes; all calls come from the thread of the run. */
typedef struct jx_recorder jx_recorder;

typedef struct jx_recorder_config {
  const char *path;      /* copied */
  unsigned keep;         /* earlier checkpoints that stay */
  uint64_t frames;       /* about so many; 0: none */
  const jx_shape *shape; /* of the swarm; copied. Without tiles: there is none, but points */
  size_t dim;
  const jato_record_info *so_far; /* of a resumed run: rows and frames go on from it; NULL: none */
  int at_once; /* not 0: checkpoints are written while the run waits, and no memory is kept for them
                */
  jato_allocator allocator;
} jx_recorder_config;

/* How the last checkpoint that was begun fares. */
typedef enum jx_saving {
  JX_SAVING_NONE = 0, /* none was begun since the last answer */
  JX_SAVING_BUSY,
  JX_SAVING_DONE,  /* on the disk; answered once */
  JX_SAVING_FAILED /* *error says why; answered once */
} jx_saving;

/* How a run stands at a checkpoint, copied with all it points to. */
typedef struct jx_saved {
  const jato_record_info *info; /* rows, frames, path, format, version, compiler, host, saved_at and
                                   the digest are filled in by the recorder */
  const jato_trace_row *last;   /* a last row, unless there is one of this iteration; NULL: none */
  const jx_digest *digest;      /* of all but the swarm */
} jx_saved;

typedef struct jx_recorder_ops {
  const char *name; /* "hdf5" */

  /* Takes all memory it will need, a copy of the swarm included; where there is none for that,
   * checkpoints are written while the run waits. Touches no file. Fails with JATO_E_NOT_BUILT,
   * JATO_E_MEMORY, JATO_E_ARGUMENT. */
  jato_status (*create)(const jx_recorder_config *config, jx_recorder **out, jato_error *error);

  /* Waits for a checkpoint that is being written. */
  void (*destroy)(jx_recorder **recorder);

  /* Whether the row, or the frame, of this iteration is to be kept. */
  int (*wants_row)(const jx_recorder *recorder, uint64_t iteration);
  int (*wants_frame)(const jx_recorder *recorder, uint64_t iteration);

  /* Keeps a row with its best point x[dim], in memory. */
  void (*row)(jx_recorder *recorder, const jato_trace_row *row, const double *x);

  /* Keeps a frame. Particle k of frame_particles is particle k * particles / frame_particles of the
   * swarm; points is [frame_particles][2]. */
  size_t (*frame_particles)(const jx_recorder *recorder);
  void (*frame)(jx_recorder *recorder, uint64_t iteration, const double *points);

  /* Where a copy of the whole swarm is to be put between begin and commit, as its shape lays it,
   * own bests flushed; NULL: its tiles are to be handed over one by one. */
  void *(*room)(jx_recorder *recorder);

  /* A checkpoint: begin, then the swarm, if there is one, then commit, which returns at once unless
   * `wait` is not 0. Waits for the checkpoint before it. Tiles come in order, own bests flushed,
   * and are written at once. */
  jato_status (*begin)(jx_recorder *recorder, const jx_saved *saved, jato_error *error);
  jato_status (*tile)(jx_recorder *recorder, uint64_t number, const jx_tile *tile,
                      jato_error *error);
  jato_status (*commit)(jx_recorder *recorder, int wait, jato_error *error);

  /* Nothing is waited for. */
  jx_saving (*saving)(jx_recorder *recorder, jato_error *error);

  /* As jato_record_exists. */
  int (*exists)(const char *path, char *found, size_t size);

  /* Reading. The public jato_record is made here. */
  jato_status (*open)(const jato_record_request *request, jato_record **out, jato_error *error);
  void (*close)(jato_record **record);
  const jato_record_info *(*describe)(const jato_record *record);

  /* Fills the fields of a tile, [group][dim][lane] as population/shape.h has it: position,
   * velocity, own, value; no best_is_here is set; ghosts repeat the last particle. shape must be
   * that of the run. */
  jato_status (*read_tile)(jato_record *record, const jx_shape *shape, uint64_t number,
                           const jx_tile *tile, jato_error *error);
  jato_status (*particles)(jato_record *record, jato_record_field field, uint64_t first,
                           uint64_t count, double *out, jato_error *error);
} jx_recorder_ops;

#endif
