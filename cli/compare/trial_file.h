/* Finished runs in a folder, a file each, so that a comparison that was ended can be resumed with
 * the remaining ones.
 *
 * A file has two columns of numbers, evaluations and the best value, below lines that begin with #,
 * and is named after the method, the seed and a hash of all that decides the run. So the runs of
 * another comparison may be in the same folder, and more seeds or methods repeat nothing. */
#pragma once

#include "compare/trials.h"
#include "subject/subject.h"

/* FNV-1a with 64 bits (Fowler, Noll and Vo); it names files, and guards nothing. */
#define CLI_HASH_BEGIN UINT64_C(0xcbf29ce484222325)

/* The hash of what came before, with more bytes behind it. */
static inline uint64_t cli_hash(uint64_t hash, const void *bytes, size_t count)
{
  const unsigned char *at = bytes;
  for (size_t i = 0; i < count; i++) hash = (hash ^ at[i]) * UINT64_C(0x100000001b3);
  return hash;
}

/* Makes the folder unless it is there. Returns CLI_DONE, or after a message what the program is to
 * exit with. */
int cli_trial_folder(const char *folder);

/* All that decides the runs but their method and seed, as one line of text, which the caller frees:
 * the problem, with a hash of the files that it is read from, and the settings that were given.
 * NULL without memory. */
char *cli_trial_about(const cli_comparison *comparison, const cli_subject *subject,
                      const cli_settings *given);

/* A run's file: `about` as above. */
typedef struct cli_trial_place {
  const char *folder, *about;
  const char *method;   /* as the user wrote it: the file's name begins with it */
  const char *complete; /* with all its parameters */
} cli_trial_place;

/* Reads the trial, which is done if there is a sound file of exactly this run. */
void cli_trial_load(cli_trial *trial, const cli_trial_place *place);

/* Writes a trial that is done. If this process is killed meanwhile, the file is whole or not there.
 * Fails with JATO_E_FILE and JATO_E_MEMORY. */
jato_status cli_trial_store(const cli_trial *trial, const cli_trial_place *place,
                            jato_error *error);
