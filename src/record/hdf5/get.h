/* Attributes and datasets out of a file whose structure was found good (structure.h): links lead to
 * the file itself, texts have a fixed length, datasets are no larger than the file. Nothing else is
 * believed: that it is there and has the type and extents it must have. Failures are JATO_E_FILE
 * and name what is wrong. */
#pragma once

#include "base/memory.h"
#include "record/hdf5/contents.h"
#include "record/hdf5/file_driver.h"

typedef struct jx_input {
  hid_t file;
  const jx_file_driver *driver;
  jx_pool pool; /* of the reader: what was read */
} jx_input;

/* Whether there is something of that name: for what a file may or may not have. */
int jx_has_group(const jx_input *input, const char *group);
int jx_has_dataset(const jx_input *input, jx_dataset_name name);
int jx_has_attribute(const jx_input *input, const jx_attribute *row);

/* Reads one attribute to row->at bytes behind `values`. */
jato_status jx_get_attribute(jx_input *input, const jx_attribute *row, void *values,
                             jato_error *error);

/* A dataset that was opened and found good; `id` is to be closed. */
typedef struct jx_found_dataset {
  hid_t id;
  const jx_dataset *set;
  hsize_t size[JX_MOST_RANK];
  hsize_t count; /* of all its numbers */
} jx_found_dataset;

/* In `wanted` below: any extent is fine. */
#define JX_ANY HSIZE_UNDEF

/* Opens a dataset of such numbers with extents wanted[rank]. found->id is below 0 on failure. */
jato_status jx_get_open(const jx_input *input, const jx_dataset *set, jx_number number,
                        const hsize_t *wanted, jx_found_dataset *found, jato_error *error);

/* Reads all of it to every step-th place from `to` on, as such numbers. */
jato_status jx_get_numbers(const jx_input *input, const jx_found_dataset *found, jx_number number,
                           size_t step, void *to, jato_error *error);

/* Opens a dataset, takes memory for it and one more zero, reads it as such numbers and closes it.
 * size[rank] is what extents are wanted, and what was found. */
jato_status jx_get_array(jx_input *input, const jx_dataset *set, jx_number number, hsize_t *size,
                         const void **out, jato_error *error);

/* What to say of a dataset that could not be read. */
jato_status jx_get_failed(const jx_input *input, const jx_dataset *set, jato_error *error);
