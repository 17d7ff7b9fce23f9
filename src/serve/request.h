/* Requests: objects of JSON read by tables of the keys they may have, so that every wrong key and
 * value is refused in one place and in the same words. */
#pragma once

#include "base/text.h"
#include "text/tree.h"

typedef enum jx_member_type {
  JX_MEMBER_TEXT,   /* const char *; valid as long as the tree */
  JX_MEMBER_WHOLE,  /* uint64_t */
  JX_MEMBER_NUMBER, /* double */
  JX_MEMBER_ANY     /* const jx_node *: whatever it is; null, too */
} jx_member_type;

typedef struct jx_member {
  const char *name;
  jx_member_type type;
  size_t offset; /* of the member of the structure that it fills */
} jx_member;

typedef struct jx_members {
  const jx_member *rows;
  size_t count;
} jx_members;

#define JX_MEMBERS(rows) ((jx_members){(rows), sizeof(rows) / sizeof((rows)[0])})

/* Reads an object's members into the structure at `out`. What the object does not have, and what is
 * null, leaves its member as it is. `where` begins every message: "options", "variable kappa".
 * Fails with JATO_E_ARGUMENT for what is no object, keys that the table does not have, with the
 * nearest one, and values of the wrong type. */
jato_status jx_request_read(const jx_node *object, const char *where, jx_members table, void *out,
                            jato_error *error);

/* A request that has no members but "op". Fails as jx_request_read does. */
jato_status jx_request_plain(const jx_node *request, const char *op, jato_error *error);
