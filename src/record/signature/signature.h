/* Whether a run file was made by this user here. What is signed is what would be run: the C source
 * and its data, or the study of a program or shared object together with the folder in which it was
 * run, which its relative paths follow from, and the settings that confine its processes
 * (options/guards.h). The spec of a method from a shared object is signed, too, with path, size and
 * hash of the file. The rest of a file are numbers: they are believed, not run.
 * docs/decisions/0030-signatures.md says more. */
#pragma once

#include "base/status.h"
#include "base/hash/hash.h"
#include "contract/record_info.h"

/* Hexadecimal digits and a zero. */
#define JX_SIGNATURE_SIZE (2 * JX_HASH_BYTES + 1)

/* Whether resuming the run runs something that its file holds or names: its objective, or a method
 * from a shared object. */
int jx_signature_is_needed(const jx_record_info *info);

/* Writes the signature of the file's objective and guards, made in the current folder; "" in a
 * build that cannot sign. Looks at the kind, the problem, its source and data, and the options,
 * whose algorithm has all its parameters. */
void jx_signature_make(const jx_key *key, const jx_record_info *info, char out[JX_SIGNATURE_SIZE]);

/* Whether info->signature is what jx_signature_make gives. */
int jx_signature_is_ours(const jx_key *key, const jx_record_info *info);

/* Whether it is the user's own, of a version that did not sign guards. A person who changed the
 * file since may have loosened them, so it proves nothing: only the words of a refusal depend on
 * it. */
int jx_signature_is_outdated(const jx_key *key, const jx_record_info *info);
