/* A study with something of everything, and how tests read one. */
#ifndef TESTS_STUDY_SAMPLE_H
#define TESTS_STUDY_SAMPLE_H

#include "check.h"

#include "jato/jato.h"
#include "text/study_file.h"

static const char sample_study[] =
    "name: filter            # optional\n"
    "variables:\n"
    "  kappa: {range: [1e-3, 1], scale: log, initial: 0.1}\n"
    "  n: {range: [1, 20], kind: integer}\n"
    "  solver: {choices: [bdf, adams], initial: adams}\n"
    "  g: {fixed: 9.81}\n"
    "  mode: {fixed: quick}\n"
    "constraints:\n"
    "  stress: {at_most: 300}\n"
    "  ratio: {equals: 1, tolerance: 1e-3, scale: 10}\n"
    "  flow: {at_least: -2.5}\n"
    "penalty: 2\n"
    "objective:\n"
    "  command: ./sim --kappa {kappa} --n {n}\n"
    "  by: [environment, input]\n"
    "  scratch: work\n"
    "  keep_folders: failed\n"
    "  templates: [deck.cir.in, /abs/other]\n"
    "  result: {field: loss, file: out.json}\n"
    "failures: {timeout: 1.5m, retries: 2, then: stop}\n"
    "workers: 12\n"
    "order: particle\n"
    "algorithm: pso:topology=ring\n"
    "walls: absorb\n"
    "precision: float\n"
    "particles: 40\n"
    "seed: 18446744073709551615\n"
    "limits: {iterations: 200, evaluations: 10k, seconds: 2h, target: 1e-6, stall: 50}\n"
    "save: {file: filter.h5, checkpoint: 500ms, keep_checkpoints: 3, record_frames: 100, must: "
    "true}\n";

/* Reads a study that has to be one; messages call it a.yaml. */
static inline jx_study *read_good(const char *text, const char *folder)
{
  jx_study *study = NULL;
  jato_error error = {JATO_OK, ""};
  assert_ok(jx_study_read(text, "a.yaml", folder, NULL, &study, &error), error);
  assert_non_null(study);
  return study;
}

#endif
