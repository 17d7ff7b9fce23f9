/* Texts and numbers of a study, read and copied. */
#include <string.h>

#include "text/parsed_study.h"

jato_status jx_read_no_memory(const jx_reader *reader)
{
  return jx_fail(reader->error, JATO_E_MEMORY, "not enough memory for what the study says");
}

/* front/text, or the text alone where front is NULL. */
static jato_status copy(const jx_reader *reader, const char *front, const char *text,
                        const char **out)
{
  size_t before = front != NULL ? strlen(front) + 1 : 0, bytes = strlen(text) + 1;
  char *to = jx_pool_take(&reader->study->pool, before + bytes, 1);
  if (to == NULL) return jx_read_no_memory(reader);
  if (front != NULL) {
    memcpy(to, front, before - 1);
    to[before - 1] = '/';
  }
  memcpy(to + before, text, bytes);
  *out = to;
  return JATO_OK;
}

jato_status jx_read_copy(const jx_reader *reader, const char *text, const char **out)
{
  return text != NULL ? copy(reader, NULL, text, out) : JATO_OK;
}

jato_status jx_read_text(const jx_reader *reader, const jx_node *node, const char **out)
{
  char number[JX_NUMBER_SIZE];
  return jx_read_copy(reader, jx_node_written(node, number), out);
}

jato_status jx_read_path(const jx_reader *reader, const jx_node *node, const char **out)
{
  char number[JX_NUMBER_SIZE];
  if (node == NULL) return JATO_OK;
  const char *path = jx_node_written(node, number);
  return copy(reader, path[0] == '/' ? NULL : reader->folder, path, out);
}

/* An item of a list is refused as the list. */
static jato_status refuse(const jx_reader *reader, const jx_node *node, const char *wanted)
{
  char shown[JX_SHOWN], number[JX_NUMBER_SIZE];
  const char *text = jx_text_show(jx_node_written(node, number), shown);
  const jx_node *named = node->key != NULL ? node : node + node->up;
  return jx_node_fail(named, reader->error, "%s: \"%s\" is not %s", named->key, text, wanted);
}

jato_status jx_read_number(const jx_reader *reader, const jx_node *node, double *out)
{
  if (node == NULL || jx_node_number(node, out)) return JATO_OK;
  if (jx_text_number(jx_text_of(node->text), out)) return JATO_OK;
  return refuse(reader, node, "a number, as in 1e-3");
}

jato_status jx_read_count(const jx_reader *reader, const jx_node *node, uint64_t least,
                          uint64_t most, uint64_t *out)
{
  uint64_t value = 0;
  if (node == NULL) return JATO_OK;
  const char *wanted = jato_read_count(node->text, &value);
  if (wanted != NULL) return refuse(reader, node, wanted);
  if (value < least || value > most)
    return jx_node_fail(node, reader->error, "%s: %s is not between %llu and %llu", node->key,
                        node->text, (unsigned long long)least, (unsigned long long)most);
  *out = value;
  return JATO_OK;
}

jato_status jx_read_pair(const jx_reader *reader, const jx_node *node, double *low, double *high)
{
  const jx_node *first = jx_node_first(node), *second = jx_node_next(first);
  char lower[JX_NUMBER_SIZE], upper[JX_NUMBER_SIZE];
  JX_TRY(jx_read_number(reader, first, low));
  JX_TRY(jx_read_number(reader, second, high));
  if (*low <= *high) return JATO_OK; /* an integer may have one value */
  return jx_node_fail(node, reader->error, "%s: [%s, %s] is not a lower and a higher number",
                      node->key, jx_node_written(first, lower), jx_node_written(second, upper));
}
