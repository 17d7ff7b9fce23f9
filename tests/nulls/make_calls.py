#!/usr/bin/env python3
"""Makes C that calls every public function with each of its pointers NULL in turn, from the headers.

Arguments are found by OBJECTS and VALUES below: by function and name, by type and name, or by type. A
new function whose arguments are not there makes the test fail, in words.

usage: make_calls.py OUT HEADER...      OUT: the C file to write
"""
import re
import sys
from pathlib import Path

# What stands for a pointer, in C; t has the objects of things.h, which are made when they are needed.
OBJECTS = {
    "jato_run *": "the_run(t)",
    "jato_run_ask_sized.run": "the_asked_run(t)",
    "jato_run_tell.run": "the_asked_run(t)",
    "jato_run_check_trial.run": "the_asked_run(t)",
    "jato_run_recall.run": "the_asked_run(t)",
    "jato_problem *": "the_problem(t)",
    "jato_record *": "the_record(t)",
    "jato_evaluations *": "the_evaluations(t)",
    "jato_evaluations **evaluations": "(the_evaluations(t), &t->evaluations)",
    "jato_evaluations **out": "&t->out.evaluations",
    "jato_evaluation *": "&t->evaluation",
    "jato_evaluations_open.path": "the_journal(t)",
    "jato_study *": "the_study(t)",
    "jato_server *": "the_server(t)",
    "jato_simulation *": "the_simulation(t)",
    "jato_fit *": "the_fit(t)",
    "jato_fit **fit": "(the_fit(t), &t->fit)",
    "jato_fit **out": "&t->out.fit",
    "jato_fit_variable *": "t->fit_variables",
    "jato_fit_create.values": "t->fitted",
    "jato_comparison *": "&t->comparison",
    "jato_compared_run *": "t->compared",
    "jato_standing *": "t->standings",
    "jato_rank_test *": "&t->rank_test",
    "jato_film *": "the_film(t)",
    "jato_film_create.first": "&t->image",
    "jato_image *": "&t->image",
    "jato_image **image": "the_read_image(t)",
    "jato_bytes **bytes": "the_bytes(t)",
    "jato_run **run": "(the_run(t), &t->run)",
    "jato_problem **problem": "(the_problem(t), &t->problem)",
    "jato_record **record": "(the_record(t), &t->record)",
    "jato_study **study": "(the_study(t), &t->study)",
    "jato_server **server": "(the_server(t), &t->server)",
    "jato_simulation **simulation": "(the_simulation(t), &t->simulation)",
    "jato_film **film": "(the_film(t), &t->film)",
    "jato_run **out": "&t->out.run",
    "jato_problem **out": "&t->out.problem",
    "jato_record **out": "&t->out.record",
    "jato_study **out": "&t->out.study",
    "jato_server **out": "&t->out.server",
    "jato_simulation **out": "&t->out.simulation",
    "jato_film **out": "&t->out.film",
    "jato_image **out": "&t->out.image",
    "jato_bytes **out": "&t->out.bytes",
    "jato_error *": "&t->error",
    "jato_allocator *": "&t->allocator",
    "jato_options_copy_sized.from": "the_options(t)",
    "jato_options *": "the_options(t)",
    "jato_server_settings *": "&t->server_settings",
    "jato_simulation_options *": "the_simulation_options(t)",
    "jato_function *": "&t->function",
    "jato_space *": "&t->space",
    "jato_command *": "&t->command",
    "jato_object *": "&t->object",
    "jato_source *": "&t->source",
    "jato_record_request *": "the_record_request(t)",
    "jato_space_strings *": "&t->words",
    "jato_task *": "the_tasks(t)",
    "jato_outcome *": "&t->outcome",
    "jato_trial *": "&t->trial",
    "jato_failures *": "&t->failures",
    "jato_ranks *": "&t->ranks",
    "void *comm": "NULL",
    "jato_result *": "t->results",
    "jato_stop *": "&t->stop",
    "jato_entry *": "&t->entry",
    "jato_device *": "&t->device",
    "jato_device_fact *": "t->facts",
    "jato_kernel_time *": "&t->time",
    "jato_image_format *": "&t->format",
    "jato_reply *": "&t->reply",
    "jato_single_evaluation *": "&t->single",
    "jato_simulation_array *": "&t->array",
    "double *": "t->numbers",
    "double *lower": "t->lower",
    "double *upper": "t->upper",
    "double *values": "t->middle",
    "jato_problem_evaluate.x": "t->middle",
    "uint64_t *": "&t->count",
    "jato_setting *": "jato_setting_at(0)",
    "jato_setting_get.text": "&t->setting_text",
    "int *": "&t->number",
    "bool *": "&t->flag",
    "unsigned char *data": "the_picture(t)",
    "char *out": "t->text",
    "char *found": "t->text",
    "char *nearest": "t->text",
    "void *bytes": "t->pgm",
    "jato_image_read.name": '"image.pgm"',
    "jato_image_load.path": "the_image_file(t)",
    "jato_image_format_of.path": '"image.pgm"',
    "jato_image_save.path": 'path_of(t, "saved.pgm")',
    "jato_film_save.path": 'path_of(t, "saved.gif")',
    "jato_object_serve.path": "t->object.path",
    "jato_problem_from_gallery.spec": '"sphere"',
    "jato_spec_complete.spec": '"pso"',
    "jato_simulator_complete.spec": '"plasma"',
    "jato_simulation_create.spec": "SIMULATOR",
    "jato_simulation_read.name": '"positions"',
    "jato_run_save.path": 'path_of(t, "saved.h5")',
    "jato_record_exists.path": 'path_of(t, "run.h5")',
    "jato_file_kind_of.path": 'path_of(t, "run.h5")',
    "jato_study_read.text": "STUDY",
    "jato_study_read.name": '"study.yaml"',
    "jato_study_read.folder": "t->folder",
    "jato_study_load.path": "the_study_file(t)",
    "jato_server_answer_sized.line": '"{}"',
    "jato_options_set.name": '"seed"',
    "jato_options_set.text": '"7"',
    "jato_read_count.text": '"7"',
    "jato_read_seconds.text": '"7"',
    "jato_read_number.text": '"7"',
    "jato_catalogue_plugin.spec": '"plugin:path=" CLIMBER',
    "jato_catalogue_plugin.user": "t",
    "jato_renamed.old": '"keep"',
    "jato_nearest_word.typed": '"itertion"',
    "jato_nearest_word.words": '"iteration particle"',
    "jato_letter_bytes.text": '"a"',
    "jato_letter_is_plain.text": '"a"',
}

# The rest of the arguments.
VALUES = {
    "size_t dim": "2",
    "size_t index": "0",
    "size_t count": "2",
    "size_t n": "1",
    "size_t variable": "0",
    "size_t room": "1",
    "size_t constraints": "0",
    "size_t a_count": "1",
    "size_t b_count": "2",
    "size_t method": "0",
    "size_t method_count": "2",
    "bool maximize": "true",
    "double q": "0.5",
    "double target": "1",
    "double reference": "0",
    "jato_fit_create.count": "8",
    "jato_fit_create.dim": "1",
    "size_t size": "sizeof t->text",
    "jato_image_read.length": "sizeof t->pgm - 1",
    "jato_server_answer_sized.length": "2",
    "uint64_t id": "0",
    "uint64_t i": "0",
    "uint64_t index": "0",
    "uint64_t iterations": "1",
    "uint64_t steps": "1",
    "uint64_t first": "0",
    "uint64_t count": "2",
    "double value": "1",
    "bool plain": "false",
    "int input": "t->nothing",
    "int output": "t->nothing",
    "jato_status status": "JATO_OK",
    "jato_kind kind": "JATO_KIND_ALGORITHM",
    "jato_name_kind kind": "JATO_NAME_OPTION",
    "jato_eval_status status": "JATO_EVAL_OK",
    "int code": "0",
    "bool wish": "false",
    "jato_stop stop": "JATO_STOP_NONE",
    "jato_entry_fn with": "ignore_entry",
    "jato_image_format format": "JATO_IMAGE_PGM",
    "jato_record_field field": "JATO_RECORD_POSITION",
}

# Pointers that the headers allow to be NULL: the call does what it does otherwise.
MAY_BE_NULL = {
    "*.error", "*.allocator", "*.stop", "jato_ranks_begin_sized.comm",
    "jato_image_destroy.image", "jato_bytes_destroy.bytes", "jato_film_destroy.film",
    "jato_problem_destroy.problem", "jato_evaluations_close.evaluations", "jato_record_close.record", "jato_run_destroy.run",
    "jato_server_destroy.server", "jato_simulation_destroy.simulation", "jato_study_destroy.study", "jato_fit_destroy.fit",
    "jato_device_get_info_sized.facts", "jato_image_read.name", "jato_minimize_sized.options",
    "jato_minimize_sized.result", "jato_minimize_sized.x", "jato_minimize_many_sized.options", "jato_minimize_many_sized.x",
    "jato_catalogue_plugin.user", "jato_problem_evaluate.options", "jato_problem_try.options", "jato_problem_write_value.out",
    "jato_record_compare.asked", "jato_record_exists.found", "jato_run_create.options", "jato_run_load.options",
    "jato_run_particle.value", "jato_run_particle.x", "jato_run_get_info_sized.x", "jato_run_replay.options",
    "jato_run_result_sized.result", "jato_run_result_sized.x", "jato_server_create.settings",
    "jato_server_end.server", "jato_simulation_create.options", "jato_study_read.folder",
    "jato_study_read.name",
}

# What a function that returns no status answers to a NULL that it cannot do with; otherwise by its
# type: 0, NaN or NULL. Structures are not looked at.
REFUSALS = {
    "jato_read_count": "WORDS", "jato_read_seconds": "WORDS", "jato_read_number": "WORDS",
    "jato_study_name": "EMPTY",
}
BY_TYPE = {"jato_status": "STATUS", "jato_file_kind": "ZERO", "jato_setting_value": "ZERO", "int": "ZERO", "bool": "ZERO", "size_t": "ZERO", "double": "NAN_"}

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
FUNCTION = re.compile(r"^JATO_API\s+([^;#]*?)\b(jato_\w+)\(([^;]*)\);", re.MULTILINE)
ARGUMENT = re.compile(r"(.*?)(\w+)\s*(\[\d*\])?$")


def functions(headers):
    """(return type, name, [(type, name of an argument)]) of every public function."""
    for header in sorted(headers):
        text = COMMENT.sub(" ", header.read_text(encoding="utf-8"))
        found = FUNCTION.findall(text)
        if len(found) != len(re.findall(r"^JATO_API\b", text, re.MULTILINE)):
            sys.exit(f"make_calls.py: {header}: not every JATO_API could be read")
        for returned, name, inside in found:
            arguments = []
            for one in [] if inside.strip() == "void" else inside.split(","):
                kind, called, array = ARGUMENT.match(" ".join(one.split())).groups()
                arguments.append((kind.strip() + (" *" if array else ""), called))
            yield " ".join(returned.split()), name, arguments


def find(table, function, kind, name):
    """The entry of an argument, or None; const makes no difference."""
    kind = kind.replace("const ", "")
    joined = kind + name if kind.endswith("*") else f"{kind} {name}"
    keys = (f"{function}.{name}", joined, kind)
    return next((key for key in keys if key in table), None)


def write_call(returned, name, arguments, used):
    """The C of one function, and its row in the table."""
    lines, rows, given, problem = [], [], [], ""
    for kind, called in arguments:
        is_pointer = kind.endswith("*")
        table = OBJECTS if is_pointer else VALUES
        key = find(table, name, kind, called)
        used.add(key)
        if key is None:
            problem = f"nothing is known to give for the argument {called} ({kind}): add it to " \
                      f"{'OBJECTS' if is_pointer else 'VALUES'} in tests/nulls/make_calls.py"
            continue
        if not is_pointer:
            given.append(table[key])
            continue
        allowed = {f"{name}.{called}", f"*.{called}"} & MAY_BE_NULL
        used |= allowed
        index = len(rows)
        rows.append(f'{{"{called}", {int(bool(allowed))}}}')
        lines.append(f"  {kind}a{index} = is_null(t, {index}) ? NULL : {table[key]};")
        given.append(f"a{index}")
    refusal = REFUSALS.get(name) or BY_TYPE.get(returned, "NULL_" if returned.endswith("*") else "NOTHING")
    used.add(name)
    call = f"{name}({', '.join(given)})"
    store = {"STATUS": "t->status = {}", "ZERO": "t->whole = (uint64_t){}", "NAN_": "t->real = {}",
             "NOTHING": "(void){}", "NULL_": "t->pointer = {}", "WORDS": "t->pointer = {}",
             "EMPTY": "t->pointer = {}"}[refusal].format(call)
    body = "  (void)t;" if problem else "\n".join([*lines, f"  {store};"])
    unused = "" if problem or "t->" in body or "(t" in body else "  (void)t;\n"
    row = f'    {{"{name}", call_{name}, REFUSES_BY_{refusal}, {{{", ".join(rows) or "{0}"}}}, ' \
          f'{len(rows)}, "{problem}"}},'
    return f"static void call_{name}(things *t)\n{{\n{unused}{body}\n}}\n", row


def main():
    if len(sys.argv) < 3 or sys.argv[1].startswith("-"):
        print(__doc__)
        sys.exit(0 if sys.argv[1:2] in (["-h"], ["--help"]) else 2)
    used = set()
    calls = [write_call(*function, used) for function in functions(map(Path, sys.argv[2:]))]
    known = {*OBJECTS, *VALUES, *MAY_BE_NULL, *REFUSALS}
    stale = sorted(key for key in known - used if "." in key or key in REFUSALS)
    if stale:
        sys.exit("make_calls.py: the headers have no such function or argument: " + ", ".join(stale))
    bodies, rows = zip(*calls)
    Path(sys.argv[1]).write_text("\n".join([
        '/* Made by tests/nulls/make_calls.py from the public headers. */', '#include "calls.h"', "",
        *bodies, "const call calls[] = {", *rows, "};",
        "const size_t call_count = sizeof calls / sizeof calls[0];", ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
