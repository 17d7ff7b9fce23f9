#include "serve/request.h"

#include <stdio.h>
#include <string.h>

const char *jx_request_found(const jx_tree *node)
{
  switch (jx_tree_kind_of(node)) {
  case JX_TREE_ABSENT: return "nothing";
  case JX_TREE_NULL: return "null";
  case JX_TREE_FLAG: return "true or false";
  case JX_TREE_NUMBER: return "a number";
  case JX_TREE_TEXT: return "a text";
  case JX_TREE_LIST: return "a list";
  case JX_TREE_OBJECT: return "an object";
  }
  return "something else";
}

static jato_status refuse(const jx_tree *node, const char *where, const jx_member *key,
                          const char *wanted, jato_error *error)
{
  return jx_fail(error, JATO_E_ARGUMENT, "%s: \"%s\" is %s, not %s", where, key->name, wanted,
                 jx_request_found(node));
}

static jato_status refuse_key(const char *where, const char *name, jx_members table,
                              jato_error *error)
{
  char names[512] = "";
  size_t used = 0;
  jx_nearest nearest = jx_nearest_to(jx_text_of(name));
  for (size_t i = 0; i < table.count; i++) {
    jx_nearest_offer(&nearest, table.rows[i].name);
    if (used < sizeof names)
      used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i > 0 ? ", " : "",
                               table.rows[i].name);
  }
  if (nearest.name != NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "%s: there is no \"%.60s\"; did you mean \"%s\"?", where,
                   name, nearest.name);
  return jx_fail(error, JATO_E_ARGUMENT, "%s: there is no \"%.60s\"; there are %s", where, name,
                 names);
}

static jato_status read_one(const jx_tree *node, const char *where, const jx_member *key, void *to,
                            jato_error *error)
{
  switch (key->type) {
  case JX_MEMBER_TEXT:
    if (jx_tree_text(node) == NULL) return refuse(node, where, key, "a text", error);
    *(const char **)to = jx_tree_text(node);
    return JATO_OK;
  case JX_MEMBER_WHOLE:
    if (jx_tree_whole(node, to)) return JATO_OK;
    return jx_fail(error, JATO_E_ARGUMENT, "%s: \"%s\" is a whole number from 0 on", where,
                   key->name);
  case JX_MEMBER_NUMBER:
    return jx_tree_number(node, to) ? JATO_OK : refuse(node, where, key, "a number", error);
  case JX_MEMBER_ANY: *(const jx_tree **)to = node; return JATO_OK;
  }
  return JATO_OK;
}

static const jx_member *find(jx_members table, const char *name)
{
  for (size_t i = 0; i < table.count; i++)
    if (strcmp(table.rows[i].name, name) == 0) return &table.rows[i];
  return NULL;
}

jato_status jx_request_read(const jx_tree *object, const char *where, jx_members table, void *out,
                            jato_error *error)
{
  if (jx_tree_kind_of(object) != JX_TREE_OBJECT)
    return jx_fail(error, JATO_E_ARGUMENT, "%s: an object is needed, as in {\"%s\": ...}, not %s",
                   where, table.rows[0].name, jx_request_found(object));
  for (const char *name = jx_tree_next_key(object, NULL); name != NULL;
       name = jx_tree_next_key(object, name)) {
    const jx_member *key = find(table, name);
    const jx_tree *node = jx_tree_member(object, name);
    if (key == NULL) return refuse_key(where, name, table, error);
    if (jx_tree_kind_of(node) == JX_TREE_NULL && key->type != JX_MEMBER_ANY) continue;
    JX_TRY(read_one(node, where, key, (char *)out + key->offset, error));
  }
  return JATO_OK;
}

jato_status jx_request_plain(const jx_tree *request, const char *op, jato_error *error)
{
  static const jx_member members[] = {{"op", JX_MEMBER_TEXT, .offset = 0}};
  const char *name = NULL;
  return jx_request_read(request, op, JX_MEMBERS(members), &name, error);
}

const char *jx_request_text(const jx_tree *node, char number[JX_NUMBER_SIZE])
{
  uint64_t whole = 0;
  double value = 0;
  int flag = 0;
  if (jx_tree_text(node) != NULL) return jx_tree_text(node);
  if (jx_tree_flag(node, &flag)) return flag ? "true" : "false";
  if (jx_tree_whole(node, &whole))
    (void)snprintf(number, JX_NUMBER_SIZE, "%llu", (unsigned long long)whole);
  else if (jx_tree_number(node, &value))
    jx_text_write_number(value, number);
  else
    return NULL;
  return number;
}
