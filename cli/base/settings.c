#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/complain.h"
#include "base/number.h"
#include "base/settings.h"
#include "base/shell_word.h"

bool cli_next_word(const char **at, char word[CLI_WORD])
{
  *at += strspn(*at, " ");
  int length = (int)strcspn(*at, " ");
  snprintf(word, CLI_WORD, "%.*s", length, *at);
  *at += length;
  return length > 0;
}

int cli_word_index(const char *word, const char *words)
{
  char other[CLI_WORD];
  for (int index = 0; cli_next_word(&words, other); index++)
    if (strcmp(other, word) == 0) return index;
  return -1;
}

const char *cli_word_at(const char *words, int index, char word[CLI_WORD])
{
  while (cli_next_word(&words, word) && index > 0) index--;
  return word;
}

static bool is_taken(const cli_taken *taken, const jato_setting *setting)
{
  if ((setting->used & taken->used) == 0) return false;
  return taken->only == NULL || cli_word_index(setting->name, taken->only) >= 0 ||
         cli_word_index(setting->section, taken->only) >= 0;
}

const jato_setting *cli_setting_taken(const cli_taken *taken, size_t index)
{
  const jato_setting *setting;
  for (size_t i = 0; (setting = jato_setting_at(i)) != NULL; i++)
    if (is_taken(taken, setting) && index-- == 0) return setting;
  return NULL;
}

const char *cli_setting_name(const jato_setting *setting, char name[CLI_SETTING_NAME])
{
  snprintf(name, CLI_SETTING_NAME, "%s", setting->name);
  for (char *at = name; *at != '\0'; at++)
    if (*at == '_') *at = '-';
  return name;
}

const char *cli_setting_about(const jato_setting *setting, char about[CLI_SETTING_ABOUT])
{
  bool has_fallback = setting->fallback[0] != '\0';
  snprintf(about, CLI_SETTING_ABOUT, "%s%s%s%s", setting->help, has_fallback ? " (default: " : "",
           setting->fallback, has_fallback ? ")" : "");
  return about;
}

const jato_setting *cli_setting_find(const cli_taken *taken, const char *name, size_t length,
                                     char letter)
{
  char known[CLI_SETTING_NAME];
  const jato_setting *setting;
  for (size_t i = 0; (setting = cli_setting_taken(taken, i)) != NULL; i++) {
    if (letter != 0 && setting->letter == letter) return setting;
    cli_setting_name(setting, known);
    if (length > 0 && strlen(known) == length && strncmp(known, name, length) == 0) return setting;
  }
  return NULL;
}

static const char *write_count(const jato_setting *setting, uint64_t count, char text[CLI_WORD])
{
  if (setting->kind != JATO_SETTING_COUNT)
    return cli_word_at(setting->choices != NULL ? setting->choices : "no yes", (int)count, text);
  snprintf(text, CLI_WORD, "%" PRIu64, count);
  return text;
}

const char *cli_setting_value(const jato_setting *setting, const jato_options *options,
                              char text[CLI_WORD])
{
  const char *words = NULL;
  uint64_t count = 0;
  double number = 0;
  bool is_time = setting->kind == JATO_SETTING_TIME;
  bool is_plain_flag = setting->kind == JATO_SETTING_FLAG && setting->choices == NULL;
  switch (jato_setting_get(setting, options, &words, &count, &number)) {
  case JATO_VALUE_NONE: break;
  case JATO_VALUE_TEXT: return words;
  case JATO_VALUE_NUMBER:
    if (is_time ? !(number > 0 && isfinite(number)) : isnan(number)) return NULL;
    cli_write_shortest(text, number);
    return text;
  case JATO_VALUE_COUNT: /* 0 is no limit, or nothing chosen, where it cannot be asked for */
    if (count < setting->least || (is_plain_flag && count == 0)) return NULL;
    return write_count(setting, count, text);
  }
  return NULL;
}

void cli_settings_print(FILE *out, const char *names, const jato_options *options)
{
  static const cli_taken any = {.used = JATO_USED_TO_BEGIN};
  char word[CLI_WORD], text[CLI_WORD], name[CLI_SETTING_NAME];
  while (cli_next_word(&names, word)) {
    const jato_setting *setting;
    for (size_t i = 0; (setting = cli_setting_taken(&any, i)) != NULL; i++)
      if (strcmp(setting->name, word) == 0) break;
    const char *value = setting != NULL ? cli_setting_value(setting, options, text) : NULL;
    if (value == NULL || value[0] == '\0' || strcmp(value, setting->fallback) == 0) continue;
    cli_setting_name(setting, name);
    if (setting->kind == JATO_SETTING_FLAG)
      fprintf(out, " --%s", name);
    else
      cli_print_option(out, name, value);
  }
}

int cli_settings_add(cli_settings *settings, const jato_setting *setting, const char *text)
{
  char name[CLI_SETTING_NAME];
  jato_error error;
  if (settings->count == 0) settings->values = jato_options_default();
  cli_setting_name(setting, name);
  if (jato_options_set(&settings->values, name, text, &error) != JATO_OK)
    return cli_refuse(CLI_USAGE, "--%s", error.text); /* which begins with the name */
  if (settings->count == CLI_MOST_SETTINGS)
    return cli_refuse(CLI_USAGE, "--%s: more than %d settings were given", name, CLI_MOST_SETTINGS);
  settings->given[settings->count].setting = setting;
  settings->given[settings->count++].text = text;
  return CLI_DONE;
}

const char *cli_setting_given(const cli_settings *settings, const char *name)
{
  const char *text = NULL;
  for (size_t i = 0; i < settings->count; i++)
    if (strcmp(settings->given[i].setting->name, name) == 0) text = settings->given[i].text;
  return text;
}

const jato_setting *cli_settings_any(const cli_settings *settings, const char *names)
{
  for (size_t i = 0; i < settings->count; i++)
    if (cli_word_index(settings->given[i].setting->name, names) >= 0)
      return settings->given[i].setting;
  return NULL;
}

jato_options cli_settings_options(const cli_settings *settings)
{
  return settings->count > 0 ? settings->values : jato_options_default();
}

void cli_settings_apply(const cli_settings *settings, jato_options *options)
{
  for (size_t i = 0; i < settings->count; i++) /* all were tried when they were given */
    (void)jato_options_set(options, settings->given[i].setting->name, settings->given[i].text,
                           NULL);
}
