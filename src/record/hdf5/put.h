/* Attributes and datasets into a file. All return 0 where HDF5 fails. */
#pragma once

#include "record/hdf5/contents.h"

/* A property list to create groups (H5P_GROUP_CREATE) or the file (H5P_FILE_CREATE) with:
 * attributes and links stay in the object's header, which has a checksum, and no time is noted, so
 * that the same run gives the same bytes. */
hid_t jx_put_creation(hid_t list_class);

int jx_put_text(hid_t object, const char *name, const char *text);

/* One attribute, whose value is row->at bytes behind `values`. check: fails with JATO_E_FILE where
 * it is a text that a file has no room for. */
int jx_put_attribute(hid_t file, const jx_attribute *row, const void *values);
jato_status jx_check_text(const jx_attribute *row, const void *values, jato_error *error);

/* How a dataset is made: its extents, the numbers in the file, and its chunks. */
typedef struct jx_extents {
  jx_number number;
  hsize_t size[JX_MOST_RANK], chunk[JX_MOST_RANK];
} jx_extents;

/* An empty dataset with its description and unit, chunked and with checksums; to be closed. Below 0
 * where HDF5 fails. */
hid_t jx_put_empty_dataset(hid_t file, const jx_dataset *set, const jx_extents *extents);

/* Where numbers lie in memory: every step-th one from data on. */
typedef struct jx_column {
  const void *data;
  jx_number number;
  size_t step;
} jx_column;

/* A dataset of size[rank] numbers. Sizes of 0 are fine. */
int jx_put_dataset(hid_t file, const jx_dataset *set, const hsize_t *size, jx_column column);
