#include "serve/request.h"

#include "options/renamed.h"

#include <stdio.h>
#include <string.h>

static jato_status refuse(const jx_node *node, const char *where, const jx_member *key,
                          const char *wanted, jato_error *error)
{
  return jx_fail(error, JATO_E_ARGUMENT, "%s: \"%s\" is %s, not %s", where, key->name, wanted,
                 jx_node_found(node));
}

static jato_status refuse_key(const char *where, const char *name, jx_members table,
                              jato_error *error)
{
  char names[512] = "", suggestion[JX_SUGGESTION];
  size_t used = 0;
  const char *now = jx_renamed(JATO_NAME_REQUEST, where, name);
  if (now != NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "%s: %s was renamed: use %s", where, name, now);
  jx_nearest nearest = jx_nearest_to(jx_text_of(name));
  for (size_t i = 0; i < table.count; i++) {
    jx_nearest_offer(&nearest, table.rows[i].name);
    if (used < sizeof names)
      used += (size_t)snprintf(names + used, sizeof names - used, "%s%s",
                               i > 0 ? ", " : "; there are ", table.rows[i].name);
  }
  return jx_fail(error, JATO_E_ARGUMENT, "%s: there is no \"%.60s\"%s", where, name,
                 jx_nearest_suggest(&nearest, names, suggestion));
}

static jato_status read_one(const jx_node *node, const char *where, const jx_member *key, void *to,
                            jato_error *error)
{
  switch (key->type) {
  case JX_MEMBER_TEXT:
    if (jx_node_text(node) == NULL) return refuse(node, where, key, "a text", error);
    *(const char **)to = jx_node_text(node);
    return JATO_OK;
  case JX_MEMBER_WHOLE:
    if (jx_node_whole(node, to)) return JATO_OK;
    return jx_fail(error, JATO_E_ARGUMENT, "%s: \"%s\" is a whole number from 0 on", where,
                   key->name);
  case JX_MEMBER_NUMBER:
    return jx_node_number(node, to) ? JATO_OK : refuse(node, where, key, "a number", error);
  case JX_MEMBER_ANY: *(const jx_node **)to = node; return JATO_OK;
  }
  return JATO_OK;
}

static const jx_member *find(jx_members table, const char *name)
{
  for (size_t i = 0; i < table.count; i++)
    if (strcmp(table.rows[i].name, name) == 0) return &table.rows[i];
  return NULL;
}

jato_status jx_request_read(const jx_node *object, const char *where, jx_members table, void *out,
                            jato_error *error)
{
  if (jx_node_kind_of(object) != JX_NODE_OBJECT)
    return jx_fail(error, JATO_E_ARGUMENT, "%s: an object is needed, as in {\"%s\": ...}, not %s",
                   where, table.rows[0].name, jx_node_found(object));
  for (const jx_node *at = jx_node_first(object); at != NULL; at = jx_node_next(at)) {
    const jx_member *key = find(table, at->key);
    if (key == NULL) return refuse_key(where, at->key, table, error);
    if (at->kind == JX_NODE_NULL && key->type != JX_MEMBER_ANY) continue;
    JX_TRY(read_one(at, where, key, (char *)out + key->offset, error));
  }
  return JATO_OK;
}

jato_status jx_request_plain(const jx_node *request, const char *op, jato_error *error)
{
  static const jx_member members[] = {{"op", JX_MEMBER_TEXT, .offset = 0}};
  const char *name = NULL;
  return jx_request_read(request, op, JX_MEMBERS(members), &name, error);
}
