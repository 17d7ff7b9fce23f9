/* Names of before 0.2.0: the compiler answers each with the new one. Made by
 * tools/make_reference from src/options/renamed.def. */
#ifndef JATO_RENAMED_H
#define JATO_RENAMED_H

/* clang-format off */
#if defined(__GNUC__)
#define JATO_PRAGMA(text) _Pragma(#text)
#define JATO_SAY(words) JATO_PRAGMA(GCC error #words)
#define JATO_RENAMED(old, now) JATO_SAY(old was renamed: use now)
#define jato_fate JATO_RENAMED(jato_fate, jato_eval_status)
#define jato_fate_name JATO_RENAMED(jato_fate_name, jato_eval_status_name)
#define JATO_FATE_OK JATO_RENAMED(JATO_FATE_OK, JATO_EVAL_OK)
#define JATO_FATE_NONFINITE JATO_RENAMED(JATO_FATE_NONFINITE, JATO_EVAL_NONFINITE)
#define JATO_FATE_TIMEOUT JATO_RENAMED(JATO_FATE_TIMEOUT, JATO_EVAL_TIMEOUT)
#define JATO_FATE_EXIT JATO_RENAMED(JATO_FATE_EXIT, JATO_EVAL_EXIT)
#define JATO_FATE_SIGNAL JATO_RENAMED(JATO_FATE_SIGNAL, JATO_EVAL_SIGNAL)
#define JATO_FATE_OUTPUT JATO_RENAMED(JATO_FATE_OUTPUT, JATO_EVAL_OUTPUT)
#define JATO_FATE_WORKER JATO_RENAMED(JATO_FATE_WORKER, JATO_EVAL_WORKER)
#define JATO_FATE_REFUSED JATO_RENAMED(JATO_FATE_REFUSED, JATO_EVAL_REFUSED)
#define JATO_FATE_ROOM JATO_RENAMED(JATO_FATE_ROOM, JATO_EVAL_STATUS_ROOM)
#define JATO_FATES JATO_RENAMED(JATO_FATES, JATO_EVAL_STATUS_ROOM)
#define JATO_STAYS_NOT JATO_RENAMED(JATO_STAYS_NOT, JATO_NOT_PERSISTENT)
#define JATO_STAYS JATO_RENAMED(JATO_STAYS, JATO_PERSISTENT)
#define JATO_STAYS_BY_INDEX JATO_RENAMED(JATO_STAYS_BY_INDEX, JATO_PERSISTENT_BY_INDEX)
#define jato_witness_fn JATO_RENAMED(jato_witness_fn, jato_trace_fn)
#define jato_tryout JATO_RENAMED(jato_tryout, jato_single_evaluation)
#define jato_study_of_words JATO_RENAMED(jato_study_of_words, jato_study_from_strings)
#define jato_space_words JATO_RENAMED(jato_space_words, jato_space_strings)
#define jato_run_peek JATO_RENAMED(jato_run_peek, jato_run_get_info)
#define jato_problem_describe JATO_RENAMED(jato_problem_describe, jato_problem_get_info)
#define jato_evaluations_describe JATO_RENAMED(jato_evaluations_describe, jato_evaluations_get_info)
#define jato_record_describe JATO_RENAMED(jato_record_describe, jato_record_get_info)
#define jato_fit_describe JATO_RENAMED(jato_fit_describe, jato_fit_get_info)
#define jato_device_describe JATO_RENAMED(jato_device_describe, jato_device_get_info)
#define jato_simulation_look JATO_RENAMED(jato_simulation_look, jato_simulation_get_info)
#define jato_simulation_facts JATO_RENAMED(jato_simulation_facts, jato_simulation_info)
#endif
/* clang-format on */

#endif
