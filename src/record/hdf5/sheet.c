#include "record/hdf5/sheet.h"

#include <stddef.h>

#define AT(member) offsetof(jx_sheet, member)

const jx_item jx_items[] = {
    {"", "jato_format", JX_ITEM_INT, AT(info.format)},
    {"", "jato_version", JX_ITEM_TEXT, AT(info.version)},
    {"", "compiler", JX_ITEM_TEXT, AT(info.compiler)},
    {"", "host", JX_ITEM_TEXT, AT(info.host)},
    {"", "saved_at", JX_ITEM_TEXT, AT(info.saved_at)},

    {"run", "algorithm", JX_ITEM_TEXT, AT(info.options.algorithm)},
    {"run", "device", JX_ITEM_TEXT, AT(info.options.device)},
    {"run", "walls", JX_ITEM_TEXT, AT(info.options.walls)},
    {"run", "precision", JX_ITEM_TEXT, AT(precision)},
    {"run", "particles", JX_ITEM_COUNT, AT(particles)},
    {"run", "seed", JX_ITEM_COUNT, AT(info.options.seed)},
    {"run", "iterations", JX_ITEM_COUNT, AT(info.options.iterations)},
    {"run", "evaluations", JX_ITEM_COUNT, AT(info.options.evaluations)},
    {"run", "stall", JX_ITEM_COUNT, AT(info.options.stall)},
    {"run", "frames", JX_ITEM_COUNT, AT(info.options.frames)},
    {"run", "planned_iterations", JX_ITEM_COUNT, AT(info.planned_iterations)},
    {"run", "seconds", JX_ITEM_REAL, AT(info.options.seconds)},
    {"run", "target", JX_ITEM_REAL, AT(info.options.target)},

    {"problem", "kind", JX_ITEM_TEXT, AT(kind)},
    {"problem", "name", JX_ITEM_TEXT, AT(info.problem)},
    {"problem", "dim", JX_ITEM_COUNT, AT(dim)},

    {"result", "best", JX_ITEM_REAL, AT(info.result.best)},
    {"result", "seconds", JX_ITEM_REAL, AT(info.result.seconds)},
    {"result", "build_seconds", JX_ITEM_REAL, AT(info.result.build_seconds)},
    {"result", "iteration", JX_ITEM_COUNT, AT(info.result.iterations)},
    {"result", "evaluations", JX_ITEM_COUNT, AT(info.result.evaluations)},
    {"result", "nonfinite", JX_ITEM_COUNT, AT(info.result.nonfinite)},
    {"result", "improved_at", JX_ITEM_COUNT, AT(info.improved_at)},
    {"result", "swarm_bytes", JX_ITEM_COUNT, AT(info.result.swarm_bytes)},
    {"result", "stop", JX_ITEM_TEXT, AT(stop)},
    {"result", "digest", JX_ITEM_TEXT, AT(digest)},
    {"result", "device", JX_ITEM_TEXT, AT(device_resolved)},
    {"result", "built", JX_ITEM_TEXT, AT(built)},

    {"trace", "stride", JX_ITEM_COUNT, AT(info.row_stride)},
    {"swarm", "tile", JX_ITEM_COUNT, AT(tile)},
    {"algorithm", "state_version", JX_ITEM_INT, AT(info.state_version)},
};
const size_t jx_item_count = sizeof jx_items / sizeof jx_items[0];

const jx_item jx_frames_item = {"frames", "stride", JX_ITEM_COUNT, AT(info.frame_stride)};

const jx_item jx_host_items[] = {
    {"host", "order", JX_ITEM_TEXT, AT(info.options.order)},
    {"host", "workers", JX_ITEM_INT, AT(info.options.workers)},
    {"host", "timeout", JX_ITEM_REAL, AT(info.options.timeout)},
    {"host", "retries", JX_ITEM_INT, AT(info.options.retries)},
    {"host", "stop_on_failure", JX_ITEM_INT, AT(info.options.stop_on_failure)},
    {"host", "violation", JX_ITEM_REAL, AT(info.result.violation)},
    {"host", "attempts", JX_ITEM_COUNT, AT(info.attempts)},
    {"host", "moved", JX_ITEM_INT, AT(info.moved)},
};
const size_t jx_host_item_count = sizeof jx_host_items / sizeof jx_host_items[0];

const jx_item jx_state_item = {"state", "arrays", JX_ITEM_TEXT, AT(state_arrays)};

const jx_set jx_sets[JX_SETS] = {
    [JX_SET_LOWER] = {"problem", "lower", JX_F64, 1, "lower bounds of the box", ""},
    [JX_SET_UPPER] = {"problem", "upper", JX_F64, 1, "upper bounds of the box", ""},
    [JX_SET_SOURCE] = {"problem", "source", JX_U8, 1,
                       "the objective's C source, its includes taken in; UTF-8 text", ""},
    [JX_SET_DATA] = {"problem", "data", JX_F64, 1, "the numbers that the source reads as data[i]",
                     ""},
    [JX_SET_X] = {"result", "x", JX_F64, 1, "the best place", ""},
    [JX_SET_ROW_ITERATION] = {"trace", "iteration", JX_U64, 1, "moves made", "iterations"},
    [JX_SET_ROW_EVALUATIONS] = {"trace", "evaluations", JX_U64, 1, "objective values computed",
                                "evaluations"},
    [JX_SET_ROW_NONFINITE] = {"trace", "nonfinite", JX_U64, 1,
                              "how many of them were NaN or infinite", "evaluations"},
    [JX_SET_ROW_BEST] = {"trace", "best", JX_F64, 1, "smallest value so far", ""},
    [JX_SET_ROW_SECONDS] = {"trace", "seconds", JX_F64, 1, "time spent on the run", "s"},
    [JX_SET_ROW_DIVERSITY] = {"trace", "diversity", JX_F64, 1,
                              "root mean square distance of particles from their mean",
                              "box widths"},
    [JX_SET_ROW_X] = {"trace", "x", JX_F64, 2, "the best place at that time: [row][coordinate]",
                      ""},
    [JX_SET_FRAME_ITERATION] = {"frames", "iteration", JX_U64, 1, "moves made", "iterations"},
    [JX_SET_FRAME_POSITION] = {"frames", "position", JX_F32, 3,
                               "coordinates 0 and 1 of some particles: [frame][particle][2]", ""},
    [JX_SET_POSITION] = {"swarm", "position", JX_F64, 2, "[particle][coordinate]", ""},
    [JX_SET_VELOCITY] = {"swarm", "velocity", JX_F64, 2,
                         "change of position in the last move: [particle][coordinate]", ""},
    [JX_SET_OWN] = {"swarm", "own", JX_F64, 2,
                    "the best place each particle has been: [particle][coordinate]", ""},
    [JX_SET_VALUE] = {"swarm", "value", JX_F64, 1, "the best value each particle has seen", ""},
    [JX_SET_FATES] = {"host", "by_fate", JX_U64, 1,
                      "evaluations by what became of them, in the order of jato_fate",
                      "evaluations"},
    [JX_SET_TOLD] = {"host", "told", JX_U8, 1,
                     "outcomes that are here and not yet applied: 0, or 1 + jato_fate", ""},
    [JX_SET_TOLD_VALUE] = {"host", "told_value", JX_F64, 1, "their values, as they are compared",
                           ""},
    [JX_SET_TOLD_F] = {"host", "told_f", JX_F64, 1, "their values as they came", ""},
    [JX_SET_TOLD_VIOLATION] = {"host", "told_violation", JX_F64, 1,
                               "how far they miss their constraints", ""},
    [JX_SET_ARRIVAL] = {"host", "arrival", JX_I32, 1,
                        "particles in the order in which their outcomes were applied", ""},
};

jx_set jx_state_set(const char *name, jato_array_kind kind)
{
  return (jx_set){"state",
                  name,
                  kind == JATO_ARRAY_COUNTS ? JX_U64 : JX_F64,
                  2,
                  "what the algorithm keeps between generations",
                  ""};
}
