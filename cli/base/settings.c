#include <stdio.h>
#include <string.h>

#include "base/complain.h"
#include "base/settings.h"

int cli_word_index(const char *word, const char *words)
{
  size_t length = strlen(word);
  int index = 0;
  for (const char *at = words; *at != '\0'; index++) {
    size_t at_length = strcspn(at, " ");
    if (at_length == length && strncmp(at, word, length) == 0) return index;
    at += at_length;
    at += strspn(at, " ");
  }
  return -1;
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

int cli_settings_add(cli_settings *settings, const jato_setting *setting, const char *text)
{
  char name[CLI_SETTING_NAME];
  jato_error error;
  jato_options scratch = jato_options_default();
  cli_setting_name(setting, name);
  if (jato_options_set(&scratch, name, text, &error) != JATO_OK) {
    cli_complain("--%s", error.text); /* which begins with the name */
    return CLI_USAGE;
  }
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

void cli_settings_apply(const cli_settings *settings, jato_options *options)
{
  for (size_t i = 0; i < settings->count; i++) /* all were tried when they were given */
    (void)jato_options_set(options, settings->given[i].setting->name, settings->given[i].text,
                           NULL);
}
