#include "record/hdf5/contents.h"

#include <stddef.h>

#define AT(member) offsetof(jx_attributes, member)

const jx_attribute jx_attribute_rows[] = {
    {"", "jato_format", JX_ATTRIBUTE_INT, AT(info.format)},
    {"", "jato_version", JX_ATTRIBUTE_TEXT, AT(info.version)},
    {"", "compiler", JX_ATTRIBUTE_TEXT, AT(info.compiler)},
    {"", "host", JX_ATTRIBUTE_TEXT, AT(info.host)},
    {"", "saved_at", JX_ATTRIBUTE_TEXT, AT(info.saved_at)},

    {"run", "planned_iterations", JX_ATTRIBUTE_COUNT, AT(info.planned_iterations)},

    {"problem", "kind", JX_ATTRIBUTE_TEXT, AT(kind)},
    {"problem", "name", JX_ATTRIBUTE_TEXT, AT(info.problem)},
    {"problem", "dim", JX_ATTRIBUTE_COUNT, AT(dim)},

    {"result", "best", JX_ATTRIBUTE_REAL, AT(info.result.best)},
    {"result", "seconds", JX_ATTRIBUTE_REAL, AT(info.result.seconds)},
    {"result", "build_seconds", JX_ATTRIBUTE_REAL, AT(info.result.build_seconds)},
    {"result", "iteration", JX_ATTRIBUTE_COUNT, AT(info.result.iterations)},
    {"result", "evaluations", JX_ATTRIBUTE_COUNT, AT(info.result.evaluations)},
    {"result", "nonfinite", JX_ATTRIBUTE_COUNT, AT(info.result.nonfinite)},
    {"result", "improved_at", JX_ATTRIBUTE_COUNT, AT(info.improved_at)},
    {"result", "swarm_bytes", JX_ATTRIBUTE_COUNT, AT(info.result.swarm_bytes)},
    {"result", "stop", JX_ATTRIBUTE_TEXT, AT(stop)},
    {"result", "digest", JX_ATTRIBUTE_TEXT, AT(digest)},
    {"result", "device", JX_ATTRIBUTE_TEXT, AT(device_resolved)},
    {"result", "built", JX_ATTRIBUTE_TEXT, AT(built)},

    {"trace", "stride", JX_ATTRIBUTE_COUNT, AT(info.row_stride)},
    {"swarm", "tile", JX_ATTRIBUTE_COUNT, AT(tile)},
    {"algorithm", "state_version", JX_ATTRIBUTE_INT, AT(info.state_version)},
};
const size_t jx_attribute_row_count = sizeof jx_attribute_rows / sizeof jx_attribute_rows[0];

const jx_attribute jx_planned_attribute = {"run", "planned_evaluations", JX_ATTRIBUTE_COUNT,
                                           AT(info.planned_evaluations)};

const jx_attribute jx_signature_attribute = {"problem", "signature", JX_ATTRIBUTE_TEXT,
                                             AT(info.signature)};

const jx_attribute jx_submethods_attribute = {"trace", "finders", JX_ATTRIBUTE_TEXT,
                                              AT(info.submethods)};

const jx_attribute jx_error_attribute = {"result", "standard_error", JX_ATTRIBUTE_REAL,
                                         AT(info.result.standard_error)};
const jx_attribute jx_samples_attribute = {"result", "samples", JX_ATTRIBUTE_COUNT,
                                           AT(info.result.samples)};

const jx_attribute jx_reused_attribute = {"host", "reused", JX_ATTRIBUTE_COUNT,
                                          AT(info.result.reused)};
const jx_attribute jx_given_attribute = {"host", "given", JX_ATTRIBUTE_COUNT,
                                         AT(info.result.given)};

const jx_attribute jx_frames_attribute = {"frames", "stride", JX_ATTRIBUTE_COUNT,
                                          AT(info.frame_stride)};

const jx_attribute jx_shards_attribute = {"swarm", "checkpoint", JX_ATTRIBUTE_TEXT,
                                          AT(shards.checkpoint)};

const jx_attribute jx_host_attributes[] = {
    {"host", "violation", JX_ATTRIBUTE_REAL, AT(info.result.violation)},
    {"host", "attempts", JX_ATTRIBUTE_COUNT, AT(info.attempts)},
    {"host", "moved", JX_ATTRIBUTE_INT, AT(outcomes.moved)},
};
const size_t jx_host_attribute_count = sizeof jx_host_attributes / sizeof jx_host_attributes[0];

const jx_attribute jx_failing_attribute = {"host", "failed_in_row", JX_ATTRIBUTE_COUNT,
                                           AT(outcomes.failed_in_row)};

const jx_attribute jx_state_attribute = {"state", "arrays", JX_ATTRIBUTE_TEXT, AT(state_arrays)};

const jx_dataset jx_datasets[JX_DATASETS] = {
    [JX_DATASET_LOWER] = {"problem", "lower", JX_F64, 1, "lower bounds of the box", ""},
    [JX_DATASET_UPPER] = {"problem", "upper", JX_F64, 1, "upper bounds of the box", ""},
    [JX_DATASET_SOURCE] = {"problem", "source", JX_U8, 1,
                           "the objective's C source, its includes taken in; UTF-8 text", ""},
    [JX_DATASET_DATA] = {"problem", "data", JX_F64, 1,
                         "the numbers that the source reads as data[i]", ""},
    [JX_DATASET_X] = {"result", "x", JX_F64, 1, "the best place", ""},
    [JX_DATASET_ROW_ITERATION] = {"trace", "iteration", JX_U64, 1, "moves made", "iterations"},
    [JX_DATASET_ROW_EVALUATIONS] = {"trace", "evaluations", JX_U64, 1, "objective values computed",
                                    "evaluations"},
    [JX_DATASET_ROW_NONFINITE] = {"trace", "nonfinite", JX_U64, 1,
                                  "how many of them were NaN or infinite", "evaluations"},
    [JX_DATASET_ROW_BEST] = {"trace", "best", JX_F64, 1, "smallest value so far", ""},
    [JX_DATASET_ROW_SECONDS] = {"trace", "seconds", JX_F64, 1, "time spent on the run", "s"},
    [JX_DATASET_ROW_DIVERSITY] = {"trace", "diversity", JX_F64, 1,
                                  "root mean square distance of particles from their mean",
                                  "box widths"},
    [JX_DATASET_ROW_SUBMETHOD] = {"trace", "finder", JX_U64, 1,
                                  "which of the submethods found the best, counted from 1; 0: none",
                                  ""},
    [JX_DATASET_ROW_X] = {"trace", "x", JX_F64, 2, "the best place at that time: [row][coordinate]",
                          ""},
    [JX_DATASET_FRAME_ITERATION] = {"frames", "iteration", JX_U64, 1, "moves made", "iterations"},
    [JX_DATASET_FRAME_POSITION] = {"frames", "position", JX_F32, 3,
                                   "coordinates 0 and 1 of some particles: [frame][particle][2]",
                                   ""},
    [JX_DATASET_POSITION] = {"swarm", "position", JX_F64, 2, "[particle][coordinate]", ""},
    [JX_DATASET_VELOCITY] = {"swarm", "velocity", JX_F64, 2,
                             "change of position in the last move: [particle][coordinate]", ""},
    [JX_DATASET_OWN] = {"swarm", "own", JX_F64, 2,
                        "the best place each particle has been: [particle][coordinate]", ""},
    [JX_DATASET_VALUE] = {"swarm", "value", JX_F64, 1, "the best value each particle has seen", ""},
    [JX_DATASET_SHARDS] = {"swarm", "shards", JX_U64, 2,
                           "files of the swarm: [shard][first particle, particles, seal]", ""},
    [JX_DATASET_STATUSES] = {"host", "by_fate", JX_U64, 1,
                             "evaluations by what became of them, in the order of jato_eval_status",
                             "evaluations"},
    [JX_DATASET_REPORTED] =
        {"host", "told", JX_U8, 1,
         "outcomes that are here and not yet applied: 0, or 1 + jato_eval_status", ""},
    [JX_DATASET_REPORTED_VALUE] = {"host", "told_value", JX_F64, 1,
                                   "their values, as they are compared", ""},
    [JX_DATASET_REPORTED_F] = {"host", "told_f", JX_F64, 1, "their values as they came", ""},
    [JX_DATASET_REPORTED_VIOLATION] = {"host", "told_violation", JX_F64, 1,
                                       "how far they miss their constraints", ""},
    [JX_DATASET_ARRIVAL] = {"host", "arrival", JX_I32, 1,
                            "particles in the order in which their outcomes were applied", ""},
};

jx_dataset jx_state_dataset(const char *name, jato_array_kind kind)
{
  return (jx_dataset){"state",
                      name,
                      kind == JATO_ARRAY_COUNTS ? JX_U64 : JX_F64,
                      2,
                      "what the algorithm keeps between generations",
                      ""};
}
