/* The spec of a method from outside: which file it is of, whether it is still the same one, and
 * values for the parameters that the file declares. */
#include "algorithm/plugin/plugin.h"

#include "base/file.h"
#include "base/hash/hash.h"

#include <stdio.h>
#include <stdlib.h>

#define FILE_MOST ((size_t)1 << 28)
#define HASH_TEXT (2 * JX_HASH_BYTES + 1)

/* A spec in its parts. */
typedef struct parts {
  char path[JX_WRITTEN];           /* "": none */
  char name[JX_WRITTEN];           /* of a method of the calling program */
  char bytes[32], hash[HASH_TEXT]; /* of the file as it was; "": any */
  char rest[JX_WRITTEN];           /* the method's own parameters */
} parts;

static jato_status copy_value(const char *name, jx_text value, char *out, size_t size,
                              jato_error *error)
{
  if (!jx_spec_unquote(&value))
    return jx_fail(error, JATO_E_ARGUMENT, "plugin: %s=%.*s: the quote is not closed at the end",
                   name, (int)value.length, value.start);
  if (out[0] != '\0')
    return jx_fail(error, JATO_E_ARGUMENT, "plugin: %s is given twice; take one of them", name);
  if (value.length == 0 || value.length >= size)
    return jx_fail(error, JATO_E_ARGUMENT, "plugin: %s has %zu letters; from 1 to %zu are possible",
                   name, value.length, size - 1);
  memcpy(out, value.start, value.length);
  out[value.length] = '\0';
  return JATO_OK;
}

/* Takes the parts that are jato's, and leaves the rest behind parts->rest. */
static jato_status split(const char *spec, parts *p, jato_error *error)
{
  jx_text rest = jx_text_of(spec);
  size_t used = 0;
  if (strlen(spec) >= JX_WRITTEN)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "plugin: the spec has %zu letters; at most %d are possible", strlen(spec),
                   JX_WRITTEN - 1);
  (void)jx_text_cut(&rest, ':');
  while (rest.length > 0) {
    jx_text setting = jx_spec_setting(&rest), value = setting;
    jx_text key = jx_text_cut(&value, '=');
    if (jx_text_equals(key, "path"))
      JX_TRY(copy_value("path", value, p->path, sizeof p->path, error));
    else if (jx_text_equals(key, "method"))
      JX_TRY(copy_value("method", value, p->name, sizeof p->name, error));
    else if (jx_text_equals(key, "bytes"))
      JX_TRY(copy_value("bytes", value, p->bytes, sizeof p->bytes, error));
    else if (jx_text_equals(key, "sha256"))
      JX_TRY(copy_value("sha256", value, p->hash, sizeof p->hash, error));
    else
      used += (size_t)snprintf(p->rest + used, JX_WRITTEN - used, "%s%.*s", used > 0 ? "," : "",
                               (int)setting.length, setting.start);
  }
  return JATO_OK;
}

/* ---- The file ---- */

static jato_status hash_file(const char *path, char bytes[32], char hash[HASH_TEXT],
                             jato_error *error)
{
  jato_allocator memory = jx_allocator_or_default(NULL);
  unsigned char digest[JX_HASH_BYTES];
  char *data = NULL;
  size_t length = 0;
  JX_TRY(jx_file_read_path(path, FILE_MOST, &memory, &data, &length, error));
  int is_hashed = jx_hash_pieces(NULL, &(jx_piece){data, length}, 1, digest);
  jx_release(&memory, data);
  if (!is_hashed)
    return jx_fail(
        error, JATO_E_NOT_BUILT,
        "plugin: methods in shared objects are not in this build, which has no libsodium "
        "to tell one file from another; install libsodium-dev and build again");
  (void)snprintf(bytes, 32, "%zu", length);
  for (size_t i = 0; i < JX_HASH_BYTES; i++) (void)snprintf(hash + 2 * i, 3, "%02x", digest[i]);
  return JATO_OK;
}

/* Completes size and hash, or holds the file to them. */
static jato_status check_file(parts *p, jato_error *error)
{
  char bytes[32], hash[HASH_TEXT];
  if (jx_text_has_control(p->path))
    return jx_fail(error, JATO_E_ARGUMENT, "plugin: the path has letters that cannot be shown");
  JX_TRY(hash_file(p->path, bytes, hash, error));
  int is_same = (p->bytes[0] == '\0' || strcmp(p->bytes, bytes) == 0) &&
                (p->hash[0] == '\0' || strcmp(p->hash, hash) == 0);
  if (!is_same)
    return jx_fail(
        error, JATO_E_FILE,
        "the file %s is not the one this run was made with: that one had %s bytes and the "
        "SHA-256 %.16s..., this one has %s and %.16s...; put the earlier file back, or "
        "begin a new run",
        p->path, p->bytes[0] != '\0' ? p->bytes : "some", p->hash, bytes, hash);
  memcpy(p->bytes, bytes, sizeof bytes);
  memcpy(p->hash, hash, sizeof hash);
  return JATO_OK;
}

static jato_status open_file(parts *p, jx_plugin *out, jato_error *error)
{
  if (p->name[0] != '\0')
    return jx_fail(error, JATO_E_ARGUMENT,
                   "plugin: method and path exclude each other; a file has one method");
  JX_TRY(check_file(p, error));
  JX_TRY(jx_shared_method_open(p->path, &out->shared, error));
  return jx_plugin_take_table(out->shared.method, p->path, out, error);
}

/* ---- A method of the calling program ---- */

static jato_status take_given(const parts *p, const jato_method *given, jx_plugin *out,
                              jato_error *error)
{
  if (given == NULL && p->name[0] != '\0')
    return jx_fail(error, JATO_E_ARGUMENT,
                   "the method %s is part of the program that began this run, and not in a file; "
                   "that program resumes it (jato_options.method, algorithm= in Python)",
                   p->name);
  if (given == NULL)
    return jx_fail(
        error, JATO_E_ARGUMENT,
        "plugin: no path is given; write plugin:path=./mine.so, and its parameters behind "
        "a comma");
  JX_TRY(jx_plugin_take_table(given, "the method", out, error));
  if (p->name[0] == '\0' || strcmp(p->name, out->method.name) == 0) return JATO_OK;
  return jx_fail(error, JATO_E_ARGUMENT, "the run was made with the method %s, and %s is given",
                 p->name, out->method.name);
}

/* ---- Its parameters ---- */

static jato_status read_parameters(const parts *p, jx_plugin *plugin, jx_values *values,
                                   jato_error *error)
{
  const jx_parameter_table table = {plugin->rows, plugin->method.parameter_count};
  char spec[JX_WRITTEN + JX_PLUGIN_NAME], all[2 * JX_WRITTEN];
  (void)snprintf(spec, sizeof spec, "%.31s:%s", plugin->method.name, p->rest);
  *values = (jx_values){.particles = plugin->method.points};
  JX_TRY(jx_spec_read(spec, table, values, error));
  values->particles = plugin->method.points;
  jx_spec_write(plugin->method.name, table, values, all, sizeof all);
  const char *own = strchr(all, ':'), quote[2] = {jx_spec_quote(p->path), '\0'};
  own = own != NULL ? own + 1 : "";
  const char *comma = own[0] != '\0' ? "," : "";
  int length =
      plugin->shared.library == NULL
          ? snprintf(values->written, sizeof values->written, "method=%s%s%s", plugin->method.name,
                     comma, own)
          : snprintf(values->written, sizeof values->written, "path=%s%s%s%s%s,bytes=%s,sha256=%s",
                     quote, p->path, quote, comma, own, p->bytes, p->hash);
  if (length > 0 && (size_t)length < sizeof values->written) return JATO_OK;
  return jx_fail(
      error, JATO_E_ARGUMENT,
      "plugin: with all parameters the spec has more than %d letters; use a shorter path",
      JX_WRITTEN - 1);
}

jato_status jx_plugin_open(const char *spec, const jato_method *of_caller, jx_plugin *out,
                           jx_values *values, jato_error *error)
{
  parts p = {.path = ""};
  *out = (jx_plugin){.method = {0}};
  jato_status status = split(spec, &p, error);
  if (status == JATO_OK)
    status = p.path[0] != '\0' ? open_file(&p, out, error) : take_given(&p, of_caller, out, error);
  if (status == JATO_OK) status = read_parameters(&p, out, values, error);
  if (status != JATO_OK) jx_plugin_close(out);
  return status;
}

void jx_plugin_close(jx_plugin *plugin)
{
  jx_shared_method_close(&plugin->shared);
  *plugin = (jx_plugin){.method = {0}};
}
