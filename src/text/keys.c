#include "text/keys.h"

#include "text/parsed_study.h"

#define AT(member) .offset = offsetof(PART, member)
#define SECTION(what, keys)                        \
  {                                                \
    what, keys, sizeof keys / sizeof keys[0], NULL \
  }
#define NO_OR_YES "false true"

#define PART jx_parsed_variable
static const jx_key variable_keys[] = {
    {"range", JX_KEY_PAIR, AT(range), "Lowest and highest value, as in [1e-3, 1]."},
    {"kind", JX_KEY_CHOICE, AT(kind),
     "Kind of its values (default: real; category if there are choices).",
     .choices = "real integer category"},
    {"scale", JX_KEY_CHOICE, AT(scale),
     "log: searched by its logarithm, so each decade gets an equal share (default: linear).",
     .choices = "linear log"},
    {"choices", JX_KEY_TEXTS, AT(choices), "Names to choose from, as in [bdf, adams]."},
    {"initial", JX_KEY_VALUE, AT(initial), "Where the first particle starts."},
    {"fixed", JX_KEY_VALUE, AT(fixed), "Always this value; the variable is not searched."},
};
const jx_section jx_variable_keys = SECTION("a variable", variable_keys);
#undef PART

#define PART jx_parsed_constraint
static const jx_key constraint_keys[] = {
    {"at_most", JX_KEY_NUMBER, AT(at_most), "Upper limit of the number."},
    {"at_least", JX_KEY_NUMBER, AT(at_least), "Lower limit of the number."},
    {"equals", JX_KEY_NUMBER, AT(equals), "The number must equal this, within the tolerance."},
    {"tolerance", JX_KEY_NUMBER, AT(tolerance),
     "How far the limit may be missed (default: 0; 1e-4 with equals)."},
    {"scale", JX_KEY_NUMBER, AT(scale),
     "Divides the violation before those of all constraints are added up (default: 1)."},
};
const jx_section jx_constraint_keys = SECTION("a constraint", constraint_keys);
#undef PART

#define PART jx_parsed_result
static const jx_key result_keys[] = {
    {"field", JX_KEY_TEXT, AT(field),
     "The value is this field of a JSON object, as in loss or result.loss; constraints are the "
     "fields with their names. Without it, the last numbers of the output are read."},
    {"file", JX_KEY_TEXT, AT(file), "Read this file instead of the program's output."},
};
const jx_section jx_result_keys = SECTION("result", result_keys);
#undef PART

#define PART jx_parsed_objective
static const jx_key objective_keys[] = {
    {"command", JX_KEY_TEXT, AT(command),
     "A program with its arguments, started without a shell; {name} is replaced by a variable's "
     "value."},
    {"shell", JX_KEY_TEXT, AT(shell), "A line for /bin/sh, instead of command."},
    {"object", JX_KEY_TEXT, AT(object), "A shared object with the function jato_objective."},
    {"source", JX_KEY_TEXT, AT(source), "A C file with JATO_OBJECTIVE(x, n)."},
    {"expression", JX_KEY_TEXT, AT(expression), "The value in C, as in sq(x(0) - 1) + sq(x(1))."},
    {"problem", JX_KEY_TEXT, AT(problem), "A problem of the gallery; see jato list problems."},
    {"by", JX_KEY_CHOICES, AT(by),
     "Other ways to pass the values: JATO_name in the environment, a line of JSON on standard "
     "input.",
     .choices = "environment input"},
    {"folder", JX_KEY_TEXT, AT(folder),
     "Where the program runs (default: the folder of this file)."},
    {"scratch", JX_KEY_TEXT, AT(scratch),
     "Folder in which every evaluation gets its own folder to run in."},
    {"keep_folders", JX_KEY_CHOICE, AT(keep_folders),
     "Which of these folders to keep (default: none).", .choices = "none failed all"},
    {"templates", JX_KEY_TEXTS, AT(templates),
     "Files copied into the evaluation's folder with {name} replaced; deck.cir.in becomes "
     "deck.cir."},
    {"result", JX_KEY_SECTION, AT(result), "Where the value is read from.",
     .section = &jx_result_keys},
    {"persistent", JX_KEY_CHOICE, AT(persistent),
     "true: the program is started once and answers lines of JSON (default: false).",
     .choices = NO_OR_YES},
    {"worker", JX_KEY_TEXT, AT(worker),
     "The jato program, to call the shared object in separate processes."},
    {"data", JX_KEY_TEXT, AT(data), "File of numbers that a C file reads as data[0], data[1], ..."},
    {"dim", JX_KEY_COUNT, AT(dim), "Number of coordinates, if there are no variables."},
    {"bounds", JX_KEY_PAIR, AT(bounds), "Interval of all coordinates, if there are no variables."},
};
const jx_section jx_objective_keys = SECTION("the objective", objective_keys);
#undef PART

/* Nothing but settings. */
static const jx_section failures_section = {.what = "failures", .settings = "failures"};
static const jx_section programs_section = {.what = "programs", .settings = "programs"};
static const jx_section limits_section = {.what = "limits", .settings = "limits"};
static const jx_section save_section = {.what = "save", .settings = "save"};
static const jx_section compile_section = {.what = "compile", .settings = "compile"};

#define PART jx_parsed_study
static const jx_key study_keys[] = {
    {"name", JX_KEY_TEXT, AT(name), "A name for the study."},
    {"variables", JX_KEY_NAMED, AT(variables), "What is searched for, by name and in order.",
     .section = &jx_variable_keys},
    {"constraints", JX_KEY_NAMED, AT(constraints),
     "Numbers that the objective returns besides its value, and their limits.",
     .section = &jx_constraint_keys},
    {"penalty", JX_KEY_NUMBER, AT(penalty),
     "0: any feasible point is better than any infeasible one. Above 0: the search sees value + "
     "penalty x violation (default: 0)."},
    {"objective", JX_KEY_SECTION, AT(objective), "What computes the value.", .needed = 1,
     .section = &jx_objective_keys},
    {"failures", JX_KEY_SECTION, .about = "What to do with failed evaluations.",
     .section = &failures_section},
    {"programs", JX_KEY_SECTION, .about = "What programs may use, and what they may reach.",
     .section = &programs_section},
    {"limits", JX_KEY_SECTION,
     .about = "The run ends at the first limit reached (default: 1000 iterations of a swarm, "
              "64,000 evaluations otherwise; of programs 500 evaluations for each "
              "coordinate, at least 1000).",
     .section = &limits_section},
    {"save", JX_KEY_SECTION, .about = "Save the run in a file.", .section = &save_section},
    {"compile", JX_KEY_SECTION, .about = "How a C file or an expression is compiled.",
     .section = &compile_section},
};
const jx_section jx_study_keys = {
    .what = "a study",
    .keys = study_keys,
    .count = sizeof study_keys / sizeof study_keys[0],
    .settings = "",
};
