/* The settings that a run file keeps, as text and as JSON: every row of the table of settings that
 * files hold, whatever rows there are. */
#include <stdio.h>
#include <string.h>

#include "text/writer/json.h"
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

/* ---- JSON ---- */

static void write_choice(jx_json *json, const jato_setting *setting, int value)
{
  char word[CLI_WORD];
  if (setting->choices == NULL)
    jx_json_bool(json, setting->name, value != 0);
  else
    jx_json_text(json, shown_name(setting), cli_word_at(setting->choices, value, word));
}

static void write_setting(jx_json *json, const jato_setting *setting, const jato_options *options)
{
  const char *text = NULL;
  uint64_t count = 0;
  double number = 0;
  switch (jato_setting_get(setting, options, &text, &count, &number)) {
  case JATO_VALUE_NONE: break;
  case JATO_VALUE_TEXT: jx_json_text(json, setting->name, text); break;
  case JATO_VALUE_NUMBER: jx_json_number(json, setting->name, number); break;
  case JATO_VALUE_COUNT:
    if (setting->kind == JATO_SETTING_COUNT)
      jx_json_count(json, setting->name, count);
    else
      write_choice(json, setting, (int)count);
  }
}

void cli_show_settings_json(jx_json *json, const jato_options *options)
{
  const jato_setting *setting;
  jx_json_begin_object(json, "settings");
  for (size_t i = 0; (setting = next_kept(&i)) != NULL;) write_setting(json, setting, options);
  jx_json_end(json);
}

/* ---- Text ---- */

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
    char name[CLI_SETTING_NAME], text[CLI_WORD];
    const char *shown = cli_setting_value(setting, options, text);
    if (shown == NULL || !concerns(setting, options)) continue;
    const char *unit = setting->kind == JATO_SETTING_TIME ? "s" : "";
    cli_setting_name(setting, name);
    if (setting->kind == JATO_SETTING_FLAG && setting->choices != NULL)
      snprintf(name, sizeof name, "%s", setting->key);
    bool goes_on = section[0] != '\0' && strcmp(section, setting->section) == 0;
    if (section[0] != '\0' && !goes_on) putchar('\n');
    section = setting->section;
    if (section[0] == '\0') printf("%-12s %s%s\n", name, shown, unit);
    if (section[0] != '\0' && !goes_on) printf("%-12s", section);
    if (section[0] != '\0') printf(" %s %s%s", name, shown, unit);
  }
  if (section[0] != '\0') putchar('\n');
}
