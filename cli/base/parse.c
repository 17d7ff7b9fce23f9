/* Reads a command line by the command's table of options. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/command.h"
#include "base/number.h"
#include "base/shell_word.h"

enum { NAMES_ROOM = 2048 };

static const cli_option *find_long(const cli_command *command, const char *name, size_t length)
{
  for (size_t i = 0; i < command->option_count; i++) {
    const char *known = command->options[i].name;
    if (strlen(known) == length && strncmp(known, name, length) == 0) return &command->options[i];
  }
  return NULL;
}

static const cli_option *find_letter(const cli_command *command, char letter)
{
  for (size_t i = 0; i < command->option_count; i++)
    if (command->options[i].letter == letter) return &command->options[i];
  return NULL;
}

static int complain_unknown_option(const cli_command *command, const char *name, size_t length)
{
  char names[NAMES_ROOM] = "help";
  char typed[64], nearest[64];
  size_t used = strlen(names);
  for (size_t i = 0; i < command->option_count && used < sizeof names; i++)
    used += (size_t)snprintf(names + used, sizeof names - used, " %s", command->options[i].name);
  const jato_setting *setting;
  for (size_t i = 0; (setting = cli_setting_taken(&command->settings, i)) != NULL; i++) {
    char known[CLI_SETTING_NAME];
    if (used < sizeof names)
      used += (size_t)snprintf(names + used, sizeof names - used, " %s",
                               cli_setting_name(setting, known));
  }
  snprintf(typed, sizeof typed, "%.*s", (int)length, name);
  const char *now = jato_renamed(JATO_NAME_OPTION, typed);
  if (now != NULL) return cli_refuse(CLI_USAGE, "--%s was renamed: use --%s", typed, now);
  if (cli_setting_find(&(cli_taken){JATO_USED_TO_BEGIN, NULL, 0}, name, length, 0) != NULL)
    return cli_refuse(CLI_USAGE, "%s takes no --%s; jato %s --help shows what it takes",
                      command->name, typed, command->name);
  if (jato_nearest_word(typed, names, nearest))
    return cli_refuse(CLI_USAGE, "unknown option --%s; did you mean --%s?", typed, nearest);
  return cli_refuse(CLI_USAGE, "unknown option --%s; jato %s --help shows them all", typed,
                    command->name);
}

/* -z, or a letter with more behind it: -n5, -jq. */
static int complain_unknown_letter(const cli_command *command, const char *argument)
{
  const cli_option *option = find_letter(command, argument[1]);
  const jato_setting *setting = cli_setting_find(&command->settings, "", 0, argument[1]);
  bool is_flag = option != NULL && option->type == CLI_FLAG;
  if (option != NULL || setting != NULL)
    return cli_refuse(CLI_USAGE, "%s: put a space after the letter, as in -%c %s%s", argument,
                      argument[1], is_flag ? "-" : "", argument + 2);
  return cli_refuse(CLI_USAGE, "unknown option %s; jato %s --help shows them all", argument,
                    command->name);
}

static int store_count(const cli_option *option, const char *text, void *member)
{
  uint64_t value = 0;
  const char *wanted = jato_read_count(text, &value);
  if (wanted != NULL) return cli_refuse(CLI_USAGE, "--%s %s: needs %s", option->name, text, wanted);
  if (value < option->least)
    return cli_refuse(CLI_USAGE, "--%s %s: must be %" PRIu64 " or more", option->name, text,
                      option->least);
  if (option->most != 0 && value > option->most)
    return cli_refuse(CLI_USAGE, "--%s %s: must be %" PRIu64 " or less", option->name, text,
                      option->most);
  memcpy(member, &value, sizeof value);
  return CLI_DONE;
}

static int store_double(const cli_option *option, const char *text, void *member)
{
  double value = 0;
  const char *wanted =
      option->type == CLI_REAL ? jato_read_number(text, &value) : jato_read_seconds(text, &value);
  if (wanted != NULL) return cli_refuse(CLI_USAGE, "--%s %s: needs %s", option->name, text, wanted);
  memcpy(member, &value, sizeof value);
  return CLI_DONE;
}

static int store_choice(const cli_option *option, const char *text, void *member)
{
  int index = cli_word_index(text, option->choices);
  char nearest[64];
  if (index >= 0) {
    memcpy(member, &index, sizeof index);
    return CLI_DONE;
  }
  if (jato_nearest_word(text, option->choices, nearest))
    return cli_refuse(CLI_USAGE, "--%s %s: not a choice; did you mean %s?", option->name, text,
                      nearest);
  return cli_refuse(CLI_USAGE, "--%s %s: not a choice; choose from: %s", option->name, text,
                    option->choices);
}

static int store_listed(const cli_option *option, const char *text, cli_list_of *list)
{
  size_t most = option->most != 0 ? (size_t)option->most : CLI_MOST_LISTED;
  if (list->count == most)
    return cli_refuse(CLI_USAGE, "--%s %s: may be given %zu times at most", option->name, text,
                      most);
  list->text[list->count++] = text;
  return CLI_DONE;
}

static int store(const cli_option *option, const char *text, void *request)
{
  void *member = (char *)request + option->offset;
  switch (option->type) {
  case CLI_COUNT: return store_count(option, text, member);
  case CLI_REAL:
  case CLI_SECONDS: return store_double(option, text, member);
  case CLI_CHOICE: return store_choice(option, text, member);
  case CLI_LIST: return store_listed(option, text, member);
  case CLI_TEXT: memcpy(member, &text, sizeof text); break;
  case CLI_FLAG: *(bool *)member = true; break;
  }
  return CLI_DONE;
}

bool cli_option_is_given(const cli_option *option, const void *request)
{
  const void *member = (const char *)request + option->offset;
  switch (option->type) {
  case CLI_COUNT: return *(const uint64_t *)member != 0;
  case CLI_REAL:
  case CLI_SECONDS: return *(const double *)member != 0;
  case CLI_CHOICE: return *(const int *)member != 0;
  case CLI_LIST: return ((const cli_list_of *)member)->count != 0;
  case CLI_TEXT: return *(const char *const *)member != NULL;
  case CLI_FLAG: break;
  }
  return *(const bool *)member;
}

void cli_option_print(FILE *out, const cli_option *option, const void *request)
{
  const void *member = (const char *)request + option->offset;
  const cli_list_of *list = member;
  char text[CLI_WORD];
  if (!cli_option_is_given(option, request)) return;
  switch (option->type) {
  case CLI_FLAG: fprintf(out, " --%s", option->name); break;
  case CLI_COUNT: fprintf(out, " --%s %" PRIu64, option->name, *(const uint64_t *)member); break;
  case CLI_TEXT: cli_print_option(out, option->name, *(const char *const *)member); break;
  case CLI_CHOICE:
    cli_print_option(out, option->name, cli_word_at(option->choices, *(const int *)member, text));
    break;
  case CLI_LIST:
    for (size_t i = 0; i < list->count; i++) cli_print_option(out, option->name, list->text[i]);
    break;
  case CLI_REAL:
  case CLI_SECONDS:
    cli_write_shortest(text, *(const double *)member);
    fprintf(out, " --%s %s", option->name, text);
  }
}

/* An option of the command's own, or a setting. */
typedef struct found {
  const cli_option *option;
  const jato_setting *setting; /* NULL where the option is not */
  const char *name;            /* as it was typed, without dashes */
  size_t length;
} found;

static bool is_flag(const found *what)
{
  return what->option != NULL ? what->option->type == CLI_FLAG
                              : what->setting->kind == JATO_SETTING_FLAG;
}

static int complain_no_value(const found *what)
{
  const char *word = what->option != NULL ? what->option->word : what->setting->word;
  char name[CLI_SETTING_NAME];
  const char *known =
      what->option != NULL ? what->option->name : cli_setting_name(what->setting, name);
  return cli_refuse(CLI_USAGE, "--%s needs a value: --%s %s", known, known, word);
}

/* Finds the option that an argument names, or complains; *text is what follows its =, or NULL. */
static bool find(const cli_command *command, const char *argument, found *what, const char **text)
{
  *text = NULL;
  *what = (found){.name = argument + 1, .length = 1};
  if (argument[1] == '-') {
    what->name = argument + 2;
    what->length = strcspn(what->name, "=");
    what->option = find_long(command, what->name, what->length);
    if (what->option == NULL)
      what->setting = cli_setting_find(&command->settings, what->name, what->length, 0);
    if (what->name[what->length] == '=') *text = what->name + what->length + 1;
    if (what->option != NULL || what->setting != NULL) return true;
    (void)complain_unknown_option(command, what->name, what->length);
    return false;
  }
  if (argument[2] == '\0') {
    what->option = find_letter(command, argument[1]);
    if (what->option == NULL)
      what->setting = cli_setting_find(&command->settings, "", 0, argument[1]);
  }
  if (what->option != NULL || what->setting != NULL) return true;
  (void)complain_unknown_letter(command, argument);
  return false;
}

/* Reads the option at argv[*at], and its text from the same or the next argument. */
static int parse_option(const cli_command *command, int argc, char **argv, int *at, void *request)
{
  found what;
  const char *text;
  if (!find(command, argv[*at], &what, &text)) return CLI_USAGE;
  if (is_flag(&what) && text != NULL)
    return cli_refuse(CLI_USAGE, "--%.*s takes no value", (int)what.length, what.name);
  if (!is_flag(&what) && text == NULL) {
    if (*at + 1 >= argc) return complain_no_value(&what);
    text = argv[++*at];
  }
  if (!is_flag(&what) && text[0] == '\0') return complain_no_value(&what);
  if (what.option != NULL) return store(what.option, text, request);
  return cli_settings_add((cli_settings *)((char *)request + command->settings.offset),
                          what.setting, is_flag(&what) ? "true" : text);
}

int cli_parse(const cli_command *command, int argc, char **argv, void *request, cli_words *words)
{
  bool only_words = false; /* after -- */
  memset(words, 0, sizeof *words);
  for (int at = 0; at < argc; at++) {
    if (!only_words && strcmp(argv[at], "--") == 0) {
      only_words = true;
    } else if (!only_words && argv[at][0] == '-' && argv[at][1] != '\0') {
      int code = parse_option(command, argc, argv, &at, request);
      if (code != CLI_DONE) return code;
    } else if (words->count < command->most_words && argv[at][0] != '\0') {
      words->word[words->count++] = argv[at];
    } else {
      return cli_refuse(CLI_USAGE, "%s: what is \"%s\"? usage: jato %s %s", command->name, argv[at],
                        command->name, command->usage);
    }
  }
  return CLI_DONE;
}
