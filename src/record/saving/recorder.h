/* The one place that writes run files. The run says when (run/saving/checkpoint.c) and hands over
 * how it stands; a thread writes that without holding the run up, or, where that cannot be, it is
 * written at once. All calls come from the thread of the run. */
#pragma once

#include "contract/format.h"
#include "record/saving/snapshot.h"

/* One run that is being kept. */
typedef struct jx_recorder jx_recorder;

typedef struct jx_recorder_config {
  const jx_format_ops *format;
  const char *path;             /* copied */
  unsigned keep;                /* earlier checkpoints that stay */
  uint64_t frames;              /* about so many; 0: none */
  const jx_shape *shape;        /* of the swarm; copied. Without tiles: there is none, but points */
  const jx_record_info *so_far; /* of a resumed run: rows and frames go on from it; NULL: none */
  int goes_on;                  /* not 0: path is that of the file it is resumed from */
  int at_once; /* not 0: checkpoints are written while the run waits, and no memory is kept for them
                */
  int forked;  /* not 0: a fork of this process writes them: forked.h */
  jato_allocator allocator;
} jx_recorder_config;

/* How the last checkpoint that was begun fares. */
typedef enum jx_saving {
  JX_SAVING_NONE = 0, /* none was begun since the last answer */
  JX_SAVING_BUSY,
  JX_SAVING_DONE,  /* on the disk; answered once */
  JX_SAVING_FAILED /* *error says why; answered once */
} jx_saving;

/* Takes all memory it will need, a copy of the swarm included; where there is none for that,
 * checkpoints are written while the run waits. Touches no file. Fails with JATO_E_NOT_BUILT,
 * JATO_E_MEMORY, JATO_E_ARGUMENT. */
jato_status jx_recorder_create(const jx_recorder_config *config, jx_recorder **out,
                               jato_error *error);

/* Before the first checkpoint of the run that info says: whether its files may have their names, as
 * files/ownership.h says. Fails with JATO_E_FILE, JATO_E_MEMORY. */
jato_status jx_recorder_check(jx_recorder *recorder, const jx_record_info *info, jato_error *error);

/* Waits for a checkpoint that is being written. */
void jx_recorder_destroy(jx_recorder **recorder);

/* The rows and frames that its checkpoints hold: the run adds those that are wanted. Particle k of
 * frame_particles is particle k * particles / frame_particles of the swarm. */
jx_trace *jx_recorder_history(jx_recorder *recorder);

/* Where a copy of the whole swarm is to be put between begin and commit, as its shape lays it, own
 * bests settled; NULL: its tiles are to be handed over one by one. */
void *jx_recorder_room(jx_recorder *recorder);

/* A checkpoint: begin, then the swarm, if there is one, then commit, which returns at once unless
 * `wait` is not 0. Waits for the checkpoint before it. Tiles come in order, own bests settled, and
 * are written at once. A failure that is returned is not answered by jx_recorder_saving again. */
jato_status jx_recorder_begin(jx_recorder *recorder, const jx_saved *saved, jato_error *error);
jato_status jx_recorder_tile(jx_recorder *recorder, uint64_t number, const jx_tile *tile,
                             jato_error *error);
jato_status jx_recorder_commit(jx_recorder *recorder, int wait, jato_error *error);

/* Nothing is waited for. */
jx_saving jx_recorder_saving(jx_recorder *recorder, jato_error *error);
