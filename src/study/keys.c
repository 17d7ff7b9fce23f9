#include "study/keys.h"

#include "study/draft.h"

#define AT(member) .offset = offsetof(PART, member)
#define SECTION(what, part, keys)                          \
  {                                                        \
    what, keys, sizeof keys / sizeof keys[0], sizeof(part) \
  }
#define NO_OR_YES "false true"

#define PART jx_draft_variable
static const jx_key variable_keys[] = {
    {"range", JX_KEY_PAIR, AT(range), "Lowest and highest value, as in [1e-3, 1]."},
    {"kind", JX_KEY_CHOICE, AT(kind),
     "What its values are (real; category where there are choices).",
     .choices = "real integer category"},
    {"scale", JX_KEY_CHOICE, AT(scale),
     "log: searched by its logarithm, so that each decade gets its share (linear).",
     .choices = "linear log"},
    {"choices", JX_KEY_TEXTS, AT(choices), "Names to choose from, as in [bdf, adams]."},
    {"initial", JX_KEY_VALUE, AT(initial), "Where the first particle begins."},
    {"fixed", JX_KEY_VALUE, AT(fixed), "Always this value: the search does not see the variable."},
};
static const jx_section variable_section = SECTION("a variable", jx_draft_variable, variable_keys);
#undef PART

#define PART jx_draft_constraint
static const jx_key constraint_keys[] = {
    {"at_most", JX_KEY_NUMBER, AT(at_most), "The number may not be larger."},
    {"at_least", JX_KEY_NUMBER, AT(at_least), "The number may not be smaller."},
    {"equals", JX_KEY_NUMBER, AT(equals), "The number has to be this one, up to the tolerance."},
    {"tolerance", JX_KEY_NUMBER, AT(tolerance),
     "By how much it may be missed (0; 1e-4 with equals)."},
    {"scale", JX_KEY_NUMBER, AT(scale),
     "What a violation is divided by before those of all constraints are added up (1)."},
};
static const jx_section constraint_section =
    SECTION("a constraint", jx_draft_constraint, constraint_keys);
#undef PART

#define PART jx_draft_result
static const jx_key result_keys[] = {
    {"field", JX_KEY_TEXT, AT(field),
     "The value is this field of a JSON object, as in loss or result.loss; constraints are the "
     "fields of their names. Without it, the last numbers of the output are read."},
    {"file", JX_KEY_TEXT, AT(file), "Read this file in place of the program's output."},
};
static const jx_section result_section = SECTION("result", jx_draft_result, result_keys);
#undef PART

#define PART jx_draft_objective
static const jx_key objective_keys[] = {
    {"command", JX_KEY_TEXT, AT(command),
     "A program with its arguments, started without a shell; {name} stands for a variable's "
     "value."},
    {"shell", JX_KEY_TEXT, AT(shell), "A line for /bin/sh, in place of command."},
    {"object", JX_KEY_TEXT, AT(object), "A shared object with the function jato_objective."},
    {"source", JX_KEY_TEXT, AT(source), "A C file with JATO_OBJECTIVE(x, n)."},
    {"expression", JX_KEY_TEXT, AT(expression), "The value in C, as in sq(x(0) - 1) + sq(x(1))."},
    {"problem", JX_KEY_TEXT, AT(problem), "A problem of the gallery: jato list problems."},
    {"by", JX_KEY_CHOICES, AT(by),
     "How the program gets the values besides its arguments: JATO_name in its environment, a line "
     "of JSON on its standard input.",
     .choices = "environment input"},
    {"folder", JX_KEY_TEXT, AT(folder), "Where the program runs (the folder of this file)."},
    {"scratch", JX_KEY_TEXT, AT(scratch),
     "Folder in which every evaluation gets a folder of its own to run in."},
    {"keep", JX_KEY_CHOICE, AT(keep), "Which of these folders stay (none).",
     .choices = "none failed all"},
    {"templates", JX_KEY_TEXTS, AT(templates),
     "Files that are copied into the evaluation's folder, {name} in them replaced; deck.cir.in "
     "becomes deck.cir."},
    {"result", JX_KEY_SECTION, AT(result), "Where the value is read.", .section = &result_section},
    {"stays", JX_KEY_CHOICE, AT(stays),
     "true: the program is started once and answers lines of JSON (false).", .choices = NO_OR_YES},
    {"worker", JX_KEY_TEXT, AT(worker),
     "The jato program, which then calls the shared object in processes of its own."},
    {"data", JX_KEY_TEXT, AT(data), "File of numbers that a C file reads as data[0], data[1], ..."},
    {"dim", JX_KEY_COUNT, AT(dim), "Number of coordinates, where there are no variables."},
    {"bounds", JX_KEY_PAIR, AT(bounds),
     "Interval of all coordinates, where there are no variables."},
};
static const jx_section objective_section =
    SECTION("the objective", jx_draft_objective, objective_keys);
#undef PART

#define PART jx_draft_failures
static const jx_key failures_keys[] = {
    {"timeout", JX_KEY_TIME, AT(timeout), "How long an evaluation may take, as in 60s (any time)."},
    {"retries", JX_KEY_COUNT, AT(retries), "How often one that failed is tried again (0)."},
    {"then", JX_KEY_CHOICE, AT(then), "What becomes of it: it counts as worst, or stops the run.",
     .choices = "worst stop"},
};
static const jx_section failures_section = SECTION("failures", jx_draft_failures, failures_keys);
#undef PART

#define PART jx_draft_limits
static const jx_key limits_keys[] = {
    {"iterations", JX_KEY_COUNT, AT(iterations), "Moves of the whole swarm."},
    {"evaluations", JX_KEY_COUNT, AT(evaluations), "Evaluations, never exceeded."},
    {"seconds", JX_KEY_TIME, AT(seconds), "Time, as in 90s or 2h."},
    {"target", JX_KEY_NUMBER, AT(target), "Stop once the best is this or less."},
    {"stall", JX_KEY_COUNT, AT(stall), "Iterations in a row without a better best."},
};
static const jx_section limits_section = SECTION("limits", jx_draft_limits, limits_keys);
#undef PART

#define PART jx_draft_save
static const jx_key save_keys[] = {
    {"file", JX_KEY_TEXT, AT(file), "The run file.", .needed = 1},
    {"checkpoint", JX_KEY_TIME, AT(checkpoint), "Time between checkpoints (30s)."},
    {"keep", JX_KEY_COUNT, AT(keep), "Earlier checkpoints that stay beside it (1)."},
    {"frames", JX_KEY_COUNT, AT(frames), "Positions over time to keep, for jato movie (0)."},
    {"must", JX_KEY_CHOICE, AT(must), "true: a checkpoint that cannot be written ends the run.",
     .choices = NO_OR_YES},
};
static const jx_section save_section = SECTION("save", jx_draft_save, save_keys);
#undef PART

#define PART jx_draft
static const jx_key study_keys[] = {
    {"name", JX_KEY_TEXT, AT(name), "What people call the study."},
    {"variables", JX_KEY_NAMED, AT(variables), "What is searched for, by name and in order.",
     .section = &variable_section},
    {"constraints", JX_KEY_NAMED, AT(constraints),
     "Numbers that the objective yields besides its value, and what they have to be.",
     .section = &constraint_section},
    {"penalty", JX_KEY_NUMBER, AT(penalty),
     "0: any point that keeps all constraints is better than any that does not. Above: the search "
     "sees value + penalty x violation (0)."},
    {"objective", JX_KEY_SECTION, AT(objective), "What computes the value.", .needed = 1,
     .section = &objective_section},
    {"failures", JX_KEY_SECTION, AT(failures), "What becomes of evaluations without a value.",
     .section = &failures_section},
    {"workers", JX_KEY_COUNT, AT(workers), "Evaluations at a time (1)."},
    {"order", JX_KEY_CHOICE, AT(order), "In which outcomes are applied (iteration).",
     .choices = "iteration particle arrival"},
    {"algorithm", JX_KEY_TEXT, AT(algorithm), "As in pso:topology=ring; jato list algorithms."},
    {"device", JX_KEY_TEXT, AT(device), "As in cpu:threads=2; jato list devices."},
    {"walls", JX_KEY_TEXT, AT(walls), "What happens at the bounds (reflect); jato list walls."},
    {"precision", JX_KEY_CHOICE, AT(precision), "Of the swarm (double).",
     .choices = "double float"},
    {"particles", JX_KEY_COUNT, AT(particles), "Size of the swarm (the algorithm chooses)."},
    {"seed", JX_KEY_COUNT, AT(seed), "The same seed gives the same run (1)."},
    {"limits", JX_KEY_SECTION, AT(limits),
     "The run ends at the first one reached (1000 iterations without any).",
     .section = &limits_section},
    {"save", JX_KEY_SECTION, AT(save), "Keep the run in a file.", .section = &save_section},
};
const jx_section jx_study_keys = SECTION("a study", jx_draft, study_keys);
