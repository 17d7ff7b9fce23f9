/* Texts and numbers of a draft, read and copied. */
#include <string.h>

#include "base/text.h"
#include "text/make.h"

size_t jx_make_node(const jx_maker *maker, const char *section, const char *key)
{
  size_t parent = section == NULL ? 0 : jx_outline_child(maker->outline, 0, section);
  if (section != NULL && parent == 0) return 0;
  return jx_outline_child(maker->outline, parent, key);
}

jato_status jx_make_no_memory(const jx_maker *maker)
{
  return jx_fail(maker->error, JATO_E_MEMORY, "not enough memory for what the study says");
}

jato_status jx_make_text(const jx_maker *maker, const char *text, const char **out)
{
  *out = NULL;
  if (text == NULL) return JATO_OK;
  size_t bytes = strlen(text) + 1;
  char *copy = jx_pool_take(&maker->study->pool, bytes, 1);
  if (copy == NULL) return jx_make_no_memory(maker);
  memcpy(copy, text, bytes);
  *out = copy;
  return JATO_OK;
}

jato_status jx_make_path(const jx_maker *maker, const char *path, const char **out)
{
  if (path == NULL || path[0] == '/' || maker->folder == NULL)
    return jx_make_text(maker, path, out);
  size_t front = strlen(maker->folder), bytes = strlen(path) + 1;
  char *copy = jx_pool_take(&maker->study->pool, front + 1 + bytes, 1);
  if (copy == NULL) return jx_make_no_memory(maker);
  memcpy(copy, maker->folder, front);
  copy[front] = '/';
  memcpy(copy + front + 1, path, bytes);
  *out = copy;
  return JATO_OK;
}

static jato_status refuse(const jx_maker *maker, size_t node, const char *text, const char *wanted)
{
  char shown[JX_SHOWN];
  const char *key = maker->outline->nodes[node].key;
  return jx_outline_fail(maker->outline, node, maker->error, "%s%s\"%s\" is not %s",
                         key == NULL ? "" : key, key == NULL ? "" : ": ", jx_text_show(text, shown),
                         wanted);
}

jato_status jx_make_number(const jx_maker *maker, size_t node, const char *text, double *out)
{
  if (text == NULL || jx_text_number(jx_text_of(text), out)) return JATO_OK;
  return refuse(maker, node, text, "a number, as in 1e-3");
}

jato_status jx_make_count(const jx_maker *maker, size_t node, const char *text, uint64_t least,
                          uint64_t most, uint64_t *out)
{
  uint64_t value = 0;
  if (text == NULL) return JATO_OK;
  const char *wanted = jato_read_count(text, &value);
  if (wanted != NULL) return refuse(maker, node, text, wanted);
  if (value < least || value > most)
    return jx_outline_fail(maker->outline, node, maker->error,
                           "%s: %s is not between %llu and %llu", maker->outline->nodes[node].key,
                           text, (unsigned long long)least, (unsigned long long)most);
  *out = value;
  return JATO_OK;
}

jato_status jx_make_pair(const jx_maker *maker, size_t node, const jx_texts *texts, double *low,
                         double *high)
{
  JX_TRY(jx_make_number(maker, node, texts->entry[0].text, low));
  JX_TRY(jx_make_number(maker, node, texts->entry[1].text, high));
  if (*low <= *high) return JATO_OK; /* an integer may have one value */
  return jx_outline_fail(
      maker->outline, node, maker->error, "%s: [%s, %s] is not a lower and a higher number",
      maker->outline->nodes[node].key, texts->entry[0].text, texts->entry[1].text);
}
