/* Which file of path, path.new, path.1, ... is the newest sound one. */
#pragma once

#include "contract/format.h"
#include "record/files/rotate.h"

typedef struct jx_found_file {
  int file; /* -1: none */
  jx_reader *reader;
  jx_record_content content; /* its path is `name` */
  jx_name name;
  size_t stem; /* letters of `name` that are the path it was asked for by */
} jx_found_file;

/* Opens it: path itself where it is sound, or path.new where that is of the same run and further
 * on; otherwise the first sound one of path.new, path.1, path.2, ..., which is the order they were
 * written in, last one first. request->notice is called once when path was not the one, or path.new
 * is not whole. Fails with JATO_E_FILE, which says of each file what is wrong with it, and with
 * JATO_E_MEMORY. */
jato_status jx_find_newest(const jx_format_ops *format, const jato_record_request *request,
                           const jato_allocator *allocator, jx_found_file *found,
                           jato_error *error);

/* Whether no other file has got its name since it was opened. */
int jx_found_file_is_current(const jx_found_file *found);

void jx_found_file_close(const jx_format_ops *format, jx_found_file *found);
