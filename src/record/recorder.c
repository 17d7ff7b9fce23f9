/* The table of run files: which format they have, and nothing else. */
#include "record/recorders.h"

#include "record/format.h"
#include "record/rotate.h"
#include "record/run_file.h"
#include "record/scribe.h"

static jato_status create(const jx_recorder_config *wish, jx_recorder **out, jato_error *error)
{
  return jx_scribe_create(&jx_format_hdf5, wish, out, error);
}

static jato_status open(const jato_record_request *request, jato_record **out, jato_error *error)
{
  return jx_record_open(&jx_format_hdf5, request, out, error);
}

const jx_recorder_ops jx_recorder_of_files = {.name = "hdf5",
                                              .create = create,
                                              .destroy = jx_scribe_destroy,
                                              .wants_row = jx_scribe_wants_row,
                                              .wants_frame = jx_scribe_wants_frame,
                                              .row = jx_scribe_row,
                                              .frame_particles = jx_scribe_frame_particles,
                                              .frame = jx_scribe_frame,
                                              .room = jx_scribe_room,
                                              .begin = jx_scribe_begin,
                                              .tile = jx_scribe_tile,
                                              .commit = jx_scribe_commit,
                                              .saving = jx_scribe_saving,
                                              .exists = jx_rotate_exists,
                                              .open = open,
                                              .close = jx_record_close,
                                              .describe = jx_record_describe,
                                              .read_tile = jx_record_read_tile,
                                              .particles = jx_record_particles};
