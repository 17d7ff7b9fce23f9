/* The rule that contents of files from other users are not run without permission. */
#include "api/trust.h"

#include "base/file.h"
#include "base/hash/hash.h"
#include "base/text.h"
#include "contract/algorithm.h"
#include "jato/setting.h"
#include "record/run_file.h"

#include <stdio.h>
#include <string.h>

/* ---- Listing what would be run ---- */

enum { ITEM_SHOWN = 500, OBJECT_MOST = 1 << 28 };

/* A list of what would be run and written, of limited length; if it is cut, it says so. */
typedef struct listing {
  char text[1500];
  size_t used;
  int is_cut;
} listing;

static const char cut_words[] = "\n  and more; jato show --source FILE prints all of it";

static void add_item(listing *list, const char *what, const char *text)
{
  char plain[ITEM_SHOWN];
  size_t room = sizeof list->text - sizeof cut_words - list->used;
  if (text == NULL || list->is_cut) return;
  int length = snprintf(list->text + list->used, room, "\n  %-9s%s%s", what,
                        jx_text_make_plain(text, plain, sizeof plain),
                        strlen(text) >= sizeof plain ? " ..." : "");
  list->is_cut = length < 0 || (size_t)length >= room;
  if (list->is_cut)
    memcpy(list->text + list->used, cut_words, sizeof cut_words);
  else
    list->used += (size_t)length;
}

static void add_hash(listing *list, const void *data, size_t bytes)
{
  unsigned char hash[JX_HASH_BYTES];
  char text[2 * JX_HASH_BYTES + 1];
  if (!jx_hash_pieces(NULL, &(jx_piece){data, bytes}, 1, hash)) return;
  for (size_t i = 0; i < JX_HASH_BYTES; i++) (void)snprintf(text + 2 * i, 3, "%02x", hash[i]);
  add_item(list, "SHA-256", text);
}

static void add_object(listing *list, const char *path)
{
  jato_allocator memory = jx_allocator_or_default(NULL);
  char *bytes = NULL;
  size_t length = 0;
  add_item(list, "object", path);
  if (jx_file_read_path(path, OBJECT_MOST, &memory, &bytes, &length, NULL) == JATO_OK)
    add_hash(list, bytes, length);
  else
    add_item(list, "", "(which cannot be read)");
  jx_release(&memory, bytes);
}

/* Writes the value of a guard, or "none". */
static void write_guard(const jato_setting *guard, const jato_options *options, char value[32])
{
  const char *text;
  uint64_t count = 0;
  double seconds = 0;
  (void)jato_setting_get(guard, options, &text, &count, &seconds);
  if (guard->kind == JATO_SETTING_FLAG)
    (void)snprintf(value, 32, "%s", count != 0 ? "yes" : "no");
  else if (count != 0)
    (void)snprintf(value, 32, "%llu", (unsigned long long)count);
  else if (seconds != 0)
    (void)snprintf(value, 32, "%gs", seconds);
  else
    (void)snprintf(value, 32, "none");
}

/* Lists the values of all guards. */
static void list_guards(const jato_options *options, listing *list)
{
  char text[ITEM_SHOWN] = "", value[32];
  const jato_setting *setting;
  for (size_t i = 0; (setting = jato_setting_at(i)) != NULL; i++) {
    size_t used = strlen(text);
    if ((setting->used & JATO_USED_TO_GUARD) == 0) continue;
    write_guard(setting, options, value);
    (void)snprintf(text + used, sizeof text - used, "%s%s %s", used > 0 ? ", " : "", setting->name,
                   value);
  }
  add_item(list, "guards", text);
}

static void list_command(const jato_command *command, listing *list)
{
  add_item(list, "command", command->command);
  add_item(list, "shell", command->shell);
  add_item(list, "folder", command->folder);
  if ((command->by & JATO_BY_ENVIRONMENT) != 0)
    add_item(list, "values", "in its environment, as JATO_ and their names");
  if ((command->by & JATO_BY_INPUT) != 0) add_item(list, "values", "on its standard input");
}

static void list_files(const jato_command *command, listing *list)
{
  add_item(list, "scratch", command->scratch);
  add_item(list, "result", command->result_file);
  for (size_t i = 0; i < command->template_count; i++)
    add_item(list, "template", command->template_files[i]);
}

static void list_study(const jx_record_info *info, listing *list)
{
  jato_study *study = NULL;
  if (jx_study_read_saved(info->source, info->path, &study, NULL) != JATO_OK ||
      !jx_trust_is_of_process(study)) {
    add_item(list, "study", info->source);
  } else if (study->kind == JX_STUDY_OBJECT) {
    add_object(list, study->object.path);
    add_item(list, "by", study->object.worker);
    list_guards(&info->options, list);
  } else {
    list_command(&study->command, list);
    list_guards(&info->options, list);
    list_files(&study->command, list);
  }
  jx_study_destroy(&study);
}

static void list_source(const jx_record_info *info, listing *list)
{
  add_item(list, "C source", info->problem);
  add_hash(list, info->source, strlen(info->source));
  add_item(list, "", "(printed by jato show --source)");
}

static const char not_ours[] =
    "was not made by you here, so nothing in it is run unless you ask for it";
static const char outdated[] =
    "was made by you here, but by a jato that did not sign what confines its programs, so nothing "
    "in it is run unless you ask for it";

jato_status jx_trust_check(const jato_record *record, jato_error *error)
{
  if (jx_record_may_run(record)) return JATO_OK;
  const jx_record_info *info = jx_record_get_info(record);
  listing list = {.used = 0};
  if (jx_algorithm_is_loaded(info->options.algorithm))
    add_item(&list, "method", info->options.algorithm);
  if (info->kind == JATO_RECORD_STUDY)
    list_study(info, &list);
  else if (info->kind == JATO_RECORD_SOURCE)
    list_source(info, &list);
  return jx_fail(
      error, JATO_E_TRUST,
      "%s %s. It would run:%s\nIf that is what you want, say so: --trust, trust=True in Python, "
      "jato_record_request.trust in C",
      info->path, jx_record_is_outdated(record) ? outdated : not_ours, list.text);
}
