/* The settings that a run file keeps, as text and as JSON: every row of the table of settings that
 * files hold, whatever rows there are. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "text/writer/json.h"
#include "base/number.h"
#include "base/settings.h"
#include "inspect/show.h"

/* The next row that files keep, from *index on; NULL past the last one. */
static const jato_setting *next_kept(size_t *index)
{
  const jato_setting *setting;
  while ((setting = jato_setting_at((*index)++)) != NULL)
    if ((setting->used & JATO_USED_IN_RUN_FILES) != 0) break;
  return setting;
}

/* A flag with words of its own is shown as files have it: goal maximize. */
static const char *shown_name(const jato_setting *setting)
{
  bool by_words = setting->kind == JATO_SETTING_FLAG && setting->choices != NULL;
  return by_words ? setting->key : setting->name;
}

/* A value, of which `is` says which member has it. */
typedef struct setting_value {
  jato_setting_value is;
  const char *text;
  uint64_t count;
  double number;
} setting_value;

static setting_value value_of(const jato_setting *setting, const jato_options *options)
{
  setting_value v = {JATO_VALUE_NONE, NULL, 0, 0};
  v.is = jato_setting_get(setting, options, &v.text, &v.count, &v.number);
  return v;
}

static void choose_word(const char *words, int place, char word[CLI_SETTING_NAME])
{
  while (place-- > 0 && strchr(words, ' ') != NULL) words = strchr(words, ' ') + 1;
  snprintf(word, CLI_SETTING_NAME, "%.*s", (int)strcspn(words, " "), words);
}

/* ---- JSON ---- */

static void write_choice(jx_json *json, const jato_setting *setting, int value)
{
  char word[CLI_SETTING_NAME];
  if (setting->choices == NULL) {
    jx_json_bool(json, setting->name, value != 0);
    return;
  }
  choose_word(setting->choices, value, word);
  jx_json_text(json, shown_name(setting), word);
}

static void write_setting(jx_json *json, const jato_setting *setting, const setting_value *v)
{
  switch (v->is) {
  case JATO_VALUE_NONE: break;
  case JATO_VALUE_TEXT: jx_json_text(json, setting->name, v->text); break;
  case JATO_VALUE_NUMBER: jx_json_number(json, setting->name, v->number); break;
  case JATO_VALUE_COUNT:
    if (setting->kind == JATO_SETTING_COUNT)
      jx_json_count(json, setting->name, v->count);
    else
      write_choice(json, setting, (int)v->count);
  }
}

void cli_show_settings_json(jx_json *json, const jato_options *options)
{
  const jato_setting *setting;
  jx_json_begin_object(json, "settings");
  for (size_t i = 0; (setting = next_kept(&i)) != NULL;) {
    setting_value v = value_of(setting, options);
    write_setting(json, setting, &v);
  }
  jx_json_end(json);
}

/* ---- Text ---- */

/* Longer than any number and choice. */
enum { NUMBER = 64 };

/* A count of 0 is no limit, or nothing chosen, where 0 cannot be asked for. */
static bool write_count(const jato_setting *setting, uint64_t count, char text[NUMBER])
{
  snprintf(text, NUMBER, "%" PRIu64, count);
  return count >= setting->least;
}

static bool write_real(const jato_setting *setting, double value, char text[NUMBER])
{
  bool is_time = setting->kind == JATO_SETTING_TIME;
  char number[CLI_SHORTEST];
  cli_write_shortest(number, value);
  snprintf(text, NUMBER, "%s%s", number, is_time ? "s" : "");
  return is_time ? value > 0 : !isnan(value);
}

static bool write_word(const jato_setting *setting, int value, char text[NUMBER])
{
  choose_word(setting->choices != NULL ? setting->choices : "no yes", value, text);
  return setting->choices != NULL || value != 0;
}

/* Its value, which may be written to `text`; NULL if there is none to show. */
static const char *write_value(const jato_setting *setting, const setting_value *v,
                               char text[NUMBER])
{
  bool is_shown = false;
  switch (v->is) {
  case JATO_VALUE_NONE: break;
  case JATO_VALUE_TEXT: return v->text;
  case JATO_VALUE_NUMBER: is_shown = write_real(setting, v->number, text); break;
  case JATO_VALUE_COUNT:
    is_shown = setting->kind == JATO_SETTING_COUNT ? write_count(setting, v->count, text)
                                                   : write_word(setting, (int)v->count, text);
  }
  return is_shown ? text : NULL;
}

/* Whether the setting matters to the run: evaluations on devices need no waiting and no retries.
 * The text of a study is no option of a command and is not shown. */
static bool concerns(const jato_setting *setting, const jato_options *options)
{
  if ((setting->used & JATO_USED_TO_BEGIN) == 0) return false;
  return options->order != NULL || cli_word_index(setting->name, CLI_SETTINGS_OUTSIDE) < 0;
}

/* A setting has a line; those of a section have one together. */
void cli_show_settings(const jato_options *options)
{
  const jato_setting *setting;
  const char *section = "";
  for (size_t i = 0; (setting = next_kept(&i)) != NULL;) {
    char name[CLI_SETTING_NAME], text[NUMBER];
    setting_value v = value_of(setting, options);
    const char *shown = write_value(setting, &v, text);
    if (shown == NULL || !concerns(setting, options)) continue;
    cli_setting_name(setting, name);
    if (setting->kind == JATO_SETTING_FLAG && setting->choices != NULL)
      snprintf(name, sizeof name, "%s", setting->key);
    bool goes_on = section[0] != '\0' && strcmp(section, setting->section) == 0;
    if (section[0] != '\0' && !goes_on) putchar('\n');
    section = setting->section;
    if (section[0] == '\0') printf("%-12s %s\n", name, shown);
    if (section[0] != '\0' && !goes_on) printf("%-12s", section);
    if (section[0] != '\0') printf(" %s %s", name, shown);
  }
  if (section[0] != '\0') putchar('\n');
}
